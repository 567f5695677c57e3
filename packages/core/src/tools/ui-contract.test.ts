import { expect, test } from 'vitest';
import type { UiAction, UiContract } from '../documents/workflow.ts';
import type { JsonObject } from '../ports/json.ts';
import { checkAnswer, checkShown, maxAnswerLength } from './ui-contract.ts';

const action = (id: string, payload: JsonObject | null = null, approved: boolean | null = null): UiAction => ({
  id,
  label: null,
  description: null,
  variant: null,
  approved,
  payload,
});
const reason = {
  type: 'object',
  properties: { reason: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['reason'],
};
const review: UiContract = { payload: null, actions: [action('approve', null, true), action('reject', reason, false)] };
const open: UiContract = { payload: null, actions: [] };

test.each<readonly [string, UiContract, string | null, JsonObject, JsonObject]>([
  [
    'an action without a schema takes any object',
    review,
    'approve',
    { note: { deep: [1] } },
    { action: 'approve', approved: true, response: { note: { deep: [1] } } },
  ],
  [
    'an action with what it declares',
    review,
    'reject',
    { reason: 'late' },
    { action: 'reject', approved: false, response: { reason: 'late' } },
  ],
  [
    'no declared action: any object alone',
    open,
    null,
    { date: '2026-02-01' },
    { action: null, approved: null, response: { date: '2026-02-01' } },
  ],
])('fits: %s', (_title, contract, id, response, value) => {
  expect(checkAnswer(contract, { action: id, response })).toEqual({ kind: 'fits', value });
});

test.each<readonly [string, UiContract, string | null, unknown, string]>([
  ['an action that is not declared', review, 'aprove', {}, '"aprove" is no action of the tool; it has "approve", "reject".'],
  ['no action where some are declared', review, null, {}, 'Choose an action: "approve", "reject".'],
  ['an action where none is declared', open, 'approve', {}, 'The tool asks for no action'],
  ['what is missing', review, 'reject', {}, '/reason: '],
  ['what nobody declared', review, 'reject', { reason: 'late', rank: 1 }, '/rank: '],
  ['a wrong type, at its place', review, 'reject', { reason: 'late', tags: ['a', 2] }, '/tags/1: '],
  ['a list', open, null, [], 'The response must be one JSON object.'],
  ['null', open, null, null, 'The response must be one JSON object.'],
  ['what JSON cannot hold', open, null, { when: new Date(0) }, 'The response must be one JSON object.'],
  ['a number that is not finite', open, null, { size: Number.NaN }, 'The response must be one JSON object.'],
  ['too much', open, null, { text: 'x'.repeat(maxAnswerLength) }, `longer than ${maxAnswerLength} characters`],
])('is refused: %s', (_title, contract, id, response, message) => {
  const given = { action: id, response: response as JsonObject }; // a host may give anything
  expect(checkAnswer(contract, given)).toEqual({ kind: 'refused', message: expect.stringContaining(message) });
});

test('the answer that is kept is detached from what was given', () => {
  const response = { plan: { size: 1 } };
  const checked = checkAnswer(open, { action: null, response });
  response.plan.size = 2;
  expect(checked).toMatchObject({ value: { response: { plan: { size: 1 } } } });
});

test('what is shown is closed as its contract says', () => {
  const contract: UiContract = { payload: { type: 'object', properties: { title: { type: 'string' } } }, actions: [] };
  expect(checkShown(contract, { title: 'Release' })).toEqual({ kind: 'fits', value: { title: 'Release' } });
  expect(checkShown(contract, { title: 'Release', notes: 'x' })).toEqual({ kind: 'refused', message: expect.stringContaining('/notes: ') });
  expect(checkShown(open, { anything: [1] })).toEqual({ kind: 'fits', value: { anything: [1] } });
});
