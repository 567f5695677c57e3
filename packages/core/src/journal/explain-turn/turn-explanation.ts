import type { ContextWriter } from '../../documents/workflow.ts';
import type { GraphExplanation } from '../../graph/explain.ts';
import type { ErrorCode } from '../../ports/errors.ts';
import type { CallKey, EnvelopeId, TurnId } from '../../ports/ids.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { Packet } from '../envelope.ts';
import type { FactData } from '../facts.ts';
import type { CallRecord } from '../state.ts';

type Replied = FactData<'intarsia.model.replied'>;
type Claimed = FactData<'intarsia.tool.claimed'>;
type Resolved = FactData<'intarsia.effect.resolved'>;
type Settled = FactData<'intarsia.tool.settled'>;

/**
 * How far a turn came. `open`: its run goes on, or was interrupted: the lease says which. A failed, cancelled or paused turn may still be answered, after
 * a resume or a person's answer.
 */
export type TurnStatus = 'answered' | 'open' | 'paused' | 'failed' | 'cancelled';

/** One turn of a journal, to choose from. The person's words are turns here, too: the graph moves on them. */
export interface TurnSummary {
  readonly id: TurnId;
  /** Place among the turns of the conversation, from 1. */
  readonly place: number;
  /** Who speaks in it. */
  readonly agent: string;
  readonly status: TurnStatus;
  /** Places of its first and last envelope in the journal, from 1; null while none of it is there. */
  readonly envelopes: { readonly first: number; readonly last: number } | null;
  /** ISO time of its first envelope. */
  readonly at: string | null;
}

/** Everything that a journal tells of one turn, in words and names; ids are told where they are needed to act. */
export interface TurnExplanation extends TurnSummary {
  /** Agent id -> name, for the ids in `next`. */
  readonly names: Readonly<Record<string, string>>;
  /** What was said that led to it; null for the words that open a channel. */
  readonly trigger: { readonly envelope: EnvelopeId; readonly sender: string; readonly text: string } | null;
  readonly replies: readonly ReplyExplanation[];
  /** More than one after a rejected reply was asked for again. */
  readonly judgements: readonly Judgement[];
  /** In the order in which they were first claimed or requested. */
  readonly calls: readonly CallExplanation[];
  /** Writes to the context, in the order in which they were recorded. */
  readonly writes: readonly WriteExplanation[];
  readonly refusedWrites: readonly RefusedWriteExplanation[];
  readonly runEvents: readonly RunEvent[];
  /** What it said in the end; null while it is not answered. `routing` is null for plain text. */
  readonly said: { readonly envelope: EnvelopeId; readonly text: string; readonly routing: Packet['routing'] | null } | null;
  /** Who speaks next, and why; null while the turn is not answered. */
  readonly next: NextExplanation | null;
  /** The context after the turn, or as far as it came. */
  readonly contextVariables: JsonObject;
}

/** One reply of the model. */
export interface ReplyExplanation {
  readonly ordinal: number;
  readonly at: string;
  readonly model: string;
  readonly text: string;
  /** Names of the tools that it called. */
  readonly toolCalls: readonly string[];
  readonly finishReason: string;
  readonly usage: Replied['usage'];
  readonly visibility: Replied['visibility'];
  /** Null for a reply that is shown, and in older journals. */
  readonly hiddenBecause: Replied['hidden_because'] | null;
}

/** What the contract of an agent said of a reply. */
export type Judgement =
  | { readonly kind: 'accepted'; readonly ordinal: number; readonly model: string; readonly repair: 'fence' | null }
  | {
      readonly kind: 'rejected';
      readonly ordinal: number;
      readonly model: string;
      readonly problems: FactData<'intarsia.output.rejected'>['problems'];
      /** How many problems there are; `problems` may be fewer. */
      readonly total: number;
    };

/** One tool call with everything that became of it. */
export interface CallExplanation {
  readonly key: CallKey;
  /** `auto tool 1`, `call 2 of reply 1`. */
  readonly place: string;
  readonly tool: string;
  readonly effect: Claimed['effect'];
  readonly argumentsDigest: string;
  readonly status: CallRecord['status'];
  /** What a person was asked, and answered; null for a tool that asks nobody. */
  readonly request: CallRequest | null;
  /** What a person was asked to approve last, and decided; null for a call that nobody was asked to approve. */
  readonly approval: CallApproval | null;
  readonly attempts: readonly AttemptExplanation[];
}

/** What a UI_Tool asked. `answer` is null while it waits. */
export interface CallRequest {
  readonly at: string;
  readonly component: string;
  readonly mode: string;
  readonly payload: Json;
  readonly actions: readonly string[];
  readonly answer: { readonly at: string; readonly action: string | null; readonly response: JsonObject } | null;
}

/** What a person was asked to approve. `decision` is null while it waits; a denied call has no attempt that entered its tool. */
export interface CallApproval extends Pick<FactData<'intarsia.approval.requested'>, 'arguments' | 'definition' | 'risk'> {
  readonly at: string;
  readonly decision: (Pick<FactData<'intarsia.approval.decided'>, 'decision' | 'by' | 'reason'> & { readonly at: string }) | null;
}

/** One execution of a call. */
export interface AttemptExplanation {
  readonly attempt: number;
  /** Number of the lease under which it was claimed. */
  readonly epoch: number;
  readonly claimedAt: string;
  /** Null while nobody recorded an end: it runs, or its owner died. */
  readonly end: AttemptEnd | null;
  /** How it ended after it was settled without its end. */
  readonly late: (Pick<FactData<'intarsia.tool.late'>, 'status' | 'result'> & { readonly at: string; readonly durationMs: number }) | null;
}

/** What was recorded of an attempt's end. */
export type AttemptEnd =
  | ({ readonly kind: 'settled'; readonly at: string; readonly durationMs: number } & Pick<Settled, 'status' | 'code' | 'result'>)
  /** Claimed, and never started. */
  | { readonly kind: 'released'; readonly at: string }
  /** Nobody saw how it ended; `resolution` says what a person or the tool's `reconcile` said of it. */
  | {
      readonly kind: 'uncertain';
      readonly at: string;
      readonly resolution:
        | (Pick<Resolved, 'resolution' | 'result' | 'by'> & { readonly at: string; readonly code: ErrorCode | null })
        | null;
    };

/** Where a write to the context came from. `participant`: somebody who writes no facts, as every participant of a plain AG2 channel. */
export type WriteOrigin =
  | { readonly kind: 'tool' | 'outcome' | 'ui_response'; readonly call: CallKey; readonly tool: string }
  | { readonly kind: 'agent_text' | 'person_words' | 'participant'; readonly sender: string };

/** One write to the context. */
export interface WriteExplanation {
  readonly key: string;
  readonly operation: 'set' | 'delete';
  /** Null for a delete. */
  readonly value: Json;
  /** Null where the journal does not say. */
  readonly writer: ContextWriter | null;
  readonly origin: WriteOrigin;
  /**
   * Which envelope brought it into the context: the turn's packet, or an `ag2.context.set`. `overwritten`: a later write of the same commit won. `pending`:
   * none yet.
   */
  readonly committed: 'packet' | 'context_set' | 'overwritten' | 'pending';
}

/** A write that the rules refused. Its value is nowhere in the journal. */
export type RefusedWriteExplanation = FactData<'intarsia.context.refused'>['writes'][number] & {
  /** The call that wanted it; null for words. */
  readonly call: CallKey | null;
};

/** What happened to the run during the turn, or because of it; `turn_failed`: why the turn stopped without an answer. */
export type RunEvent = { readonly at: string } & (
  | { readonly kind: 'started'; readonly reason: FactData<'intarsia.run.started'>['reason']; readonly epoch: number }
  | { readonly kind: 'paused'; readonly reason: FactData<'intarsia.run.paused'>['reason'] }
  | ({ readonly kind: 'turn_failed' } & Pick<FactData<'intarsia.turn.failed'>, 'code' | 'message' | 'retryable'>)
  | ({ readonly kind: 'ended' } & Pick<FactData<'intarsia.run.ended'>, 'status' | 'code' | 'message' | 'resumable'>)
  | { readonly kind: 'closed'; readonly reason: string }
);

/** Who speaks next, and why. */
export interface NextExplanation {
  readonly by:
    | { readonly kind: 'graph'; readonly explanation: GraphExplanation }
    /** The packet itself said so, past the graph. */
    | { readonly kind: 'packet'; readonly routing: Packet['routing'] };
  readonly leads: { readonly kind: 'speaks'; readonly agent: string } | { readonly kind: 'ends'; readonly reason: string };
  /** Why the channel has to be closed now, also when somebody was chosen (`max_turns`); null when it goes on. */
  readonly closes: string | null;
}
