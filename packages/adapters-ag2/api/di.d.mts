import { ContainerModule } from "inversify";
import { Clock, Ids, JournalStore, SchemaDialect } from "@intarsia/core";
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
/** Binds the embedded hub as the network, over the bound store, clock and ids. */
export declare function networkModule(options?: Pick<EmbeddedNetworkOptions, 'owner' | 'leaseTtlMs'>): ContainerModule;
/** Binds agents on any endpoint that speaks the OpenAI API. */
export declare function openAiModule(options: OpenAiAgentsOptions): ContainerModule;
export {};
