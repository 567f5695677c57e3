import type { ToolBinding } from '../../documents/workflow.ts';
import type { CallRecord } from '../../journal/state.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { ToolLoadResult } from '../../ports/tools.ts';
import { graceAfterStop } from '../../tools/execution/grace.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { registeredTool } from '../registered-tools.ts';
import { autoPosition } from '../turn/decide-turn.ts';
import type { TurnContext } from '../turn/turn-context.ts';

/** How long the code of a tool may take to load: a top-level `await` that hangs must not hold the run. */
const maxLoadMs = 30_000;

/** The binding that a recorded call belongs to; undefined when the agent has no such tool. */
export function bindingOf(context: Pick<TurnContext, 'agent'>, call: CallRecord): ToolBinding | undefined {
  const { autoTools, callableTools } = context.agent;
  if (call.position.startsWith('auto:'))
    return autoTools.find((binding) => autoPosition(binding) === call.position && binding.function === call.tool);
  return callableTools.find((binding) => binding.function === call.tool);
}

/** Fresh code of a binding, or the tool that was registered; rejects with the loader's code, with `tool_invalid` for code that does not load in time, or with the reason of a stopped run. */
export async function loadTool(context: TurnContext, binding: ToolBinding): Promise<ToolDefinition> {
  const { settings, workflow, signal } = context;
  const registered = registeredTool(binding);
  if (registered !== undefined) return registered;
  const late = Promise.withResolvers<ToolLoadResult>();
  const cancel = settings.clock.timer(maxLoadMs, () => late.resolve(hangs(binding)));
  const grace = graceAfterStop(settings.clock, settings.graceMs, signal);
  const stopped = grace.over.then(() => {
    throw signal.reason;
  });
  try {
    const loaded = await Promise.race([settings.tools.load(workflow, binding), late.promise, stopped]);
    if (loaded.kind === 'loaded') return askingOnce(binding, loaded.tool);
    throw new IntarsiaError(loaded.code, loaded.message, { retryable: true, cause: loaded.cause });
  } finally {
    cancel();
    grace.cancel();
  }
}

/** What a person answers to a UI_Tool is no approval, so a tool cannot want both. */
function askingOnce({ ui, file }: ToolBinding, tool: ToolDefinition): ToolDefinition {
  if (ui === null || tool.approval === 'never') return tool;
  const message = `The tool of ${file} asks a person as a UI_Tool and has requiresApproval, too: leave requiresApproval out, or let another tool ask.`;
  throw new IntarsiaError('tool_invalid', message, { retryable: true });
}

const hangs = ({ file }: ToolBinding): ToolLoadResult => {
  const message = `The tool file ${file} did not load within ${maxLoadMs / 1000} s: something that it awaits at its top does not end.`;
  return { kind: 'missing', code: 'tool_invalid', message };
};
