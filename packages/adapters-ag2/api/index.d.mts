import { AgentNetwork, AgentRunner, CallOptions, Clock, Ids, JournalStore, SchemaDialect, VerifiedLog } from "@intarsia/core";
/** What an embedded hub is made of. The store is never closed by it. */
interface EmbeddedNetworkOptions {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Shown to who finds the conversation taken. Default: random. */
  readonly owner?: string;
  /** How long a conversation stays taken after its owner died. Default 10,000. */
  readonly leaseTtlMs?: number;
}
/**
 * AG2's workflow channel in this process: its envelopes, its store layout and its fold, with fenced atomic commits (ag2-network 4 to 7).
 * Each conversation is a namespace of its own, because AG2 names are unique in a hub.
 */
declare function embeddedNetwork(options: EmbeddedNetworkOptions): AgentNetwork;
/** How to reach an OpenAI-compatible Chat Completions endpoint. */
interface OpenAiAgentsOptions {
  /** Sent as a bearer token. A server that asks for none takes any text. */
  readonly apiKey: string;
  /** Up to and without `/chat/completions`. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string;
  readonly model: string;
  /** Whose rules its schemas follow. Default `openai`; `json_schema` for an endpoint that only speaks the API and promises nothing. */
  readonly schemaDialect?: SchemaDialect;
  /** For one whole call. Default 120,000. */
  readonly timeoutMs?: number;
  /** Between two pieces of a reply. Default 60,000. */
  readonly idleTimeoutMs?: number;
  /** Most bytes of text and tool arguments in one reply. Default 4 MiB. */
  readonly maxReplyBytes?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}
/**
 * Agents whose model answers through OpenAI's Chat Completions, streamed. One `run` is one request: whether a failure is tried again
 * is the caller's decision. An endpoint that answers a whole completion instead of a stream works too. `wiring_invalid` if the key is
 * empty or the base URL is none.
 */
declare function openAiAgents(options: OpenAiAgentsOptions): AgentRunner;
/**
 * Reads the journals of a conversation's namespace from their first byte and folds them as whoever opens the conversation does, and compares what the stored
 * checkpoint says at its place. Observation: takes no lease and changes nothing.
 */
export declare function verifyConversation(space: JournalStore, options?: CallOptions): Promise<readonly VerifiedLog[]>;
export { type EmbeddedNetworkOptions, type OpenAiAgentsOptions, embeddedNetwork, openAiAgents };
