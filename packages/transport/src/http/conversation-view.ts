import type { ConversationScope, ConversationSnapshot, JournalState, Runtime } from '@intarsia/core';
import { initialProjection, type NumberedEvent, project, type VisibleEvent } from '../projection/index.ts';

/** How far a conversation is. `interrupted`: it was running and nobody owns it any more; a resume goes on. */
export type ConversationStatus = 'running' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

/** What a paused conversation waits for: words, the answer to a UI_Tool, or what became of a call. */
export type PauseReason = Extract<VisibleEvent, { readonly kind: 'run.paused' }>['reason'];

/** Who runs it now: this process, another one, or nobody. */
export type ConversationOwner = 'here' | 'elsewhere' | null;

/** A conversation in the list. */
export interface ConversationSummary {
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
export interface ConversationState {
  readonly conversation: string;
  readonly workflow: string | null;
  readonly status: ConversationStatus;
  readonly reason: PauseReason | null;
  readonly owner: ConversationOwner;
  readonly head: number;
  readonly events: readonly NumberedEvent[];
}

/** The status of a conversation from the fold of its journal and from whether anybody owns it. */
export function statusOf(state: JournalState, owner: ConversationOwner): ConversationStatus {
  const status = state.run?.status ?? 'running';
  return status === 'running' && owner === null ? 'interrupted' : status;
}

/** What a conversation waits for; null for one that is not paused (case C14). */
export const reasonOf = ({ run }: JournalState): PauseReason | null => (run?.status === 'paused' ? run.reason : null);

/** Who owns a conversation, seen from this process. */
export function ownerOf(runtime: Pick<Runtime, 'active'>, scope: ConversationScope, snapshot: ConversationSnapshot): ConversationOwner {
  if (runtime.active(scope) !== null) return 'here';
  return snapshot.owner === null ? null : 'elsewhere';
}

const titleLimit = 80;

/** How a conversation begins. */
export interface Opening {
  readonly title: string | null;
  readonly startedAt: string | null;
}

/** Reads how a conversation began. It never changes once a person's words are known. */
export async function openingOf(
  runtime: Pick<Runtime, 'read'>,
  scope: ConversationScope,
  snapshot: ConversationSnapshot,
): Promise<Opening> {
  const { envelopes } = await runtime.read(scope, 0);
  let state = initialProjection(snapshot.facts);
  for (const envelope of envelopes) {
    const projected = project(snapshot.facts, state, envelope);
    state = projected.state;
    for (const { event } of projected.events) {
      if (event.kind === 'message' && event.role === 'person') {
        return { title: shorten(event.text), startedAt: envelopes[0]?.created_at ?? null };
      }
    }
  }
  return { title: null, startedAt: envelopes[0]?.created_at ?? null };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > titleLimit ? `${characters.slice(0, titleLimit - 1).join('')}…` : line;
}
