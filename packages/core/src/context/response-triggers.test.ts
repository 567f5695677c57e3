import { expect, test } from 'vitest';
import type { ContextVariable, ResponseTrigger } from '../documents/workflow.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { type PersonsResponse, responseWrites } from './response-triggers.ts';
import { variable, workflowOf } from './test/workflow-sample.ts';

const asks = (responseKey: string | null, tool = 'choose'): ResponseTrigger => ({ kind: 'ui_response', tool, responseKey });
const chosen = (triggers: readonly ResponseTrigger[], changes: Partial<ContextVariable> = {}) =>
  workflowOf([variable('chosen', { writers: ['ui_response_trigger'], triggers, ...changes })]);
const answer = (response: JsonObject, action: string | null = null, approved: boolean | null = null): PersonsResponse => ({
  action,
  approved,
  response,
});

test.each<readonly [string, string | null, PersonsResponse, Json | undefined]>([
  ['a key', 'plan', answer({ plan: 'small' }), 'small'],
  ['a direct key goes before a path', 'plan.size', answer({ 'plan.size': 1, plan: { size: 2 } }), 1],
  ['a path', 'plan.size', answer({ plan: { size: 2 } }), 2],
  ['a path through what is no object', 'plan.size.unit', answer({ plan: { size: 2 } }), undefined],
  ['a path through a list', 'plans.0', answer({ plans: ['small'] }), undefined],
  ['a path that ends nowhere', 'plan.size', answer({ plan: {} }), undefined],
  ['no key: all of the response', null, answer({ plan: 'small' }, 'save', true), { plan: 'small' }],
  ['null changes nothing', 'plan', answer({ plan: null }), undefined],
  ['what is not there changes nothing', 'plan', answer({}), undefined],
  ['false is a value', 'plan', answer({ plan: false }), false],
  ['an empty text is a value', 'plan', answer({ plan: '' }), ''],
  ['the action', 'action', answer({}, 'approve'), 'approve'],
  ['whether the action approves', 'approved', answer({}, 'reject', false), false],
  ['an action that does not say', 'approved', answer({}, 'later'), undefined],
  ['the action goes before a key of the response', 'action', answer({ action: 'approve' }, 'reject'), 'reject'],
  ['what the action says goes before a key of the response', 'approved', answer({ approved: true }, 'reject', false), false],
  ['a key of the response where the action does not say', 'approved', answer({ approved: true }, 'later'), true],
  ['a key of the response where no action is declared', 'action', answer({ action: 'mine' }), 'mine'],
  ['a name that every object has', 'constructor.name', answer({}), undefined],
])('an answer sets a variable: %s', (_title, key, given, value) => {
  expect(responseWrites(chosen([asks(key)]), 'choose', given)).toEqual({ set: value === undefined ? {} : { chosen: value }, refused: [] });
});

test('the answer to another tool sets nothing', () => {
  expect(responseWrites(chosen([asks('plan')]), 'confirm', answer({ plan: 1 }))).toEqual({ set: {}, refused: [] });
});

test('of several triggers the first that finds a value counts', () => {
  const workflow = chosen([asks('missing'), asks('plan'), asks('size')]);
  expect(responseWrites(workflow, 'choose', answer({ plan: 1, size: 2 })).set).toEqual({ chosen: 1 });
});

test('only state variables listen', () => {
  const source = { kind: 'config', environment: null, initial: null, required: false } as const;
  expect(responseWrites(chosen([asks('plan')], { source }), 'choose', answer({ plan: 1 })).set).toEqual({});
});

test('a routing variable that lists the trigger is set: an answer is deterministic', () => {
  const workflow = chosen([asks('plan')], { authorityClass: 'closed_writer_routing_state', routing: true });
  expect(responseWrites(workflow, 'choose', answer({ plan: 1 })).set).toEqual({ chosen: 1 });
});

test.each<readonly [string, Partial<ContextVariable>, string]>([
  ['another type', { type: 'integer' }, 'context_authority.invalid_value'],
  [
    'a routing variable of other writers',
    { authorityClass: 'closed_writer_routing_state', writers: ['deterministic_tool'] },
    'context_authority.rejected',
  ],
])('a write that the rules refuse is told without its value, and the others are made: %s', (_title, changes, rule) => {
  const workflow = workflowOf([
    variable('chosen', { writers: ['ui_response_trigger'], triggers: [asks('plan')], ...changes }),
    variable('noted', { triggers: [asks('plan')] }),
  ]);
  const { set, refused } = responseWrites(workflow, 'choose', answer({ plan: 'secret' }));
  expect(set).toEqual({ noted: 'secret' });
  expect(refused).toEqual([{ key: 'chosen', operation: 'set', writer: 'ui_response_trigger', rule, message: expect.any(String) }]);
  expect(JSON.stringify(refused)).not.toContain('secret');
});
