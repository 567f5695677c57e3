import { describe, expect, it } from 'vitest';
import { variable, workflowOf } from '../../context/test/workflow-sample.ts';
import type { ContextUpdates } from '../../journal/envelope.ts';
import type { CallRecord } from '../../journal/state.ts';
import { type CallKey, callKey, turnId } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';
import { partUpdates, unpersistedValues } from './unpersisted.ts';

const [first, second, third] = [callKey('first'), callKey('second'), callKey('third')];
const callOf = (key: CallKey): CallRecord => ({
  key,
  position: '',
  callId: null,
  tool: 'save',
  effect: 'keyed',
  attempt: 1,
  argumentsDigest: '',
  epoch: 1,
  status: 'claimed',
  outcome: null,
  delta: { set: {}, delete: [] },
  written: false,
  declaredOutcome: null,
  answer: null,
  approval: null,
});
const turn = (id: string) => ({ id: turnId(id), calls: [first, second, third].map(callOf) });
const set = (values: JsonObject): ContextUpdates => ({ set: values, delete: [] });

describe('values that no journal may hold', () => {
  it.each<[string, readonly (readonly [string, CallKey | null, ContextUpdates])[], JsonObject]>([
    ['are what the activation began with', [], { a: 0, b: 0 }],
    ['are what a call wrote', [['t', first, set({ a: 1 })]], { a: 1, b: 0 }],
    [
      'are what the later call wrote, whichever ended first',
      [
        ['t', third, set({ a: 3 })],
        ['t', first, set({ a: 1, b: 1 })],
        ['t', second, { set: {}, delete: ['a', 'b'] }],
      ],
      { a: 3 },
    ],
    [
      'are what a call wrote, whatever a text said before or after it',
      [
        ['t', first, set({ a: 1 })],
        ['t', null, set({ a: true, b: true })],
      ],
      { a: 1, b: true },
    ],
    [
      'are what a call of a later turn wrote, whatever its place in its turn',
      [
        ['t', third, set({ a: 3 })],
        ['u', first, set({ a: 1 })],
      ],
      { a: 1, b: 0 },
    ],
  ])('%s', (_, writes, values) => {
    const unpersisted = unpersistedValues({ a: 0, b: 0 });
    for (const [id, call, updates] of writes) unpersisted.write(turn(id), call, updates);
    expect(unpersisted.values()).toEqual(values);
  });
});

it('changes are parted by whether a journal may hold them; a key that nobody declares is not held back', () => {
  const workflow = workflowOf([variable('a'), variable('b', { persisted: false })]);
  expect(partUpdates(workflow, { set: { a: 1, b: 2, c: 3 }, delete: ['b', 'a'] })).toEqual({
    persisted: { set: { a: 1, c: 3 }, delete: ['a'] },
    unpersisted: { set: { b: 2 }, delete: ['b'] },
  });
});
