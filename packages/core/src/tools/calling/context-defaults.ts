import type { CallContext } from '../registry/tool-registry.ts';
import { memberOf } from '../thrown.ts';

/** What a context says where the caller of `callWithTools` says nothing. Unchecked: it is read as the caller's own input is. */
export interface ContextDefaults {
  readonly model: unknown;
  readonly system: unknown;
  readonly maxTokens: unknown;
  readonly temperature: unknown;
  readonly autoExecute: unknown;
  readonly maxTurns: unknown;
}

/** Where a context keeps the state of plugins, first to last; unlike for tools, `chat` comes first (tool-calling 3.3). */
const pluginPaths = [
  ['plugin_state', 'chat'],
  ['plugin_state', 'tool_calling'],
  ['state', 'chat'],
  ['state', 'tool_calling'],
  ['agent', 'state', 'chat'],
  ['agent', 'state', 'tool_calling'],
] as const;

const noDefaults: ContextDefaults = {
  model: undefined,
  system: undefined,
  maxTokens: undefined,
  temperature: undefined,
  autoExecute: undefined,
  maxTurns: undefined,
};

/** The defaults that a context gives (tool-calling 3.3, case TOOL-31): its own members first, then those of the first plugin state that has one. */
export function contextDefaults(context: CallContext | undefined): ContextDefaults {
  if (context === undefined) return noDefaults;
  const plugin = (key: string) => first(pluginPaths.map((path) => valueAt(context, [...path, key])));
  const own = (key: string) => valueAt(context, [key]);
  const either = (key: string) => first([own(key), plugin(key)]);
  return {
    model: first([own('default_model'), own('model'), plugin('default_model')]),
    system: first([own('default_system_prompt'), plugin('default_system_prompt'), plugin('system_prompt')]),
    maxTokens: either('default_max_tokens'),
    temperature: either('default_temperature'),
    autoExecute: either('auto_execute'),
    maxTurns: either('max_turns'),
  };
}

const valueAt = (holder: unknown, path: readonly string[]): unknown => path.reduce(memberOf, holder);
const first = (values: readonly unknown[]): unknown => values.find((value) => value !== undefined && value !== null);
