import type { SchemaSource } from '../../outputs/schema-models/schema-source.ts';
import type { AgentRunner, ContentPart, ModelMessage, ModelUsage, ToolChoice } from '../../ports/agents.ts';
import type { ClaimStore } from '../../ports/claims.ts';
import type { Clock, Ids } from '../../ports/clock.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { RequestedCall, RetryPolicy, ToolCallResult, ToolEvent, ToolPolicy } from '../execution/tool-call.ts';
import type { CallContext, ToolInputs } from '../registry/tool-registry.ts';
import type { ToolServices } from '../tool.ts';
import type { FinishReason } from './finish-reason.ts';
import type { TokenQuota } from './token-quota.ts';

/** What a person decides about a call that waits: once, for exactly this call; or for every later call of the tool with this definition. */
export type Decision = {
  readonly kind: 'allow' | 'deny';
  readonly scope?: 'call' | 'tool';
  readonly reason?: string;
  readonly by?: string;
};

/** A call that waits for a person. The approval is bound to tool, canonical arguments and definition (cases T10, T12, T24). */
export interface PendingCall extends RequestedCall {
  /** What a decision names: a digest of tool name, canonical arguments, definition and place. */
  readonly approvalId: string;
  readonly position: string;
  readonly definitionDigest: string;
}

/** Numbers that are added up over the model calls of an operation, and whatever else providers say; the later one wins there. */
export type Usage = ModelUsage & { readonly totalTokens: number; readonly details: JsonObject };

/** What every verb may be given beside its own input. */
export interface ToolCallSettings {
  readonly tools?: ToolInputs;
  /** Where tools, defaults and the values of `ctx.data` come from (the nine paths of the source document). */
  readonly context?: CallContext;
  readonly policy?: ToolPolicy;
  readonly retry?: Partial<RetryPolicy>;
  /** Limit of one call of a tool. Default 30,000. */
  readonly toolTimeoutMs?: number;
  readonly services?: ToolServices;
  readonly signal?: AbortSignal;
  /** Named operations are claimed in the store: repeated, resumed and racing ones have one effect. Without a name every call is an operation of its own. */
  readonly operationId?: string;
  readonly claims?: ClaimStore;
  readonly onEvent?: (event: ToolEvent) => void;
  readonly log?: (entry: { readonly level: 'warn' | 'error'; readonly message: string; readonly cause?: unknown }) => void;
  /** Default: the clock and the randomness of the platform. */
  readonly clock?: Clock;
  readonly ids?: Ids;
}

/** Input of `callWithTools`; names, defaults and precedence are those of the source document. */
export interface CallWithToolsOptions extends ToolCallSettings {
  /** A runner, or a name that `models` or `context.models` knows. */
  readonly model?: AgentRunner | string;
  readonly models?: Readonly<Record<string, AgentRunner>>;
  /** 1 to 100,000 characters; or `messages` alone. */
  readonly prompt?: string;
  /** Earlier messages, before the prompt. */
  readonly messages?: readonly ModelMessage[];
  /** At most 5,000 characters. */
  readonly system?: string;
  /** Names of the tools that are offered and may be run; default all. */
  readonly only?: readonly string[];
  /** What an unknown name in `only` is. Default `error`. */
  readonly unknownTools?: 'error' | 'ignore';
  /** What a model is told of its first reply, later ones are free: a choice that stayed `required` would never come to an answer. Default `auto`. */
  readonly toolChoice?: ToolChoice;
  /** Run what the model asks for and go on, until a final answer or the limit. Default false. */
  readonly autoExecute?: boolean;
  /** Rounds of tool calls in one call of a verb; default 10, clamped at 50. */
  readonly maxTurns?: number;
  /** Calls of one reply that run at the same time. Default 4. */
  readonly concurrency?: number;
  /** Default 4,096. */
  readonly maxTokens?: number;
  /** 0 to 2, default 0.7. */
  readonly temperature?: number;
  /** Limit of the whole operation; default none. */
  readonly timeoutMs?: number;
  /** Limit of one model call; default none of ours. */
  readonly modelTimeoutMs?: number;
  /** Extra tries of a model call that failed in a way that may pass. Default 2. */
  readonly modelRetries?: number;
  /** No further model call is made once this many tokens were used. */
  readonly tokenBudget?: number;
  /** Characters of a tool's result that a model is sent; 0: all. Default 100,000. */
  readonly maxResultLength?: number;
  /** Asked for each call that needs approval; without it, or with null for an answer, the operation ends in `approval_required`. */
  readonly approve?: (call: PendingCall) => Promise<Decision | null> | Decision | null;
  /** Looks at every call of a reply before any of them runs. */
  readonly guard?: CallGuard;
  /** Whether a round that only repeats the one before is followed by a hint to the model, once. Default true. */
  readonly hintOnRepeat?: boolean;
  /** The final answer must be one JSON value of this schema. */
  readonly output?: AnswerContract;
  /** What becomes of a prompt that `flagPrompt` finds something in: `monitor` logs it, `enforce` refuses it. Default `off`. */
  readonly promptCheck?: 'off' | 'monitor' | 'enforce';
  /** Counted at every model call; one over its limits is not made. */
  readonly quota?: TokenQuota;
  /** Called with each piece of text as it streams. */
  readonly onText?: (piece: string) => void;
}

/**
 * What `resume` may be given: the same as `callWithTools`, and what people decided, by `approvalId`. The operation keeps its `operationId`; `system`, `messages` and
 * `prompt` count only where nothing was said yet.
 */
export interface ResumeOptions extends CallWithToolsOptions {
  readonly decisions?: Readonly<Record<string, Decision>>;
}

/** A check of every call of a reply before any of them runs (case TOOL-75). A check that throws refuses. */
export interface CallGuard {
  /** Why a call must not run, in words for the model; null lets it pass. */
  check(call: RequestedCall): Promise<string | null> | string | null;
  /** What one refusal stops: the whole `round`, and the operation with it, or that `call` alone, which the model is told. Default `round`. */
  readonly refuses?: 'round' | 'call';
}

/** What a final answer must be (tool-calling 16, case TOOL-81). */
export interface AnswerContract {
  readonly schema: SchemaSource<unknown>;
  /** How often the model is asked to mend an answer that is not; default 1, at most 3. */
  readonly retries?: number;
  /** `error` fails at the first answer that is not. Default `repair`. */
  readonly onValidationError?: 'repair' | 'error';
}

interface OperationEnd {
  /** Rounds of tool calls that were run, those before a resume included; so are the next five. */
  readonly turns: number;
  /** Replies of the model, also those that were of no use. */
  readonly modelCalls: number;
  /** Those of use: what comes to the next one has its place by it, also when messages were left out meanwhile. */
  readonly replies: number;
  readonly usage: Usage;
  /**
   * Valid for a provider as they stand: each call is answered once, right after the message that asked. Only where the end is `tool_calls` or
   * `approval_required` does the last message ask for calls that are still open; what some of them came to already is in `toolResults`.
   */
  readonly messages: readonly ModelMessage[];
  /** In the order of the calls. */
  readonly toolResults: readonly ToolCallResult[];
  /** As the last reply says it, else the name that was asked for. */
  readonly model: string;
  readonly finishReason: FinishReason | null;
  readonly operationId: string;
}

/** How an operation ended. It is JSON, and every end can be gone on from with `resume` (tool-calling 3.5, T9, T10). */
export type CallResult = OperationEnd &
  (
    | {
        readonly type: 'final_answer';
        readonly text: string;
        /** The text, or all pieces but the thinking, in their order, where one is more than text. */
        readonly result: string | readonly ContentPart[];
        readonly thinking: string;
        /** What the text says under the `output` contract. */
        readonly value?: JsonObject;
        /** How often the model had to mend its answer. */
        readonly repairs: number;
      }
    | {
        readonly type: 'tool_calls';
        readonly reason?: 'max_turns_reached';
        readonly text: string;
        readonly toolCalls: readonly RequestedCall[];
      }
    | { readonly type: 'approval_required'; readonly text: string; readonly pending: readonly PendingCall[] }
    | { readonly type: 'aborted'; readonly message: string }
    | { readonly type: 'error'; readonly error: CallError }
  );

/** Why an operation could not go on. */
export interface CallError {
  readonly type:
    | 'invalid_input'
    | 'invalid_model'
    | 'unknown_tools'
    | 'model_error'
    | 'timeout'
    | 'incomplete_response'
    | 'token_budget_exhausted'
    | 'quota_exceeded'
    | 'guard_refused'
    | 'output_validation'
    | 'not_suspended'
    | 'claim_error';
  /** A word of the source document where it has one, such as `prompt_required` or `invalid_max_turns`. */
  readonly code: string;
  readonly message: string;
  readonly details: Json;
  readonly retryable: boolean;
}

/** What a stream tells of an operation, in this order for each reply: text, then the whole calls, then their results in the order of the calls. */
export type CallEvent =
  | { readonly kind: 'text'; readonly text: string }
  /** The text since the last reply does not count: the model is asked again, or failed (case T22). */
  | { readonly kind: 'reset' }
  | { readonly kind: 'tool_call'; readonly call: RequestedCall }
  | { readonly kind: 'tool_result'; readonly result: ToolCallResult }
  /** The last one, always. */
  | { readonly kind: 'end'; readonly result: CallResult };

/** An operation as it happens. It goes on when nobody reads, and every reader gets all of it. */
export interface CallStream extends AsyncIterable<CallEvent> {
  readonly result: Promise<CallResult>;
}
