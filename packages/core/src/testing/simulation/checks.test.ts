import { describe, expect, it } from 'vitest';
import type { Envelope, JournalState } from '../../journal/index.ts';
import { claim, fact, facts, foldAll, idOf, inTurn, packet, reply, settle, started, text } from '../../journal/journal.test-support.ts';
import { endOf, historyChecks } from './checks.ts';
import type { HistoryRecord } from './history.ts';

const accepted = fact('intarsia.output.accepted', {
  ...inTurn,
  ordinal: 0,
  model: 'Step',
  data: {},
  repair: null,
  auto_tool_call: true,
});
const paid = claim({ key: 'k2', position: 'auto:1', tool: 'pay', effect: 'unsafe' });

/** A conversation of one turn, with one keyed and one unsafe call. */
const whole: readonly Envelope[] = [
  started({ request: 'start' }),
  text('go'),
  reply(),
  accepted,
  claim(),
  settle(),
  paid,
  settle({ key: 'k2' }),
  packet({ context_updates: { set: { done: true }, delete: [] } }, { causation_id: idOf(2) }),
];

/** A record of these envelopes, numbered in their order, each confirmed to one owner as it was committed. */
function recordOf(unnumbered: readonly Envelope[], extra: Partial<HistoryRecord> = {}): HistoryRecord {
  const envelopes = unnumbered.map((envelope, index) => ({ ...envelope, envelope_id: idOf(index + 1) }));
  const states = envelopes.map((_, index): JournalState => foldAll(envelopes.slice(0, index + 1)));
  const entry = (key: string, tool: string, effect: 'keyed' | 'unsafe') => ({ key, tool, effect, owner: 'a1', atMs: 0 });
  return {
    envelopes,
    quarantined: [],
    facts,
    state: foldAll(envelopes),
    answered: states.map((state, index) => ({ owner: 'a1', epoch: 1, envelopes: envelopes.slice(index, index + 1), state })),
    world: {
      entries: [entry('k1', 'save', 'keyed'), entry('k2', 'pay', 'unsafe')],
      effects: new Map([
        ['k1', { tool: 'save', result: {}, times: 1 }],
        ['k2', { tool: 'pay', result: {}, times: 1 }],
      ]),
    },
    waiting: [],
    stuck: null,
    ...extra,
  };
}

const good = recordOf(whole);
const expected = endOf(good.facts, good.state);
const { world } = good;
const [firstEntry] = world.entries;

/** Only the rules of these names are broken. */
const broken = (record: HistoryRecord): readonly string[] =>
  historyChecks.flatMap(({ name, broken: told }) => (told(record, expected).length > 0 ? [name] : []));

/** The envelopes with the one at a place replaced. */
const changed = (place: number, ...by: readonly Envelope[]): readonly Envelope[] => [
  ...whole.slice(0, place),
  ...by,
  ...whole.slice(place + 1),
];

const claimed = 'every call settles once, after its claim';
const entered = 'every entry of a tool has a claim of its own';
const confirmed = 'what was confirmed stands in the journal';
const folded = 'the journal folds to what its owners saw';

describe('the rules of a history', () => {
  it('are kept by a whole conversation', () => {
    expect(broken(good)).toEqual([]);
  });

  it.each<[string, HistoryRecord, readonly string[]]>([
    ['was never over', { ...good, stuck: 'nobody came' }, ['the conversation reaches its end']],
    ['has a process that still waits', { ...good, waiting: ['a1'] }, ['nobody waits for time once all is over']],
    [
      'had an unsafe effect twice',
      { ...good, world: { ...world, effects: new Map([['k2', { tool: 'pay', result: {}, times: 2 }]]) } },
      ['no unsafe effect twice'],
    ],
    [
      'entered an unsafe tool twice',
      { ...good, world: { ...world, entries: [...world.entries, ...world.entries.slice(1)] } },
      ['no unsafe effect twice', entered],
    ],
    [
      'entered a tool under another key',
      { ...good, world: { ...world, entries: firstEntry === undefined ? [] : [{ ...firstEntry, key: 'k9' }] } },
      [entered],
    ],
    ['lost a settle that was confirmed', { ...good, ...pick(recordOf(changed(5))) }, [confirmed, claimed, folded]],
    [
      'holds a confirmed envelope twice',
      { ...good, envelopes: [...good.envelopes, ...good.envelopes.slice(-1)] },
      [confirmed, 'one packet a turn', 'envelopes stand in the order of their ids', folded],
    ],
    ['has a line that cannot be read', { ...good, quarantined: [17] }, [confirmed]],
    ['settles a call twice', recordOf(changed(5, settle(), settle())), [claimed]],
    ['settles another attempt', recordOf(changed(5, settle({ attempt: 2 }))), [claimed]],
    ['claims a call after its end', recordOf(changed(6, claim({ attempt: 2 }), paid)), [claimed]],
    ['skips an attempt', recordOf(changed(4, claim({ attempt: 2 }))), [claimed]],
    ['gives a call a second key', recordOf(changed(6, claim({ key: 'k3' }), settle({ key: 'k3' }), paid)), [claimed]],
    ['accepts two outputs in a turn', recordOf(changed(3, accepted, accepted)), ['one accepted output a turn']],
    ['records a reply twice', recordOf(changed(2, reply(), reply())), ['one recorded reply an ordinal']],
    [
      'serves a request twice',
      recordOf(changed(0, started({ request: 'start' }), started({ request: 'start', run: 'r2' }))),
      ['one run a request'],
    ],
    ['goes back to an earlier epoch', recordOf(changed(0, started({ request: 'start', epoch: 2 }))), ['epochs never go back']],
    [
      'gave an owner another state',
      { ...good, answered: good.answered.map((commit) => ({ ...commit, state: { ...commit.state, requests: [] } })) },
      [folded],
    ],
    [
      'shows an observer an older state',
      { ...good, state: foldAll(good.envelopes.slice(0, -1)) },
      [folded, 'the same end as without faults'],
    ],
    [
      'ended otherwise',
      recordOf([...whole.slice(0, -1), packet({ body: 'something else' }, { causation_id: idOf(2) })]),
      ['the same end as without faults'],
    ],
  ])('are broken by one that %s', (_, record, names) => {
    expect(broken(record)).toEqual(names);
  });

  it('allow an unsafe tool to be entered again when somebody said so', () => {
    const again = fact('intarsia.effect.resolved', { ...inTurn, key: 'k2', attempt: 1, resolution: 'run_again', result: null, by: 'ops' });
    const second = claim({ key: 'k2', position: 'auto:1', tool: 'pay', effect: 'unsafe', attempt: 2 });
    const record = recordOf(changed(7, again, second, settle({ key: 'k2', attempt: 2 })));
    expect(broken({ ...record, world: { ...world, entries: [...world.entries, ...world.entries.slice(1)] } })).toEqual([]);
  });
});

/** What the store holds of a record. */
function pick({ envelopes, state }: HistoryRecord): Pick<HistoryRecord, 'envelopes' | 'state'> {
  return { envelopes, state };
}
