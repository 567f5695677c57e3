import { describe, expect, it } from 'vitest';
import type { ContextUpdates } from '../../journal/envelope.ts';
import type { CallRecord, OpenTurn } from '../../journal/state.ts';
import { callKey, turnId } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';
import { unwrittenUpdates } from './turn-context.ts';

type Call = Pick<CallRecord, 'status' | 'written' | 'delta'>;
const ended = (set: JsonObject, deleted: readonly string[] = [], written = false): Call => ({
  status: 'settled',
  written,
  delta: { set, delete: deleted },
});
const kept = (set: JsonObject, deleted: readonly string[] = []): Call => ended(set, deleted, true);
const runs: Call = { status: 'claimed', written: false, delta: { set: {}, delete: [] } };

const turnOf = (calls: readonly Call[]): OpenTurn => ({
  id: turnId('e1:Ann'),
  agent: 'Ann',
  nextOrdinal: 1,
  replies: [],
  accepted: null,
  calls: calls.map((call, index) => ({
    key: callKey(`k${index}`),
    position: `model:0:${index}`,
    callId: null,
    tool: 'save',
    effect: 'keyed',
    attempt: 1,
    argumentsDigest: '',
    epoch: 1,
    outcome: null,
    declaredOutcome: null,
    answer: null,
    approval: null,
    ...call,
  })),
});

describe('what calls wrote and no envelope carries yet', () => {
  it.each<[string, readonly Call[], ContextUpdates]>([
    ['is nothing without calls', [], { set: {}, delete: [] }],
    ['is nothing of a call that runs', [runs], { set: {}, delete: [] }],
    ['is what every ended call wrote', [ended({ a: 1 }), runs, ended({ b: 2 }, ['c'])], { set: { a: 1, b: 2 }, delete: ['c'] }],
    ['C7 is that of the later call', [ended({ a: 1, b: 1 }, ['c']), ended({ a: 2, c: 2 }, ['b'])], { set: { a: 2, c: 2 }, delete: ['b'] }],
    ['leaves out what an envelope carries', [kept({ a: 1 }), ended({ b: 2 })], { set: { b: 2 }, delete: [] }],
    [
      'is that of a call after one whose writes were kept',
      [kept({ a: 1 }, ['b']), ended({ a: 2, b: 2 })],
      { set: { a: 2, b: 2 }, delete: [] },
    ],
    [
      'C7 is not that of a call before one whose writes were kept',
      [ended({ a: 1, b: 1, c: 1 }), kept({ a: 2 }, ['b'])],
      { set: { c: 1 }, delete: [] },
    ],
    ['C7 is not a delete before one whose writes were kept', [ended({}, ['a', 'b']), kept({ a: 2 })], { set: {}, delete: ['b'] }],
  ])('%s', (_, calls, updates) => {
    expect(unwrittenUpdates(turnOf(calls))).toEqual(updates);
  });

  it('is nothing while no turn is open', () => {
    expect(unwrittenUpdates(null)).toEqual({ set: {}, delete: [] });
  });
});
