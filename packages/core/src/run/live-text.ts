import type { ConversationScope } from '../ports/network.ts';
import type { Subscription } from '../ports/store.ts';
import type { LiveEvent } from './runtime.ts';

/** Streamed text of open messages: kept only as long as the message is open, sent whole to who comes late. */
export interface LiveText {
  /** A piece of the open message of that conversation. */
  append(scope: ConversationScope, agent: string, message: string, text: string): void;
  /** The open message was rejected or is asked for again. */
  reset(scope: ConversationScope): void;
  /** The open message stands in the journal now; nothing is said to listeners. */
  settle(scope: ConversationScope): void;
  listen(scope: ConversationScope, listener: (event: LiveEvent) => void): Subscription;
}

/** One string for a conversation's namespace; distinct for distinct scopes. */
export const scopeKey = (scope: ConversationScope): string => JSON.stringify([scope.tenant, scope.chat]);

/** Fan-out of streamed text within this process. A listener that throws is its own problem, never the run's. */
export function createLiveText(): LiveText {
  const open = new Map<string, { agent: string; message: string; text: string }>();
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  const tell = (key: string, event: LiveEvent) => {
    for (const listener of listeners.get(key) ?? []) {
      try {
        listener(event);
      } catch {
        // A broken client must not stop the model's turn.
      }
    }
  };
  return {
    append(scope, agent, message, text) {
      const key = scopeKey(scope);
      const current = open.get(key);
      open.set(key, { agent, message, text: current?.message === message ? current.text + text : text });
      tell(key, { kind: 'text', agent, message, text });
    },
    reset(scope) {
      const key = scopeKey(scope);
      const current = open.get(key);
      open.delete(key);
      if (current !== undefined) tell(key, { kind: 'reset', agent: current.agent, message: current.message });
    },
    settle(scope) {
      open.delete(scopeKey(scope));
    },
    listen(scope, listener) {
      const key = scopeKey(scope);
      const current = open.get(key);
      if (current !== undefined) listener({ kind: 'text', ...current });
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(listener));
      return {
        close() {
          set.delete(listener);
          if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
        },
      };
    },
  };
}
