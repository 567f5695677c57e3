import type { Agent, ToolBinding } from '../../documents/workflow.ts';
import type { CallRecord, OpenTurn, RecordedReply } from '../../journal/state.ts';
import { saysFailed } from '../../tools/tool-result.ts';

/** The next thing to do in a turn. Those that only append facts are decided again at once; the others have an effect first. */
export type TurnStep =
  /** A claim of a dead owner on an `unsafe` tool: ask its `reconcile`, else it is uncertain. */
  | { readonly kind: 'reconcile'; readonly call: CallRecord }
  /** A call that may run again (or was never started): claim it under this epoch, next attempt, same key. */
  | { readonly kind: 'reclaim'; readonly call: CallRecord }
  /** Everything else has run; a person must answer or allow these. */
  | { readonly kind: 'pause_for_person'; readonly calls: readonly CallRecord[] }
  | { readonly kind: 'run_calls'; readonly calls: readonly CallRecord[] }
  /** Everything that could run has run; a person must say what became of these. */
  | { readonly kind: 'pause_uncertain'; readonly calls: readonly CallRecord[] }
  | { readonly kind: 'ask_model' }
  | { readonly kind: 'too_many_rounds' }
  /** A final reply that must pass the contract of its agent. */
  | { readonly kind: 'judge'; readonly reply: RecordedReply }
  | { readonly kind: 'claim_auto'; readonly binding: ToolBinding }
  /** An auto tool with `on_error: fail_run` failed. */
  | { readonly kind: 'fail_on_error'; readonly call: CallRecord }
  /** `errorTarget`: who speaks next because an auto tool with `on_error: route` failed. */
  | { readonly kind: 'finish'; readonly reply: RecordedReply; readonly errorTarget: string | null };

/** How often an agent may ask for tools within one turn. */
export const maxToolRounds = 16;

/** The place of an auto tool's call in its turn. */
export const autoPosition = (binding: ToolBinding): string => `auto:${binding.index}`;
/** The place of a model's call in its turn. */
export const modelPosition = (ordinal: number, call: number): string => `model:${ordinal}:${call}`;

/**
 * The tools that the model called in a turn, in the order of its calls, for rules with `tool_called` (workflow-documents 8.2). A call counts from its claim
 * on, whatever became of it: refused arguments and failures are calls, too. Auto tools are not, nor is a name in the text.
 */
export const calledTools = (turn: OpenTurn | null): readonly string[] =>
  turn?.calls.filter((call) => call.position.startsWith('model:')).map((call) => call.tool) ?? [];

/**
 * Decides a turn from its record alone, so that a resumed turn goes on exactly where the journal ends: recorded replies and settled
 * results are never asked for again (architecture 4.4 to 4.6). `epoch` is the owner's: a claim of another epoch is a dead owner's.
 */
export function decideTurn(agent: Agent, turn: OpenTurn | null, epoch: number): TurnStep {
  if (turn === null) return { kind: 'ask_model' };
  const open = turn.calls.filter((call) => call.status !== 'settled');
  return decideCalls(open, epoch) ?? decideReply(agent, turn);
}

function decideCalls(open: readonly CallRecord[], epoch: number): TurnStep | null {
  for (const call of open) {
    if (call.status === 'released' || call.status === 'run_again' || call.status === 'answered') return { kind: 'reclaim', call };
    if (call.status === 'claimed' && call.epoch !== epoch) {
      return { kind: call.effect === 'unsafe' ? 'reconcile' : 'reclaim', call };
    }
  }
  const claimed = open.filter((call) => call.status === 'claimed');
  if (claimed.length > 0) return { kind: 'run_calls', calls: claimed };
  const uncertain = open.filter((call) => call.status === 'uncertain');
  if (uncertain.length > 0) return { kind: 'pause_uncertain', calls: uncertain };
  return open.length > 0 ? { kind: 'pause_for_person', calls: open } : null;
}

function decideReply(agent: Agent, turn: OpenTurn): TurnStep {
  const reply = turn.replies.at(-1);
  if (reply === undefined) return { kind: 'ask_model' };
  if (reply.toolCalls.length > 0) return { kind: turn.replies.length >= maxToolRounds ? 'too_many_rounds' : 'ask_model' };
  if (agent.output !== null && turn.accepted === null) return { kind: 'judge', reply };
  for (const binding of agent.autoTools) {
    const call = turn.calls.find(({ position }) => position === autoPosition(binding));
    if (call === undefined) return { kind: 'claim_auto', binding };
    if (succeeded(call)) continue;
    if (binding.onError.kind === 'fail_run') return { kind: 'fail_on_error', call };
    if (binding.onError.kind === 'route') return { kind: 'finish', reply, errorTarget: binding.onError.target };
  }
  return { kind: 'finish', reply, errorTarget: null };
}

/** A call that threw did not succeed, nor did one whose result says so (workflow-documents 4.8). */
const succeeded = ({ outcome }: CallRecord): boolean => outcome?.status === 'ok' && !saysFailed(outcome.result);
