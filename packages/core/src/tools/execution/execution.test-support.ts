import { countingIds, type VirtualClock, virtualClock } from '../../testing/index.ts';
import { createRegistry } from '../registry/index.ts';
import type { ToolDefinition } from '../tool.ts';
import { type ExecuteToolOptions, executeTool } from './execute-tool.ts';
import type { ToolCallResult, ToolEvent } from './tool-call.ts';

/** A call under way, with what was told and logged of it. */
export interface Started {
  readonly clock: VirtualClock;
  readonly events: readonly ToolEvent[];
  readonly logged: readonly { readonly message: string; readonly cause?: unknown }[];
  readonly result: Promise<ToolCallResult>;
  /** How the call ended; undefined while it has not. */
  ended(): ToolCallResult | undefined;
}

/** Starts one call of a tool, named `tool` unless it has a name, on a clock that stands still. */
export function start(tool: ToolDefinition<never>, options: Partial<ExecuteToolOptions> = {}): Started {
  const clock = virtualClock();
  const events: ToolEvent[] = [];
  const logged: { readonly message: string; readonly cause?: unknown }[] = [];
  let end: ToolCallResult | undefined;
  const toolName = tool.name === '' ? 'tool' : tool.name;
  const result = executeTool({
    toolName,
    tools: createRegistry({ [toolName]: tool }),
    clock,
    ids: countingIds(),
    onEvent: (event) => events.push(event),
    log: (entry) => logged.push(entry),
    ...options,
  });
  void result.then((settled) => {
    end = settled;
  });
  return { clock, events, logged, result, ended: () => end };
}

/** The end of one call that needs no time. */
export const execute = (
  tool: ToolDefinition<never>,
  params: ExecuteToolOptions['params'] = {},
  options: Partial<ExecuteToolOptions> = {},
) => start(tool, { params, ...options }).result;
