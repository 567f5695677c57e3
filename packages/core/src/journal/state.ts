import type { ToolOutcome } from '../documents/workflow.ts';
import type { TransitionGraph } from '../graph/transition-graph.ts';
import type { ModelToolCall } from '../ports/agents.ts';
import type { ErrorCode } from '../ports/errors.ts';
import type { AgentId, CallKey, EnvelopeId, RunId, TurnId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { ContextUpdates } from './envelope.ts';
import type { FactData } from './facts.ts';

/** What the fold needs to know of a channel before its first envelope: taken from the channel's metadata. */
export interface ChannelFacts {
  readonly graph: TransitionGraph;
  readonly contextVariables: JsonObject;
  /** Agent id -> name, in the order of the channel's participants. */
  readonly names: Readonly<Record<string, string>>;
  /** Who created the channel. Default: its first participant. */
  readonly creator?: AgentId;
}

/** AG2's own state of a workflow channel (ag2-network 7). */
export interface ChannelState {
  readonly status: 'active' | 'closed';
  readonly closeReason: string;
  /** Whose turn it is; null before an end. */
  readonly expectedSpeaker: AgentId | null;
  readonly lastSpeaker: AgentId | null;
  /** The last envelope that moved the conversation: the trigger of the expected speaker's turn. */
  readonly trigger: EnvelopeId | null;
  readonly turnCount: number;
  /** Why nobody is expected: the reason that the channel is to be closed with. */
  readonly pendingCloseReason: string;
  readonly contextVariables: JsonObject;
}

/** The latest activation. `running` with a free lease reads as interrupted. */
export interface RunRecord {
  readonly id: RunId;
  readonly workflow: string;
  readonly digest: string;
  readonly epoch: number;
  /** Digest of the build context; null when the workflow had none. */
  readonly buildContext: string | null;
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly reason: FactData<'intarsia.run.paused'>['reason'] | null;
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly resumable: boolean;
}

/** A recorded reply of the open turn. */
export interface RecordedReply {
  readonly ordinal: number;
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly visibility: 'shown' | 'hidden';
}

/** A tool call of the open turn. */
export interface CallRecord {
  readonly key: CallKey;
  readonly position: string;
  readonly callId: string | null;
  readonly tool: string;
  readonly effect: 'none' | 'keyed' | 'unsafe';
  readonly attempt: number;
  readonly argumentsDigest: string;
  readonly epoch: number;
  /** `requested`: waits for a person, for an approval or an answer; `answered`: the person allowed or answered it, and it was not started yet. */
  readonly status: 'requested' | 'answered' | 'claimed' | 'settled' | 'released' | 'uncertain' | 'run_again';
  readonly outcome: { readonly status: 'ok' | 'error'; readonly result: Json; readonly code: ErrorCode | null } | null;
  readonly delta: ContextUpdates;
  /** True when its writes already stand in the journal as `ag2.context.set`. */
  readonly written: boolean;
  /** The outcomes that its tool declared when it was claimed; null for none. */
  readonly declaredOutcome: ToolOutcome | null;
  /** A person's answer to a UI_Tool. */
  readonly answer: { readonly action: string | null; readonly response: JsonObject } | null;
  /** What a person was asked to approve, by the digest of the tool's definition, and decided; null for a call that nobody was asked to approve. */
  readonly approval: { readonly definition: string; readonly decision: 'allow' | 'deny' | null } | null;
  /** Of a tool that a host registered on the running agent. */
  readonly registered?: true;
}

/** The turn that is being worked on. It ends with its agent's packet. */
export interface OpenTurn {
  readonly id: TurnId;
  readonly agent: string;
  readonly nextOrdinal: number;
  readonly replies: readonly RecordedReply[];
  readonly accepted: { readonly ordinal: number; readonly model: string; readonly data: JsonObject } | null;
  readonly calls: readonly CallRecord[];
}

/** A message as agents see it. */
export interface TranscriptMessage {
  readonly envelope: EnvelopeId;
  readonly sender: string;
  readonly text: string;
}

/** What was said, the latest messages whole, the older ones counted (AG2's windowed view, ag2-network 7.4). */
export interface Transcript {
  readonly earlier: { readonly count: number; readonly senders: readonly string[] };
  readonly messages: readonly TranscriptMessage[];
}

/**
 * The form of the fold: a checkpoint of another form is not used, and the journal is folded from its start. It moves with the versions of the facts, too, so
 * that no checkpoint of a newer release hides a fact that this one would refuse.
 */
export const journalStateVersion = 3;

/** The fold of a conversation's journal. Plain JSON, so that it can be stored as a checkpoint. */
export interface JournalState {
  readonly version: typeof journalStateVersion;
  readonly envelopes: number;
  readonly lastEnvelope: EnvelopeId | null;
  readonly channel: ChannelState;
  readonly run: RunRecord | null;
  readonly turn: OpenTurn | null;
  readonly transcript: Transcript;
  /** The latest requests of clients that started an activation, to answer a repeated one with what it did. */
  readonly requests: readonly string[];
}
