import { describe, expect, it } from 'vitest';
import { type Act, contextOf, needsRevision, ready, review, reviewed, valuesOf } from './outcomes.test-support.ts';

const invented: Act = { returns: { status: 'finished' } };
const paused = { status: 'paused', reason: 'input_required' };

describe('a graph that routes on the outcome of a tool', () => {
  it.each<[string, readonly Act[], 'user' | 'failed', object, string, number, number]>([
    ['[needs_revision, ready] completes', [needsRevision, ready], 'user', { status: 'completed' }, 'ready', 2, 2],
    ['a crash pauses at the person', ['throws'], 'user', paused, 'blocked', 1, 1],
    ['an invented value pauses at the person', [invented], 'user', paused, 'blocked', 1, 1],
    ['a crash after a revision pauses at the person', [needsRevision, 'throws'], 'user', paused, 'blocked', 2, 2],
    ['needs_revision x3 pauses at the person', [needsRevision, needsRevision, needsRevision], 'user', paused, 'blocked', 2, 2],
    [
      'a crash with a headless route fails',
      ['throws'],
      'failed',
      { status: 'failed', code: 'workflow_failed', resumable: false },
      'blocked',
      1,
      1,
    ],
  ])('TO9 %s', async (_, acts, onError, ended, value, attempts, entries) => {
    const { talk, entered } = review(acts, { workflow: reviewed({ onError }) });
    expect(await talk.start()).toMatchObject(ended);
    expect(await contextOf(talk)).toMatchObject({ check_result: value, check_tries: attempts });
    expect(entered).toHaveLength(entries);
    expect(entered.map(({ check_result: seen }) => seen)).toEqual(entered.map(() => 'blocked'));
    expect(entered.map(({ check_tries: seen }) => seen)).toEqual(entered.map((_each, index) => index + 1));
    expect(Math.max(...(await valuesOf(talk, 'check_tries')).map(Number))).toBe(attempts);
  });

  it('TO9 whose budget is used up stays at the person, however often it is asked again', async () => {
    const { talk, entered } = review([needsRevision, needsRevision, ready]);
    await talk.start();
    for (const text of ['again', 'and again']) {
      expect(await talk.answer(text)).toMatchObject(paused);
      expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 2 });
    }
    expect(entered).toHaveLength(2);
    expect((await talk.facts('intarsia.tool.settled')).map(({ code }) => code)).toEqual([
      null,
      null,
      'attempts_exhausted',
      'attempts_exhausted',
      'attempts_exhausted',
    ]);
  });

  it('writes the error value and the attempt with the claim, and the outcome with the settle and the packet', async () => {
    const { talk } = review([ready]);
    await talk.start();
    expect(talk.store.commits.slice(-2)).toEqual([
      ['intarsia.model.replied', 'intarsia.output.accepted', 'intarsia.tool.claimed', 'ag2.context.set'],
      ['intarsia.tool.settled', 'ag2.packet', 'intarsia.run.ended', 'ag2.channel.closed'],
    ]);
    expect((await talk.envelopes()).filter(({ event_type: type }) => type === 'ag2.context.set')).toMatchObject([
      // AG2 would take the turn for answered if it had the trigger's.
      { causation_id: expect.stringMatching(/^outcome:/), event_data: { set: { check_result: 'blocked', check_tries: 1 }, delete: [] } },
    ]);
    expect((await talk.facts('ag2.packet')).at(-1)?.['context_updates']).toEqual({
      set: { check_result: 'ready', check_tries: 1 },
      delete: [],
    });
  });

  it('refuses a call in one commit with its packet, claimed without effect and settled at once', async () => {
    const { talk } = review([needsRevision, needsRevision]);
    await talk.start();
    expect(talk.store.commits.at(-1)).toEqual([
      'intarsia.model.replied',
      'intarsia.output.accepted',
      'intarsia.tool.claimed',
      'intarsia.tool.settled',
      'ag2.packet',
      'intarsia.run.paused',
    ]);
    expect((await talk.facts('intarsia.tool.claimed')).at(-1)).toMatchObject({ effect: 'none', attempt: 1 });
    expect((await talk.facts('intarsia.tool.settled')).at(-1)).toMatchObject({
      status: 'error',
      code: 'attempts_exhausted',
      result: { status: 'blocked', outcome_error: 'attempts_exhausted' },
      delta: { set: { check_result: 'blocked', check_tries: 2 }, delete: [] },
    });
  });
});
