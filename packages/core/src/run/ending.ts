import type { Workflow } from '../documents/workflow.ts';
import { person } from '../graph/compile.ts';
import { type EnvelopeDraft, events } from '../journal/envelope.ts';
import { factDraft } from '../journal/facts.ts';
import { closeReasonOf } from '../journal/fold.ts';
import type { ChannelFacts, ChannelState } from '../journal/state.ts';
import { type ErrorCode, errorCodes, isIntarsiaError } from '../ports/errors.ts';
import type { AgentId, CallKey, RunId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import type { Channel } from '../ports/network.ts';
import type { PauseReason } from './runtime.ts';
import type { TurnEnd } from './turn/work-turn.ts';

/** How an activation leaves off after a turn. `closes` is the reason its channel is closed with, if it is. */
export type Ending =
  | { readonly kind: 'paused'; readonly reason: PauseReason; readonly calls: readonly CallKey[] }
  | {
      readonly kind: 'ended';
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly code: ErrorCode | null;
      readonly message: string;
      /** True when the message is the workflow's own, for people. */
      readonly worded?: true;
      readonly resumable: boolean;
      readonly closes: string | null;
    };

/** What an unanswered turn means for the run; null for an answered one: then the graph says. */
export function endingOfTurn(end: TurnEnd): Ending | null {
  if (end.kind === 'answered') return null;
  if (end.kind === 'waiting') {
    const reason = end.calls[0]?.approval ? 'approval_required' : 'ui_required';
    return { kind: 'paused', reason, calls: end.calls.map((call) => call.key) };
  }
  if (end.kind === 'uncertain') return { kind: 'paused', reason: 'effect_uncertain', calls: end.calls.map((call) => call.key) };
  const { code, message } = end;
  // The rounds of a turn stay used up and a settled call stays failed, so going on with it could only fail again.
  const closes = code === 'max_tool_rounds' || code === 'tool_failed' ? code : null;
  return { kind: 'ended', status: 'failed', code, message, resumable: closes === null, closes };
}

/** What the reason of a stop means for the run; null for one that leaves it to a resume. An idle run is closed for good (workflow-documents 8.1). */
export function endingOfStop(reason: unknown): Extract<Ending, { readonly kind: 'ended' }> | null {
  if (isIntarsiaError(reason, 'cancelled')) {
    return { kind: 'ended', status: 'cancelled', code: 'cancelled', message: reason.message, resumable: true, closes: null };
  }
  if (isIntarsiaError(reason, 'idle_timeout')) {
    return { kind: 'ended', status: 'failed', code: 'idle_timeout', message: reason.message, resumable: false, closes: 'idle_timeout' };
  }
  return null;
}

/** What the graph's choice means for the run, or null when an agent speaks next (workflow-documents 8.1). */
export function endingOfGraph(facts: ChannelFacts, channel: ChannelState): Ending | null {
  const closes = closeReasonOf(facts, channel);
  if (closes !== null) return closed(closes);
  const next = channel.expectedSpeaker;
  return next !== null && facts.names[next] === person ? { kind: 'paused', reason: 'input_required', calls: [] } : null;
}

/** Graph reasons that are failures; every other one ends the workflow as completed. */
const failures = ['workflow_failed', 'no_transition_matched', 'max_turns'] as const;

function closed(closes: string): Ending {
  const code = failures.find((reason) => reason === closes) ?? null;
  if (code === null) return { kind: 'ended', status: 'completed', code: null, message: '', resumable: false, closes };
  return { kind: 'ended', status: 'failed', code, message: errorCodes[code], resumable: false, closes };
}

/**
 * An ending as people are told it: the message of a failed run is the value of the variable that the workflow declares for it, while that is text and not
 * empty (workflow-documents 1.3). `contextVariables` are those of the journal, so that nothing is told that it may not hold.
 */
export function withFailureMessage(ending: Ending, { failureMessageKey }: Workflow, contextVariables: JsonObject): Ending {
  if (ending.kind !== 'ended' || ending.status !== 'failed' || failureMessageKey === null) return ending;
  const told = Object.hasOwn(contextVariables, failureMessageKey) ? contextVariables[failureMessageKey] : undefined;
  return typeof told === 'string' && told.trim() !== '' ? { ...ending, message: told, worded: true } : ending;
}

/** The facts of an ending; `run.ended` stands before the channel's closing (architecture 3). */
export function compileEnd(channel: Channel, sender: AgentId, run: RunId, ending: Ending): readonly EnvelopeDraft[] {
  if (ending.kind === 'paused') {
    return [factDraft(sender, 'intarsia.run.paused', { v: 1, run, reason: ending.reason, calls: [...ending.calls] })];
  }
  const { status, code, message, worded, resumable, closes } = ending;
  const words = worded === undefined ? { message } : { message, worded };
  const ended = factDraft(sender, 'intarsia.run.ended', { v: 1, run, status, code, ...words, resumable });
  if (closes === null) return [ended];
  const audience = [...channel.participants.values()];
  return [ended, { sender, type: events.channelClosed, data: { channel_id: channel.id, reason: closes }, audience, causation: null }];
}
