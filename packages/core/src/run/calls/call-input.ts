import type { UiContract } from '../../documents/workflow.ts';
import type { CallRecord } from '../../journal/state.ts';
import { digestOf } from '../../outputs/canonical.ts';
import { type ErrorCode, isIntarsiaError } from '../../ports/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { bindOutput, checkInput, closedInput, readArguments, type ToolInput } from '../../tools/tool-input.ts';
import { toolResult } from '../../tools/tool-result.ts';
import { checkShown } from '../../tools/ui-contract.ts';
import { modelPosition } from '../turn/decide-turn.ts';
import { openTurnOf, type TurnContext } from '../turn/turn-context.ts';
import { bindingOf } from './load-tool.ts';

/** The checked input of a recorded call, or why it has none. */
export type CallInput =
  | { readonly kind: 'bound'; readonly input: Readonly<Record<string, Json>> }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/**
 * What a call is run with: the arguments of the model, or the validated output of the turn, checked against the tool's own schema. That of a UI_Tool runs only
 * with a person's answer.
 */
export function inputOf(context: TurnContext, call: CallRecord, tool: ToolDefinition): CallInput {
  const given = claimedInput(context, call, tool);
  const contract = bindingOf(context, call)?.ui ?? null;
  if (contract === null || call.answer !== null) return given;
  const shown = shownOf(contract, given);
  return shown.kind === 'refused' ? shown : { kind: 'refused', code: 'ui_answer_required', message: 'Nobody was asked.' };
}

/** What a UI_Tool shows: its checked input, if its contract takes it (workflow-documents 1.7). What a schema makes of arguments need not be JSON. */
export function shownOf(
  contract: UiContract,
  given: CallInput,
): { readonly kind: 'shown'; readonly payload: JsonObject } | Extract<CallInput, { readonly kind: 'refused' }> {
  if (given.kind === 'refused') return given;
  const payload = toolResult(given.input);
  if (payload.kind === 'invalid' || !isJsonObject(payload.value))
    return wrongArguments('What it shows cannot be written as a JSON object.');
  const checked = checkShown(contract, payload.value);
  return checked.kind === 'fits' ? { kind: 'shown', payload: checked.value } : wrongArguments(checked.message);
}

function claimedInput(context: TurnContext, call: CallRecord, tool: ToolDefinition): CallInput {
  const given = givenTo(context, call);
  if (digestOf(given) !== call.argumentsDigest) {
    return { kind: 'refused', code: 'tool_arguments_changed', message: 'The arguments are not those that were claimed.' };
  }
  return checkGiven(context, tool, given);
}

/** What a call is made with, before it is checked: the text of a model's arguments, or the validated output of the turn. */
export type GivenArguments = string | JsonObject;

/** What the record of the turn gives to a call. */
export function givenTo(context: TurnContext, { position }: Pick<CallRecord, 'position'>): GivenArguments {
  const turn = openTurnOf(context);
  const asked = turn?.replies.flatMap((reply) =>
    reply.toolCalls.map((toolCall, index) => ({ at: modelPosition(reply.ordinal, index), toolCall })),
  );
  return asked?.find(({ at }) => at === position)?.toolCall.arguments ?? turn?.accepted?.data ?? {};
}

/** The input of a call: that of an auto tool is a copy of its own of the turn's output, which the tool may change (case AT8). */
export function checkGiven(context: TurnContext, tool: ToolDefinition, given: GivenArguments): CallInput {
  if (typeof given !== 'string') return checked(context, tool, () => bindOutput(tool, structuredClone(given)));
  const parsed = readArguments(given);
  if (parsed.kind === 'refused') return wrongArguments(parsed.message);
  return checked(context, tool, () => checkInput(tool, parsed.value));
}

/** The input that a check gives. When the schema's own code fails on these arguments, they are refused: they would fail at every dispatch. */
function checked({ settings }: TurnContext, tool: ToolDefinition, check: () => ToolInput): CallInput {
  closedInput(tool); // a schema that cannot be closed fails the turn: that is not about these arguments
  let input: ToolInput;
  try {
    input = check();
  } catch (cause) {
    if (isIntarsiaError(cause) && cause.code !== 'tool_invalid') throw cause;
    input = { kind: 'refused', message: 'The arguments could not be checked: the code of the schema failed on them.', problems: [], cause };
  }
  if (input.kind === 'bound') return input;
  if ('cause' in input) {
    settings.log({ level: 'error', message: `The input schema of "${tool.name}" failed on its arguments.`, cause: input.cause });
  }
  return wrongArguments(input.message);
}

const wrongArguments = (message: string): Extract<CallInput, { readonly kind: 'refused' }> => ({
  kind: 'refused',
  code: 'tool_arguments_invalid',
  message,
});
