import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { registryPaths } from '../registry/resolve-tools.ts';
import type { ToolDefinition } from '../tool.ts';
import { execute, start } from './execution.test-support.ts';
import { defaultToolTimeoutMs, executeTool } from './index.ts';

const add = defineTool({
  description: 'Adds two numbers.',
  input: z.object({ a: z.int(), b: z.int() }),
  effect: 'none',
  run: ({ a, b }) => ({ sum: a + b }),
});
const returning = (value: unknown): ToolDefinition => ({ ...defineTool({ run: () => null }), run: () => value as null });

describe('what is asked for', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { toolName: undefined }, 'tool_name_required'],
    ['an empty name', { toolName: '' }, 'tool_name_required'],
    ['a name of spaces', { toolName: '  ' }, 'tool_name_required'],
    ['a number as name', { toolName: 7 }, 'invalid_tool_name'],
    ['text as arguments', { params: '{"a":1,"b":2}' }, 'invalid_params'],
    ['a list as arguments', { params: [1, 2] }, 'invalid_params'],
    ['null as arguments', { params: null }, 'invalid_params'],
    ['an operation without a name', { operationId: '' }, 'invalid_operation_id'],
    ['a place without a name', { position: '' }, 'invalid_position'],
    ['a number as place', { position: 1 }, 'invalid_position'],
    ['a place with an endless name', { position: 'x'.repeat(129) }, 'invalid_position'],
    ['an operation with an endless name', { operationId: 'x'.repeat(129) }, 'invalid_operation_id'],
  ])('TOOL-39 %s is invalid_input, and nothing runs', async (_, wrong, code) => {
    let runs = 0;
    const counted = defineTool({
      run: () => {
        runs += 1;
        return null;
      },
    });
    const { result, events } = start(counted, wrong);
    expect(await result).toMatchObject({
      status: 'error',
      attempts: 0,
      error: { type: 'invalid_input', retryable: false, details: { code } },
    });
    expect([runs, events]).toEqual([0, []]);
  });

  it('TOOL-40 add runs with its arguments: status success, the name, the result', async () => {
    const end = await executeTool({ toolName: 'add', params: { a: 1, b: 2 }, tools: { add } });
    expect(end).toMatchObject({ toolName: 'add', status: 'success', result: { sum: 3 }, attempts: 1, effects: [] });
  });

  it.each([
    [4, 7, 11, (tools: object) => ({ state: { tool_calling: { tools } } })],
    [2, 3, 5, (tools: object) => ({ plugin_state: { chat: { tools } } })],
    [6, 4, 10, (tools: object) => ({ agent: { state: { chat: { tools } } } })],
  ])('TOOL-40 add of %d and %d is %d with tools that stand further down in the context', async (a, b, sum, context) => {
    expect(await executeTool({ toolName: 'add', params: { a, b }, context: context({ add }) })).toMatchObject({ result: { sum } });
  });

  it.each(registryPaths)('TOOL-32 a tool that stands at %s alone is executed', async (path) => {
    const context = path
      .split('.')
      .slice(1)
      .reduceRight<unknown>((inner, key) => ({ [key]: inner }), { add });
    expect(await executeTool({ toolName: 'add', params: { a: 1, b: 1 }, context: context as Record<string, unknown> })).toMatchObject({
      status: 'success',
      result: { sum: 2 },
    });
  });

  it('TOOL-41 an unknown name is not_found at once, whatever may be tried again', async () => {
    const { result, clock, events } = start(add, { tools: { multiply: add }, toolName: 'multipl', retry: { retries: 3 } });
    expect(await result).toMatchObject({
      status: 'error',
      toolName: 'multipl',
      attempts: 0,
      error: {
        type: 'not_found',
        message: 'There is no tool "multipl": did you mean `multiply`?',
        details: { toolName: 'multipl' },
        retryable: false,
      },
    });
    expect([clock.pending(), events.map(({ kind }) => kind)]).toEqual([0, ['tool.start', 'tool.end']]);
  });

  it('TOOL-41 a name where no tools are is not_found, and says that there are none', async () => {
    const result = await executeTool({ toolName: 'add', context: {} });
    expect(result).toMatchObject({ error: { type: 'not_found', message: 'There is no tool "add": there are no tools at all.' } });
  });
});

describe('what a tool gives back', () => {
  it.each<[string, unknown, unknown]>([
    ['text', 'done', 'done'],
    ['a list', [1, 'two', null], [1, 'two', null]],
    ['a number', 4.5, 4.5],
    ['null', null, null],
    ['a truth value', false, false],
    ['an object', { sum: 3, items: [] }, { sum: 3, items: [] }],
    ['nothing', undefined, null],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ])('TOOL-42 %s is kept as it is, without an object around it', async (_, value, result) => {
    expect(await execute(returning(value))).toMatchObject({ status: 'success', result });
  });

  it.each<[string, unknown, string]>([
    ['a bigint', { id: 5n }, 'The tool returned a bigint at /id, which JSON cannot hold.'],
    ['a function', { run: () => 1 }, 'The tool returned a function at /run, which JSON cannot hold.'],
    ['a Map', new Map(), 'The tool returned a value of the kind Map, which JSON cannot hold.'],
  ])('%s is invalid_output', async (_, value, message) => {
    expect(await execute(returning(value))).toMatchObject({ status: 'error', attempts: 1, error: { type: 'invalid_output', message } });
  });

  it('of `error` is a result like any other: a tool fails by throwing', async () => {
    expect(await execute(returning({ status: 'error', type: 'x' }))).toMatchObject({ status: 'success', result: { status: 'error' } });
  });
});

describe('the limit', () => {
  const slow = (clock: { timer(ms: number, callback: () => void): unknown }) =>
    defineTool({
      run: () =>
        new Promise((resolve) => {
          clock.timer(120, () => resolve('late'));
        }),
    });
  const endless = defineTool({
    run: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });

  it('TOOL-43 is 30,000 ms when nobody says another one', async () => {
    const { clock, ended, result } = start(endless);
    await clock.advance(defaultToolTimeoutMs - 1);
    expect([defaultToolTimeoutMs, ended()]).toEqual([30_000, undefined]);
    await clock.advance(1);
    expect(await result).toMatchObject({ error: { type: 'timeout', details: { timeoutMs: 30_000 } } });
  });

  it('TOOL-43 of 20 ms ends a tool that takes 120: timeout, retryable, with the limit', async () => {
    const started = start(add);
    const { clock, result } = start({ ...slow(started.clock), name: 'slow' }, { toolTimeoutMs: 20 });
    await clock.advance(20);
    expect(await result).toMatchObject({
      status: 'error',
      error: {
        type: 'timeout',
        message: '"slow": It did not end within 0.02 s and was told to stop.',
        details: { toolName: 'slow', timeoutMs: 20 },
        retryable: true,
      },
      durationMs: 20,
    });
  });

  it.each([
    ['its own before that of the caller', 50, 20, 50],
    ['that of the caller when it has none', undefined, 20, 20],
    ['the default when the caller says none that is one', undefined, 0, 30_000],
  ])('of a tool is %s', async (_, own, toolTimeoutMs, timeoutMs) => {
    const { clock, result } = start({ ...endless, timeoutMs: own ?? null }, { toolTimeoutMs });
    await clock.advance(timeoutMs);
    expect(await result).toMatchObject({ error: { details: { timeoutMs } }, durationMs: timeoutMs });
  });

  it('TOOL-48 a tool that ends after its limit is told of once, and its result is nowhere', async () => {
    const release = Promise.withResolvers<string>();
    const deaf = defineTool({
      async run(_, { contextVariables, emit }) {
        const value = await release.promise;
        expect(() => contextVariables.set('late', true)).toThrow(expect.objectContaining({ code: 'context_write_refused' }));
        expect(() => emit({ type: 'late' })).toThrow(expect.objectContaining({ code: 'cancelled' }));
        return value;
      },
    });
    const { clock, result, events, logged } = start(deaf, { toolTimeoutMs: 20 });
    await clock.advance(20);
    const end = await result;
    expect(end).toMatchObject({ status: 'error', abandoned: true, error: { type: 'timeout' } });
    expect(events.map(({ kind }) => kind)).toEqual(['tool.start', 'tool.end']);
    release.resolve('too late');
    await clock.advance(60_000);
    expect(events.slice(2)).toEqual([{ kind: 'tool.abandoned', callId: end.toolCallId, tool: 'tool', status: 'ok' }]);
    expect(logged.map(({ message }) => message)).toEqual(['"tool" was told to stop and goes on: it should listen to `ctx.signal`.']);
    expect(JSON.stringify([await result, logged])).not.toContain('too late');
  });

  it('a tool that stops when it is told to is not abandoned', async () => {
    const { clock, result, events } = start(endless, { toolTimeoutMs: 20 });
    await clock.advance(20);
    expect(await result).not.toHaveProperty('abandoned');
    await clock.advance(60_000);
    expect(events.map(({ kind }) => kind)).toEqual(['tool.start', 'tool.end']);
  });

  it('of the caller stops a tool at once: aborted, and it sees its signal', async () => {
    const stop = new AbortController();
    const { clock, result } = start(endless, { signal: stop.signal });
    await clock.advance(5);
    stop.abort();
    await clock.advance(0);
    expect(await result).toMatchObject({ status: 'error', attempts: 1, durationMs: 5, error: { type: 'aborted' } });
  });

  it('stopped before, nothing runs', async () => {
    let runs = 0;
    const counted = defineTool({
      run: () => {
        runs += 1;
        return null;
      },
    });
    expect(await execute(counted, {}, { signal: AbortSignal.abort() })).toMatchObject({ attempts: 0, error: { type: 'aborted' } });
    expect(runs).toBe(0);
  });
});

describe('a tool that throws', () => {
  it('TOOL-44 is execution_error with its message; where it was thrown is in the log alone', async () => {
    const thrown = new Error('The desk is closed.');
    const { result, logged } = start(
      defineTool({
        run: () => {
          throw thrown;
        },
      }),
    );
    const end = await result;
    expect(end).toMatchObject({ status: 'error', error: { type: 'execution_error', message: 'The desk is closed.', retryable: false } });
    expect(JSON.stringify(end)).not.toMatch(/stack|execute-tool\.test/);
    expect(logged).toEqual([{ level: 'warn', message: 'Tool "tool" failed.', cause: thrown }]);
    expect(thrown.stack).toContain('execute-tool.test');
    expect(end.status === 'error' && end.error.cause).toBe(thrown);
  });

  const unreadable = new Proxy(
    {},
    {
      get() {
        throw new Error('no');
      },
    },
  );
  it.each<[string, unknown, string]>([
    ['a text', 'no such page', 'no such page'],
    ['an object with a message', { message: 'full' }, 'full'],
    ['nothing', undefined, '"tool" failed and did not say why.'],
    ['a number', 5, '"tool" failed and did not say why.'],
    ['something unreadable', unreadable, '"tool" failed and did not say why.'],
    ['a long text', 'x'.repeat(9000), `${'x'.repeat(8000)}…`],
  ])('may throw %s', async (_, thrown, message) => {
    const tool = defineTool({ run: () => Promise.reject(thrown) });
    expect(await execute(tool)).toMatchObject({ error: { type: 'execution_error', message } });
  });
});

describe('what may be run', () => {
  const admin = defineTool({ name: 'admin_delete_user', run: () => 'deleted' });

  it.each([
    ['runs without a policy, however sensitive its name looks', undefined, { status: 'success', result: 'deleted' }],
    ['runs when the policy allows it', { allow: ['admin_delete_user'] }, { status: 'success' }],
    [
      'is forbidden when the policy denies it',
      { deny: ['admin_delete_user'] },
      { error: { type: 'forbidden', details: { reason: 'denied' } } },
    ],
    [
      'is forbidden when both lists have it',
      { deny: ['admin_delete_user'], allow: ['admin_delete_user'] },
      { error: { type: 'forbidden' } },
    ],
    ['is forbidden when others are allowed', { allow: ['add'] }, { error: { type: 'forbidden', details: { reason: 'not_allowed' } } }],
  ])('TOOL-47 a tool %s', async (_, policy, expected) => {
    const end = await execute(admin, {}, policy === undefined ? {} : { policy });
    expect(end).toMatchObject({ ...expected, attempts: policy !== undefined && 'error' in expected ? 0 : 1 });
  });

  it.each([
    ['always', { requiresApproval: true }, {}],
    ['for these arguments', { requiresApproval: ({ sum }: { readonly sum?: unknown }) => sum === 5 }, { sum: 5 }],
    ['when asking fails', { requiresApproval: () => Promise.reject(new Error('no')) }, {}],
  ])('a tool that needs approval %s is refused without one, and runs or not as it was decided', async (_, authoring, params) => {
    const tool = defineTool({ ...authoring, run: () => 'paid' });
    expect(await execute(tool, params)).toMatchObject({ attempts: 0, error: { type: 'approval_required' } });
    expect(await execute(tool, params, { decision: { kind: 'allow' } })).toMatchObject({ status: 'success', result: 'paid' });
    expect(await execute(tool, params, { decision: { kind: 'deny', reason: 'too dear', by: 'Ann' } })).toMatchObject({
      attempts: 0,
      error: { type: 'approval_denied', message: 'This call of "tool" was not approved: too dear', details: { by: 'Ann' } },
    });
  });

  it('a tool that needs approval for other arguments runs', async () => {
    const tool = defineTool({ requiresApproval: ({ sum }) => sum === 5, run: () => 'paid' });
    expect(await execute(tool, { sum: 4 })).toMatchObject({ status: 'success' });
  });

  it('code that asks for approval without end is not waited for', async () => {
    const tool = defineTool({ requiresApproval: () => new Promise<boolean>(() => {}), run: () => 'paid' });
    const { clock, result } = start(tool, { toolTimeoutMs: 20 });
    await clock.advance(20);
    expect(await result).toMatchObject({ error: { type: 'approval_required' } });
  });
});

it('the platform’s clock and randomness are the default', async () => {
  const tool = defineTool({ run: (_, { idempotencyKey }) => idempotencyKey });
  const [first, second] = await Promise.all([1, 2].map(() => executeTool({ toolName: 'tool', tools: { tool } })));
  expect(first).toMatchObject({ status: 'success', result: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(first?.toolCallId).not.toBe(second?.toolCallId);
});
