import { afterEach, describe, expect, it } from 'vitest';
import { createRegistry } from './create-registry.ts';
import { listTools } from './list-tools.ts';
import { add, hostile, multiply, offByHundred, ran } from './registry.test-support.ts';
import { registryPaths, resolveTools } from './resolve-tools.ts';
import type { CallContext, RegistrySource } from './tool-registry.ts';

/** A context with a value at one or several paths. */
function contextOf(...values: readonly (readonly [RegistrySource, unknown])[]): CallContext {
  const within = (holder: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown => {
    const members = typeof holder === 'object' && holder !== null ? { ...holder } : {};
    return { ...members, [key]: rest.length === 0 ? value : within(Reflect.get(members, key), rest, value) };
  };
  return values.reduce<unknown>((context, [path, value]) => within(context, path.split('.').slice(1), value), {}) as CallContext;
}

const namesAt = (context: CallContext): readonly unknown[] => {
  const found = resolveTools(context);
  return found.kind === 'resolved' ? [found.source, ...found.registry.names()] : [found.source, found.error.type];
};

describe('the tools of a context', () => {
  it('TOOL-32 are looked for at nine paths in this order', () => {
    expect(registryPaths).toEqual([
      'context.tools',
      'context.tool_calling.tools',
      'context.chat.tools',
      'context.state.tool_calling.tools',
      'context.state.chat.tools',
      'context.agent.state.tool_calling.tools',
      'context.agent.state.chat.tools',
      'context.plugin_state.tool_calling.tools',
      'context.plugin_state.chat.tools',
    ]);
  });

  it.each(registryPaths)('TOOL-32 are found at %s alone, and listed', (path) => {
    const context = contextOf([path, { multiply, add }]);
    expect(namesAt(context)).toEqual([path, 'multiply', 'add']);
    expect(listTools({ context })).toMatchObject({ kind: 'listed', source: path, tools: [{ name: 'add' }, { name: 'multiply' }] });
  });

  it.each(registryPaths.map((path, index) => [path, registryPaths.slice(index + 1)] as const))(
    'TOOL-32 at %s come before those of every later path',
    (path, later) => {
      const context = contextOf([path, { first: add }], ...later.map((each) => [each, { second: multiply }] as const));
      expect(namesAt(context)).toEqual([path, 'first']);
    },
  );

  it('TOOL-33 of the context itself win over those of a plugin: the sum is 2, not 102', () => {
    const found = resolveTools({ tools: { add }, plugin_state: { chat: { tools: { add: offByHundred } } } });
    expect(found.kind === 'resolved' && ran(found.registry.get('add'), { a: 1, b: 1 })).toEqual({ sum: 2 });
  });

  it.each<[string, unknown]>([
    ['an empty record', {}],
    ['an empty list', []],
    ['an empty Map', new Map()],
    ['an empty registry', createRegistry([])],
    ['false', false],
  ])('TOOL-34 that are %s hide all later ones, and the source says which path did it', (_, empty) => {
    const context = { tools: empty, chat: { tools: { add } }, plugin_state: { chat: { tools: { add } } } };
    expect(namesAt(context)).toEqual(['context.tools']);
    expect(listTools({ context })).toMatchObject({ kind: 'listed', tools: [], count: 0, source: 'context.tools' });
  });

  it.each([[undefined], [null]])('TOOL-34 that are %s hide nothing', (nothing) => {
    expect(namesAt({ tools: nothing, chat: { tools: nothing }, agent: nothing, state: { chat: { tools: { add } } } })).toEqual([
      'context.state.chat.tools',
      'add',
    ]);
  });

  it('are none, without an error, where there are none', () => {
    expect(namesAt({})).toEqual(['none']);
    expect(resolveTools()).toMatchObject({ kind: 'resolved', source: 'none' });
    expect(namesAt({ chat: 'text', agent: 5, state: [], plugin_state: () => 1 })).toEqual(['none']);
  });

  it('given to the verb itself come before every path, empty ones too', () => {
    expect(resolveTools({ tools: { add } }, [multiply])).toMatchObject({ kind: 'resolved', source: 'tools', registry: { size: 1 } });
    expect(resolveTools({ tools: { add } }, [])).toMatchObject({ source: 'tools', registry: { size: 0 } });
    expect(resolveTools({ tools: { add } }, null)).toMatchObject({ source: 'context.tools' });
  });

  it.each<[string, unknown]>([
    ['what is no tools', 'add'],
    ['true', true],
    ['0', 0],
    ['a member that is no tool', { add, other: 5 }],
    ['two tools of one name', [add, offByHundred]],
  ])('TOOL-37 at a path that holds %s are refused there: no later path makes up for it', (_, wrong) => {
    const found = resolveTools({ tool_calling: { tools: wrong }, chat: { tools: { add } } });
    expect(found).toMatchObject({
      kind: 'refused',
      source: 'context.tool_calling.tools',
      error: { type: expect.stringMatching(/_tool$/) },
    });
    expect(listTools({ context: { tools: wrong } })).toMatchObject({ kind: 'refused' });
  });
});

describe('a context of any kind', () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'tools');
  });

  class Agent {
    readonly #tools: unknown;
    readonly id = 'a1';
    constructor(tools: unknown) {
      this.#tools = tools;
    }
    get state() {
      return { tool_calling: { tools: this.#tools } };
    }
  }
  class OwnState {
    readonly state = { chat: { tools: { add } } };
  }

  it('TOOL-38 may hold an agent that is an instance of a class, with its state as a field or behind a getter', () => {
    expect(namesAt({ agent: new Agent({ multiply }) })).toEqual(['context.agent.state.tool_calling.tools', 'multiply']);
    expect(namesAt({ agent: new OwnState() })).toEqual(['context.agent.state.chat.tools', 'add']);
    expect(namesAt(new (class extends OwnState {})() as never)).toEqual(['context.state.chat.tools', 'add']);
    expect(namesAt({ agent: Object.create({ state: { chat: { tools: { add } } } }) })).toEqual(['context.agent.state.chat.tools', 'add']);
  });

  it('TOOL-38 gives nobody the tools that were put on the prototype of every object', () => {
    Object.defineProperty(Object.prototype, 'tools', { value: { planted: add }, configurable: true });
    expect(namesAt({})).toEqual(['none']);
    expect(namesAt({ chat: {}, agent: { state: { chat: {} } } })).toEqual(['none']);
    expect(namesAt({ tools: { multiply } })).toEqual(['context.tools', 'multiply']);
  });

  it.each<[string, CallContext, RegistrySource]>([
    ['the context itself', hostile(), 'context.tools'],
    ['its agent', { agent: hostile() }, 'context.agent.state.tool_calling.tools'],
    [
      'a getter',
      {
        get chat() {
          throw new Error('secret');
        },
      },
      'context.chat.tools',
    ],
  ])('TOOL-38 that throws at %s is refused with the path, and no later path is looked at', (_, context, source) => {
    const withLater =
      source === 'context.tools' ? context : Object.defineProperty(context, 'plugin_state', { value: { chat: { tools: { add } } } });
    const found = resolveTools(withLater);
    expect(found).toMatchObject({ kind: 'refused', source, error: { type: 'invalid_input', message: expect.stringContaining(source) } });
    expect(found.kind === 'refused' && found.error.message).not.toContain('secret');
    expect(listTools({ context: withLater })).toMatchObject({ kind: 'refused' });
  });

  it('is not read beyond the path that holds the tools', () => {
    const context = {
      tools: [add],
      get chat() {
        throw new Error('not to be read');
      },
    };
    expect(namesAt(context)).toEqual(['context.tools', 'add']);
  });
});
