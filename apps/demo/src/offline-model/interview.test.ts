import { describe, expect, test } from 'vitest';
import type { Message, Prompt } from './api/request.ts';
import { interview } from './interview.ts';
import { rulesTail } from './question.ts';

const tool = {
  name: 'record_brief',
  parameters: {
    type: 'object',
    properties: {
      app_title: { type: 'string' },
      entity: { type: 'object' },
      fields: { type: 'array', items: { type: 'object' }, maxItems: 5 },
      notes: { type: 'string' },
    },
  },
};

/** Everything that the interviewer says to a person who says all this, in order; `recorded` when it records. */
function asked(...said: readonly string[]): readonly string[] {
  const messages: Message[] = [];
  const heard: string[] = [];
  for (const text of said) {
    messages.push({ role: 'user', text });
    const prompt: Prompt = { messages: [...messages], tools: [tool], output: null };
    const reply = interview(prompt, tool);
    heard.push(reply.kind === 'text' ? reply.text : 'recorded');
    if (reply.kind !== 'text') break;
    messages.push({ role: 'assistant', text: reply.text, calls: [] });
  }
  return heard;
}
const rules = expect.stringContaining(rulesTail);

describe('the interview ends in the recording when everything asked is refused', () => {
  test.each<readonly string[]>([
    ['a tracker for plants with name and zone', 'none'],
    ['a tracker for plants with name and status (choice)', 'none', 'none'],
    ['meals with rating from 5 to 1', 'no', 'no'],
    ['plants with name, etc.', 'no', 'no'],
    ['plants with name and a thing', 'no', 'no'],
    ['an app for plants with name, height as a number and height as a date', 'none', 'none'],
    ['a tracker for plants with name and zone', 'remove the frame', 'none'],
  ])('%s', (...said) => {
    const heard = asked(...said);
    expect(heard.at(-1)).toBe('recorded');
    expect(heard.filter((text) => text.endsWith(rulesTail))).toHaveLength(1);
  });
});

test('the question for the rules comes only when nothing was said about them', () => {
  expect(asked('a tracker for plants with name (required) and zone')).toEqual(['recorded']);
  expect(asked('a tracker for plants with name and height (0 to 10)')).toEqual(['recorded']);
  expect(asked('a tracker for plants with name and zone, nothing is required')).toEqual(['recorded']);
  expect(asked('a tracker for plants with name and zone', 'name, and rename zone to area')).toEqual([rules, 'recorded']);
});

test('an answer to it that says nothing gets it once more', () => {
  expect(asked('a tracker for plants with name and zone', 'The bus is late.', 'name')).toEqual([
    rules,
    'I did not understand that. A plant has name and zone. Which of these must always be filled in? Say "none" if none.',
    'recorded',
  ]);
});

test.each([
  ['what the app is about', []],
  ['the fields', ['a tracker for plants']],
])('a person who talks of something else is asked again for %s, in other words', (_what, start) => {
  const heard = asked(...start, 'It is raining again.', 'The bus is late.', 'I had soup for lunch', 'so far so good');
  for (const [index, text] of heard.entries()) {
    expect(text).toMatch(/\?/);
    expect(text).not.toBe(heard[index - 1]);
    expect(text).not.toContain('so far has');
  }
});

test('more fields than can be recorded get a question', () => {
  expect(asked('plants: a1, a2, a3, a4, a5, a6', 'none', 'remove a6')).toEqual([
    rules,
    'You named 6 fields, and a plant can have 5 at most. Which of them should be removed?',
    'recorded',
  ]);
});
