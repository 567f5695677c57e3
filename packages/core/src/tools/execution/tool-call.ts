import type { ContentPart } from '../../ports/agents.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ReconcileAnswer } from '../tool.ts';

/** Why a call of a tool did not succeed (tool-calling 12, 20). */
export type ToolErrorType =
  | 'not_found'
  | 'invalid_input'
  | 'invalid_arguments'
  | 'invalid_output'
  | 'execution_error'
  | 'timeout'
  | 'aborted'
  | 'forbidden'
  | 'approval_denied'
  | 'approval_required'
  | 'budget_exhausted'
  | 'uncertain'
  | 'conflict'
  | 'duplicate_tool'
  | 'invalid_tool';

/** A failure as a caller and a model may read it. `cause` stays in logs: it is never part of what is sent anywhere. */
export interface ToolError {
  readonly type: ToolErrorType;
  /** For who must act: what was wrong, where, and what to do. */
  readonly message: string;
  readonly details: JsonObject;
  /** True when the same call may succeed later, unchanged. */
  readonly retryable: boolean;
  /** Not enumerable, so that no copy and no JSON text has it. */
  readonly cause?: unknown;
}

/** One call that a model asked for, or that a caller made. `arguments` is JSON text from a model, or a value. */
export interface RequestedCall {
  /** Unique in its transcript; a missing or repeated one of a provider was replaced. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string | JsonObject;
}

interface ToolCallEnd {
  readonly toolCallId: string;
  readonly toolName: string;
  /** How often the code of the tool was entered. */
  readonly attempts: number;
  readonly durationMs: number;
  /** True for a recorded end that was given back instead of running the tool again. */
  readonly replayed?: true;
}

/** How one call ended. Nothing is thrown past it. */
export type ToolCallResult =
  | (ToolCallEnd & {
      readonly status: 'success';
      readonly result: Json;
      /** What the tool handed out by `ctx.emit` and the policy allows, in the order of its calls. */
      readonly effects: readonly Json[];
      /** How many effects the policy did not allow, if any. */
      readonly droppedEffects?: number;
      /** The bytes that the result held, in base64; in their places it says `{ mediaType, byteLength }`. */
      readonly parts?: readonly ContentPart[];
    })
  | (ToolCallEnd & {
      readonly status: 'error';
      readonly error: ToolError;
      /** True when the code still runs although nobody waits for it: what it comes to is reported once and never used. */
      readonly abandoned?: true;
    });

/** What may be run, whatever the names look like: `deny` wins over `allow`, an absent `allow` allows everything. Names are exact. */
export interface ToolPolicy {
  readonly deny?: readonly string[];
  readonly allow?: readonly string[];
  /** Tools that a person must approve, beside those that say so themselves. */
  readonly requireApproval?: readonly string[];
  /** How often a tool may be entered in one operation, resumes included (case T25). */
  readonly budgets?: Readonly<Record<string, number>>;
  readonly effects?: EffectPolicy;
}

/** Which effects a caller takes, by their `type`, exactly: `deny` wins over `allow`, an absent `allow` takes all, an empty one none (case TOOL-76). */
export interface EffectPolicy {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Extra tries of one call; only for errors that may pass, and only where the effect of the tool allows it. */
export interface RetryPolicy {
  /** Tries after the first one. Default 0. */
  readonly retries: number;
  /** Before the first extra try; doubled at each further one, at most 30,000. Default 250. */
  readonly backoffMs: number;
}

/** What listeners are told of calls: one start and one end each (tool-calling 13, 19). A listener that throws changes nothing. */
export type ToolEvent =
  | { readonly kind: 'tool.start'; readonly callId: string; readonly tool: string; readonly arguments: JsonObject }
  | {
      readonly kind: 'tool.end';
      readonly callId: string;
      readonly tool: string;
      readonly outcome: 'ok' | 'error' | 'timeout' | 'aborted';
      readonly durationMs: number;
    }
  | { readonly kind: 'tool.abandoned'; readonly callId: string; readonly tool: string; readonly status: 'ok' | 'error' };

/** Whether a call may be entered, and what is known of it if not. */
export type ClaimDecision =
  | ClaimedCall
  /** It ended before: give that back. */
  | { readonly kind: 'ended'; readonly end: ClaimedEnd }
  /** Claimed and never settled, effect `unsafe`: nobody knows whether it happened. */
  | { readonly kind: 'uncertain'; readonly key: string }
  /** Somebody else runs it now. */
  | { readonly kind: 'held'; readonly key: string }
  /** The key was claimed with other arguments or another definition. */
  | { readonly kind: 'conflict'; readonly key: string; readonly message: string }
  | { readonly kind: 'budget_exhausted'; readonly key: string; readonly limit: number };

/**
 * A call that this caller may enter now, once, under this key. It says afterwards which of the four it was; a claim of which nothing more is heard is taken for
 * that of a dead owner. Each rejects with a store's error when it could not be recorded.
 */
export interface ClaimedCall {
  readonly kind: 'run';
  readonly key: string;
  /** From 1; larger for a call that was released, taken over or tried again. */
  readonly attempt: number;
  /** The code ended so. Gives the end that counts and is to be told: an earlier one of the same call, if another owner was first. */
  settle(end: ClaimedEnd): Promise<ClaimedEnd>;
  /** The code was not entered, because the caller was stopped before: the call may be claimed again at once. */
  release(): Promise<void>;
  /**
   * The code was entered and nobody waits for its end any longer. No end is recorded for a cancel (case T18): `unsafe` is uncertain, others may run again.
   * `stillRuns`: the code did not stop when it was told to; `reconcile` is not asked before it must have.
   */
  abandon(stillRuns: boolean): Promise<void>;
  /** One more try under the same key, after one whose failure may pass. It counts against the budget like the first. */
  again(): Promise<ClaimDecision>;
}

/** What is never recorded as the end of a call: a later caller could not go on from it (case T18). */
export type PassingErrorType = 'aborted' | 'uncertain' | 'conflict' | 'approval_required' | 'budget_exhausted';

/** How a claimed call ended. */
export type ClaimedEnd =
  | { readonly status: 'ok'; readonly result: Json; readonly effects: readonly Json[] }
  | {
      readonly status: 'error';
      readonly type: Exclude<ToolErrorType, PassingErrorType>;
      readonly message: string;
      readonly details: JsonObject;
    };

/** What a claim is decided on. */
export interface ClaimRequest {
  /** Place of the call in its operation: `direct`, `direct:<position>`, or `model:<reply>:<call>`; never the provider's id (case T5). */
  readonly position: string;
  readonly tool: string;
  readonly effect: 'none' | 'keyed' | 'unsafe';
  readonly argumentsDigest: string;
  readonly definitionDigest: string;
  /** How long it may take, in milliseconds: an owner that is silent for longer is taken for dead. */
  readonly timeoutMs: number;
  readonly budget: number | null;
  /** `reconcile` of the tool, if it has one: asked about a call whose end nobody saw, before it is called uncertain. What it throws counts as unknown. */
  readonly reconcile?: (key: string) => Promise<ReconcileAnswer>;
}

/** Decides whether a call may be entered: the one place where "once" is held, inside a run by the journal, outside by a claim store. */
export interface ClaimGate {
  claim(request: ClaimRequest): Promise<ClaimDecision>;
}
