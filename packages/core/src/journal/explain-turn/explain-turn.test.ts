import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../../graph/transition-graph.ts';
import { turnId } from '../../ports/ids.ts';
import type { Envelope } from '../envelope.ts';
import { envelope, fact, idOf, inTurn, packet, reply, started, text } from '../journal.test-support.ts';
import { explainTurn, turnsOf } from './index.ts';
import { annExplained, annsTurn, channel, journalOf, opening, turnsIn } from './story.test-support.ts';

const rejected = fact('intarsia.output.rejected', {
  ...inTurn,
  ordinal: 0,
  model: 'Plan',
  problems: [{ path: '/total', code: 'missing', message: 'is missing' }],
  total: 3,
});
const accepted = (ordinal: number) =>
  fact('intarsia.output.accepted', { ...inTurn, ordinal, model: 'Plan', data: {}, repair: 'fence', auto_tool_call: true });
const failed = fact('intarsia.turn.failed', { ...inTurn, code: 'output_rejected', message: 'It is not a Plan.', retryable: true });
const ended = (status: 'completed' | 'failed' | 'cancelled', resumable = false) =>
  fact('intarsia.run.ended', { v: 1, run: 'r1', status, code: null, message: 'm', resumable });
const paused = (reason: 'input_required' | 'ui_required' | 'effect_uncertain') =>
  fact('intarsia.run.paused', { v: 1, run: 'r1', reason, calls: [] });
const resumed = started({ reason: 'resume', epoch: 2 });
const toPerson = packet({ routing: { kind: 'handoff', target: 'u0', reason: '' } });
const done = packet({ context_updates: { set: { done: true }, delete: [] } });
const closed = envelope('ag2.channel.closed', { channel_id: 'c0', reason: 'workflow_complete' });

describe('the turns of a journal', () => {
  it.each<[string, readonly Envelope[], readonly string[]]>([
    ['nothing', [], []],
    ['words, and who owes an answer to them', opening, ['user answered', 'Ann open']],
    ['a turn that is worked on', [...opening, reply()], ['user answered', 'Ann open']],
    ['an answer', [...opening, reply(), packet()], ['user answered', 'Ann answered', 'Ben open']],
    ['a pause that follows from words', [...opening, toPerson, paused('input_required')], ['user answered', 'Ann answered']],
    ['an end that follows from words', [...opening, done, ended('completed'), closed], ['user answered', 'Ann answered']],
    ['a pause inside a turn', [...opening, reply(), paused('ui_required')], ['user answered', 'Ann paused']],
    ['a failure', [...opening, reply(), failed, ended('failed', true)], ['user answered', 'Ann failed']],
    ['a failure, and a resume', [...opening, reply(), failed, ended('failed', true), resumed], ['user answered', 'Ann open']],
    ['a cancelled turn of which nothing was recorded', [...opening, ended('cancelled', true)], ['user answered', 'Ann cancelled']],
    ['an idle turn whose channel was closed', [...opening, ended('failed'), closed], ['user answered', 'Ann failed']],
    [
      'an answer of the person',
      [...opening, toPerson, paused('input_required'), started({ reason: 'answer' }), text('yes')],
      ['user answered', 'Ann answered', 'user answered', 'Ann open'],
    ],
  ])('are: %s', (_, envelopes, turns) => {
    expect(turnsIn(...envelopes)).toEqual(turns);
  });

  it('have their places in the journal and among each other', () => {
    const turns = turnsOf(channel, journalOf([...opening, reply(), packet()]));
    expect(turns).toEqual([
      {
        id: 'opening:user',
        place: 1,
        agent: 'user',
        status: 'answered',
        envelopes: { first: 1, last: 2 },
        at: '2026-01-01T00:00:01+00:00',
      },
      { id: annsTurn, place: 2, agent: 'Ann', status: 'answered', envelopes: { first: 3, last: 4 }, at: '2026-01-01T00:00:03+00:00' },
      { id: `${idOf(4)}:Ben`, place: 3, agent: 'Ben', status: 'open', envelopes: null, at: null },
    ]);
  });

  it('take what comes late into the turn that it names', () => {
    const late = fact('intarsia.tool.late', { ...inTurn, key: 'k1', attempt: 1, status: 'ok', result: 1, duration_ms: 9 });
    const turns = turnsOf(channel, journalOf([...opening, reply(), packet(), late]));
    expect(turns.map(({ agent, envelopes }) => [agent, envelopes?.last])).toEqual([
      ['user', 2],
      ['Ann', 5],
      ['Ben', undefined],
    ]);
  });

  it('are none of another id', () => {
    expect(explainTurn(channel, journalOf(opening), turnId('x'))).toBeNull();
  });
});

describe('what is told of a turn', () => {
  it('is what led to it, its replies and what its contract said of them', () => {
    const second = reply({
      ordinal: 1,
      text: '{}',
      visibility: 'hidden',
      hidden_because: 'structured_output_artifact',
      usage: { inputTokens: 9, outputTokens: 2 },
    });
    const told = annExplained(
      reply({ text: '{"a"', visibility: 'hidden' }),
      rejected,
      failed,
      ended('failed', true),
      resumed,
      second,
      accepted(1),
    );
    expect(told).toMatchObject({
      status: 'open',
      trigger: { envelope: idOf(2), sender: 'user', text: 'an invoice' },
      replies: [
        { ordinal: 0, text: '{"a"', visibility: 'hidden', hiddenBecause: null, usage: null, finishReason: 'stop' },
        {
          ordinal: 1,
          visibility: 'hidden',
          hiddenBecause: 'structured_output_artifact',
          usage: { inputTokens: 9, outputTokens: 2 },
          at: '2026-01-01T00:00:08+00:00',
        },
      ],
      judgements: [
        { kind: 'rejected', ordinal: 0, model: 'Plan', total: 3, problems: [{ path: '/total', code: 'missing', message: 'is missing' }] },
        { kind: 'accepted', ordinal: 1, model: 'Plan', repair: 'fence' },
      ],
      runEvents: [
        { kind: 'turn_failed', code: 'output_rejected', message: 'It is not a Plan.', retryable: true },
        { kind: 'ended', status: 'failed', resumable: true },
        { kind: 'started', reason: 'resume', epoch: 2 },
      ],
      said: null,
      next: null,
    });
  });

  it('is why the graph went where it went', () => {
    const told = annExplained(reply(), done, ended('completed'), closed);
    expect(told.next).toMatchObject({
      by: {
        kind: 'graph',
        explanation: {
          rules: [
            { place: 1, verdict: 'fired', values: { done: true } },
            { place: 2, verdict: 'earlier_fired' },
            { place: 3, verdict: 'other_speaker' },
          ],
        },
      },
      leads: { kind: 'ends', reason: 'workflow_complete' },
      closes: 'workflow_complete',
    });
    expect(told.contextVariables).toEqual({ kept: 1, done: true });
    expect(told.runEvents.map(({ kind }) => kind)).toEqual(['ended', 'closed']);
    expect(annExplained(reply(), packet({ body: 'on it' }))).toMatchObject({
      said: { text: 'on it', routing: { kind: 'text' } },
      next: { leads: { kind: 'speaks', agent: 'Ben' }, closes: null },
    });
  });

  it('is that a packet itself said who is next, past the graph', () => {
    const routing = { kind: 'handoff', target: 'u0', reason: 'tool_failed' };
    expect(annExplained(packet({ routing })).next).toEqual({
      by: { kind: 'packet', routing },
      leads: { kind: 'speaks', agent: 'user' },
      closes: null,
    });
    expect(annExplained(packet({ routing: { kind: 'finish', reason: 'workflow_failed' } })).next).toMatchObject({
      by: { kind: 'packet' },
      leads: { kind: 'ends', reason: 'workflow_failed' },
    });
  });

  it('is that the turns were used up although somebody was chosen', () => {
    const facts = { ...channel, graph: { ...channel.graph, max_turns: 2 } };
    const told = explainTurn(facts, journalOf([...opening, packet(), ended('failed'), closed]), annsTurn);
    expect(told).toMatchObject({
      next: { leads: { kind: 'speaks', agent: 'Ben' }, closes: 'max_turns' },
      runEvents: [{ kind: 'ended' }, {}],
    });
  });

  it('is that older journals do not say everything', () => {
    const older = envelope('intarsia.output.accepted', { ...inTurn, ordinal: 0, model: 'Plan', data: {}, fence_removed: true });
    expect(annExplained(reply(), older).judgements).toEqual([{ kind: 'accepted', ordinal: 0, model: 'Plan', repair: 'fence' }]);
    const plain = envelope('intarsia.output.accepted', { ...inTurn, ordinal: 0, model: 'Plan', data: {}, fence_removed: false });
    expect(annExplained(reply(), plain).judgements).toEqual([{ kind: 'accepted', ordinal: 0, model: 'Plan', repair: null }]);
  });
});

describe('a channel that AG2 wrote', () => {
  const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  const { knobs, names, creator_id, state } = JSON.parse(read('workflow.json'));
  const graph = readGraph(knobs.graph);
  if (graph === null) throw new Error('The recorded graph cannot be read.');
  const facts = { graph, contextVariables: knobs.context_vars, names, creator: creator_id };
  const envelopes: readonly Envelope[] = read('workflow.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

  it('is explained without facts: who spoke, why who is next, and what was written', () => {
    const turns = turnsOf(facts, envelopes);
    expect(turns.map(({ agent, status }) => [agent, status])).toEqual([
      ['alice', 'answered'],
      ['bob', 'answered'],
      ['helen', 'open'],
    ]);
    const second = turns[1];
    const told = second === undefined ? null : explainTurn(facts, envelopes, second.id);
    expect(told).toMatchObject({ replies: [], judgements: [], calls: [], runEvents: [], contextVariables: state.context_vars });
    expect(told?.next).toMatchObject({
      by: { kind: 'graph', explanation: { tool: 'ask_helen', rules: [{ verdict: 'other_value' }, { verdict: 'fired' }] } },
      leads: { kind: 'speaks', agent: 'helen' },
    });
    const written = turns.flatMap(({ id }) => explainTurn(facts, envelopes, id)?.writes ?? []);
    expect(written.length).toBeGreaterThan(0);
    expect(new Set(written.map(({ origin, writer }) => `${origin.kind} ${writer}`))).toEqual(new Set(['participant null']));
  });
});
