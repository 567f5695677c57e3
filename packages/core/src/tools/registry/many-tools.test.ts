import { describe, expect, it, vi } from 'vitest';
import { defineTool, type ToolAuthoring } from '../define-tool.ts';
import { createRegistry } from './create-registry.ts';
import { listTools } from './list-tools.ts';
import { createLiveRegistry } from './live-registry.ts';
import { resolveTools } from './resolve-tools.ts';

const many = 5_000;

/** Tools that count how often anything of them is read, and how often a schema of theirs is asked for its JSON Schema. */
function countedTools(count: number) {
  const reads = { members: 0, schemas: 0 };
  const input = (): NonNullable<ToolAuthoring<unknown>['input']> => ({
    '~standard': {
      version: 1,
      vendor: 'counted',
      validate: (value) => ({ value }),
      jsonSchema: {
        input() {
          reads.schemas += 1;
          return { type: 'object', properties: { a: { type: 'integer' } } };
        },
        output: () => ({ type: 'object', properties: { a: { type: 'integer' } } }),
      },
    },
  });
  const tools = Array.from({ length: count }, (_, index) => {
    const tool = defineTool({ name: `tool_${index}`, input: input(), run: () => index });
    return new Proxy(tool, {
      get(target, key) {
        reads.members += 1;
        return Reflect.get(target, key);
      },
    });
  });
  return { tools, reads };
}

describe('a registry of 5,000 tools', () => {
  it('is made by reading each tool once, as often as a small one, and closes no schema', () => {
    const [small, large] = [countedTools(10), countedTools(many)];
    createRegistry(small.tools);
    const registry = createRegistry(large.tools);
    expect(registry.size).toBe(many);
    expect(large.reads.members / many).toBe(small.reads.members / 10);
    expect(small.reads.members / 10).toBeLessThan(60);
    expect(large.reads.schemas).toBe(0);
  });

  it('is looked up, listed, filtered and resolved without reading a tool or walking what is not asked for', () => {
    const { tools, reads } = countedTools(many);
    const registry = createRegistry(tools);
    const made = reads.members;
    expect(registry.get('tool_4999')?.name).toBe('tool_4999');
    expect(registry.has('tool_5000')).toBe(false);
    expect(registry.names()).toBe(registry.names());
    expect(resolveTools({ plugin_state: { chat: { tools: registry } } })).toMatchObject({ kind: 'resolved', registry: { size: many } });
    expect(listTools({ tools: registry, includeSchema: false })).toMatchObject({ count: many });
    const allowedTools = registry.names();
    expect(listTools({ tools: registry, includeSchema: false, allowedTools })).toMatchObject({ count: many });
    expect(reads).toEqual({ members: made, schemas: 0 });
    expect(listTools({ tools: registry, filter: 'tool_499' })).toMatchObject({ count: 11 });
    const closed = reads.schemas;
    expect(closed).toBeLessThanOrEqual(11 * 2);
    expect(listTools({ tools: registry, filter: 'tool_499' })).toMatchObject({ count: 11 });
    expect(registry.digestOf('tool_4990')).toBe(registry.digestOf('tool_4990'));
    expect(reads).toEqual({ members: made, schemas: closed });
  });

  it('is built up and torn down one by one without copying it for each', () => {
    /** How many members are put into Maps for each tool that is registered. */
    const putPerTool = (count: number) => {
      const { tools } = countedTools(count);
      const registry = createLiveRegistry();
      const put = vi.spyOn(Map.prototype, 'set');
      for (const tool of tools) registry.registerTool(tool);
      for (const name of registry.listTools()) registry.unregisterTool(name);
      const { length } = put.mock.calls;
      put.mockRestore();
      expect(registry.size).toBe(0);
      return length / count;
    };
    const few = putPerTool(50);
    expect(few).toBeGreaterThanOrEqual(1);
    expect(putPerTool(500) / few).toBeLessThan(1.5);
  });

  it('is copied for a call once, however many calls there are until it changes', () => {
    const registry = createLiveRegistry(countedTools(many).tools);
    const snapshot = registry.snapshot();
    const found = resolveTools({ tools: registry });
    expect(found.kind === 'resolved' && found.registry).toBe(snapshot);
    expect(listTools({ tools: registry, includeSchema: false })).toMatchObject({ count: many });
    expect(registry.snapshot()).toBe(snapshot);
    registry.unregisterTool('tool_0');
    expect(registry.snapshot().size).toBe(many - 1);
    expect(snapshot.size).toBe(many);
  });
});
