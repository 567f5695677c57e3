import type { JsonObject } from '../../ports/json.ts';
import type { Decision, ToolCallSettings } from '../calling/call-with-tools-types.ts';
import { claimGate } from '../claims/index.ts';
import { randomIds, systemClock } from '../platform.ts';
import { resolveTools } from '../registry/index.ts';
import { checkCall } from './check-call.ts';
import { executeCall } from './execute-call.ts';
import { operationVariables } from './operation-variables.ts';
import { settingsProblem } from './settings-problem.ts';
import type { ToolCallResult, ToolError } from './tool-call.ts';
import { toolError } from './tool-error.ts';

/** Input of `executeTool`; names and defaults are those of the source document. */
export interface ExecuteToolOptions extends ToolCallSettings {
  readonly toolName: string;
  /** One object; what it holds counts as the JSON that it would be written as. Default `{}`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Tells several calls of one tool in one operation apart, 1 to 128 characters; without it an operation has one direct call of each tool. */
  readonly position?: string;
  /** What a person decided of exactly this call; without it a tool that needs approval is refused with `approval_required`. */
  readonly decision?: Decision;
}

/**
 * Runs one tool that the caller chose: `{ toolName, status: 'success', result }`, or `status: 'error'` with a typed error. The tools are `tools`, else those of
 * the first of the nine paths of `context` that holds some. Names that look sensitive are no hindrance, a `policy` is (case TOOL-47).
 */
export async function executeTool(options: ExecuteToolOptions): Promise<ToolCallResult> {
  const { toolName, params = {}, position, decision = null, signal, clock = systemClock, ids = randomIds, claims, ...settings } = options;
  const wrong = wrongInput(options);
  if (wrong !== null) return notCalled(toolName, wrong);
  const resolved = resolveTools(settings.context, settings.tools);
  if (resolved.kind === 'refused') return notCalled(toolName, resolved.error);
  const operationId = settings.operationId ?? ids.randomHex(16);
  const place = position === undefined ? '' : `:${position}`;
  const call = { id: `${operationId}:${toolName}${place}`, name: toolName, arguments: params as JsonObject, position: `direct${place}` };
  const checked = checkCall(call, { registry: resolved.registry, policy: settings.policy });
  const setup = {
    ...settings,
    operationId,
    clock,
    signal: signal ?? new AbortController().signal,
    variables: operationVariables(settings.context),
    ...(claims !== undefined && { gate: claimGate({ claims, operationId, clock, ids }) }),
  };
  return executeCall(checked, setup, decision);
}

/** What is wrong with what a caller gave, whatever its types say; null when nothing is (case TOOL-39). */
function wrongInput({ toolName, params, ...settings }: { readonly [Key in keyof ExecuteToolOptions]?: unknown }): ToolError | null {
  if (toolName === undefined || toolName === null || (typeof toolName === 'string' && toolName.trim() === ''))
    return invalid('tool_name_required', 'Say which tool to run: `toolName` is missing or empty.');
  if (typeof toolName !== 'string') return invalid('invalid_tool_name', '`toolName` must be a text.');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return invalid('invalid_params', '`params` must be one object, not a text or a list.');
  const problem = settingsProblem(settings);
  return problem && invalid(problem.code, problem.message);
}

const invalid = (code: string, message: string): ToolError => toolError('invalid_input', message, { details: { code } });

const notCalled = (toolName: unknown, error: ToolError): ToolCallResult => ({
  toolCallId: '',
  toolName: typeof toolName === 'string' ? toolName : '',
  status: 'error',
  attempts: 0,
  durationMs: 0,
  error,
});
