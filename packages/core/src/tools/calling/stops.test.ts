import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../ports/claims.ts';
import type { JsonObject } from '../../ports/json.ts';
import { virtualClock } from '../../testing/index.ts';
import { inspectOperation, memoryClaims } from '../claims/index.ts';
import { defineTool, type ToolAuthoring } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallWithToolsOptions } from './call-with-tools-types.ts';
import { answers, asking, asks, scripted } from './calling.test-support.ts';
import { createQuota } from './token-quota.ts';
import { transcriptProblem } from './transcript.ts';

/** A tool that waits until it is told to stop, or for `opened`. `signals`: what it saw. */
function waiting(effect: 'keyed' | 'unsafe' = 'keyed') {
  const signals: AbortSignal[] = [];
  const opened = Promise.withResolvers<string>();
  const tool = defineTool({
    name: 'wait',
    effect,
    run: (_, { signal }) => {
      signals.push(signal);
      signal.addEventListener('abort', () => opened.reject(signal.reason), { once: true });
      return opened.promise;
    },
  });
  return { tool, signals, opened };
}

/** An operation that was stopped when its tool waited. */
async function stopped(given: ReturnType<typeof waiting>, more: Partial<CallWithToolsOptions> = {}) {
  const controller = new AbortController();
  const calls = [asks('wait', {}, 'a'), asks('quick', {}, 'b'), asks('quick', {}, 'c')];
  const started: number[] = [];
  const quick = defineTool({ name: 'quick', effect: 'keyed', run: () => started.push(1) });
  const made = scripted([asking(...calls), 'Done.'], {
    autoExecute: true,
    tools: [given.tool, quick],
    concurrency: 1,
    signal: controller.signal,
    ...more,
  });
  const running = callWithTools(made.options);
  await made.clock.advance(0);
  controller.abort(new Error('enough'));
  await made.clock.advance(0);
  return { ...made, controller, result: await running, started };
}

describe('an abort', () => {
  it('TOOL-29 ends the operation at once: the tool saw its signal, no model is asked, and the transcript stays sound', async () => {
    const given = waiting();
    const { result, model, controller, clock, started } = await stopped(given);
    expect(result).toMatchObject({ type: 'aborted', turns: 0, modelCalls: 1 });
    expect(started).toEqual([]);
    expect(given.signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(model.requests).toHaveLength(1);
    expect(transcriptProblem(result.messages)).toBeNull();
    expect(answers(result.messages)).toMatchObject([1, 2, 3].map(() => ({ ok: false, error: { type: 'aborted' } })));
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('TOOL-29 ends the operation as aborted also when every call of the round was entered, and keeps what ended before', async () => {
    const { result } = await stopped(waiting(), { concurrency: 3 });
    expect(result).toMatchObject({ type: 'aborted', turns: 0 });
    expect(result.toolResults).toMatchObject([{ attempts: 1, error: { type: 'aborted' } }, { status: 'success' }, { status: 'success' }]);
    expect(transcriptProblem(result.messages)).toBeNull();
  });

  it('T18 is not recorded as what a call came to, is final, and is gone on from by a resume alone', async () => {
    const claims = memoryClaims();
    const { result, options, clock, started } = await stopped(waiting(), { claims, operationId: 'op' });
    const { calls } = await inspectOperation({ claims, operationId: 'op', clock });
    expect(calls.map(({ tool, end }) => [tool, end])).toEqual([['wait', null]]);
    const { signal: _, ...again } = options;
    const ready = waiting();
    ready.opened.resolve('waited');
    const quick = defineTool({ name: 'quick', effect: 'keyed', run: () => started.push(1) });
    const finished = await resume(result, { ...again, tools: [ready.tool, quick] });
    expect(finished).toMatchObject({ type: 'final_answer', turns: 1, modelCalls: 2 });
    expect(finished.toolResults).toMatchObject([{ result: 'waited' }, { result: 1 }, { result: 2 }]);
  });

  it('T18 does not undo an end that was reached before it was seen', async () => {
    const controller = new AbortController();
    const racing = { ...createQuota({}, virtualClock()), add: () => controller.abort() }; // right after the reply
    const { options } = scripted(['Done.'], { signal: controller.signal, quota: racing });
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer', text: 'Done.' });
    expect(controller.signal.aborted).toBe(true);
  });

  it('leaves a call with an unsafe effect that was entered as it is: nobody knows what it did', async () => {
    const given = waiting('unsafe');
    const { result, options } = await stopped(given);
    const { signal: _, ...again } = options;
    const finished = await resume(JSON.parse(JSON.stringify(result)), again);
    expect(finished).toMatchObject({ type: 'final_answer', toolResults: [{ error: { type: 'aborted' } }, { status: 'success' }, {}] });
    expect(given.signals).toHaveLength(1);
  });

  it('asks a person about such a call where its claims are kept', async () => {
    const claims = memoryClaims();
    const given = waiting('unsafe');
    const { result, options } = await stopped(given, { claims });
    const { signal: _, ...again } = options;
    const unclear = await resume(result, again);
    expect(unclear).toMatchObject({ type: 'error', error: { type: 'claim_error', code: 'uncertain' } });
    expect(transcriptProblem(unclear.messages)).toBeNull();
    expect(given.signals).toHaveLength(1);
    // Neither does it pass for one that was never entered when it is stopped before it could be asked about.
    const early = await resume(result, { ...again, signal: AbortSignal.abort() });
    const { claims: __, ...withoutClaims } = again;
    const finished = await resume(JSON.parse(JSON.stringify(early)), withoutClaims);
    expect(finished).toMatchObject({ type: 'final_answer', toolResults: [{ attempts: 1, error: { type: 'aborted' } }, {}, {}] });
    expect(given.signals).toHaveLength(1);
  });

  it('that never comes leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const quick = defineTool({ name: 'quick', run: () => null });
    const { options, clock } = scripted([asking(asks('quick')), 'Done.'], {
      autoExecute: true,
      tools: [quick],
      signal,
      timeoutMs: 50,
      modelTimeoutMs: 5,
    });
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('before the beginning asks nobody', async () => {
    const { options, model } = scripted([], { signal: AbortSignal.abort() });
    expect(await callWithTools(options)).toMatchObject({ type: 'aborted', modelCalls: 0, messages: [{ role: 'user' }] });
    expect(model.requests).toEqual([]);
  });

  it('ends waiting for the model and between its tries', async () => {
    const failure = { kind: 'failed', code: 'model_unreachable', message: 'Nobody answers.', retryable: true } as const;
    for (const reply of [() => new Promise<never>(() => {}), failure]) {
      const controller = new AbortController();
      const { options, clock } = scripted([reply], { signal: controller.signal });
      const running = callWithTools(options);
      await clock.advance(100);
      controller.abort();
      expect(await running).toMatchObject({ type: 'aborted' });
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
      expect(clock.pending()).toBe(0);
    }
  });

  const never = (): Promise<never> => new Promise(() => {});
  it.each<[string, ToolAuthoring<JsonObject>['requiresApproval'] & {}, Partial<CallWithToolsOptions>]>([
    ['for a person', true, { approve: never }],
    ['to know whether a person is needed', never, {}],
  ])('ends waiting %s', async (_, requiresApproval, people) => {
    const controller = new AbortController();
    const tool = defineTool({ name: 'risky', requiresApproval, run: () => null });
    const { options, clock } = scripted([asking(asks('risky'))], {
      autoExecute: true,
      tools: [tool],
      signal: controller.signal,
      ...people,
    });
    const running = callWithTools(options);
    await clock.advance(0);
    controller.abort();
    await clock.advance(0);
    const result = await running;
    expect(result).toMatchObject({ type: 'aborted', toolResults: [{ attempts: 0, error: { type: 'aborted' } }] });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

describe('a time limit', () => {
  it('TOOL-30 of the whole ends it as a timeout; that of a tool is told to the model, and the loop goes on', async () => {
    const slow = scripted([() => new Promise<never>(() => {})], { timeoutMs: 50 });
    const running = callWithTools(slow.options);
    await slow.clock.advance(50);
    expect(await running).toMatchObject({
      type: 'error',
      error: { type: 'timeout', code: 'timeout', retryable: true, details: { timeoutMs: 50 } },
    });
    expect(slow.clock.pending()).toBe(0);
    const { tool } = waiting();
    const whole = scripted([asking(asks('wait'))], { autoExecute: true, tools: [tool], timeoutMs: 50 });
    const waitingForTool = callWithTools(whole.options);
    await whole.clock.advance(50);
    expect(await waitingForTool).toMatchObject({
      type: 'error',
      error: { type: 'timeout' },
      toolResults: [{ error: { type: 'aborted' } }],
    });
    const { options, clock } = scripted([asking(asks('wait')), 'Done.'], { autoExecute: true, tools: [waiting().tool], toolTimeoutMs: 20 });
    const looping = callWithTools(options);
    await clock.advance(20);
    expect(await looping).toMatchObject({
      type: 'final_answer',
      toolResults: [{ error: { type: 'timeout', details: { timeoutMs: 20 } } }],
    });
  });

  it('of a model call is a failure that may pass', async () => {
    const never = () => new Promise<never>(() => {});
    const { options, clock, model } = scripted([never, 'Done.'], { modelTimeoutMs: 30 });
    const running = callWithTools(options);
    await clock.advance(530);
    expect(await running).toMatchObject({ type: 'final_answer' });
    expect(model.requests[0]?.signal.aborted).toBe(true);
    const once = scripted([never], { modelTimeoutMs: 30, modelRetries: 0 });
    const failing = callWithTools(once.options);
    await once.clock.advance(30);
    expect(await failing).toMatchObject({ type: 'error', error: { type: 'timeout', code: 'model_timeout' } });
  });
});

/** Claims in memory of which those of one tool cannot be recorded, which shows when `after` is over. */
function failingClaims(tool: string, after: Promise<void>): ClaimStore {
  const inner = memoryClaims();
  return {
    read: (operation, from) => inner.read(operation, from),
    append: async (operation, record) => {
      const isOfTool = record['type'] === 'tool.claimed' && record['tool'] === tool;
      if (isOfTool) await after;
      if (isOfTool) throw new Error('The disk is full.');
      await inner.append(operation, record);
    },
  };
}

it('T7 stops the siblings of a call that cannot be claimed, awaits them, keeps what they came to, and starts nothing more', async () => {
  const seen: string[] = [];
  const entered = Promise.withResolvers<void>();
  const listening = defineTool({
    name: 'listening',
    effect: 'keyed',
    run: (_, { signal }) =>
      new Promise<string>((resolve) => {
        entered.resolve();
        signal.addEventListener('abort', () => resolve('kept'), { once: true });
      }),
  });
  const unclaimed = defineTool({ name: 'unclaimed', run: () => void seen.push('unclaimed') });
  const queued = defineTool({ name: 'queued', run: () => void seen.push('queued') });
  const logged: unknown[] = [];
  const { options } = scripted([asking(asks('listening', {}, 'a'), asks('unclaimed', {}, 'b'), asks('queued', {}, 'c')), 'Done.'], {
    autoExecute: true,
    tools: [listening, unclaimed, queued],
    concurrency: 2,
    claims: failingClaims('unclaimed', entered.promise),
    log: ({ message }) => logged.push(message),
  });
  const result = await callWithTools(options);
  expect(result).toMatchObject({ type: 'error', error: { type: 'claim_error', code: 'store_unavailable', retryable: true } });
  expect(result.toolResults).toMatchObject([
    { toolCallId: 'a', status: 'success', result: 'kept' },
    { toolCallId: 'b', attempts: 0, error: { type: 'aborted' } },
    { toolCallId: 'c', attempts: 0, error: { type: 'aborted' } },
  ]);
  expect(transcriptProblem(result.messages)).toBeNull();
  expect(seen).toEqual([]);
  expect(logged).toContain('The store of claims failed.');
  expect(await resume(result, { ...options, claims: memoryClaims() })).toMatchObject({ type: 'final_answer', turns: 1 });
  expect(seen).toEqual(['unclaimed', 'queued']);
});
