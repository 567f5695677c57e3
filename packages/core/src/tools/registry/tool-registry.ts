import type { ToolError } from '../execution/tool-call.ts';
import type { ToolDefinition } from '../tool.ts';

/** What a registry is made from: a list, a record or Map (its keys are the names that tools are offered and run under), one tool, or a registry. */
export type ToolInputs =
  | ToolRegistry
  | readonly ToolDefinition<never>[]
  | Readonly<Record<string, ToolDefinition<never>>>
  | ReadonlyMap<string, ToolDefinition<never>>
  | ToolDefinition<never>;

/**
 * Tools by the names they are offered and run under, in their order. Each is a frozen copy, with that name, of the definition as it was when it was taken up:
 * what its owner changes afterwards changes nothing here (but a schema counts as it is when it is first closed). Reading never changes a registry; `snapshot` gives one that nobody changes.
 */
export interface ToolRegistry extends Iterable<readonly [name: string, tool: ToolDefinition]> {
  readonly kind: 'intarsia.tools';
  readonly size: number;
  get(name: string): ToolDefinition | undefined;
  has(name: string): boolean;
  names(): readonly string[];
  /** `definitionDigest` of a tool, made once; undefined for a name that is not there. Throws `tool_invalid` for a tool with a schema that cannot be closed. */
  digestOf(name: string): string | undefined;
  snapshot(): ToolRegistry;
}

/** A registry that changes while others work with snapshots of it (tool-calling 10). Its iterator and `names` are those of the moment. */
export interface LiveToolRegistry extends ToolRegistry {
  /**
   * Takes a tool up under its own name, or `as` another. The same tool twice is no change; another one under a taken name needs `replace`. A refused one changes
   * nothing: `invalid_tool` says what is wrong, with the places of a schema that cannot be closed (case S4), `duplicate_tool` whose name is taken.
   */
  registerTool(
    tool: ToolDefinition<never>,
    options?: { readonly as?: string; readonly replace?: boolean },
  ): { readonly kind: 'registered' } | { readonly kind: 'refused'; readonly error: ToolError };
  /** False for a name that is not there. */
  unregisterTool(name: string): boolean;
  hasTool(name: string): boolean;
  listTools(): readonly string[];
}

/** Where a call comes from: any object, instances of classes too. Only the paths of `RegistrySource` are read for tools. */
export type CallContext = Readonly<Record<string, unknown>>;

/** The place that a registry was found at, in the order in which they are looked at: what the verb itself was given, then the context; `none` when there is none. */
export type RegistrySource =
  | 'tools'
  | 'context.tools'
  | 'context.tool_calling.tools'
  | 'context.chat.tools'
  | 'context.state.tool_calling.tools'
  | 'context.state.chat.tools'
  | 'context.agent.state.tool_calling.tools'
  | 'context.agent.state.chat.tools'
  | 'context.plugin_state.tool_calling.tools'
  | 'context.plugin_state.chat.tools'
  | 'none';
