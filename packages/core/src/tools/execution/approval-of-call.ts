import type { JsonObject } from '../../ports/json.ts';
import type { ToolDefinition } from '../tool.ts';
import { toolResult } from '../tool-result.ts';
import type { CallSetup } from './call-setup.ts';
import { timeoutOf } from './call-setup.ts';
import type { CheckedCall } from './check-call.ts';
import { type LimitedCode, runLimited } from './limited-code.ts';

/**
 * Whether a person must approve a call: its policy or its tool says so, or the tool's `needsApproval` says anything but false of the checked arguments. It is not
 * asked of arguments that are invalid; they, and code that fails or does not end within the limit of a call, need approval (case T9). `isAsked`: a person was asked
 * of this call before; so it stays, whatever the code would say by now.
 */
export async function needsApproval(
  checked: CheckedCall,
  setup: Pick<CallSetup, 'clock' | 'signal' | 'toolTimeoutMs'>,
  isAsked = false,
): Promise<boolean> {
  if (checked.kind === 'refused' || checked.approval.kind === 'allowed') return false;
  if (checked.kind === 'invalid' || checked.approval.when === 'always' || isAsked) return true;
  return asksApproval(checked.tool, checked.input, { ...setup, timeoutMs: timeoutOf(checked, setup) });
}

/** Whether a conditional tool says anything but false of checked arguments; code that fails, or does not end in time or before it is stopped, did not say it. */
export async function asksApproval(
  tool: ToolDefinition,
  input: JsonObject,
  { clock, signal, timeoutMs }: Pick<LimitedCode, 'clock' | 'signal' | 'timeoutMs'>,
): Promise<boolean> {
  const { end } = await runLimited({
    clock,
    signal,
    timeoutMs,
    graceMs: 0,
    start: () => tool.needsApproval(input),
    read: (value) => toolResult(value),
    close() {},
  });
  return end.kind !== 'returned' || end.result !== false;
}
