import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolContext, ToolEffect } from '../tool.ts';
import { execute, start } from './execution.test-support.ts';

/** A tool that fails as often as it is told, and what it was entered with. */
function failing(effect: ToolEffect, failures: readonly unknown[]) {
  const entered: { readonly atMs: number; readonly key: string; readonly attempt: number }[] = [];
  let clock = { monotonic: () => 0 };
  const tool = defineTool({
    effect,
    input: z.object({ items: z.array(z.string()).default(['a']) }),
    run({ items }, { idempotencyKey, call }: ToolContext) {
      entered.push({ atMs: clock.monotonic(), key: idempotencyKey, attempt: call.attempt });
      const failure = failures[entered.length - 1];
      if (failure === undefined) return items.splice(0).length;
      items.splice(0);
      throw failure;
    },
  });
  return {
    entered,
    start(options: Parameters<typeof start>[1]) {
      const started = start(tool, options);
      clock = started.clock;
      return started;
    },
  };
}
const broken = new Error('The line is broken.');
const said = (more: object) => Object.assign(new Error('Not now.'), more);

describe('a tool that fails', () => {
  it('TOOL-45 is entered once when nobody asks for more', async () => {
    const { entered, start: begin } = failing('keyed', [broken, broken]);
    expect(await begin({}).result).toMatchObject({ status: 'error', attempts: 1, error: { type: 'execution_error' } });
    expect(entered).toHaveLength(1);
  });

  it.each(['none', 'keyed'] as const)('TOOL-45 whose effect is %s is tried twice more, after 250 and 500 ms', async (effect) => {
    const { entered, start: begin } = failing(effect, [broken, broken, broken]);
    const { clock, result, ended } = begin({ retry: { retries: 2 } });
    await clock.advance(249);
    expect(entered).toHaveLength(1);
    await clock.advance(1);
    await clock.advance(499);
    expect([entered.length, ended()]).toEqual([2, undefined]);
    await clock.advance(1);
    expect(await result).toMatchObject({ status: 'error', attempts: 3, durationMs: 750 });
    expect(entered.map(({ atMs }) => atMs)).toEqual([0, 250, 750]);
    expect(clock.pending()).toBe(0);
  });

  it('waits twice as long each time, and at most 30 s', async () => {
    const { entered, start: begin } = failing(
      'none',
      Array.from({ length: 5 }, () => broken),
    );
    const { clock, result } = begin({ retry: { retries: 4, backoffMs: 10_000 } });
    await clock.advance(200_000);
    await result;
    expect(entered.map(({ atMs }) => atMs)).toEqual([0, 10_000, 30_000, 60_000, 90_000]);
  });

  it('and then does not, succeeded: every try has an input of its own', async () => {
    const { start: begin } = failing('keyed', [broken]);
    const { clock, result, events } = begin({ retry: { retries: 5 }, params: { items: ['a', 'b'] } });
    await clock.advance(250);
    expect(await result).toMatchObject({ status: 'success', result: 2, attempts: 2 });
    expect(events.map(({ kind }) => kind)).toEqual(['tool.start', 'tool.end']);
  });

  it.each<[string, ToolEffect, unknown, number]>([
    ['and says nothing, of effect unsafe: once', 'unsafe', broken, 1],
    ['and says rate_limited, of effect unsafe: again', 'unsafe', said({ code: 'rate_limited' }), 2],
    ['and says the reason rate_limited, of effect unsafe: again', 'unsafe', { message: 'slow down', reason: 'rate_limited' }, 2],
    ['and says that it may be retried, of effect unsafe: again', 'unsafe', said({ retryable: true }), 2],
    ['and says in its details that it may be retried, of effect unsafe: again', 'unsafe', said({ details: { retry: true } }), 2],
    ['with a refused connection, of effect unsafe: again', 'unsafe', said({ code: 'ECONNREFUSED' }), 2],
    ['with a broken connection, of effect unsafe: once', 'unsafe', said({ code: 'ECONNRESET' }), 1],
    ['and says that it may not be retried, of effect keyed: once', 'keyed', said({ retryable: false }), 1],
    ['and says in its details that it may not be, of effect none: once', 'none', said({ details: { retry: false } }), 1],
    ['and says both, of effect none: what it says of itself counts', 'none', said({ retryable: false, code: 'rate_limited' }), 1],
  ])('TOOL-46 %s', async (_, effect, failure, times) => {
    const { entered, start: begin } = failing(effect, [failure]);
    const { clock, result } = begin({ retry: { retries: 1 } });
    await clock.advance(250);
    expect(await result).toMatchObject({ status: times === 1 ? 'error' : 'success', attempts: times });
    expect(entered).toHaveLength(times);
  });

  it('TOOL-46 for wrong arguments is never tried again', async () => {
    const { entered, start: begin } = failing('none', []);
    const { clock, result } = begin({ params: { items: 'a' }, retry: { retries: 3 } });
    expect(await result).toMatchObject({ attempts: 0, error: { type: 'invalid_arguments', retryable: false } });
    expect([entered.length, clock.pending()]).toEqual([0, 0]);
  });

  it('says in its error whether the same call may succeed later', async () => {
    const ended = await Promise.all([broken, said({ retryable: true })].map((failure) => failing('unsafe', [failure]).start({}).result));
    expect(ended.map((end) => end.status === 'error' && end.error.retryable)).toEqual([false, true]);
  });
});

it('T15 a stop during the wait for another try settles at once, and nothing is entered any more', async () => {
  const { entered, start: begin } = failing('keyed', [broken, broken]);
  const stop = new AbortController();
  const { clock, result } = begin({ retry: { retries: 1, backoffMs: 30_000 }, signal: stop.signal });
  await clock.advance(10);
  stop.abort();
  await clock.advance(0);
  expect(await result).toMatchObject({ status: 'error', attempts: 1, durationMs: 10, error: { type: 'aborted' } });
  await clock.advance(60_000);
  expect([entered.length, clock.pending()]).toEqual([1, 0]);
});

it('T13 a try after a limit that ran out has the key of the first, which operation and place fix and no argument', async () => {
  const keys: string[] = [];
  const payments = new Map<string, number>();
  const pay = defineTool({
    effect: 'keyed',
    run(_, { idempotencyKey, signal }) {
      keys.push(idempotencyKey);
      payments.set(idempotencyKey, 5); // the far side has it
      return keys.length === 1 ? new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason))) : 'paid';
    },
  });
  const { clock, result } = start(pay, { operationId: 'order 7', toolTimeoutMs: 20, retry: { retries: 1 } });
  await clock.advance(20);
  await clock.advance(250);
  expect(await result).toMatchObject({ status: 'success', result: 'paid', attempts: 2 });
  expect([new Set(keys).size, payments.size]).toEqual([1, 1]);
  await execute(pay, { key: 'chosen by a model' }, { operationId: 'order 7' });
  await execute(pay, {}, { operationId: 'order 8' });
  expect(keys.slice(2).map((key) => key === keys[0])).toEqual([true, false]);
});

describe('T23 a service that is not available', () => {
  /** Takes what it is sent, and says 503 to the first. */
  function service() {
    const taken: (string | null)[] = [];
    const send = (key: string | null) => {
      taken.push(key);
      if (taken.length === 1) throw Object.assign(new Error('503 Service Unavailable'), { status: 503 });
      return 'done';
    };
    return { taken, send };
  }

  it('T23 is not called again on its own without a key', async () => {
    const { taken, send } = service();
    const { clock, result } = start(defineTool({ run: () => send(null) }), { retry: { retries: 3 } });
    await clock.advance(10_000);
    expect(await result).toMatchObject({ status: 'error', attempts: 1 });
    expect(taken).toEqual([null]);
  });

  it('T23 is called again with a key, and knows the call by it', async () => {
    const { taken, send } = service();
    const tool = defineTool({ effect: 'keyed', run: (_, { idempotencyKey }) => send(idempotencyKey) });
    const { clock, result } = start(tool, { retry: { retries: 3 } });
    await clock.advance(10_000);
    expect(await result).toMatchObject({ status: 'success', attempts: 2 });
    expect([taken.length, new Set(taken).size]).toEqual([2, 1]);
  });
});

it.each([
  ['where claims are kept', { claims: memoryClaims(), operationId: 'order' }],
  ['where none are', {}],
])('a budget counts every try, %s: the last failure is told when it is used up', async (_, kept) => {
  const { entered, start: begin } = failing('keyed', [broken, broken, broken]);
  const { clock, result } = begin({ retry: { retries: 5 }, policy: { budgets: { tool: 2 } }, ...kept });
  await clock.advance(10_000);
  expect(await result).toMatchObject({ status: 'error', attempts: 2, error: { type: 'execution_error', message: 'The line is broken.' } });
  expect(entered).toHaveLength(2);
});
