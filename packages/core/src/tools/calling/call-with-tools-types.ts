import type { AgentRunner, ModelMessage, ModelUsage } from '../../ports/agents.ts';
import type { ClaimStore } from '../../ports/claims.ts';
import type { Clock, Ids } from '../../ports/clock.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { RequestedCall, RetryPolicy, ToolCallResult, ToolEvent, ToolPolicy } from '../execution/tool-call.ts';
import type { CallContext, ToolInputs } from '../registry/tool-registry.ts';
import type { ToolServices } from '../tool.ts';

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
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly tool: string };
  /** Run what the model asks for and go on, until a final answer or the limit. Default false. */
  readonly autoExecute?: boolean;
  /** Rounds of tool calls; default 10, clamped at 50. */
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
  /** Asked for each call that needs approval; without it the operation ends in `approval_required`. */
  readonly approve?: (call: PendingCall) => Promise<Decision | null> | Decision | null;
  /** Called with each piece of text as it streams. */
  readonly onText?: (piece: string) => void;
}

interface CallOutcome {
  /** Rounds of tool calls that were run. */
  readonly turns: number;
  readonly modelCalls: number;
  readonly usage: Usage;
  /** Valid for a provider as they stand: each call is answered once, right after the message that asked. */
  readonly messages: readonly ModelMessage[];
  readonly toolResults: readonly ToolCallResult[];
  readonly model: string;
  readonly operationId: string;
}

/** How an operation ended. Every end can be gone on from with `resume` (tool-calling 3.5, T9, T10). */
export type CallResult = CallOutcome &
  (
    | { readonly type: 'final_answer'; readonly text: string }
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
    | 'claim_error';
  /** A word of the source document where it has one, such as `prompt_required` or `invalid_max_turns`. */
  readonly code: string;
  readonly message: string;
  readonly details: Json;
  readonly retryable: boolean;
  readonly cause?: unknown;
}
