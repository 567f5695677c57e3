import { describe, expect, it } from 'vitest';
import { digestOf } from '../../outputs/canonical.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { virtualClock } from '../../testing/index.ts';
import { inspectOperation, memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { createRegistry } from '../registry/index.ts';
import type { ToolContext, ToolDefinition } from '../tool.ts';
import { execute, start } from './execution.test-support.ts';
import {
  type CallSetup,
  type ClaimDecision,
  type ClaimedCall,
  type ClaimedEnd,
  type ClaimRequest,
  checkCall,
  executeCall,
  operationVariables,
} from './index.ts';

/** A gate that says what it is told to, and keeps what it is asked and told. */
function scriptedGate(script: readonly (ClaimDecision | 'run' | IntarsiaError)[], claim: Partial<ClaimedCall> = {}) {
  const requests: ClaimRequest[] = [];
  const told: unknown[] = [];
  let asked = 0;
  const next = async (): Promise<ClaimDecision> => {
    const decision = script[asked] ?? 'run';
    asked += 1;
    if (decision instanceof IntarsiaError) throw decision;
    return decision === 'run' ? claimed(asked) : decision;
  };
  const claimed = (attempt: number): ClaimedCall => ({
    kind: 'run',
    key: 'the key',
    attempt,
    async settle(end) {
      told.push(end);
      return end;
    },
    release: async () => void told.push('released'),
    abandon: async () => void told.push('abandoned'),
    again: next,
    ...claim,
  });
  const gate = {
    claim(request: ClaimRequest) {
      requests.push(request);
      return next();
    },
  };
  return { gate, requests, told };
}

function begin(tool: ToolDefinition<never>, setup: Partial<CallSetup>) {
  const clock = virtualClock();
  const logged: string[] = [];
  const registry = createRegistry({ tool });
  const checked = checkCall({ id: 'c1', name: 'tool', arguments: '{"a":1}', position: 'model:2:0' }, { registry });
  const result = executeCall(checked, {
    operationId: 'order',
    clock,
    signal: new AbortController().signal,
    variables: operationVariables({}),
    log: ({ message }) => logged.push(message),
    ...setup,
  });
  return { clock, result, logged, registry };
}

const counted = (authoring: Partial<Parameters<typeof defineTool>[0]> = {}) => {
  const seen: ToolContext[] = [];
  const tool = defineTool({
    run(_input, context) {
      seen.push(context);
      return { runs: seen.length };
    },
    ...authoring,
  });
  return { tool, seen };
};
const endless = (_: unknown, { signal }: ToolContext) =>
  new Promise<null>((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const storeFailed = new IntarsiaError('store_unavailable', 'The store did not answer.');

describe('before a tool is entered', () => {
  it('its call is claimed, with all that makes it this call', async () => {
    const { tool, seen } = counted({ effect: 'keyed', timeoutMs: 5000 });
    const { gate, requests, told } = scriptedGate([]);
    const { result, registry } = begin(tool, { gate, policy: { budgets: { tool: 3 } }, retry: { retries: 2, backoffMs: 1000 } });
    expect(await result).toMatchObject({ status: 'success', toolCallId: 'c1' });
    expect(requests).toEqual([
      {
        position: 'model:2:0',
        tool: 'tool',
        effect: 'keyed',
        argumentsDigest: digestOf({ a: 1 }),
        definitionDigest: registry.digestOf('tool'),
        timeoutMs: 7000,
        budget: 3,
      },
    ]);
    expect(seen.map(({ idempotencyKey, call }) => [idempotencyKey, call])).toEqual([['the key', { id: 'c1', tool: 'tool', attempt: 1 }]]);
    expect(told).toEqual([{ status: 'ok', result: { runs: 1 }, effects: [] }]);
  });

  it.each<[string, ClaimDecision | IntarsiaError, object]>([
    [
      'that ended before is what it came to',
      { kind: 'ended', end: { status: 'ok', result: 7, effects: [{ type: 'e' }] } },
      { status: 'success', result: 7, effects: [{ type: 'e' }], replayed: true },
    ],
    [
      'that failed before is that failure',
      { kind: 'ended', end: { status: 'error', type: 'timeout', message: 'slow', details: { timeoutMs: 5 } } },
      { replayed: true, error: { type: 'timeout', message: 'slow', details: { timeoutMs: 5 }, retryable: false } },
    ],
    [
      'whose end nobody saw is uncertain',
      { kind: 'uncertain', key: 'k' },
      { error: { type: 'uncertain', retryable: false, details: { key: 'k' } } },
    ],
    ['that somebody else runs is a conflict that passes', { kind: 'held', key: 'k' }, { error: { type: 'conflict', retryable: true } }],
    [
      'that was another one is a conflict',
      { kind: 'conflict', key: 'k', message: 'other arguments' },
      { error: { type: 'conflict', message: 'other arguments', retryable: false } },
    ],
    [
      'over its budget is budget_exhausted',
      { kind: 'budget_exhausted', key: 'k', limit: 2 },
      { error: { type: 'budget_exhausted', details: { limit: 2 }, retryable: false } },
    ],
    ['that cannot be claimed is not made', storeFailed, { error: { type: 'execution_error', retryable: true } }],
  ])('a call %s', async (_, decision, expected) => {
    const { tool, seen } = counted();
    const { gate, told } = scriptedGate([decision]);
    expect(await begin(tool, { gate }).result).toMatchObject({ attempts: 0, ...expected });
    expect([seen, told]).toEqual([[], []]);
  });

  it('a call that was stopped meanwhile is released', async () => {
    const stop = new AbortController();
    const { tool, seen } = counted();
    const { gate, told } = scriptedGate([]);
    const claim = async (request: ClaimRequest) => {
      stop.abort();
      return gate.claim(request);
    };
    expect(await begin(tool, { gate: { claim }, signal: stop.signal }).result).toMatchObject({ attempts: 0, error: { type: 'aborted' } });
    expect([seen, told]).toEqual([[], ['released']]);
  });

  it('a budget of nothing lets nothing in, also where no claims are kept', async () => {
    const { tool, seen } = counted();
    const end = await execute(tool, {}, { policy: { budgets: { tool: 0 } } });
    expect([end, seen]).toMatchObject([{ error: { type: 'budget_exhausted' } }, []]);
    expect(await execute(tool, {}, { policy: { budgets: { tool: 1 } } })).toMatchObject({ status: 'success' });
  });

  it.each<[string, () => Promise<never>, unknown, number]>([
    ['happened', async () => ({ kind: 'happened', result: 5 }) as never, { kind: 'happened', result: 5 }, 0],
    ['nonsense', async () => 'maybe' as never, { kind: 'unknown' }, 1],
    ['an error', () => Promise.reject(new Error('no')), { kind: 'unknown' }, 1],
  ])('a tool that says %s of an earlier call is asked under the limits of a call', async (_, reconcile, answer, warnings) => {
    const { tool } = counted({ reconcile });
    const { gate, requests } = scriptedGate([]);
    const { result, logged } = begin(tool, { gate });
    await result;
    expect(await requests[0]?.reconcile?.('earlier key')).toEqual(answer);
    expect(logged).toHaveLength(warnings);
  });
});

describe('when a tool has ended', () => {
  it('a failure is recorded like a success', async () => {
    const { tool } = counted({ run: () => Promise.reject(new Error('full')) });
    const { gate, told } = scriptedGate([]);
    await begin(tool, { gate }).result;
    expect(told).toEqual([{ status: 'error', type: 'execution_error', message: 'full', details: { toolName: 'tool' } }]);
  });

  it('an end that was recorded before counts, and is told', async () => {
    const first: ClaimedEnd = { status: 'ok', result: 'first', effects: [] };
    const { gate } = scriptedGate([], { settle: async () => first });
    expect(await begin(counted().tool, { gate }).result).toMatchObject({ status: 'success', result: 'first', attempts: 1, replayed: true });
  });

  it('an end that cannot be recorded is uncertain', async () => {
    const { gate } = scriptedGate([], { settle: () => Promise.reject(storeFailed) });
    const { result, logged } = begin(counted().tool, { gate });
    expect(await result).toMatchObject({
      attempts: 1,
      error: { type: 'uncertain', details: { key: 'the key', status: 'ok' }, retryable: false },
    });
    expect(logged).toEqual(['The end of a call of "tool" could not be recorded.']);
  });

  it('because it was stopped, no end is recorded', async () => {
    const stop = new AbortController();
    const { gate, told } = scriptedGate([]);
    const { clock, result } = begin(counted({ run: endless }).tool, { gate, signal: stop.signal });
    await clock.advance(1);
    stop.abort();
    await clock.advance(0);
    expect([await result, told]).toMatchObject([{ attempts: 1, error: { type: 'aborted' } }, ['abandoned']]);
  });

  it('because it was stopped, and that cannot be told, it is aborted all the same', async () => {
    const stop = new AbortController();
    const { gate } = scriptedGate([], { abandon: () => Promise.reject(storeFailed) });
    const { clock, result, logged } = begin(counted({ run: endless }).tool, { gate, signal: stop.signal });
    await clock.advance(1);
    stop.abort();
    await clock.advance(0);
    expect(await result).toMatchObject({ error: { type: 'aborted' } });
    expect(logged).toEqual(['What became of a call of "tool" could not be recorded.']);
  });

  it.each([
    ['keyed', ['abandoned']],
    ['unsafe', [{ status: 'error', type: 'execution_error', message: 'busy', details: { toolName: 'tool', code: 'busy' } }]],
  ] as const)('and is stopped before another try, a %s call is left as whoever resumes needs it', async (effect, expected) => {
    const stop = new AbortController();
    const { gate, told } = scriptedGate([]);
    const busy = () => Promise.reject(Object.assign(new Error('busy'), { code: 'busy' }));
    const { clock, result } = begin(counted({ effect, run: busy }).tool, { gate, signal: stop.signal, retry: { retries: 1 } });
    await clock.advance(1);
    stop.abort();
    await clock.advance(0);
    expect([await result, told]).toMatchObject([{ attempts: 1, error: { type: 'aborted' } }, expected]);
  });

  it.each<[string, ClaimDecision | IntarsiaError, object, number]>([
    [
      'ended elsewhere meanwhile',
      { kind: 'ended', end: { status: 'ok', result: 1, effects: [] } },
      { status: 'success', replayed: true },
      0,
    ],
    ['is held elsewhere meanwhile', { kind: 'held', key: 'k' }, { error: { type: 'conflict' } }, 0],
    ['has no budget left', { kind: 'budget_exhausted', key: 'k', limit: 1 }, { error: { type: 'execution_error', message: 'no' } }, 1],
    ['cannot be claimed again', storeFailed, { error: { type: 'execution_error', message: 'no' } }, 1],
  ])('and %s, there is no other try', async (_, decision, expected, settled) => {
    const { gate, told } = scriptedGate(['run', decision]);
    const { tool } = counted({ effect: 'keyed', run: () => Promise.reject(new Error('no')) });
    const { clock, result } = begin(tool, { gate, retry: { retries: 1 } });
    await clock.advance(250);
    expect(await result).toMatchObject({ attempts: 1, ...expected });
    expect(told).toHaveLength(settled);
  });
});

describe('a named operation', () => {
  it('that is repeated has one effect, and gives back what the first came to', async () => {
    const { tool, seen } = counted();
    const options = { operationId: 'order 7', claims: memoryClaims() };
    const clock = virtualClock();
    const first = await execute(tool, { a: 1 }, { ...options, clock });
    expect(await execute(tool, { a: 1 }, { ...options, clock })).toEqual({ ...first, attempts: 0, replayed: true });
    expect(seen).toHaveLength(1);
    expect(await execute(tool, { a: 2 }, { ...options, clock })).toMatchObject({
      error: {
        type: 'conflict',
        message: expect.stringContaining('Give a new one a `position` of its own'),
        details: { reason: 'changed' },
      },
    });
  });

  it('has as many calls of a tool as there are positions, each once', async () => {
    const { tool, seen } = counted();
    const options = { operationId: 'order 7', claims: memoryClaims(), clock: virtualClock() };
    const ids: string[] = [];
    for (const position of [undefined, 'Ann', 'Bob', 'model:0:0', 'Ann']) {
      const end = await execute(tool, { to: position ?? '' }, { ...options, ...(position !== undefined && { position }) });
      expect(end).toMatchObject({ status: 'success' });
      ids.push(end.toolCallId);
    }
    expect(seen).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    expect((await inspectOperation(options)).calls.map(({ position }) => position)).toEqual([
      'direct',
      'direct:Ann',
      'direct:Bob',
      'direct:model:0:0',
    ]);
  });

  it('counts the calls of all its positions against the budget of a tool', async () => {
    const { tool, seen } = counted();
    const options = { operationId: 'order 7', claims: memoryClaims(), policy: { budgets: { tool: 1 } }, clock: virtualClock() };
    expect(await execute(tool, {}, { ...options, position: 'Ann' })).toMatchObject({ status: 'success' });
    expect(await execute(tool, {}, { ...options, position: 'Bob' })).toMatchObject({ error: { type: 'budget_exhausted' } });
    expect(seen).toHaveLength(1);
  });

  it('that is repeated at the same time has one effect', async () => {
    const release = Promise.withResolvers<string>();
    const { tool } = counted({ run: () => release.promise });
    const options = { operationId: 'order 7', claims: memoryClaims() };
    const first = start(tool, options);
    await first.clock.advance(0);
    expect(await start(tool, { ...options, clock: first.clock }).result).toMatchObject({ error: { type: 'conflict', retryable: true } });
    release.resolve('done');
    expect(await first.result).toMatchObject({ status: 'success', result: 'done' });
  });
});
