import type { ToolBinding } from '../../documents/workflow.ts';
import type { CallRecord } from '../../journal/state.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { ToolLoadResult } from '../../ports/tools.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { autoPosition } from '../decide-turn.ts';
import type { TurnContext } from '../turn-context.ts';
import { graceAfterStop } from './grace.ts';

/** How long the code of a tool may take to load: a top-level `await` that hangs must not hold the run. */
const maxLoadMs = 30_000;

/** The binding that a recorded call belongs to; undefined when the agent has no such tool. */
export function bindingOf(context: Pick<TurnContext, 'agent'>, call: CallRecord): ToolBinding | undefined {
  const { autoTools, callableTools } = context.agent;
  if (call.position.startsWith('auto:'))
    return autoTools.find((binding) => autoPosition(binding) === call.position && binding.function === call.tool);
  return callableTools.find((binding) => binding.function === call.tool);
}

/** Fresh code of a binding; rejects with the loader's code, with `tool_invalid` for code that does not load in time, or with the reason of a stopped run. */
export async function loadTool(context: TurnContext, binding: ToolBinding): Promise<ToolDefinition> {
  const { settings, workflow, signal } = context;
  const over = new AbortController();
  const late = Promise.withResolvers<ToolLoadResult>();
  const cancel = settings.clock.timer(maxLoadMs, () => late.resolve(hangs(binding)));
  const stopped = graceAfterStop(context, over.signal).then(() => {
    throw signal.reason;
  });
  try {
    const loaded = await Promise.race([settings.tools.load(workflow, binding), late.promise, stopped]);
    if (loaded.kind === 'loaded') return loaded.tool;
    throw new IntarsiaError(loaded.code, loaded.message, { retryable: true, cause: loaded.cause });
  } finally {
    cancel();
    over.abort('over'); // with a reason of its own: without one an exception with its stack is made, at every call
  }
}

const hangs = ({ file }: ToolBinding): ToolLoadResult => {
  const message = `The tool file ${file} did not load within ${maxLoadMs / 1000} s: something that it awaits at its top does not end.`;
  return { kind: 'missing', code: 'tool_invalid', message };
};
