import { expect, test } from 'vitest';
import { agentView } from './agent-view.ts';
import { variable, workflowOf } from './test/workflow-sample.ts';

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
