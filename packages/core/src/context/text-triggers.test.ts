import { expect, test } from 'vitest';
import type { TextTrigger } from '../documents/workflow.ts';
import { trigger, variable, workflowOf } from './test/workflow-sample.ts';
import { controlText, couldBeControlText, userText } from './text-triggers.ts';

const derived = (name: string, ...triggers: readonly TextTrigger[]) =>
  variable(name, { type: 'boolean', authorityClass: 'derived_information', writers: ['agent_text'], triggers });
const one = (changes: Partial<TextTrigger>) => workflowOf([derived('ready', trigger(changes))]);

test.each<readonly [string, Partial<TextTrigger>, string, boolean]>([
  ['equals', { equals: 'NEXT' }, 'NEXT', true],
  ['equals, trimmed and in any case', { equals: ' next ' }, '\n Next\t', true],
  ['equals is the whole text', { equals: 'NEXT' }, 'NEXT step', false],
  ['contains', { contains: 'next' }, 'Go to the NEXT step', true],
  ['contains what is not there', { contains: 'next' }, 'Go on', false],
  ['regex searches', { regex: 'step \\d' }, 'now STEP 4!', true],
  ['regex that does not fit', { regex: '^step' }, 'a step', false],
  ['an empty text never matches', { regex: '.*' }, '  \n', false],
  ['an empty contains never matches', { contains: '' }, 'anything', false],
  ['any of them is enough', { equals: 'x', regex: 'y$' }, 'my', true],
  ['the trigger of another agent', { equals: 'NEXT', agent: 'Writer' }, 'NEXT', false],
  ['a trigger on user text', { equals: 'NEXT', kind: 'user_text' }, 'NEXT', false],
])('agent text sets a variable: %s', (_title, changes, text, fires) => {
  expect(controlText(one(changes), 'Interviewer', text)).toEqual({ sets: fires ? ['ready'] : [], refused: [], hidden: false });
});

test.each<readonly [string, Partial<TextTrigger>, string, boolean]>([
  ['equals', { equals: 'NEXT' }, ' next\n', true],
  ['the whole text is what it contains', { contains: 'NEXT' }, 'Next', true],
  ['a sentence that contains the word is for people', { contains: 'NEXT' }, 'What comes next is a question.', false],
  ['the whole text fits the regex', { regex: 'NEXT|DONE' }, 'done', true],
  ['a sentence in which the regex finds something', { regex: 'NEXT|DONE' }, 'well done', false],
  ['Markdown', { equals: 'NEXT' }, '# Hello', false],
])('hidden control text: %s', (_title, changes, text, hidden) => {
  expect(controlText(one({ ...changes, hidden: true }), 'Interviewer', text).hidden).toBe(hidden);
});

test('a trigger that is not hidden hides nothing', () => {
  expect(controlText(one({ equals: 'NEXT' }), 'Interviewer', 'NEXT')).toEqual({ sets: ['ready'], refused: [], hidden: false });
});

test('several variables fire in document order, each once', () => {
  const workflow = workflowOf([
    derived('b', trigger({ equals: 'GO' }), trigger({ contains: 'g' })),
    derived('a', trigger({ regex: '^go$' })),
  ]);
  expect(controlText(workflow, 'Interviewer', 'go').sets).toEqual(['b', 'a']);
});

test('CA3: agent text cannot set what routes, and the refusal is told', () => {
  const routing = variable('phase_complete', {
    authorityClass: 'closed_writer_routing_state',
    routing: true,
    writers: ['deterministic_tool'],
    triggers: [trigger({ equals: 'NEXT', hidden: true })],
  });
  const rule = { key: 'phase_complete', operation: 'set', writer: 'agent_text', rule: 'context_authority.rejected' };
  expect(controlText(workflowOf([routing]), 'Interviewer', 'NEXT')).toEqual({
    sets: [],
    refused: [{ ...rule, message: expect.stringContaining('"agent_text" may not set "phase_complete"') }],
    hidden: true,
  });
});

test('only state variables listen', () => {
  const workflow = workflowOf([
    { ...derived('ready', trigger({ equals: 'NEXT' })), source: { kind: 'config', environment: null, initial: null, required: false } },
  ]);
  expect(controlText(workflow, 'Interviewer', 'NEXT').sets).toEqual([]);
});

test('user text sets its variables as user_text_trigger', () => {
  const stop = trigger({ kind: 'user_text', agent: null, equals: 'stop', hidden: true });
  const workflow = workflowOf([
    variable('stopped', { writers: ['user_text_trigger'], triggers: [stop] }),
    derived('ready', trigger({ equals: 'stop' })),
  ]);
  expect(userText(workflow, 'STOP')).toEqual({ sets: ['stopped'], refused: [], hidden: true });
  expect(userText(workflow, 'go on')).toEqual({ sets: [], refused: [], hidden: false });
});

test.each<readonly [string, boolean]>([
  ['', true],
  [' \n', true],
  ['n', true],
  ['  NeX', true],
  ['NEXT', true],
  ['NEXT \n', true],
  ['NEXT s', false],
  ['NEXT\n\nSo', false],
  ['No', false],
  ['Hello', false],
  ['NEXTNEXTNEXT', false],
])('a streaming reply is held back while it may be hidden control text: "%s"', (soFar, held) => {
  expect(couldBeControlText(one({ equals: 'next', hidden: true }), 'Interviewer', soFar)).toBe(held);
});

test('nothing is held back without a hidden trigger of that agent', () => {
  expect(couldBeControlText(one({ equals: 'NEXT' }), 'Interviewer', 'NE')).toBe(false);
  expect(couldBeControlText(one({ equals: 'NEXT', hidden: true }), 'Writer', 'NE')).toBe(false);
});

test('a hidden regex holds the whole reply back', () => {
  expect(couldBeControlText(one({ regex: 'a+', hidden: true }), 'Interviewer', 'so far so long')).toBe(true);
});
