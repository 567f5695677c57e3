import type { Clock } from '../../ports/clock.ts';
import type { ToolCallSettings } from '../calling/call-with-tools-types.ts';
import { memberOf } from '../thrown.ts';
import type { RunFacts, ToolContext } from '../tool.ts';
import type { CheckedCall } from './check-call.ts';
import type { CollectedEffects } from './effects.ts';
import type { OpenedVariables, OperationVariables } from './operation-variables.ts';
import type { ClaimGate } from './tool-call.ts';

/** The limit of a call whose tool has none of its own, in milliseconds. */
export const defaultToolTimeoutMs = 30_000;
/** Longer than any process waits, and what a claim can record. */
const maxTimeoutMs = 2 ** 31 - 1;

/** What the calls of one operation outside of a run share. */
export interface CallSetup
  extends Pick<ToolCallSettings, 'context' | 'policy' | 'retry' | 'toolTimeoutMs' | 'services' | 'onEvent' | 'log'> {
  readonly operationId: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly variables: OperationVariables;
  /** Decides whether a call may be entered; without one every call may. */
  readonly gate?: ClaimGate;
}

/** A call that may be made with the arguments it has. */
export type ReadyCall = CheckedCall & { readonly kind: 'ready' };

/** How long a try of a call may take: what its tool says, else what the caller says, else 30,000. */
export function timeoutOf({ tool }: Pick<ReadyCall, 'tool'>, { toolTimeoutMs = 0 }: Pick<CallSetup, 'toolTimeoutMs'>): number {
  return Math.min(tool.timeoutMs ?? (toolTimeoutMs > 0 ? toolTimeoutMs : defaultToolTimeoutMs), maxTimeoutMs);
}

/** What one try of a call is run with. */
export interface TryFacts {
  readonly key: string;
  /** From 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly variables: OpenedVariables;
  readonly effects: CollectedEffects;
}

/**
 * The context of a tool outside of a run. What the caller gave is in `data` alone, over the `tool_context` in it, so nothing of it passes for a fact of the
 * runtime; `run` has the seven texts of the caller's `run` (case TOOL-73).
 */
export function toolContext({ call }: Pick<ReadyCall, 'call'>, setup: CallSetup, facts: TryFacts): ToolContext {
  const { context = {}, services = {} } = setup;
  return {
    contextVariables: facts.variables.access,
    idempotencyKey: facts.key,
    signal: facts.signal,
    run: runFactsOf(context),
    answer: null,
    services: { ...services },
    call: { id: call.id, tool: call.name, attempt: facts.attempt },
    data: Object.freeze({ ...Object(context['tool_context']), ...context }),
    emit: facts.effects.emit,
  };
}

function runFactsOf(context: object): RunFacts {
  const given = memberOf(context, 'run');
  const text = (key: keyof RunFacts): string => {
    const value = memberOf(given, key);
    return typeof value === 'string' ? value : '';
  };
  return {
    tenant: text('tenant'),
    chat: text('chat'),
    app: text('app'),
    workflow: text('workflow'),
    run: text('run'),
    turn: text('turn'),
    agent: text('agent'),
  };
}
