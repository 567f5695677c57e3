import { describe, expect, it } from 'vitest';
import { readUiAnswer } from './ui-answer.ts';

const review = ['approve', 'approve later', 'reject'];

describe('an answer to a UI_Tool', () => {
  it.each([
    ['approve', { action: 'approve', response: {} }],
    ['  approve  ', { action: 'approve', response: {} }],
    ['approve later', { action: 'approve later', response: {} }],
    ['reject {"reason":"late"}', { action: 'reject', response: { reason: 'late' } }],
    ['approve later {"days": 2}', { action: 'approve later', response: { days: 2 } }],
  ])('%s', (text, answer) => {
    expect(readUiAnswer(review, text)).toEqual({ kind: 'answer', ...answer });
  });

  it.each([
    [
      'yes',
      '"yes" begins with no action. Answer with approve or approve later or reject, and a JSON object behind it if the action takes one.',
    ],
    ['approved', '"approved" begins with no action.'],
    ['{"reason":"late"}', 'begins with no action.'],
    ['reject because', '"because" is not one JSON object.'],
    ['reject [1]', '"[1]" is not one JSON object.'],
  ])('%s is none', (text, message) => {
    expect(readUiAnswer(review, text)).toEqual({ kind: 'wrong', message: expect.stringContaining(message) });
  });

  it('of a tool without actions is a JSON object alone', () => {
    expect(readUiAnswer([], '{"date":"2026-02-01"}')).toEqual({ kind: 'answer', action: null, response: { date: '2026-02-01' } });
    expect(readUiAnswer([], 'tomorrow')).toEqual({
      kind: 'wrong',
      message: '"tomorrow" is not one JSON object. Answer with a JSON object.',
    });
    expect(readUiAnswer([], '')).toMatchObject({ kind: 'wrong' });
  });
});
