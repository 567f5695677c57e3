import type { ToolError } from '../execution/tool-call.ts';
import type { ToolDefinition } from '../tool.ts';

/** What a registry is made from: a list, a record or Map (its keys are the names that are offered and run), one tool, or a registry. */
export type ToolInputs =
  | ToolRegistry
  | readonly ToolDefinition<never>[]
  | Readonly<Record<string, ToolDefinition<never>>>
  | ReadonlyMap<string, ToolDefinition<never>>
  | ToolDefinition<never>;

/** Tools by the names they are offered and run under, in their order. Reading it never changes it; `snapshot` gives one that nobody changes. */
export interface ToolRegistry extends Iterable<readonly [name: string, tool: ToolDefinition]> {
  readonly kind: 'intarsia.tools';
  readonly size: number;
  get(name: string): ToolDefinition | undefined;
  has(name: string): boolean;
  names(): readonly string[];
  /** Digest of what a model and an approval see of a tool: name, description, schemas, effect, risk. */
  digestOf(name: string): string | undefined;
  snapshot(): ToolRegistry;
}

/** A registry that changes while others work with snapshots of it (tool-calling 10). */
export interface LiveToolRegistry extends ToolRegistry {
  /** The same tool twice is no change; another one under a taken name needs `replace`. A refused registration changes nothing. */
  registerTool(
    tool: ToolDefinition<never>,
    options?: { readonly as?: string; readonly replace?: boolean },
  ): { readonly kind: 'registered' } | { readonly kind: 'refused'; readonly error: ToolError };
  /** False for a name that is not there. */
  unregisterTool(name: string): boolean;
  hasTool(name: string): boolean;
  listTools(): readonly string[];
}

/** Where a call comes from: any object; only these paths of it are read, and only own properties. */
export type CallContext = Readonly<Record<string, unknown>>;

/** The path that a registry was found at, in the order in which they are looked at; `none` when there is none. */
export type RegistrySource =
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
