import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type Json } from '../../ports/json.ts';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolContext, ToolDefinition } from '../tool.ts';
import { maxCallText } from '../tool-result.ts';
import { execute, start } from './execution.test-support.ts';

const done = defineTool({ run: () => 'done' });
const endless = defineTool({
  run: (_, { signal }) => new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});
const throwing = defineTool({ run: () => Promise.reject(new Error('no')) });

describe('events', () => {
  const stop = new AbortController();
  it.each<[string, ToolDefinition, Parameters<typeof start>[1], string, number]>([
    ['ok', done, {}, 'ok', 0],
    ['a tool that throws', throwing, {}, 'error', 0],
    ['a tool that throws twice', throwing, { retry: { retries: 1 }, tools: { tool: { ...throwing, effect: 'none' } } }, 'error', 250],
    ['an unknown tool', done, { toolName: 'other' }, 'error', 0],
    ['a forbidden tool', done, { policy: { deny: ['tool'] } }, 'error', 0],
    ['wrong arguments', defineTool({ input: z.object({ a: z.int() }), run: () => null }) as unknown as ToolDefinition, {}, 'error', 0],
    ['a call that needs approval', defineTool({ requiresApproval: true, run: () => null }), {}, 'error', 0],
    ['a tool over its limit', endless, { toolTimeoutMs: 20 }, 'timeout', 20],
    ['a call that is stopped', endless, { signal: stop.signal }, 'aborted', 300],
  ])(
    'TOOL-77 of %s are one start and one end of the same call, with how it ended and how long it took',
    async (_, tool, options, outcome, durationMs) => {
      const { clock, result, events } = start(tool, options);
      await clock.advance(300);
      if (outcome === 'aborted') stop.abort();
      await clock.advance(100);
      const { toolCallId, toolName } = await result;
      expect(events).toEqual([
        { kind: 'tool.start', callId: toolCallId, tool: toolName, arguments: {} },
        { kind: 'tool.end', callId: toolCallId, tool: toolName, outcome, durationMs },
      ]);
    },
  );

  it('TOOL-69 hide what looks secret in the arguments, but for what the tool declares public', async () => {
    const params = { user: 'Ann', password: 'hunter2', next_page_token: 'abc' };
    const seen: unknown[] = [];
    const tool = defineTool({
      publicFields: ['next_page_token'],
      run(input) {
        seen.push(input);
        return input;
      },
    });
    const { result, events } = start(tool, { params });
    expect(await result).toMatchObject({ result: params });
    expect(seen).toEqual([params]);
    expect(events[0]).toMatchObject({ arguments: { user: 'Ann', password: '[REDACTED]', next_page_token: 'abc' } });
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('listener');
      },
    ],
    ['rejects', () => Promise.reject(new Error('listener'))],
  ])('TOOL-78 a listener or a log that %s changes nothing', async (_, listener) => {
    const quiet = await start(throwing).result;
    const loud = await start(throwing, { onEvent: listener as () => void, log: listener as () => void }).result;
    expect(loud).toEqual(quiet);
    expect(await execute(done, {}, { onEvent: listener as () => void })).toMatchObject({ status: 'success' });
  });

  it('TOOL-78 without a listener nobody is told, and a call ends as with one', async () => {
    const { result, logged } = start(throwing);
    const silent = start(throwing, { onEvent: undefined as unknown as () => void });
    expect(await silent.result).toEqual(await result);
    expect([silent.events, silent.logged.length]).toEqual([[], logged.length]);
  });
});

describe('effects', () => {
  const types = ['state.set', 'mail.send', 'state.set', 'job.start'];
  const emitting = defineTool({
    run(_, { emit }) {
      for (const [index, type] of types.entries()) emit({ type, index });
      emit('no type');
      return null;
    },
  });

  it.each<[string, object | undefined, readonly Json[], number | undefined]>([
    ['all of them, in the order of the calls, without a policy', undefined, [0, 1, 2, 3, 'no type'], undefined],
    ['those of the types that are allowed, in their order', { allow: ['job.start', 'state.set'] }, [0, 2, 3], 2],
    ['those of the types that are not denied', { deny: ['mail.send'] }, [0, 2, 3, 'no type'], 1],
    ['what is allowed and not denied', { allow: ['mail.send', 'job.start'], deny: ['mail.send'] }, [3], 4],
    ['none when the list of allowed ones is empty', { allow: [] }, [], 5],
  ])('TOOL-76 given back are %s; what is dropped is counted', async (_, effects, kept, dropped) => {
    const end = await execute(emitting, {}, effects === undefined ? {} : { policy: { effects } });
    const given = end.status === 'success' ? end.effects : null;
    expect(given?.map((effect) => (isJsonObject(effect) ? effect['index'] : effect))).toEqual(kept);
    expect(end).toMatchObject({ status: 'success', ...(dropped !== undefined && { droppedEffects: dropped }) });
    if (dropped === undefined) expect(end).not.toHaveProperty('droppedEffects');
  });

  it('of a try that failed are none', async () => {
    let tries = 0;
    const tool = defineTool({
      effect: 'none',
      run(_, { emit }) {
        tries += 1;
        emit({ type: 't', tries });
        if (tries === 1) throw new Error('no');
        return null;
      },
    });
    const { clock, result } = start(tool, { retry: { retries: 1 } });
    await clock.advance(250);
    expect(await result).toMatchObject({ effects: [{ tries: 2 }] });
  });

  it('that are more than a record of the call can hold are refused where they are emitted', async () => {
    const half = 'x'.repeat(maxCallText / 2);
    const tool = defineTool({ run: (_, { emit }) => [half, half].map(emit).length });
    expect(await execute(tool, {}, { operationId: 'order', claims: memoryClaims() })).toMatchObject({
      error: { type: 'execution_error', message: 'The tool emitted more than 4 MiB of JSON text in one call. Emit references to it.' },
    });
    const dropping = { policy: { effects: { allow: [] } } };
    expect(await execute(tool, {}, dropping)).toMatchObject({ status: 'success', droppedEffects: 2 });
  });

  it('that JSON cannot hold are refused where they are emitted', async () => {
    const tool = defineTool({ run: (_, { emit }) => emit({ type: 't', id: 5n } as unknown as Json) as undefined });
    expect(await execute(tool)).toMatchObject({
      error: { type: 'execution_error', message: 'The tool emitted a bigint at /id, which JSON cannot hold.' },
    });
  });
});

describe('the context of a tool', () => {
  const seen: ToolContext[] = [];
  const looking = defineTool({
    run(_, context) {
      seen.push(context);
      return context.contextVariables.snapshot();
    },
  });
  const look = async (context: Record<string, unknown>) => {
    seen.length = 0;
    const end = await execute(looking, {}, { context, tools: { looking }, toolName: 'looking' });
    const [given] = seen;
    if (given === undefined) throw new Error('The tool did not run.');
    return { end, given };
  };

  it('TOOL-73 has the data of the request over those of the base', async () => {
    const { given } = await look({ tool_context: { tenant: 'base', locale: 'de' }, tenant: 'request' });
    expect(given.data).toMatchObject({ tenant: 'request', locale: 'de' });
    expect(Object.isFrozen(given.data)).toBe(true);
  });

  it('TOOL-73 has facts of the runtime that nothing in the data passes for', async () => {
    const { given, end } = await look({
      call: { id: 'spoofed', tool: 'other', attempt: 9 },
      idempotencyKey: 'spoofed',
      signal: AbortSignal.abort(),
      answer: { action: 'approve' },
      services: { sandbox: 'spoofed' },
      structured_output: { spoofed: true },
      variables: { structured_output: { spoofed: true }, 'ag:channel': 'spoofed', city: 'Ulm' },
    });
    expect(given.call).toEqual({ id: end.toolCallId, tool: 'looking', attempt: 1 });
    expect(given).toMatchObject({
      answer: null,
      services: {},
      signal: { aborted: false },
      idempotencyKey: expect.not.stringContaining('spoofed'),
    });
    expect(given.contextVariables.get('structured_output')).toBeUndefined();
    expect(end).toMatchObject({ result: { city: 'Ulm' } });
    expect(Object.keys(given).sort()).toEqual([
      'answer',
      'call',
      'contextVariables',
      'data',
      'emit',
      'idempotencyKey',
      'run',
      'services',
      'signal',
    ]);
  });

  it('TOOL-73 has the seven facts of the run as texts, and empty ones where the caller says none', async () => {
    const empty = { tenant: '', chat: '', app: '', workflow: '', run: '', turn: '', agent: '' };
    expect((await look({})).given.run).toEqual(empty);
    expect((await look({ run: { tenant: 't', run: 5, turn: null, other: 'x' } })).given.run).toEqual({ ...empty, tenant: 't' });
  });

  it('has open variables: what JSON holds may be written under any name that is not reserved', async () => {
    const variables = { city: 'Ulm', list: [1], at: new Date(0) };
    const tool = defineTool({
      run(_, { contextVariables: held }) {
        held.set('city', 'Bonn');
        held.set('new', { deep: [1] });
        expect([held.delete('list'), held.delete('list'), held.has('list'), held.has('new'), held.get('at')]).toEqual([
          true,
          false,
          false,
          true,
          undefined,
        ]);
        expect(() => held.set('structured_output', 1)).toThrow(expect.objectContaining({ code: 'context_write_refused' }));
        expect(() => held.set('', 1)).toThrow(expect.objectContaining({ code: 'context_write_refused' }));
        expect(() => held.set('bad', 5n as unknown as Json)).toThrow(expect.objectContaining({ code: 'context_write_refused' }));
        return { keys: held.keys(), all: held.snapshot() };
      },
    });
    expect(await execute(tool, {}, { context: { variables } })).toMatchObject({
      status: 'success',
      result: { keys: ['city', 'new'], all: { city: 'Bonn', new: { deep: [1] } } },
    });
    expect(variables.city).toBe('Ulm');
  });

  it('keeps what a try wrote only if it succeeded', async () => {
    let tries = 0;
    const tool = defineTool({
      effect: 'none',
      run(_, { contextVariables: held }) {
        tries += 1;
        const before = held.get('count') ?? null;
        held.set('count', tries);
        if (tries === 1) throw new Error('no');
        return before;
      },
    });
    const { clock, result } = start(tool, { retry: { retries: 1 } });
    await clock.advance(250);
    expect(await result).toMatchObject({ status: 'success', result: null });
  });
});
