import { type AgentId, type ChannelFacts, type EnvelopeId, initialState, type JournalState } from '@intarsia/core';
import type { VisibleEvent } from './visible-event.ts';

/** The latest reply of the open turn: what decides whether the turn's packet is shown, and under which message id. */
export interface OpenReply {
  readonly turn: string;
  readonly agent: string;
  readonly ordinal: number;
  readonly shown: boolean;
  /** True once an output of the turn was accepted: its packet is data then, not words. */
  readonly accepted: boolean;
}

/** A claimed call whose end was not seen yet. */
export interface OpenCall {
  readonly key: string;
  readonly tool: string;
  readonly surface: { readonly component: string; readonly mode: string } | null;
}

/** The fold behind the visible events: plain JSON, bounded whatever the length of the journal. */
export interface ProjectionState {
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

/** What one step of the projection did. */
export interface Step {
  readonly state: ProjectionState;
  readonly events: readonly VisibleEvent[];
}

/** The projection before the first envelope of a conversation. */
export function initialProjection(facts: ChannelFacts): ProjectionState {
  return {
    version: 1,
    seq: 0,
    journal: initialState(facts),
    recent: [],
    openingHidden: false,
    announced: facts.graph.initial_speaker,
    reply: null,
    calls: [],
    question: null,
  };
}
