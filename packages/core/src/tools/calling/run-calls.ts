import type { CallSetup } from '../execution/call-setup.ts';
import { executeCall } from '../execution/execute-call.ts';
import { tell } from '../execution/tell.ts';
import type { ClaimRequest, ToolCallResult, ToolEvent } from '../execution/tool-call.ts';
import { type CallOrder, callOrder } from './call-order.ts';
import type { Decision } from './call-with-tools-types.ts';
import type { OpenCall, OpenRound } from './calling-state.ts';
import type { DecidedCall, Operation } from './operation.ts';

/** The calls of one reply while they run. */
export interface RunningRound {
  readonly decided: ReadonlyMap<string, DecidedCall>;
  /** Tells how a call ended, in its turn. */
  ended(position: string, result: ToolCallResult): void;
  /** Listener of the calls' own events, where somebody listens; ends are told in the order of the calls. */
  onEvent(position: string): Pick<CallSetup, 'onEvent'>;
  close(): void;
}

/** Opens a round to be run; what ended before it was opened is not told again. */
export function openRound({ calls }: OpenRound, decided: ReadonlyMap<string, DecidedCall>, { options, emit }: Operation): RunningRound {
  const order: CallOrder = callOrder(calls.length);
  const places = new Map(calls.map(({ call }, index) => [call.position, index]));
  for (const [index, { status }] of calls.entries()) if (status === 'ended') order.over(index);
  return {
    decided,
    ended(position, result) {
      const place = places.get(position) ?? 0;
      order.add(place, () => emit({ kind: 'tool_result', result }));
      order.over(place);
    },
    onEvent(position) {
      const { onEvent: listener } = options;
      if (listener === undefined) return {};
      const onEvent = (event: ToolEvent) => {
        const say = () => tell(listener, event);
        if (event.kind === 'tool.end') order.add(places.get(position) ?? 0, say);
        else say();
      };
      return { onEvent };
    },
    close: order.close,
  };
}

/**
 * Runs calls of one reply, so many at a time (cases TOOL-21, TOOL-22). One that fails is a result like any other. When the operation itself is stopped, those that
 * run are told so and awaited, and those that wait never start and stay as they are (case T7). Never rejects.
 */
export async function runCalls(ready: readonly OpenCall[], round: RunningRound, operation: Operation): Promise<readonly OpenCall[]> {
  const { plan, stop } = operation;
  const queue = ready.entries();
  const calls = [...ready];
  const worker = async () => {
    for (const [index, open] of queue) {
      if (stop.signal.aborted) return;
      calls[index] = await runCall(open, round, operation);
    }
  };
  const workers: Promise<void>[] = [];
  while (workers.length < Math.min(plan.concurrency, ready.length)) workers.push(worker());
  await Promise.all(workers);
  return calls;
}

async function runCall(open: OpenCall, round: RunningRound, { setup }: Operation): Promise<OpenCall> {
  const { call } = open;
  const decided = round.decided.get(call.position);
  if (decided === undefined) return open;
  let isUnclaimed = false;
  const claim = async (request: ClaimRequest) => {
    isUnclaimed = true; // for good, where the store fails or does not answer in time
    const decision = await setup.gate.claim(request);
    isUnclaimed = false;
    return decision;
  };
  const result = await executeCall(decided.checked, { ...setup, gate: { claim }, ...round.onEvent(call.position) }, said(decided));
  if (isUnclaimed) return open; // it was not made, whatever stopped the operation: whoever resumes makes it
  round.ended(call.position, result);
  return { call, status: 'ended', result };
}

/** What a call is executed with. Whether a person is needed was asked when it was examined, and is not asked again. */
function said({ decision }: DecidedCall): Decision {
  if (decision === null) return { kind: 'allow' };
  const { kind, reason, by } = decision;
  return { kind, ...(reason !== null && { reason }), ...(by !== '' && { by }) };
}
