import { emptyState, type StudioAction, type StudioState, studioState } from '../state/index.ts';
import type { ConnectionState } from './connection-state.ts';

/** What the page knows of one conversation and of its connection. */
export interface ConversationView {
  readonly studio: StudioState;
  readonly connection: ConnectionState;
}

/** Holds the view of one conversation outside of React, so that a stream can write faster than the page draws. */
export interface ConversationStore {
  view(): ConversationView;
  dispatch(action: StudioAction): void;
  connect(connection: ConnectionState): void;
  subscribe(listener: () => void): () => void;
}

/** An empty store for a conversation. */
export function createConversationStore(conversation: string): ConversationStore {
  let view: ConversationView = { studio: emptyState(conversation), connection: { kind: 'connecting' } };
  const listeners = new Set<() => void>();
  const change = (next: ConversationView) => {
    if (next.studio === view.studio && next.connection === view.connection) return;
    view = next;
    for (const listener of listeners) listener();
  };
  return {
    view: () => view,
    dispatch: (action) => change({ ...view, studio: studioState(view.studio, action) }),
    connect: (connection) => change({ ...view, connection }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
