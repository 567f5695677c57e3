import { describe, expect, it } from 'vitest';
import { type Envelope, events } from '../envelope.ts';
import { applyUpdates, writesOf } from '../fold.ts';
import { asked, claim, envelope, fact, inTurn, packet, refused, reply, settle, started, text, user } from '../journal.test-support.ts';
import { explainTurn } from './index.ts';
import { annExplained, annsTurn, channel, firstTurn, journalOf } from './story.test-support.ts';

const set = (updates: object, extra: Partial<Envelope> = {}) => envelope(events.contextSet, { set: {}, delete: [], ...updates }, extra);
const wrote = (values: object, deleted: readonly string[] = [], key = 'k1') =>
  settle({ key, delta: { set: { ...values }, delete: [...deleted] } });
const carrying = (values: object, deleted: readonly string[] = []) =>
  packet({ context_updates: { set: { ...values }, delete: [...deleted] } });
const second = claim({ key: 'k2', position: 'auto:1', tool: 'send' });
const brief = (...envelopes: readonly Envelope[]) =>
  annExplained(...envelopes).writes.map(({ key, operation, writer, origin, committed }) => {
    const from = 'tool' in origin ? origin.tool : origin.sender;
    return `${operation} ${key}: ${origin.kind} ${from} (${writer}), ${committed}`;
  });

describe('a write to the context', () => {
  it('of a tool is pending until the packet carries it', () => {
    expect(brief(reply(), claim(), wrote({ done: true }, ['kept']))).toEqual([
      'delete kept: tool save (deterministic_tool), pending',
      'set done: tool save (deterministic_tool), pending',
    ]);
    const told = annExplained(reply(), claim(), wrote({ done: true }, ['kept']), carrying({ done: true }, ['kept']));
    expect(told.writes).toEqual([
      {
        key: 'kept',
        operation: 'delete',
        value: null,
        writer: 'deterministic_tool',
        origin: { kind: 'tool', call: 'k1', tool: 'save' },
        committed: 'packet',
      },
      {
        key: 'done',
        operation: 'set',
        value: true,
        writer: 'deterministic_tool',
        origin: { kind: 'tool', call: 'k1', tool: 'save' },
        committed: 'packet',
      },
    ]);
  });

  it('of a tool whose turn failed came with a context set, and the later packet carries the rest', () => {
    const kept = set({ set: { a: 1 } }, { causation_id: writesOf(annsTurn, 1) });
    expect(brief(reply(), claim(), wrote({ a: 1 }), kept, second, wrote({ b: 2 }, [], 'k2'), carrying({ b: 2 }))).toEqual([
      'set a: tool save (deterministic_tool), context_set',
      'set b: tool send (deterministic_tool), packet',
    ]);
  });

  it('is overwritten by that of a later call of the same commit, in the order of the calls', () => {
    const settledInAnotherOrder = [claim(), second, wrote({ a: 2 }, [], 'k2'), wrote({ a: 1, b: 1 })];
    expect(brief(reply(), ...settledInAnotherOrder, carrying({ a: 2, b: 1 }))).toEqual([
      'set a: tool send (deterministic_tool), packet',
      'set a: tool save (deterministic_tool), overwritten',
      'set b: tool save (deterministic_tool), packet',
    ]);
  });

  it('of the agent’s own words came with the packet', () => {
    expect(brief(reply(), claim(), wrote({ a: 1 }), carrying({ a: 1, ready: true }))).toEqual([
      'set a: tool save (deterministic_tool), packet',
      'set ready: agent_text Ann (agent_text), packet',
    ]);
  });

  it('of a call that was resolved is the outcome of that call', () => {
    const uncertain = fact('intarsia.effect.uncertain', { ...inTurn, key: 'k1', tool: 'save', attempt: 1 });
    const happened = { ...inTurn, key: 'k1', attempt: 1, resolution: 'happened', result: null, by: 'ops' } as const;
    expect(brief(reply(), claim(), uncertain, fact('intarsia.effect.resolved', happened))).toEqual([]);
    const judged = fact('intarsia.effect.resolved', { ...happened, delta: { set: { result: 'booked' }, delete: [] } });
    expect(brief(reply(), claim(), uncertain, judged, carrying({ result: 'booked' }))).toEqual([
      'set result: tool save (deterministic_tool), packet',
    ]);
  });

  it('of the budget of an outcome came with the claim', () => {
    const counted = set({ set: { tries: 1 } }, { causation_id: 'outcome:k1' });
    expect(brief(reply(), claim(), counted)).toEqual(['set tries: outcome save (deterministic_tool), context_set']);
  });

  it('of an answer to a tool came with the answer', () => {
    const answered = fact('intarsia.ui.answered', { ...inTurn, key: 'k1', action: 'approve', response: {} });
    const triggered = set({ set: { approved: true } }, { sender_id: user });
    expect(brief(reply(), asked(), answered, triggered)).toEqual(['set approved: ui_response save (ui_response_trigger), context_set']);
  });

  it('of the person’s words came before them', () => {
    const journal = journalOf([started(), set({ set: { stop: true } }, { sender_id: user }), text('stop')]);
    expect(explainTurn(channel, journal, firstTurn)?.writes).toMatchObject([
      { key: 'stop', writer: 'user_text_trigger', origin: { kind: 'person_words', sender: 'user' }, committed: 'context_set' },
    ]);
  });

  it('of anybody else is told with who posted it', () => {
    expect(brief(reply(), set({ delete: ['kept'] }))).toEqual(['delete kept: participant Ann (null), context_set']);
  });

  it('and the others that were committed make the context of the turn', () => {
    const envelopes = [
      claim(),
      second,
      wrote({ a: 1, b: 1 }),
      wrote({ a: 2 }, ['kept'], 'k2'),
      carrying({ a: 2, b: 1, ready: true }, ['kept']),
    ];
    const told = annExplained(reply(), ...envelopes);
    const applied = told.writes
      .filter(({ committed }) => committed === 'packet' || committed === 'context_set')
      .reduce(
        (variables, { key, operation, value }) =>
          applyUpdates(variables, operation === 'set' ? { set: { [key]: value }, delete: [] } : { set: {}, delete: [key] }),
        channel.contextVariables,
      );
    expect(told.contextVariables).toEqual(applied);
  });
});

describe('a write that the rules refused', () => {
  it('is told with its rule and with the call that wanted it', () => {
    expect(annExplained(reply(), claim(), refused(), refused({ call: null, turn: null })).refusedWrites).toEqual([
      { key: 'done', operation: 'set', writer: 'deterministic_tool', rule: 'context_authority.rejected', message: 'No.', call: 'k1' },
      expect.objectContaining({ key: 'done', call: null }),
    ]);
  });

  it('in the person’s words belongs to them', () => {
    const journal = journalOf([started(), refused({ call: null, turn: null, agent: 'user' }), text('stop')]);
    expect(explainTurn(channel, journal, firstTurn)?.refusedWrites).toHaveLength(1);
  });
});
