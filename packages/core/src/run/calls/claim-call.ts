import type { ToolBinding, ToolOutcome } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import { digestOf } from '../../outputs/canonical.ts';
import type { ModelToolCall } from '../../ports/agents.ts';
import { type CallKey, callKey } from '../../ports/ids.ts';
import { autoPosition, modelPosition } from '../decide-turn.ts';
import { openTurnOf, type TurnContext } from '../turn-context.ts';
import { argumentsInput, type CallInput, outputInput, shownOf } from './call-input.ts';
import { bindingOf, loadTool } from './load-tool.ts';
import { attemptWrites, beginCall } from './outcome-call.ts';
import { settled } from './settle-call.ts';

/**
 * The claim of an agent's auto tool. A tool with an outcome counts its attempt and says its error value in the same commit, before it starts; one that may not be
 * called is settled at once. Rejects with `tool_not_found` or `tool_invalid` when its code is not there now.
 */
export async function claimAuto(context: TurnContext, binding: ToolBinding): Promise<readonly EnvelopeDraft[]> {
  const data = openTurnOf(context)?.accepted?.data ?? {};
  const at = { position: autoPosition(binding), callId: null, attempt: 1, digest: digestOf(data) };
  const key = keyOf(context, at.position);
  const begun = beginCall(context, binding);
  if (begun?.kind === 'refused') {
    const end = { ...begun, delta: { set: begun.writes, delete: [] } };
    return [claim(context, { ...at, binding, effect: 'none' }), settled(context, { key, attempt: at.attempt }, end, 0)];
  }
  const tool = await loadTool(context, binding);
  const claimed = claimOrAsk(context, { ...at, binding, effect: tool.effect }, () => outputInput(context, tool, data));
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
  const at = { position: modelPosition(ordinal, index), callId: id, attempt: 1, digest: digestOf(given) };
  if (binding === undefined) return [claim(context, { ...at, binding: unknownTool(name), effect: 'none' })];
  const tool = await loadTool(context, binding);
  return [claimOrAsk(context, { ...at, binding, effect: tool.effect }, () => argumentsInput(context, tool, given))];
}

/** The same claim again under this owner's epoch: next attempt, same key. */
export function reclaim(context: TurnContext, call: CallRecord): EnvelopeDraft {
  const binding = bindingOf(context, call);
  const at = { position: call.position, callId: call.callId, attempt: call.attempt + 1, digest: call.argumentsDigest };
  return claim(context, { ...at, binding: binding ?? unknownTool(call.tool), effect: call.effect });
}

type ClaimedBinding = Pick<ToolBinding, 'function' | 'surface' | 'ui' | 'selfEmitsUi' | 'outcome'>;

const unknownTool = (name: string): ClaimedBinding => ({
  function: name,
  surface: null,
  ui: null,
  selfEmitsUi: false,
  outcome: null,
});

const recorded = (outcome: ToolOutcome) => ({ ...outcome, values: [...outcome.values], retryOn: [...outcome.retryOn] });

interface Claim {
  readonly position: string;
  readonly callId: string | null;
  readonly binding: ClaimedBinding;
  readonly effect: CallRecord['effect'];
  readonly attempt: number;
  readonly digest: string;
}

function claim(context: TurnContext, call: Claim): EnvelopeDraft {
  return factDraft(context.sender, 'intarsia.tool.claimed', {
    ...placeOf(context, call),
    attempt: call.attempt,
    epoch: context.channel.epoch,
    // What a UI_Tool shows is its request; its result is nobody's to see.
    surface: call.binding.ui === null ? call.binding.surface : null,
    ...(call.binding.selfEmitsUi && { self_emits_ui: true }),
    ...(call.binding.outcome !== null && { outcome: recorded(call.binding.outcome) }),
  });
}

/**
 * What a UI_Tool asks stands where its claim would: its function runs after the answer (architecture 4.9). What may not be shown is claimed as every call is,
 * and fails when it is run.
 */
function claimOrAsk(context: TurnContext, call: Claim & { readonly binding: ToolBinding }, input: () => CallInput): EnvelopeDraft {
  const { ui, surface } = call.binding;
  if (ui === null || surface === null) return claim(context, call);
  const shown = shownOf(ui, input());
  if (shown.kind === 'refused') return claim(context, call);
  return factDraft(context.sender, 'intarsia.ui.requested', {
    ...placeOf(context, call),
    surface,
    payload: shown.payload,
    actions: [...ui.actions],
  });
}

function placeOf(context: TurnContext, call: Claim) {
  return {
    v: 1,
    turn: context.turn,
    agent: context.agent.name,
    key: keyOf(context, call.position),
    position: call.position,
    call_id: call.callId,
    tool: call.binding.function,
    effect: call.effect,
    arguments_digest: call.digest,
  } as const;
}

const keyOf = ({ channel, turn }: TurnContext, position: string): CallKey => callKey(`${channel.id}:${turn}:${position}`);
