import fc from 'fast-check';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { Envelope } from '../envelope.ts';
import { writesOf } from '../fold.ts';
import {
  ann,
  asked,
  ben,
  claim,
  decided,
  envelope,
  fact,
  idOf,
  inTurn,
  packet,
  refused,
  reply,
  settle,
  started,
  text,
  unapproved,
  user,
} from '../journal.test-support.ts';

const json = fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const key = fc.constantFrom('done', 'kept', 'other', '__proto__', 'constructor');
/** Any values of context variables. */
export const values: fc.Arbitrary<JsonObject> = fc.array(fc.tuple(key, json), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));
/** Any changes to them. */
export const updates = fc.record({ set: values, delete: fc.array(key, { maxLength: 3 }) });
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
  fc.record({ turn, key: call, attempt, result: json }).map((data) => {
    return fact('intarsia.tool.late', { ...inTurn, status: 'ok', duration_ms: 9, ...data });
  }),
  fc.record({ turn, key: call, payload: json }).map((data) => asked(data)),
  fc.record({ turn, key: call, response: values }).map((data) => fact('intarsia.ui.answered', { ...inTurn, action: null, ...data })),
  fc.record({ turn, key: call, arguments: json }).map((data) => unapproved(data)),
  fc.record({ turn, key: call, decision: fc.constantFrom('allow', 'deny'), result: json, delta: updates }).map((data) => decided(data)),
  fc.tuple(fc.option(turn), fc.option(call)).map(([id, key]) => refused({ turn: id, call: key })),
  fc.constant(fact('intarsia.turn.failed', { ...inTurn, code: 'output_rejected', message: '', retryable: true })),
  fc
    .tuple(fc.constantFrom('acme.note', 'ag2.channel.opened', 'ag2.channel.invite.ack'), values)
    .map(([type, data]) => envelope(type, data)),
);

/** Envelopes in any order, numbered. */
export const anyJournal: fc.Arbitrary<readonly Envelope[]> = fc
  .array(anyEnvelope, { maxLength: 40 })
  .map((envelopes) => envelopes.map((each, index) => ({ ...each, envelope_id: idOf(index + 1) })));
