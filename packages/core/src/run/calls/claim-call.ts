import type { ToolBinding } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import { digestOf } from '../../outputs/canonical.ts';
import type { ModelToolCall } from '../../ports/agents.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { autoPosition, modelPosition } from '../turn/decide-turn.ts';
import { openTurnOf, type TurnContext } from '../turn/turn-context.ts';
import { askAgain, askApproval } from './approve-call.ts';
import { checkGiven, type GivenArguments, shownOf } from './call-input.ts';
import { bindingFacts, type ClaimableCall, type ClaimedBinding, keyOf, placeOf } from './call-place.ts';
import { bindingOf, loadTool } from './load-tool.ts';
import { attemptWrites, beginCall } from './outcome-call.ts';
import { settled } from './settle-call.ts';

/**
 * The claim of an agent's auto tool. A tool with an outcome counts its attempt and says its error value in the same commit, before it starts; one that may not be
 * called is settled at once. Rejects with `tool_not_found` or `tool_invalid` when its code is not there now.
 */
export async function claimAuto(context: TurnContext, binding: ToolBinding): Promise<readonly EnvelopeDraft[]> {
  const data = openTurnOf(context)?.accepted?.data ?? {};
  const at = { position: autoPosition(binding), callId: null, digest: digestOf(data) };
  const key = keyOf(context, at.position);
  const begun = beginCall(context, binding);
  if (begun?.kind === 'refused') {
    const end = { ...begun, delta: { set: begun.writes, delete: [] } };
    return [claim(context, { ...at, binding, effect: 'none' }), settled(context, { key, attempt: 1 }, end, 0)];
  }
  const tool = await loadTool(context, binding);
  const claimed = await claimOrAsk(context, { ...at, binding, effect: tool.effect }, tool, data);
  return begun === null ? [claimed] : [claimed, attemptWrites(context, key, begun.writes)];
}

/** The claim of one call that the model asked for. A tool that the agent does not have is claimed as harmless and settles as an error. */
export async function claimModelCall(
  context: TurnContext,
  ordinal: number,
  index: number,
  { id, name, arguments: given }: ModelToolCall,
): Promise<readonly EnvelopeDraft[]> {
  const binding = context.agent.callableTools.find((candidate) => candidate.function === name);
  const at = { position: modelPosition(ordinal, index), callId: id, digest: digestOf(given) };
  if (binding === undefined) return [claim(context, { ...at, binding: unknownTool(name), effect: 'none' })];
  const tool = await loadTool(context, binding);
  return [await claimOrAsk(context, { ...at, binding, effect: tool.effect }, tool, given)];
}

/**
 * The same claim again under this owner's epoch: next attempt, same key, with the effect that the tool declares now, for it is the code of now that runs; or what a
 * person is asked, who did not allow what its tool is now.
 */
export async function reclaim(context: TurnContext, call: CallRecord): Promise<EnvelopeDraft> {
  const at = { position: call.position, callId: call.callId, digest: call.argumentsDigest };
  const binding = bindingOf(context, call);
  if (binding === undefined) return claim(context, { ...at, binding: unknownTool(call.tool), effect: call.effect }, call.attempt + 1);
  const tool = await loadTool(context, binding);
  const asked = await askAgain(context, call, binding, tool);
  return asked ?? claim(context, { ...at, binding, effect: tool.effect }, call.attempt + 1);
}

const unknownTool = (name: string): ClaimedBinding => ({
  function: name,
  surface: null,
  ui: null,
  selfEmitsUi: false,
  outcome: null,
});

function claim(context: TurnContext, call: ClaimableCall<ClaimedBinding>, attempt = 1): EnvelopeDraft {
  const { ui, surface, selfEmitsUi } = call.binding;
  return factDraft(context.sender, 'intarsia.tool.claimed', {
    ...placeOf(context, call),
    attempt,
    epoch: context.channel.epoch,
    // What a UI_Tool shows is its request; its result is nobody's to see.
    surface: ui === null ? surface : null,
    ...(selfEmitsUi && { self_emits_ui: true }),
    ...bindingFacts(call.binding),
  });
}

/**
 * What a person is asked stands where the claim would: a UI_Tool runs after the answer, a tool that needs approval after it is allowed (architecture 4.9). What
 * may not be shown is claimed as every call is, and fails when it is run.
 */
async function claimOrAsk(context: TurnContext, call: ClaimableCall, tool: ToolDefinition, given: GivenArguments): Promise<EnvelopeDraft> {
  const { ui, surface } = call.binding;
  if (ui === null || surface === null) return (await askApproval(context, call, tool, given)) ?? claim(context, call);
  const shown = shownOf(ui, checkGiven(context, tool, given));
  if (shown.kind === 'refused') return claim(context, call);
  return factDraft(context.sender, 'intarsia.ui.requested', {
    ...placeOf(context, call),
    surface,
    payload: shown.payload,
    actions: [...ui.actions],
  });
}
