import { AgentId, ChannelFacts, Clock, Envelope, EnvelopeId, Ids, JournalState, Runtime } from "@intarsia/core";
import { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
/**
 * What a person's client is shown, in order. No structured JSON, no control text, no provider text, no stack: see `project`. No field is optional: an
 * event has all fields of its kind, and null only where null is one of the field's values (case J12).
 */
type VisibleEvent =
/** An activation began. */
{
  readonly kind: 'run.started';
  readonly run: string;
  readonly workflow: string;
  readonly reason: 'start' | 'answer' | 'resume';
} |
/** It waits. `question` is the last thing an agent said, when it asked a person. */
{
  readonly kind: 'run.paused';
  readonly run: string;
  readonly reason: 'input_required' | 'ui_required' | 'approval_required' | 'effect_uncertain';
  readonly question: string | null;
  readonly calls: readonly string[];
} | {
  readonly kind: 'run.ended';
  readonly run: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly code: string | null;
  readonly message: string;
  readonly resumable: boolean;
} |
/** Whose turn it is now. `user` is the person. */
{
  readonly kind: 'speaker';
  readonly agent: string;
} |
/** Something said, whole. `message` is the id that its streamed text had. */
{
  readonly kind: 'message';
  readonly message: string;
  readonly role: 'person' | 'agent';
  readonly agent: string;
  readonly text: string;
} |
/** A reply passed its contract, or did not. The data itself is in the journal, never here. */
{
  readonly kind: 'output';
  readonly agent: string;
  readonly model: string;
  readonly status: 'accepted' | 'rejected';
  readonly problems: number;
} |
/** A UI_Tool asks the person: `payload` is what it declared to show, `actions` are what the person can choose. None: the answer is an object. */
{
  readonly kind: 'ui.requested';
  readonly call: string;
  readonly agent: string;
  readonly tool: string;
  readonly surface: {
    readonly component: string;
    readonly mode: string;
  };
  readonly payload: unknown;
  readonly actions: readonly UiActionShown[];
} |
/** The person answered; what came with the action is in the journal. `action` is null where none is declared. */
{
  readonly kind: 'ui.answered';
  readonly call: string;
  readonly action: string | null;
} |
/** A call waits until the person allows or denies it. `arguments` are those that it would run with, whole: nobody can approve what they do not see. */
{
  readonly kind: 'approval.requested';
  readonly call: string;
  readonly agent: string;
  readonly tool: string;
  readonly risk: 'low' | 'medium' | 'high';
  /** Names what the tool is defined as: a decision that gives it counts for no other definition. */
  readonly definition: string;
  readonly arguments: unknown;
} |
/** The person decided; a denied call never runs. Why is in the journal. */
{
  readonly kind: 'approval.decided';
  readonly call: string;
  readonly decision: 'allow' | 'deny';
} | {
  readonly kind: 'tool.started';
  readonly call: string;
  readonly agent: string;
  readonly tool: string;
  readonly attempt: number;
  readonly automatic: boolean;
} |
/** `payload` only for a tool with a surface (UI_Surface): that is what it declared to show. */
{
  readonly kind: 'tool.finished';
  readonly call: string;
  readonly agent: string;
  readonly tool: string;
  readonly status: 'ok' | 'error';
  readonly code: string | null;
  readonly durationMs: number;
  readonly surface: {
    readonly component: string;
    readonly mode: string;
    readonly payload: unknown;
  } | null;
} | {
  readonly kind: 'tool.uncertain';
  readonly call: string;
  readonly agent: string;
  readonly tool: string;
  readonly attempt: number;
} | {
  readonly kind: 'tool.resolved';
  readonly call: string;
  readonly resolution: 'happened' | 'failed' | 'run_again';
} | {
  readonly kind: 'turn.failed';
  readonly agent: string;
  readonly code: string;
  readonly message: string;
};
/** One thing that a person can choose. */
interface UiActionShown {
  readonly id: string;
  readonly label: string | null;
  readonly description: string | null;
  /** How its button looks: free text, such as `primary`. */
  readonly variant: string | null;
  /** Whether it approves. */
  readonly approved: boolean | null;
  /** JSON Schema of what is answered with it; null where any object is taken. */
  readonly payload: object | null;
}
/** An event with its number in the conversation: gap-free from 1, counted over visible events only. `at` is an ISO time. */
interface NumberedEvent {
  readonly seq: number;
  readonly at: string;
  readonly event: VisibleEvent;
}
/** Streamed text: not numbered, not durable. */
type LiveFrame = {
  readonly kind: 'message.text';
  readonly message: string;
  readonly agent: string;
  readonly text: string;
} | {
  readonly kind: 'message.reset';
  readonly message: string;
  readonly agent: string;
};
/** The latest reply of the open turn: what decides whether the turn's packet is shown, and under which message id. */
interface OpenReply {
  readonly turn: string;
  readonly agent: string;
  readonly ordinal: number;
  readonly shown: boolean;
  /** True once an output of the turn was accepted: its packet is data then, not words. */
  readonly accepted: boolean;
}
/** A claimed call whose end was not seen yet. */
interface OpenCall {
  readonly key: string;
  readonly tool: string;
  readonly surface: {
    readonly component: string;
    readonly mode: string;
  } | null;
}
/** The fold behind the visible events: plain JSON, bounded whatever the length of the journal. */
interface ProjectionState {
  readonly version: 1;
  /** The number of the latest visible event; 0 before the first. */
  readonly seq: number;
  readonly journal: JournalState;
  /** The latest envelope ids, to know a re-emission. Ids alone cannot tell: a clock set back mints lower ones (ag2-network 2). */
  readonly recent: readonly EnvelopeId[];
  /** True while the next words in the person's name are a document's. */
  readonly openingHidden: boolean;
  /** Whose turn was announced last. */
  readonly announced: AgentId | null;
  readonly reply: OpenReply | null;
  readonly calls: readonly OpenCall[];
  /** What an agent said last, as long as the person has not answered. */
  readonly question: string | null;
}
/** The projection before the first envelope of a conversation. */
declare function initialProjection(facts: ChannelFacts): ProjectionState;
/** The state after an envelope, and what a person is shown of it. */
interface Projected {
  readonly state: ProjectionState;
  readonly events: readonly NumberedEvent[];
}
/**
 * The next state and the visible events of one envelope. Pure: live delivery, reconnect and replay call it alike and get the same
 * numbers. What is shown is chosen field by field: names, codes with their fixed sentences, words said to the person, and the payload of
 * a tool that declared a surface. An envelope that was projected before gives nothing.
 */
declare function project(facts: ChannelFacts, state: ProjectionState, envelope: Envelope): Projected;
/** How far a conversation is. `interrupted`: it was running and nobody owns it any more; a resume goes on. */
type ConversationStatus = 'running' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'interrupted';
/** What a paused conversation waits for: words, the answer to a UI_Tool, or what became of a call. */
type PauseReason = Extract<VisibleEvent, {
  readonly kind: 'run.paused';
}>['reason'];
/** Who runs it now: this process, another one, or nobody. */
type ConversationOwner = 'here' | 'elsewhere' | null;
/** A conversation in the list. */
interface ConversationSummary {
  readonly conversation: string;
  /** The person's first words, at most 80 characters; null when a document opened it. */
  readonly title: string | null;
  readonly workflow: string | null;
  readonly status: ConversationStatus;
  readonly reason: PauseReason | null;
  readonly owner: ConversationOwner;
  /** ISO time of its first envelope. */
  readonly startedAt: string | null;
}
/** Everything a page needs to show a conversation before it listens: the events up to `head`, numbered as the stream numbers them. */
interface ConversationState {
  readonly conversation: string;
  readonly workflow: string | null;
  readonly status: ConversationStatus;
  readonly reason: PauseReason | null;
  readonly owner: ConversationOwner;
  readonly head: number;
  readonly events: readonly NumberedEvent[];
}
/** What the HTTP side of a runtime is made of. */
interface TransportOptions {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The workflow of a conversation that names none. */
  readonly defaultWorkflow: string;
  /** Whose conversations a request may see. Default: everybody's are `local`. */
  readonly tenant?: (request: IncomingMessage) => string;
  /** Other origins under which the pages of this server are reached (a proxy, a development server), as browsers write them. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Whether the journal itself may be read. Default true. */
  readonly journal?: boolean;
  /** Called with causes of failures that a client must not see. Default: nothing. */
  readonly log?: (entry: {
    readonly level: 'error';
    readonly message: string;
    readonly cause: unknown;
  }) => void;
}
/** Conversations over HTTP. */
interface Transport {
  /** Serves `/api/conversations` and everything beneath it; false, with nothing done, for any other path. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Ends every event stream. No run is touched. */
  close(): void;
}
/** The HTTP side of a runtime, to be mounted in any Node server. */
declare function createTransport(options: TransportOptions): Transport;
/** One envelope as the engineer's view shows it. Unlike visible events it hides nothing. */
interface JournalEntry {
  /** Its place in the journal, from 1. */
  readonly number: number;
  readonly at: string;
  /** The sender's name; its id when it takes no part in the conversation. */
  readonly sender: string;
  readonly type: string;
  readonly summary: string;
  readonly data: Envelope['event_data'];
}
/** A part of a journal. `next` is where to read on from: opaque, to be handed back as `after`. */
interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly next: string;
  /** Byte offsets of lines that could not be read. */
  readonly quarantined: readonly number[];
}
/**
 * Whether a request may come in at all, from its headers alone. A server on loopback is still reached by every page of the browser, so:
 * the Host must be a loopback name or the host of an allowed origin (a foreign name that resolves to us is DNS rebinding); an Origin must be
 * this host or allowed, never "null"; Sec-Fetch-Site must be `same-origin` or `none`, because pages on another port share our cookies.
 */
export declare function isAdmitted(headers: IncomingHttpHeaders, allowedOrigins: readonly string[]): boolean;
export { type ConversationOwner, type ConversationState, type ConversationStatus, type ConversationSummary, type JournalEntry, type JournalPage, type LiveFrame, type NumberedEvent, type OpenCall, type OpenReply, type PauseReason, type Projected, type ProjectionState, type Transport, type TransportOptions, type UiActionShown, type VisibleEvent, createTransport, initialProjection, project };
