import { expect, test } from 'vitest';
import type { Json } from '../ports/json.ts';
import { agentView } from './agent-view.ts';
import { initialContext } from './initial-context.ts';
import { variable, workflowOf } from './test/workflow-sample.ts';

const config = (initial: Json = null, required = false) => ({ kind: 'config', environment: 'REGION', initial, required }) as const;

test('state takes its default, config its environment variable, else its default', () => {
  const workflow = workflowOf([
    variable('status', { source: { kind: 'state', initial: 'draft' } }),
    variable('nothing'),
    variable('region', { source: config('eu') }),
    variable('fixed', { source: { kind: 'config', environment: null, initial: [1], required: true } }),
  ]);
  expect(initialContext(workflow, {})).toEqual({
    kind: 'ready',
    values: { status: 'draft', nothing: null, region: 'eu', fixed: [1] },
    unpersisted: {},
  });
  expect(initialContext(workflow, { REGION: 'us' })).toMatchObject({ values: { region: 'us' } });
});

test.each<readonly [string, string, Json]>([
  ['boolean', '1', true],
  ['boolean', 'TRUE', true],
  ['boolean', ' yes ', true],
  ['boolean', 'on', true],
  ['boolean', 'off', false],
  ['boolean', '0', false],
  ['boolean', '', false],
  ['integer', '12', 12],
  ['integer', '-3', -3],
  ['number', '1.5', 1.5],
  ['string', '12', '12'],
  ['string', '', ''],
])('%s from the text "%s"', (type, text, expected) => {
  const workflow = workflowOf([variable('region', { type, source: config() })]);
  expect(initialContext(workflow, { REGION: text })).toEqual({ kind: 'ready', values: { region: expected }, unpersisted: {} });
});

test.each<readonly [string, string]>([
  ['boolean', 'maybe'],
  ['integer', '1.5'],
  ['integer', '99999999999999999999'],
  ['number', '1e999'],
  ['array', '[]'],
])('the text of an environment variable that is no %s refuses the context without repeating it: %s', (type, text) => {
  const refused = initialContext(workflowOf([variable('region', { type, source: config() })]), { REGION: text });
  expect(refused).toEqual({
    kind: 'refused',
    code: 'config_invalid',
    message: `Workflow "Sample" cannot start: context variable "region" (environment variable REGION) is not of type ${type}.`,
  });
});

test('every required config variable without a value is named', () => {
  const required = (name: string, environment: string | null) =>
    variable(name, { source: { kind: 'config', environment, initial: null, required: true } });
  const refused = initialContext(workflowOf([required('key', 'KEY'), required('region', 'REGION'), required('other', null)]), {
    REGION: '',
  });
  expect(refused).toEqual({
    kind: 'refused',
    code: 'config_invalid',
    message:
      'Workflow "Sample" cannot start: context variable "key" (environment variable KEY) is required; ' +
      'context variable "region" (environment variable REGION) is required; context variable "other" is required.',
  });
});

test('what is not persisted stands apart', () => {
  const workflow = workflowOf([variable('secret', { persisted: false, source: config() }), variable('open')]);
  expect(initialContext(workflow, { REGION: 'k' })).toEqual({ kind: 'ready', values: { open: null }, unpersisted: { secret: 'k' } });
});

test('an inherited member of the environment is not a variable', () => {
  const workflow = workflowOf([variable('x', { source: { kind: 'config', environment: 'toString', initial: 'd', required: false } })]);
  expect(initialContext(workflow, {})).toEqual({ kind: 'ready', values: { x: 'd' }, unpersisted: {} });
});

test('a view shows the visible variables of the agent in its order, each as one NAME: value', () => {
  const workflow = workflowOf(
    ['flag', 'empty', 'missing', 'plan', 'count', 'text'].map((name) => variable(name)).concat(variable('key', { modelVisible: false })),
    ['text', 'flag', 'empty', 'missing', 'plan', 'key', 'count'],
  );
  const values = { flag: true, empty: null, plan: { a: [1, 'x'] }, count: 2, text: 'hello', key: 'sesame' };
  expect(agentView(workflow, 'Interviewer', values)).toBe(
    'TEXT: hello\nFLAG: true\nEMPTY: None\nMISSING: None\nPLAN: {"a":[1,"x"]}\nCOUNT: 2',
  );
});

test('a view without visible variables, and an agent that does not exist, add nothing', () => {
  const workflow = workflowOf([variable('key', { modelVisible: false })], ['key']);
  expect(agentView(workflow, 'Interviewer', { key: 'sesame' })).toBe('');
  expect(agentView(workflow, 'Nobody', {})).toBe('');
});
