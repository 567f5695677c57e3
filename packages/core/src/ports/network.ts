import type { TransitionGraph } from '../graph/transition-graph.ts';
import type { Envelope, EnvelopeDraft } from '../journal/envelope.ts';
import type { ChannelFacts, JournalState } from '../journal/state.ts';
import type { AgentId, ChannelId, EnvelopeId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { CallOptions, Subscription } from './store.ts';

/** The namespace of one conversation. Both parts are free text of 1 to 128 characters. */
export interface ConversationScope {
  readonly tenant: string;
  readonly chat: string;
}

/** A participant to register: `person` is the human of the workflow. */
export interface ParticipantSpec {
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly description: string;
}

/** What a conversation's channel is opened with. The graph is built once the participants have their ids. */
export interface ChannelSpec {
  readonly scope: ConversationScope;
  readonly workflow: string;
  /** The first one creates the channel. */
  readonly participants: readonly ParticipantSpec[];
  readonly graph: (ids: ReadonlyMap<string, AgentId>) => TransitionGraph;
  readonly contextVariables: JsonObject;
  /** Kept with the channel; `app` names the namespace of its artifacts. */
  readonly labels: Readonly<Record<string, string>>;
  /** The first envelopes, committed together with the channel itself: a conversation never exists without its first run. */
  readonly opening: (opened: { readonly ids: ReadonlyMap<string, AgentId>; readonly epoch: number }) => readonly EnvelopeDraft[];
}

/** Owned for writing. Posting after the lease was lost rejects with `stale_epoch` and `signal` is aborted. */
export interface Channel {
  readonly id: ChannelId;
  readonly scope: ConversationScope;
  readonly epoch: number;
  readonly participants: ReadonlyMap<string, AgentId>;
  readonly labels: Readonly<Record<string, string>>;
  /** What its envelopes are folded with. */
  readonly facts: ChannelFacts;
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** The fold at the head of the journal. */
  state(): JournalState;
  /** Appends all drafts in one commit, or none. Each is checked and folded first; `journal_invalid` when one cannot be. */
  post(drafts: readonly EnvelopeDraft[], options?: CallOptions): Promise<readonly Envelope[]>;
  /** What is left of the lease on this process's own monotonic clock, in milliseconds. */
  leaseRemainingMs(): number;
  /** Agents that owe an answer, and to which envelope. */
  pendingTurns(): readonly { readonly agent: AgentId; readonly trigger: EnvelopeId }[];
  /** Gives the lease back. The journal stays as it is. */
  release(): Promise<void>;
}

/** A conversation as an observer sees it. `owner` is null when nobody holds the lease. */
export interface ConversationSnapshot {
  readonly channel: ChannelId;
  readonly state: JournalState;
  readonly participants: ReadonlyMap<string, AgentId>;
  readonly labels: Readonly<Record<string, string>>;
  /** What its envelopes are folded with. */
  readonly facts: ChannelFacts;
  readonly owner: string | null;
}

/** Envelopes in order, and the cursor to read on from. */
export interface JournalSlice {
  readonly envelopes: readonly Envelope[];
  readonly next: number;
  /** Lines that could not be read and were left out, as byte offsets. */
  readonly quarantined: readonly number[];
}

/** Taking a conversation: owned, or the reason why not. */
export type ChannelResult =
  | { readonly kind: 'owned'; readonly channel: Channel }
  | { readonly kind: 'busy'; readonly owner: string; readonly remainingMs: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'exists' };

/** The network that agents talk through. */
export interface AgentNetwork {
  readonly capabilities: { readonly fenced: boolean; readonly atomicCommit: boolean; readonly expressions: boolean };
  /** Creates the conversation's channel; `exists` when it has one. Rejects with `name_taken` when two participants have one name. */
  open(spec: ChannelSpec, options?: CallOptions): Promise<ChannelResult>;
  /** Takes over an existing conversation; `absent` when it has none. */
  resume(scope: ConversationScope, options?: CallOptions): Promise<ChannelResult>;
  /**
   * Observation: starts nothing, creates nothing. Null when the conversation does not exist. Rejects with `journal_version` when only a newer release can fold
   * its journal; `read` still gives the envelopes.
   */
  inspect(scope: ConversationScope, options?: CallOptions): Promise<ConversationSnapshot | null>;
  /** Envelopes from a cursor on (0: from the first). */
  read(scope: ConversationScope, after: number, options?: CallOptions): Promise<JournalSlice>;
  /** Calls back after each commit, of this process or another; read on from your cursor then. */
  watch(scope: ConversationScope, listener: () => void): Subscription;
  /** Chats of a tenant, oldest first. */
  conversations(tenant: string, options?: CallOptions): Promise<readonly string[]>;
  /** Stops timers and watches; never closes the store. */
  close(): Promise<void>;
}
