import type { Json } from '../ports/json.ts';
import { messageOf } from './thrown.ts';
import type { ToolDefinition } from './tool.ts';
import { closedOutput } from './tool-input.ts';
import { type ResultReading, type ToolResult, toolResult } from './tool-result.ts';

const maxShown = 10;

/**
 * What `run` of a tool gave back, as it counts: JSON, through the author's own steps around the check against the declared output (case TOOL-54). Throws
 * `tool_invalid` for an output that cannot be closed.
 */
export function readOutput(tool: ToolDefinition, value: unknown, reading?: ResultReading): ToolResult {
  const read = toolResult(value, reading);
  const { beforeOutput, afterOutput } = tool.hooks;
  const declared = closedOutput(tool);
  if (read.kind === 'invalid' || (declared === null && beforeOutput === undefined && afterOutput === undefined)) return read;
  const before = stepped((result) => tool.hooks.beforeOutput?.(result), read.value);
  if (before.kind === 'invalid') return before;
  const checked = declared?.check(before.value) ?? { kind: 'accepted', value: before.value };
  if (checked.kind === 'accepted') {
    const accepted = toolResult(checked.value);
    return accepted.kind === 'invalid' ? accepted : stepped((result) => tool.hooks.afterOutput?.(result), accepted.value);
  }
  const problems = checked.problems.slice(0, maxShown).map(({ path, message }) => `${path}: ${message}`);
  const message = `The result is not what the tool declares: ${problems.join('; ')}`;
  return { kind: 'invalid', message, ...('cause' in checked && { cause: checked.cause }) };
}

function stepped(step: (result: Json) => Json | undefined, value: Json): ToolResult {
  try {
    const given = step(value);
    return given === undefined ? { kind: 'json', value } : toolResult(given);
  } catch (cause) {
    return { kind: 'invalid', message: messageOf(cause) ?? 'The tool refused its own result.', cause };
  }
}
