import { asIntarsiaError } from '../../ports/errors.ts';
import type { ToolError } from '../execution/tool-call.ts';
import type { ToolDefinition } from '../tool.ts';
import { createRegistry, duplicate, fixedRegistry } from './create-registry.ts';
import { definitionDigest } from './definition-digest.ts';
import { isSameTool, readTool } from './read-tool.ts';
import type { LiveToolRegistry, ToolInputs, ToolRegistry } from './tool-registry.ts';

/** What an owner of a live registry does not take up, or null. */
export type RefuseTool = (tool: ToolDefinition) => ToolError | null;

/** A registry whose tools come and go. Throws as `createRegistry` does for the tools that it begins with. */
export function createLiveRegistry(inputs: ToolInputs = [], refuse: RefuseTool = () => null): LiveToolRegistry {
  const tools = new Map(createRegistry(inputs));
  // Made when it is asked for: many registrations in a row do not copy all the tools each.
  let current: ToolRegistry | null = null;
  const snapshot = () => {
    current ??= fixedRegistry(new Map(tools));
    return current;
  };
  return Object.freeze<LiveToolRegistry>({
    kind: 'intarsia.tools',
    get size() {
      return tools.size;
    },
    get: (name) => tools.get(name),
    has: (name) => tools.has(name),
    hasTool: (name) => tools.has(name),
    names: () => [...tools.keys()],
    listTools: () => [...tools.keys()],
    digestOf: (name) => snapshot().digestOf(name),
    snapshot,
    [Symbol.iterator]: () => snapshot()[Symbol.iterator](),
    registerTool(given, { as, replace = false } = {}) {
      const read = readTool(given, as ?? null);
      if (read.kind === 'invalid') return { kind: 'refused', error: invalid(read.name, read.message, read.cause) };
      const { tool } = read;
      const known = tools.get(tool.name);
      if (known !== undefined && isSameTool(known, given)) return { kind: 'registered' };
      const error = known !== undefined && !replace ? duplicateError(tool.name) : (unclosed(tool) ?? refuse(tool));
      if (error !== null) return { kind: 'refused', error };
      tools.set(tool.name, tool);
      current = null;
      return { kind: 'registered' };
    },
    unregisterTool(name) {
      current = null;
      return tools.delete(name);
    },
  });
}

/** The refusal of a name that is taken. */
export const duplicateError = (name: string): ToolError => ({
  type: 'duplicate_tool',
  message: duplicate(name),
  details: { name },
  retryable: false,
});

const invalid = (name: string, message: string, cause?: unknown): ToolError => {
  const error: ToolError = { type: 'invalid_tool', message, details: { name }, retryable: false };
  return cause === undefined ? error : { ...error, cause };
};

/** A single tool is told at once what keeps its schemas from being closed. */
function unclosed(tool: ToolDefinition): ToolError | null {
  try {
    definitionDigest(tool);
    return null;
  } catch (cause) {
    return invalid(tool.name, asIntarsiaError(cause, 'tool_invalid', `The schemas of "${tool.name}" cannot be read.`).message, cause);
  }
}
