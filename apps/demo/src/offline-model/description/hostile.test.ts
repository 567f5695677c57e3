import { describe, expect, test } from 'vitest';
import { readConversation } from './read-message.ts';

const longest = 4_000;
const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** One long sentence, several just short enough to be read, many short ones, many lines. */
const shapes: readonly (readonly [string, (unit: string) => string])[] = [
  ['whole', (unit) => filled(unit, longest)],
  ['sentences', (unit) => `${filled(unit, 980)}. `.repeat(4).slice(0, longest)],
  ['lines', (unit) => `${filled(unit, 980)}!y\n`.repeat(4).slice(0, longest)],
  ['short', (unit) => `${filled(unit, 37)}\n`.repeat(100).slice(0, longest)],
];
const units =
  ' |,|(|)|"|-|—|a, |a and |and |or |required |name should be |one of |i want to |a tracker |each plant has |rename a to b and |in a |1 |1-2 |1. |: |a: |a / '
    .split('|')
    .concat('|', '•', 'a\n', '- a\n');
const known = ['a tracker for plants with name, zone and status'];
/** What was said before, with the words that open the hostile message; the third one answers the question for the rules. */
const contexts: readonly (readonly string[])[] = [[], ['plants'], known, known];
const heads = ['a tracker for plants with ', '', 'name and ', 'make name '];

/** How long a pattern that runs away takes at least, in ms; a reading takes a few, a hundred times less, so a busy machine does not matter. */
const runawayMs = 3_000;

/** Whether reading the last message ran away. */
function runsAway(messages: readonly string[], rulesAsked: ReadonlySet<number>): boolean {
  const start = performance.now();
  readConversation(messages, rulesAsked);
  return performance.now() - start >= runawayMs;
}

describe('no pattern runs away, whatever a message repeats', { timeout: 120_000 }, () => {
  test.each(shapes)('%s', (_name, shape) => {
    for (const unit of units) {
      for (const [index, before] of contexts.entries()) {
        const messages = [...before, `${heads[index] ?? ''}${shape(unit)}`.slice(0, longest)];
        expect({ unit, before, away: runsAway(messages, new Set(index === 2 ? [before.length] : [])) }).toEqual({
          unit,
          before,
          away: false,
        });
      }
    }
  });

  test.each([
    ['a message', 'a tracker for plants with name, zone. '.repeat(120)],
    ['a sentence', `a tracker for plants with ${'name, zone, '.repeat(100)}`],
    ['a list of sentences', 'It rains. '.repeat(110)],
  ])('%s that is too long gets a question', (_what, text) => {
    expect(readConversation([text]).description.doubt).toEqual({ kind: 'too_long' });
  });
});
