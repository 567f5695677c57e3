import type { Subscription } from '../ports/store.ts';
import { isAtOrBeneath } from './store-path.ts';

interface Listener {
  readonly path: string;
  readonly tell: (path: string) => void;
}

/** The subscriptions of one handle. */
export interface ChangeListeners {
  /** Subscribes to what is at or beneath a normalised path. */
  add(path: string, listener: (path: string) => void): Subscription;
  /** Tells of changed files, each once, after the caller's own work: a slow or throwing listener neither delays nor fails a writer. */
  tell(changed: Iterable<string>): void;
  /** Tells of all that may have changed when nobody knows what did: the files there are, and each subscription's own path for those that are gone. */
  tellLost(files: Iterable<string>): void;
  /** How many subscriptions are open. */
  size(): number;
  /** Ends all of them. */
  close(): void;
}

/** No subscriptions yet. `idle` is called whenever the last one ended. */
export function changeListeners(idle: () => void = () => undefined): ChangeListeners {
  const listeners = new Set<Listener>();
  const drop = (listener: Listener): void => {
    if (listeners.delete(listener) && listeners.size === 0) idle();
  };
  const tellOne = (listener: Listener, path: string): void => {
    if (!listeners.has(listener)) return;
    try {
      listener.tell(path);
    } catch {
      // What a listener throws is its own affair: others still hear, and nothing of the store depends on it.
    }
  };

  const tell = (changed: Iterable<string>): void => {
    for (const path of new Set(changed)) {
      for (const listener of listeners) {
        if (isAtOrBeneath(path, listener.path)) queueMicrotask(() => tellOne(listener, path));
      }
    }
  };

  return {
    tell,
    add(path, tell) {
      const listener: Listener = { path, tell };
      listeners.add(listener);
      return { close: () => drop(listener) };
    },
    tellLost(files) {
      tell(files);
      for (const listener of listeners) queueMicrotask(() => tellOne(listener, listener.path));
    },
    size: () => listeners.size,
    close() {
      for (const listener of [...listeners]) drop(listener);
    },
  };
}
