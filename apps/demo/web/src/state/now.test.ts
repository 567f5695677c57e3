import { describe, expect, it } from 'vitest';
import { nowLine, nowSince } from './now.ts';
import { announcement, failedTitle, keptSentence } from './outcome.ts';
import { studioState } from './reduce.ts';
import { currentBuild, emptyState, type StudioState } from './studio-state.ts';
import { buildStory, numbered, type Told } from './test/story.ts';

const fold = (told: readonly Told[]): StudioState =>
  numbered(told).reduce((state, event) => studioState(state, { kind: 'visible', event }), emptyState('c'));
const upTo = (amount: number) => fold(buildStory.slice(0, amount));

describe('what is happening now', () => {
  it.each<[number, string | null]>([
    [0, null],
    [1, 'Interviewer is reading your words'],
    [5, 'Waiting for your answer'],
    [8, 'Interviewer is reading your words'],
    [9, 'Interviewer is writing down what to build'],
    [12, 'Planner is writing the plan'],
    [15, 'Builder is writing the files'],
    [16, 'Builder is saving the files'],
    [18, 'The app is being tested in a sandbox'],
    [20, 'The preview is starting'],
    [22, null],
  ])('after %i events: %s', (amount, line) => {
    expect(nowLine(upTo(amount))).toBe(line);
  });

  it('names an agent and a tool that the page has no words for', () => {
    const other = fold([...buildStory.slice(0, 12), [64, { kind: 'speaker', agent: 'Reviewer' }]]);
    expect(nowLine(other)).toBe('Reviewer is at work');
    const tool = { kind: 'tool.started', call: 'x', agent: 'Reviewer', tool: 'read_diff', attempt: 1, automatic: false } as const;
    expect(nowLine(fold([...buildStory.slice(0, 12), [64, tool]]))).toBe('Reviewer is using read diff');
  });

  it('counts from the beginning of the step, and only while a run works', () => {
    expect(nowSince(upTo(15))).toEqual({ since: '2026-11-30T12:01:11.000Z', activeMs: 0 });
    expect(nowSince(upTo(5))).toBeNull();
  });
});

describe('what is said of an end', () => {
  const failed = fold([
    ...buildStory.slice(0, 18),
    [103, { kind: 'run.ended', run: 'r2', status: 'failed', code: 'internal', message: 'Something failed.', resumable: true }],
  ]);

  it('names what failed and what was kept', () => {
    expect(failedTitle(currentBuild(failed))).toBe('The app did not pass');
    expect(keptSentence(currentBuild(failed))).toBe('Kept: the brief, the plan and the files (2 files, 40 lines).');
    expect(keptSentence(null)).toBe('What you wrote is kept.');
  });

  it.each<[string, StudioState, string]>([
    ['a question', upTo(5), 'You are asked: Which values can light have?'],
    [
      'a request of a tool',
      fold([
        ...buildStory.slice(0, 12),
        [
          70,
          {
            kind: 'ui.requested',
            call: 'a',
            agent: 'Planner',
            tool: 'approve_plan',
            surface: { component: 'ApprovalCard', mode: 'inline' },
            payload: {},
            actions: [],
          },
        ],
        [70, { kind: 'run.paused', run: 'r2', reason: 'ui_required', question: null, calls: ['a'] }],
      ]),
      'You are asked: Approve plan',
    ],
    ['a failure', failed, 'The app did not pass. Kept: the brief, the plan and the files (2 files, 40 lines).'],
    ['an end', upTo(22), 'The run is done.'],
    ['work', upTo(12), ''],
  ])('to assistive technology at %s', (_, state, text) => {
    expect(announcement(state)).toBe(text);
  });
});
