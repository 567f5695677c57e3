import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../testing/index.ts';
import { callWithTools } from './call-with-tools.ts';
import { scripted } from './calling.test-support.ts';
import { createQuota } from './token-quota.ts';
import { addUsage, noUsage, readUsage } from './usage.ts';

describe('usage', () => {
  it.each([
    { inputTokens: 7, outputTokens: 5 },
    { input_tokens: 7, output_tokens: 5, total_tokens: 12 },
    { prompt_tokens: 7, completion_tokens: 5 },
    { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 },
    { inputTokenCount: '7', outputTokenCount: '5' },
    { tokens: { input: 7.9, output: 5.2 } },
  ])('TOOL-70 is the same in each spelling: %j', (said) => {
    expect(readUsage(said)).toEqual({ inputTokens: 7, outputTokens: 5, totalTokens: 12, details: {} });
  });

  it('TOOL-70 keeps an id as text, adds nothing to nothing, and floors what is below nothing', () => {
    const first = readUsage({ input_tokens: -3, id: '001', attempts: '2', nested: { cached_tokens: 4, id: '7' } });
    const second = readUsage({ input_tokens: 2, id: '002', attempts: 1, nested: { cached_tokens: 1, id: '8' } });
    expect(first).toMatchObject({ inputTokens: 0, details: { id: '001' } });
    expect(addUsage(first, second)).toEqual({
      inputTokens: 2,
      outputTokens: 0,
      totalTokens: 2,
      details: { id: '002', attempts: 3, nested: { cached_tokens: 5, id: '8' } },
    });
    for (const nothing of [null, undefined, 'many', 7, [1]]) expect(addUsage(readUsage(nothing), first)).toEqual(first);
    expect(readUsage(null)).toEqual(noUsage);
  });

  it('keeps a total that a provider says, and makes one where it says none', () => {
    const withThinking = readUsage({ input_tokens: 1, output_tokens: 1, total_tokens: 9 });
    expect(addUsage(withThinking, readUsage({ input_tokens: 2, output_tokens: 3 })).totalTokens).toBe(14);
  });
});

describe('a quota', () => {
  it('TOOL-80 refuses the next call before the model is asked once its tokens are used, and allows more in the next window', async () => {
    const clock = virtualClock();
    const quota = createQuota({ maxTotalTokens: 10, windowMs: 1_000 }, clock);
    const reply = { text: 'Done.', usage: { inputTokens: 7, outputTokens: 5 } };
    const { options, model } = scripted([reply, reply, reply], { quota });
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer' });
    expect(quota.status()).toMatchObject({ usage: { requests: 1, totalTokens: 12 }, overBudget: true });
    expect(await callWithTools(options)).toMatchObject({
      type: 'error',
      error: { type: 'quota_exceeded', retryable: true },
      modelCalls: 0,
    });
    expect(model.requests).toHaveLength(1);
    await clock.advance(1_000);
    expect(quota.status()).toMatchObject({ usage: { requests: 0, totalTokens: 0 }, overBudget: false });
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer' });
    expect(await callWithTools(options)).toMatchObject({ error: { type: 'quota_exceeded' } });
    quota.reset();
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer' });
    model.assertDone();
  });

  it('counts model calls before they are made; 0 allows none, and no limit all', async () => {
    const one = createQuota({ maxRequests: 1 }, virtualClock());
    expect([one.take(), one.take()]).toEqual([true, false]);
    expect(one.status()).toEqual({
      windowMs: 60_000,
      usage: { requests: 1, totalTokens: 0 },
      limits: { maxRequests: 1, maxTotalTokens: null },
      overBudget: true,
    });
    expect(createQuota({ maxTotalTokens: 0 }, virtualClock()).take()).toBe(false);
    expect(createQuota({}, virtualClock()).take()).toBe(true);
  });
});
