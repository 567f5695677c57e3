import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freezeDeep } from '../context/frozen-json.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { checkEnvelope } from './check.ts';
import type { Envelope } from './envelope.ts';
import { applyUpdates, foldJournal, initialState, writesOf } from './fold.ts';
import {
  ann,
  ben,
  claim,
  envelope,
  fact,
  facts,
  idOf,
  inTurn,
  packet,
  reply,
  settle,
  started,
  text,
  user,
} from './journal.test-support.ts';
import type { JournalState } from './state.ts';

const json = fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const key = fc.constantFrom('done', 'kept', 'other', '__proto__', 'constructor');
const values: fc.Arbitrary<JsonObject> = fc.array(fc.tuple(key, json), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));
const updates = fc.record({ set: values, delete: fc.array(key, { maxLength: 3 }) });
const sender = fc.constantFrom(user, ann, ben);
const turn = fc.constantFrom('t1', 't2');
const call = fc.constantFrom('k1', 'k2', 'k3');
const attempt = fc.integer({ min: 1, max: 3 });
const routing = fc.oneof(
  fc.constant({ kind: 'text' }),
  fc.record({ kind: fc.constant('handoff'), target: fc.oneof(sender, fc.constant('')) }),
  fc.record({ kind: fc.constant('handoff'), tool: fc.constantFrom('ask', 'other') }),
  fc.record({ kind: fc.constant('finish'), reason: fc.string() }),
);

/** Any envelope at all; most may enter a journal, depending on its state. */
const anyEnvelope: fc.Arbitrary<Envelope> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(sender, fc.string()).map(([sender_id, words]) => text(words, { sender_id })) },
  {
    weight: 3,
    arbitrary: fc
      .record({ sender_id: sender, routing, context_updates: updates, body: fc.string() })
      .map(({ sender_id, ...data }) => packet(data, { sender_id })),
  },
  fc.tuple(updates, turn).map(([data, id]) => envelope('ag2.context.set', data, { causation_id: writesOf(id, 0) })),
  fc.string().map((request) => started({ request })),
  fc
    .record({ status: fc.constantFrom('completed', 'failed', 'cancelled'), resumable: fc.boolean() })
    .map((end) => fact('intarsia.run.ended', { v: 1, run: 'r1', code: null, message: '', ...end })),
  fc.constant(fact('intarsia.run.paused', { v: 1, run: 'r1', reason: 'effect_uncertain', calls: ['k1'] })),
  fc
    .record({ turn, ordinal: fc.nat(3), text: fc.string() })
    .map((data) => reply({ ...data, tool_calls: [{ id: 'i', name: 'n', arguments: '{}' }] })),
  fc
    .tuple(turn, values)
    .map(([id, data]) =>
      fact('intarsia.output.accepted', { ...inTurn, turn: id, ordinal: 0, model: 'M', data, repair: null, auto_tool_call: false }),
    ),
  fc
    .tuple(turn, fc.nat(3))
    .map(([id, ordinal]) => fact('intarsia.output.rejected', { ...inTurn, turn: id, ordinal, model: 'M', problems: [], total: 1 })),
  fc.record({ turn, key: call, attempt, epoch: fc.nat(3) }).map((data) => claim(data)),
  fc.record({ turn, key: call, attempt, result: json, delta: updates }).map((data) => settle(data)),
  fc.record({ turn, key: call, attempt }).map((data) => fact('intarsia.tool.released', { ...inTurn, ...data })),
  fc.record({ turn, key: call, attempt }).map((data) => fact('intarsia.effect.uncertain', { ...inTurn, tool: 'save', ...data })),
  fc
    .record({ turn, key: call, attempt, resolution: fc.constantFrom('happened', 'failed', 'run_again'), result: json })
    .map((data) => fact('intarsia.effect.resolved', { ...inTurn, by: 'ops', ...data })),
  fc.constant(fact('intarsia.turn.failed', { ...inTurn, code: 'output_rejected', message: '', retryable: true })),
  fc
    .tuple(fc.constantFrom('acme.note', 'ag2.channel.opened', 'ag2.channel.invite.ack'), values)
    .map(([type, data]) => envelope(type, data)),
);
const journal = fc
  .array(anyEnvelope, { maxLength: 40 })
  .map((envelopes) => envelopes.map((each, index) => ({ ...each, envelope_id: idOf(index + 1) })));

const mayEnter = (state: JournalState, given: Envelope): boolean => {
  try {
    checkEnvelope(facts, state, given);
    return true;
  } catch {
    return false;
  }
};
const fold = (envelopes: readonly Envelope[], from: JournalState = initialState(facts)) =>
  envelopes.reduce((state, each) => foldJournal(facts, state, each), from);
const roundTrip = (state: JournalState): JournalState => JSON.parse(JSON.stringify(state));

it('the generated journals are worth folding: most envelopes may enter', () => {
  const sizes = fc.sample(journal, { numRuns: 100, seed: 7 }).map((envelopes) => {
    let state = initialState(facts);
    const entered = envelopes.filter((each) => {
      const may = mayEnter(state, each);
      if (may) state = foldJournal(facts, state, each);
      return may;
    });
    return [entered.length, envelopes.length] as const;
  });
  const [entered, all] = sizes.reduce(([left, right], [one, other]) => [left + one, right + other], [0, 0]);
  expect(entered / all).toBeGreaterThan(0.6);
});

it('a checked envelope never makes the fold throw, and neither state nor envelope is changed', () => {
  fc.assert(
    fc.property(journal, (envelopes) => {
      let state = initialState(facts);
      for (const each of envelopes) {
        if (!mayEnter(state, each)) continue;
        freezeDeep(each.event_data);
        freezeDeep(state as unknown as JsonObject); // a write to either would throw
        const next = foldJournal(facts, state, each);
        expect(next.envelopes).toBe(state.envelopes + 1);
        expect(next.lastEnvelope).toBe(each.envelope_id);
        state = next;
      }
    }),
  );
});

it('the fold of a journal is the fold of its rest over the fold of its beginning, also when that was stored as JSON in between', () => {
  fc.assert(
    fc.property(journal, fc.nat(40), (envelopes, cut) => {
      const whole = fold(envelopes);
      expect(fold(envelopes)).toEqual(whole);
      const begun = fold(envelopes.slice(0, cut));
      expect(roundTrip(begun)).toEqual(begun);
      expect(fold(envelopes.slice(cut), roundTrip(begun))).toEqual(whole);
    }),
  );
});

it('envelopes that went through their lines fold to the same state', () => {
  fc.assert(
    fc.property(journal, (envelopes) => {
      expect(fold(JSON.parse(JSON.stringify(envelopes)))).toEqual(fold(envelopes));
    }),
  );
});

it('context updates delete first and set then', () => {
  fc.assert(
    fc.property(values, updates, (variables, given) => {
      const expected = new Map(Object.entries(variables));
      for (const name of given.delete) expected.delete(name);
      for (const [name, value] of Object.entries(given.set)) expected.set(name, value);
      expect(new Map(Object.entries(applyUpdates(variables, given)))).toEqual(expected);
    }),
  );
});
