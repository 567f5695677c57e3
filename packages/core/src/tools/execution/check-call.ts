import { freezeDeep } from '../../context/frozen-json.ts';
import { digestOf } from '../../outputs/canonical.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { isSettled } from '../../outputs/validation/settled-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { decidePolicy, type PolicyDecision } from '../registry/tool-policy.ts';
import type { ToolRegistry } from '../registry/tool-registry.ts';
import { messageOf } from '../thrown.ts';
import type { ToolDefinition } from '../tool.ts';
import { checkInput, closedInput, closedOutput, readArguments, type ToolInput } from '../tool-input.ts';
import { toolResult } from '../tool-result.ts';
import type { RequestedCall, ToolError, ToolPolicy } from './tool-call.ts';
import { toolError } from './tool-error.ts';

/** A call and its place in its operation: `direct`, `direct:<position>`, or `model:<reply>:<call>`. */
export interface PlacedCall extends RequestedCall {
  readonly position: string;
}

interface Checked {
  readonly call: PlacedCall;
  /** The arguments as they were given; empty when they are no JSON object. */
  readonly given: JsonObject;
}

interface CheckedTool extends Checked {
  readonly tool: ToolDefinition;
  /** Whether a person must be asked, and of what. */
  readonly approval: Exclude<PolicyDecision, { readonly kind: 'forbidden' }>;
}

/** A call before anything of it has happened. `refused`: it may not be made at all; `invalid`: not with these arguments. */
export type CheckedCall =
  | (CheckedTool & {
      readonly kind: 'ready';
      /** What `run` gets: what the schema makes of the arguments. */
      readonly input: JsonObject;
      readonly argumentsDigest: string;
      readonly definitionDigest: string;
    })
  | (CheckedTool & { readonly kind: 'invalid'; readonly error: ToolError })
  | (Checked & { readonly kind: 'refused'; readonly error: ToolError });

/** What a call is checked against. */
export interface CallRules {
  readonly registry: ToolRegistry;
  readonly policy?: ToolPolicy | undefined;
}

/**
 * Looks a call up, asks the policy, and checks its arguments: text through the strict JSON door, whose refusal is told (case TOOL-26), then against the closed
 * input of the tool. Runs no code of a tool but that of its schemas and hooks. Never throws.
 */
export function checkCall(call: PlacedCall, { registry, policy }: CallRules): CheckedCall {
  const read = readGiven(call.arguments);
  const given = read.kind === 'parsed' && isJsonObject(read.value) ? read.value : {};
  const tool = registry.get(call.name);
  if (tool === undefined) return { kind: 'refused', call, given, error: notFound(call.name, registry) };
  const approval = decidePolicy(policy, call.name, tool);
  if (approval.kind === 'forbidden') {
    const details = { toolName: call.name, reason: approval.reason };
    return { kind: 'refused', call, given, error: toolError('forbidden', approval.message, { details }) };
  }
  try {
    // An output that cannot be closed would be found out too late: after the tool has run.
    closedInput(tool);
    closedOutput(tool);
    const definitionDigest = registry.digestOf(call.name) ?? '';
    const input = read.kind === 'parsed' ? checkInput(tool, read.value) : read;
    if (input.kind === 'refused') return { kind: 'invalid', call, given, tool, approval, error: wrongArguments(call.name, input) };
    return { kind: 'ready', call, given, tool, approval, input: input.input, argumentsDigest: digestOf(given), definitionDigest };
  } catch (cause) {
    const message = messageOf(cause) ?? `The schema of "${call.name}" cannot be used.`;
    return { kind: 'refused', call, given, error: toolError('invalid_tool', message, { details: { toolName: call.name }, cause }) };
  }
}

type Given = { readonly kind: 'parsed'; readonly value: Json } | Extract<ToolInput, { readonly kind: 'refused' }>;

/** Arguments that are a value count as the JSON that they would be written as; those that came through the strict JSON door are that already. */
function readGiven(given: string | JsonObject): Given {
  if (typeof given === 'string') {
    const read = readArguments(given);
    return read.kind === 'parsed' ? read : { ...read, message: `The arguments are no JSON object. ${read.message}` };
  }
  if (isSettled(given)) return { kind: 'parsed', value: given };
  const read = toolResult(given, { says: 'The arguments hold' });
  return read.kind === 'json' ? { kind: 'parsed', value: freezeDeep(read.value) } : { ...read, kind: 'refused', problems: [] };
}

function notFound(toolName: string, registry: ToolRegistry): ToolError {
  const hint = registry.size === 0 ? 'there are no tools at all.' : didYouMean(toolName, registry.names());
  const message = `There is no tool "${toolName.slice(0, 100)}"${hint === undefined ? '.' : `: ${hint}`}`;
  return toolError('not_found', message, { details: { toolName } });
}

function wrongArguments(toolName: string, { message, problems, ...rest }: Extract<Given, { readonly kind: 'refused' }>): ToolError {
  const issues = problems.map(({ path, code, message: what }) => ({ path, code, message: what }));
  return toolError('invalid_arguments', message, { details: { toolName, issues }, cause: rest.cause });
}
