import type { ToolError } from '../execution/tool-call.ts';
import { fixedRegistry, readRegistry } from './create-registry.ts';
import type { CallContext, RegistrySource, ToolInputs, ToolRegistry } from './tool-registry.ts';

/** The tools of one call as they are now, and where they were found; or why they cannot be used, which is never made up for by a later place. */
export type ResolvedTools =
  | { readonly kind: 'resolved'; readonly registry: ToolRegistry; readonly source: RegistrySource }
  | { readonly kind: 'refused'; readonly error: ToolError; readonly source: RegistrySource };

/** The paths of a context at which tools are looked for, in their order (tool-calling 2). */
export const registryPaths = [
  'context.tools',
  'context.tool_calling.tools',
  'context.chat.tools',
  'context.state.tool_calling.tools',
  'context.state.chat.tools',
  'context.agent.state.tool_calling.tools',
  'context.agent.state.chat.tools',
  'context.plugin_state.tool_calling.tools',
  'context.plugin_state.chat.tools',
] as const satisfies readonly RegistrySource[];

/**
 * Finds the tools of a call: those that the verb was given, else the first of the nine paths of its context that holds something; nothing is merged. Null and
 * undefined are nothing; an empty registry, or `false`, is something and hides what comes after it (cases TOOL-32 to TOOL-34). The registry is a snapshot.
 */
export function resolveTools(context: CallContext = {}, tools?: ToolInputs | null): ResolvedTools {
  if (tools !== undefined && tools !== null) return resolved(tools, 'tools');
  for (const source of registryPaths) {
    const found = valueAt(context, source);
    if (found.kind === 'unreadable') return { kind: 'refused', error: unreadable(source, found.cause), source };
    if (found.value !== undefined && found.value !== null) return resolved(found.value, source);
  }
  return { kind: 'resolved', registry: noTools, source: 'none' };
}

const noTools = fixedRegistry(new Map());

function resolved(given: unknown, source: RegistrySource): ResolvedTools {
  if (given === false) return { kind: 'resolved', registry: noTools, source };
  const read = readRegistry(given);
  if (read.kind === 'refused') return { ...read, source };
  return { kind: 'resolved', registry: read.registry, source };
}

function valueAt(
  context: unknown,
  source: RegistrySource,
): { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'unreadable'; readonly cause: unknown } {
  try {
    return { kind: 'value', value: source.split('.').slice(1).reduce(memberOf, context) };
  } catch (cause) {
    return { kind: 'unreadable', cause };
  }
}

/** A member of an object, or one that its class gives it; what everything inherits from Object.prototype is nobody's tools. */
function memberOf(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return !Object.hasOwn(holder, key) && key in Object.prototype ? undefined : Reflect.get(holder, key);
}

const unreadable = (source: RegistrySource, cause: unknown): ToolError => ({
  type: 'invalid_input',
  message: `The context cannot be read at \`${source}\`: its own code failed.`,
  details: { source },
  retryable: false,
  cause,
});
