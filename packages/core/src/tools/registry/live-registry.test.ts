import { describe, expect, it } from 'vitest';
import { defineTool } from '../define-tool.ts';
import { createLiveRegistry } from './live-registry.ts';
import { add, hostile, multiply, named, offByHundred, ran, unclosable } from './registry.test-support.ts';
import { resolveTools } from './resolve-tools.ts';

describe('a live registry', () => {
  it('TOOL-71 takes a tool up; what is none is refused as invalid_tool', () => {
    const registry = createLiveRegistry();
    expect(registry.registerTool(multiply)).toEqual({ kind: 'registered' });
    expect(registry.hasTool('multiply')).toBe(true);
    for (const given of [null, 5, 'add', () => 1, {}, { ...add, run: 1 }, hostile(), defineTool({ run: () => 1 })]) {
      expect(registry.registerTool(given as never)).toMatchObject({ kind: 'refused', error: { type: 'invalid_tool', retryable: false } });
    }
    expect(registry.listTools()).toEqual(['multiply']);
  });

  it('TOOL-71 says at once where a schema cannot be closed', () => {
    expect(createLiveRegistry().registerTool(unclosable)).toMatchObject({
      kind: 'refused',
      error: { type: 'invalid_tool', message: expect.stringContaining('/properties/range/properties/from'), details: { name: 'broken' } },
    });
  });

  it('TOOL-71 takes the same tool twice as no change', () => {
    const registry = createLiveRegistry([add]);
    const before = registry.snapshot();
    const kept = registry.get('add');
    expect(registry.registerTool(add)).toEqual({ kind: 'registered' });
    expect(kept && registry.registerTool(kept)).toEqual({ kind: 'registered' });
    expect(registry.snapshot()).toBe(before);
  });

  it('TOOL-71 refuses another tool of a taken name as duplicate_tool and stays as it was, unless told to replace', () => {
    const registry = createLiveRegistry([add]);
    const before = registry.digestOf('add');
    expect(registry.registerTool(offByHundred)).toMatchObject({
      kind: 'refused',
      error: { type: 'duplicate_tool', details: { name: 'add' } },
    });
    expect(registry.registerTool(multiply, { as: 'add' })).toMatchObject({ kind: 'refused', error: { type: 'duplicate_tool' } });
    expect(ran(registry.get('add'), { a: 1, b: 1 })).toEqual({ sum: 2 });
    expect(registry.digestOf('add')).toBe(before);
    expect(registry.registerTool(multiply, { as: 'add', replace: true })).toEqual({ kind: 'registered' });
    expect(ran(registry.get('add'), { a: 1, b: 1 })).toEqual({ product: 1 });
    expect(registry.digestOf('add')).not.toBe(before);
    expect(registry.size).toBe(1);
  });

  it('TOOL-72 forgets a tool; an unknown name is false and nothing is thrown', () => {
    const registry = createLiveRegistry({ add, times: multiply });
    expect(registry.unregisterTool('times')).toBe(true);
    for (const name of ['times', 'multiply', 'constructor', '__proto__', '']) expect(registry.unregisterTool(name)).toBe(false);
    expect(registry.hasTool('times')).toBe(false);
    expect(registry.has('times')).toBe(false);
    expect(registry.listTools()).toEqual(['add']);
    expect(registry.names()).toEqual(['add']);
    expect([...registry].map(([name]) => name)).toEqual(['add']);
  });

  it('TOOL-72 gives a call that began a snapshot, which keeps what was there', () => {
    const registry = createLiveRegistry([add]);
    const begun = resolveTools({ tools: registry });
    if (begun.kind === 'refused') throw new Error(begun.error.message);
    registry.unregisterTool('add');
    registry.registerTool(multiply);
    expect(begun.registry.names()).toEqual(['add']);
    expect(ran(begun.registry.get('add'), { a: 1, b: 2 })).toEqual({ sum: 3 });
    const next = resolveTools({ tools: registry });
    expect(next.kind === 'resolved' && next.registry).toBe(registry.snapshot());
    expect(registry.snapshot().names()).toEqual(['multiply']);
  });

  it('may change while it is walked', () => {
    const registry = createLiveRegistry([named('one'), named('two')]);
    const seen: string[] = [];
    for (const [name] of registry) {
      seen.push(name);
      registry.unregisterTool(name);
      registry.registerTool(named(`${name}_again`));
    }
    expect(seen).toEqual(['one', 'two']);
    expect(registry.listTools()).toEqual(['one_again', 'two_again']);
  });
});
