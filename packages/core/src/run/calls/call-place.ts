import type { ToolBinding, ToolOutcome } from '../../documents/workflow.ts';
import type { CallRecord } from '../../journal/state.ts';
import { type CallKey, callKey } from '../../ports/ids.ts';
import { registeredTool } from '../registered-tools.ts';
import type { TurnContext } from '../turn/turn-context.ts';

/** What a claim says of the tool of a call. */
export type ClaimedBinding = Pick<ToolBinding, 'function' | 'surface' | 'ui' | 'selfEmitsUi' | 'outcome'>;

/** A call that is to be claimed, or asked about. */
export interface ClaimableCall<Binding extends ClaimedBinding = ToolBinding> {
  readonly position: string;
  readonly callId: string | null;
  readonly binding: Binding;
  readonly effect: CallRecord['effect'];
  readonly digest: string;
}

/** The key of the call at a place of the turn. */
export const keyOf = ({ channel, turn }: TurnContext, position: string): CallKey => callKey(`${channel.id}:${turn}:${position}`);

/** What every fact that begins a call says of it. */
export function placeOf(context: TurnContext, call: ClaimableCall<ClaimedBinding>) {
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

/** What a claim keeps of a binding for who has no documents at hand. */
export function bindingFacts(binding: ClaimedBinding) {
  return {
    ...(registeredTool(binding) !== undefined && { registered: true as const }),
    ...(binding.outcome !== null && { outcome: recorded(binding.outcome) }),
  };
}

const recorded = (outcome: ToolOutcome) => ({ ...outcome, values: [...outcome.values], retryOn: [...outcome.retryOn] });
