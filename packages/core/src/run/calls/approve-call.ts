import type { ToolBinding } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import type { Json } from '../../ports/json.ts';
import { asksApproval } from '../../tools/execution/approval-of-call.ts';
import { definitionDigest } from '../../tools/registry/definition-digest.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { readArguments } from '../../tools/tool-input.ts';
import { toolResult } from '../../tools/tool-result.ts';
import type { TurnContext } from '../turn/turn-context.ts';
import { type CallInput, checkGiven, type GivenArguments, givenTo } from './call-input.ts';
import { bindingFacts, type ClaimableCall, placeOf } from './call-place.ts';
import { defaultTimeoutMs } from './tool-code.ts';

/**
 * What a person is asked before a call may be made; null when nobody has to be asked. A conditional tool says so of checked arguments: arguments that are not what it
 * declares need approval without being shown to it (case T9). Rejects with the reason of a stopped run.
 */
export async function askApproval(
  context: TurnContext,
  call: ClaimableCall,
  tool: ToolDefinition,
  given: GivenArguments,
): Promise<EnvelopeDraft | null> {
  if (tool.approval === 'never') return null;
  const input = checkGiven(context, tool, given);
  if (tool.approval === 'conditional' && input.kind === 'bound' && !(await asks(context, call.binding, tool, input))) return null;
  return factDraft(context.sender, 'intarsia.approval.requested', {
    ...placeOf(context, call),
    arguments: shownArguments(input, given),
    definition: definitionDigest(tool),
    risk: tool.risk,
    ...bindingFacts(call.binding),
  });
}

/** The same for a call that is recorded already: what was allowed stands as long as its tool is defined as it was then (case T24). */
export async function askAgain(
  context: TurnContext,
  { position, callId, argumentsDigest: digest, approval }: CallRecord,
  binding: ToolBinding,
  tool: ToolDefinition,
): Promise<EnvelopeDraft | null> {
  if (approval?.decision === 'allow' && approval.definition === definitionDigest(tool)) return null;
  return askApproval(context, { position, callId, digest, binding, effect: tool.effect }, tool, givenTo(context, { position }));
}

async function asks(
  { settings: { clock }, signal, holdIdle }: TurnContext,
  binding: ToolBinding,
  tool: ToolDefinition,
  { input }: Extract<CallInput, { readonly kind: 'bound' }>,
): Promise<boolean> {
  const timeoutMs = binding.timeoutMs ?? tool.timeoutMs ?? defaultTimeoutMs;
  const goOn = holdIdle();
  try {
    return await asksApproval(tool, input, { clock, signal, timeoutMs });
  } finally {
    goOn();
    signal.throwIfAborted();
  }
}

/** What a person is shown, unredacted: nobody can approve what they do not see. What a schema makes of arguments need not be JSON. */
function shownArguments(input: CallInput, given: GivenArguments): Json {
  const checked = input.kind === 'bound' ? toolResult(input.input) : input;
  if (checked.kind === 'json') return checked.value;
  if (typeof given !== 'string') return given;
  const parsed = readArguments(given);
  return parsed.kind === 'parsed' ? parsed.value : given;
}
