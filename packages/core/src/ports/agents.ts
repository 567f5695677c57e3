import type { SchemaDialect } from '../outputs/output-model.ts';
import type { Json, JsonObject } from './json.ts';

/** A tool call as the model asked for it; `arguments` is its JSON text, unchecked. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One message of the conversation as an agent's model sees it. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[];
      /** The `metadata` of the reply that this message was. */
      readonly metadata?: JsonObject;
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** A tool as the model is told about it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What one model call costs, in tokens, as the provider counts them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Whether a model may call tools. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

/** One piece of a reply that is more than text. `data` is base64. */
export type ContentPart =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'image' | 'file'; readonly mediaType: string; readonly data?: string; readonly url?: string };

/** One model call of a turn. */
export interface AgentRequest {
  readonly agent: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** The declared model of the reply: its name and the schema to send to the provider. */
  readonly output?: { readonly name: string; readonly schema: JsonObject; readonly strict: boolean };
  /** Whether tools may, must not or must be called, or which one must. A runner that cannot say so leaves it out. Default: the provider's. */
  readonly toolChoice?: ToolChoice;
  /** 0 to 2; default: the provider's, as for the next. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly signal: AbortSignal;
  /** Called with each piece of text as it streams. */
  readonly onText?: (piece: string) => void;
}

/** A reply as it came. `text` may be empty when tools are called. */
export interface AgentReply {
  readonly kind: 'replied';
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly model: string;
  /**
   * Why the model stopped: `stop` or `tool_calls` when it was done, else `length`, `content_filter`, `error` or the provider's own word. Only a reply
   * that is done counts: of any other, however complete it looks, nothing is taken and no tool runs (case S17).
   */
  readonly finishReason: string;
  readonly usage: ModelUsage | null;
  /** What else the provider counted, in its own words, such as costs. */
  readonly usageDetails?: JsonObject;
  /** What the provider must be given back with this message in later calls, such as the id of a response or signed reasoning. */
  readonly metadata?: JsonObject;
  /** All pieces in their order, where the reply is more than its text; `text` is then its text pieces put together. */
  readonly parts?: readonly ContentPart[];
}

/** Why no reply came. `message` is a fixed sentence for people; `cause` stays in logs. */
export interface AgentFailure {
  readonly kind: 'failed';
  readonly code: 'model_unreachable' | 'model_timeout' | 'model_refused' | 'model_rate_limited' | 'model_incomplete' | 'model_garbage';
  readonly message: string;
  readonly retryable: boolean;
  readonly cause?: unknown;
}

/** One model turn. Never rejects, except with the signal's reason when that fires. */
export interface AgentRunner {
  /** Whose rules the schemas of its provider follow; default `json_schema`, which promises nothing. */
  readonly schemaDialect?: SchemaDialect;
  run(request: AgentRequest): Promise<AgentReply | AgentFailure>;
}

/** A value a tool gives back: any JSON, or nothing. */
export type ToolValue = Json | undefined;
