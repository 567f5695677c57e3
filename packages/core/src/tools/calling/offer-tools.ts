import type { ModelTool, ToolChoice } from '../../ports/agents.ts';
import { tell } from '../execution/tell.ts';
import { fixedRegistry } from '../registry/create-registry.ts';
import { resolveTools } from '../registry/resolve-tools.ts';
import { decidePolicy } from '../registry/tool-policy.ts';
import type { ToolRegistry } from '../registry/tool-registry.ts';
import { memberOf } from '../thrown.ts';
import { describeTool } from '../tool-input.ts';
import { callError } from './call-error.ts';
import type { CallError, CallWithToolsOptions } from './call-with-tools-types.ts';

/** The tools of one operation: what may be called, and what of it the model is told about. A snapshot: nothing that comes or goes meanwhile counts. */
export interface OfferedTools {
  readonly registry: ToolRegistry;
  readonly offered: readonly ModelTool[];
  readonly toolChoice: ToolChoice;
}

/**
 * Finds the tools of an operation and what is offered of them: those in `only` that the policy lets run (tool-calling 3.2, T6; cases TOOL-11, TOOL-12). A tool with
 * a schema that cannot be closed is not offered, which the log is told (case S4).
 */
export function offerTools(options: CallWithToolsOptions, complain: (error: CallError) => void): OfferedTools {
  const { context, tools, policy, log, toolChoice = 'auto' } = options;
  const resolved = resolveTools(context, tools);
  if (resolved.kind === 'refused')
    complain(callError('invalid_input', resolved.error.type, resolved.error.message, { details: resolved.error.details }));
  const all = resolved.kind === 'resolved' ? resolved.registry : fixedRegistry(new Map());
  const registry = narrowed(all, options, complain);
  const offered = [...registry].flatMap(([name, tool]): readonly ModelTool[] => {
    if (decidePolicy(policy, name, tool).kind === 'forbidden') return [];
    try {
      return [describeTool(name, null, tool)];
    } catch (cause) {
      tell(log, { level: 'warn', message: `"${name}" is not offered: its schema cannot be closed.`, cause });
      return [];
    }
  });
  const wrong = wrongChoice(toolChoice, offered);
  if (wrong !== null) complain(callError('invalid_input', 'invalid_tool_choice', wrong));
  return { registry, offered, toolChoice };
}

/** What keeps a model from choosing as it is told to; null when nothing does. */
function wrongChoice(toolChoice: ToolChoice, offered: readonly ModelTool[]): string | null {
  const tool = memberOf(toolChoice, 'tool');
  if (typeof tool === 'string')
    return offered.some(({ name }) => name === tool) ? null : `\`toolChoice\` asks for "${tool}", which is not offered.`;
  if (toolChoice === 'required') return offered.length > 0 ? null : '`toolChoice` is "required", and no tool is offered.';
  return toolChoice === 'auto' || toolChoice === 'none' ? null : '`toolChoice` must be "auto", "none", "required" or `{ tool }`.';
}

function narrowed(
  registry: ToolRegistry,
  { only, unknownTools = 'error' }: CallWithToolsOptions,
  complain: (error: CallError) => void,
): ToolRegistry {
  if (only === undefined) return registry;
  if (!Array.isArray(only) || only.some((name) => typeof name !== 'string')) {
    complain(callError('invalid_input', 'invalid_only', '`only` must be a list of names.'));
    return registry;
  }
  const wanted = new Set(only);
  const unknown = [...wanted].filter((name) => !registry.has(name)).sort();
  if (unknown.length > 0 && unknownTools !== 'ignore') {
    const message = `\`only\` names tools that are not there: ${unknown.join(', ')}.`;
    complain(callError('unknown_tools', 'unknown_tools', message, { details: { unknown, known: registry.names() } }));
  }
  return fixedRegistry(new Map([...registry].filter(([name]) => wanted.has(name))));
}
