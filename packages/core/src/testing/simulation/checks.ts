import { isDeepStrictEqual } from 'node:util';
import type { Envelope } from '../../journal/envelope.ts';
import { events } from '../../journal/envelope.ts';
import { type FactData, type FactType, factOf } from '../../journal/facts.ts';
import { foldJournal, initialState } from '../../journal/fold.ts';
import type { ChannelFacts, JournalState } from '../../journal/state.ts';
import type { Json } from '../../ports/json.ts';
import type { HistoryRecord } from './history.ts';

/** How a conversation ended, in words that hold no ids and no times: the same for every run of it. */
export interface ConversationEnd {
  readonly status: string;
  readonly closeReason: string;
  readonly run: string;
  readonly nextSpeaker: string | null;
  readonly turnCount: number;
  readonly contextVariables: Readonly<Record<string, Json>>;
  readonly openTurn: string | null;
  readonly said: readonly (readonly [sender: string, text: string])[];
}

/** One rule that every history must keep: a pure function of its record and of the end that the same conversation has without faults. */
export interface HistoryCheck {
  readonly name: string;
  /** What breaks the rule, each as a sentence; empty for a history that keeps it. */
  broken(record: HistoryRecord, expected: ConversationEnd): readonly string[];
}

/** The rules. */
export const historyChecks: readonly HistoryCheck[] = [
  { name: 'the conversation reaches its end', broken: ({ stuck }) => (stuck === null ? [] : [`It did not: ${stuck}.`]) },
  { name: 'no unsafe effect twice', broken: unsafeTwice },
  { name: 'every entry of a tool has a claim of its own', broken: unclaimedEntries },
  { name: 'what was confirmed stands in the journal', broken: confirmedLost },
  { name: 'every call settles once, after its claim', broken: callsOutOfOrder },
  { name: 'one accepted output a turn', broken: (record) => twice(record, 'intarsia.output.accepted', ({ turn }) => turn) },
  {
    name: 'one recorded reply an ordinal',
    broken: (record) => twice(record, 'intarsia.model.replied', ({ turn, ordinal }) => `${turn} ${ordinal}`),
  },
  { name: 'one run a request', broken: (record) => twice(record, 'intarsia.run.started', ({ request, run }) => request ?? run) },
  { name: 'one packet a turn', broken: packetsTwice },
  { name: 'epochs never go back', broken: epochsBack },
  { name: 'envelopes stand in the order of their ids', broken: idsOutOfOrder },
  { name: 'the journal folds to what its owners saw', broken: foldsOtherwise },
  { name: 'the same end as without faults', broken: otherEnd },
  { name: 'nobody waits for time once all is over', broken: ({ waiting }) => waiting.map((owner) => `${owner} still has timers.`) },
];

const factsOf = <Type extends FactType>(envelopes: readonly Envelope[], type: Type): readonly FactData<Type>[] =>
  envelopes.flatMap((envelope) => (envelope.event_type === type ? [dataOf(envelope, type)] : [])).filter((data) => data !== null);

function dataOf<Type extends FactType>(envelope: Envelope, type: Type): FactData<Type> | null {
  const fact = factOf(envelope);
  return fact !== null && isOf(fact, type) ? fact.data : null;
}

const isOf = <Type extends FactType>(
  fact: { readonly type: FactType },
  type: Type,
): fact is { readonly type: Type; readonly data: FactData<Type> } => fact.type === type;

/** Each entry of an unsafe tool but the first needs somebody who said that the call is to run again; its effect happens once. */
function unsafeTwice({ world, envelopes }: HistoryRecord): readonly string[] {
  const allowed = factsOf(envelopes, 'intarsia.effect.resolved').filter(({ resolution }) => resolution === 'run_again');
  const entries = countBy(
    world.entries.filter(({ effect }) => effect === 'unsafe'),
    ({ key }) => key,
  );
  return [...entries].flatMap(([key, times]) => {
    const most = 1 + allowed.filter((resolved) => resolved.key === key).length;
    const { tool, times: happened } = world.effects.get(key) ?? { tool: '', times: 0 };
    return [
      ...(times > most ? [`The call ${key} was entered ${times} times; nobody allowed more than ${most}.`] : []),
      ...(happened > 1 ? [`The effect of ${tool} happened ${happened} times under the key ${key}.`] : []),
    ];
  });
}

/** Whatever its effect, a tool is entered under the key of a claim, and once for each claim at most. */
function unclaimedEntries({ world, envelopes }: HistoryRecord): readonly string[] {
  const claims = countBy(factsOf(envelopes, 'intarsia.tool.claimed'), ({ key }) => key);
  return [...countBy(world.entries, ({ key }) => key)].flatMap(([key, times]) => {
    const claimed = claims.get(key) ?? 0;
    return times > claimed ? [`The call ${key} was entered ${times} times; the journal has ${claimed} claim(s) of it.`] : [];
  });
}

/** Every envelope that a network confirmed to an owner stands in the journal, as it was, once. */
function confirmedLost({ answered, envelopes, quarantined }: HistoryRecord): readonly string[] {
  const stands = new Map(envelopes.map((envelope) => [envelope.envelope_id, envelope]));
  const times = countBy(envelopes, ({ envelope_id }) => envelope_id);
  const lost = answered.flatMap((commit) =>
    commit.envelopes.flatMap((envelope) => {
      const found = stands.get(envelope.envelope_id);
      const what = `${envelope.event_type} ${envelope.envelope_id}, confirmed to ${commit.owner},`;
      if (found === undefined) return [`${what} is not in the journal.`];
      if (!isDeepStrictEqual(found, envelope)) return [`${what} stands there changed.`];
      return times.get(envelope.envelope_id) === 1 ? [] : [`${what} stands there more than once.`];
    }),
  );
  return [...lost, ...quarantined.map((offset) => `The line at byte ${offset} cannot be read.`)];
}

/** A claim, then one end: settled, or resolved by somebody. A later claim of the same call is its next attempt. */
function callsOutOfOrder({ envelopes }: HistoryRecord): readonly string[] {
  const problems: string[] = [];
  const attempts = new Map<string, number>();
  const keys = new Map<string, string>();
  const ended = new Set<string>();
  for (const envelope of envelopes) {
    const fact = factOf(envelope);
    if (fact?.type === 'intarsia.tool.claimed') {
      const { key, attempt, turn, position } = fact.data;
      if ((keys.get(`${turn} ${position}`) ?? key) !== key)
        problems.push(`The call at ${position} of turn ${turn} has a second key, ${key}.`);
      keys.set(`${turn} ${position}`, key);
      if (attempt !== (attempts.get(key) ?? 0) + 1)
        problems.push(`Attempt ${attempt} of ${key} was claimed after ${attempts.get(key) ?? 0}.`);
      if (ended.has(key)) problems.push(`${key} was claimed after it had ended.`);
      attempts.set(key, attempt);
    } else if (fact?.type === 'intarsia.tool.settled' || fact?.type === 'intarsia.effect.resolved') {
      const { key, attempt } = fact.data;
      if (attempt !== attempts.get(key)) problems.push(`Attempt ${attempt} of ${key} ended, claimed was ${attempts.get(key) ?? 'none'}.`);
      if (ended.has(key)) problems.push(`${key} ended twice.`);
      if (fact.type === 'intarsia.tool.settled' || fact.data.resolution !== 'run_again') ended.add(key);
    }
  }
  const open = [...attempts.keys()].filter((key) => !ended.has(key));
  return [...problems, ...open.map((key) => `${key} was claimed and has no end.`)];
}

function twice<Type extends FactType>(
  { envelopes }: HistoryRecord,
  type: Type,
  identity: (data: FactData<Type>) => string,
): readonly string[] {
  const counts = countBy(factsOf(envelopes, type), identity);
  return [...counts].flatMap(([id, times]) => (times > 1 ? [`${type} stands ${times} times for "${id}".`] : []));
}

function packetsTwice({ envelopes }: HistoryRecord): readonly string[] {
  const packets = envelopes.filter(({ event_type, causation_id }) => event_type === events.packet && causation_id !== null);
  const counts = countBy(packets, ({ causation_id }) => causation_id ?? '');
  return [...counts].flatMap(([trigger, times]) => (times > 1 ? [`${times} packets answer the envelope ${trigger}.`] : []));
}

function epochsBack({ envelopes }: HistoryRecord): readonly string[] {
  const problems: string[] = [];
  let highest = 0;
  for (const envelope of envelopes) {
    const fact = factOf(envelope);
    if (fact?.type !== 'intarsia.run.started' && fact?.type !== 'intarsia.tool.claimed') continue;
    const { epoch } = fact.data;
    if (epoch < highest) problems.push(`${fact.type} ${envelope.envelope_id} carries epoch ${epoch}, after ${highest}.`);
    highest = Math.max(highest, epoch);
  }
  return problems;
}

function idsOutOfOrder({ envelopes }: HistoryRecord): readonly string[] {
  return envelopes.flatMap(({ envelope_id }, index) => {
    const before = envelopes[index - 1]?.envelope_id;
    return before !== undefined && before >= envelope_id ? [`${envelope_id} stands after ${before}.`] : [];
  });
}

/** The fold from the first envelope gives what every owner had after each of its commits, and what an observer is given at the end. */
function foldsOtherwise({ facts, envelopes, answered, state }: HistoryRecord): readonly string[] {
  const folds = [initialState(facts)];
  for (const envelope of envelopes) folds.push(foldJournal(facts, folds.at(-1) ?? initialState(facts), envelope));
  const differs = (seen: JournalState): boolean => {
    const fold = folds[seen.envelopes];
    return fold === undefined || !isDeepStrictEqual(fold, seen);
  };
  const owners = answered.flatMap(({ owner, state: seen }) =>
    differs(seen) ? [`${owner} had another state after ${seen.envelopes} envelopes than the journal folds to.`] : [],
  );
  const observed = state.envelopes !== envelopes.length || differs(state);
  return observed ? [...owners, 'An observer is given another state than the journal folds to.'] : owners;
}

function otherEnd({ facts, state }: HistoryRecord, expected: ConversationEnd): readonly string[] {
  const end = endOf(facts, state);
  const keys = Object.keys(expected) as readonly (keyof ConversationEnd)[];
  return keys.flatMap((key) => {
    const [found, wanted] = [JSON.stringify(end[key]), JSON.stringify(expected[key])];
    return found === wanted ? [] : [`${key} is ${found}; without faults it is ${wanted}.`];
  });
}

/** The end of a conversation as people see it. */
export function endOf({ names }: ChannelFacts, { channel, run, turn, transcript }: JournalState): ConversationEnd {
  const { expectedSpeaker } = channel;
  return {
    status: channel.status,
    closeReason: channel.closeReason,
    run: `${run?.status ?? 'none'} ${run?.code ?? ''}`.trim(),
    nextSpeaker: expectedSpeaker === null ? null : (names[expectedSpeaker] ?? expectedSpeaker),
    turnCount: channel.turnCount,
    contextVariables: sorted(channel.contextVariables),
    openTurn: turn?.agent ?? null,
    said: transcript.messages.map(({ sender, text }) => [sender, text]),
  };
}

const sorted = (values: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)));

function countBy<Value>(values: readonly Value[], identity: (value: Value) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(identity(value), (counts.get(identity(value)) ?? 0) + 1);
  return counts;
}
