import { changeListeners, type Subscription } from '@intarsia/core';
import type { SqliteChanges } from './changes.ts';

const pollMs = 100;

/** Subscriptions to changes of this process, told at once, and of others, found by polling while there is a subscription. */
export interface Watches {
  add(path: string, listener: (path: string) => void): Subscription;
  /** Tells of the files that a transaction of this handle changed; `last` is the number of the last of these changes. */
  tell(paths: ReadonlySet<string>, last: number): void;
  close(): void;
}

/** The watches of one connection. `everything` gives all files, for the day when changes were dropped before they were read. */
export function watchesOf(changes: SqliteChanges, everything: () => readonly string[]): Watches {
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;
  let otherCommits = 0;
  /** The changes of this handle that stand after one of another handle, which was not read yet. */
  const told: { readonly first: number; readonly last: number }[] = [];
  const listeners = changeListeners(() => {
    clearInterval(timer);
    timer = undefined;
  });

  const poll = (): void => {
    try {
      const now = changes.otherCommits(); // before the changes, so that a commit in between is looked for again
      if (now === otherCommits) return;
      const found = changes.after(seen);
      if (found === null) {
        listeners.tellLost(everything());
        seen = changes.last();
      } else {
        const first = seen + 1;
        listeners.tell(found.filter((_, index) => !told.some((own) => own.first <= first + index && first + index <= own.last)));
        seen += found.length;
      }
      told.length = 0;
      otherCommits = now;
    } catch {
      // A locked or failing database is looked at again at the next tick; the callers of the store learn of the failure.
    }
  };

  return {
    add(path, listener) {
      if (timer === undefined) {
        otherCommits = changes.otherCommits(); // before the last change, so that a commit in between is found
        seen = changes.last();
        told.length = 0;
        timer = setInterval(poll, pollMs).unref();
      }
      return listeners.add(path, listener);
    },
    tell(paths, last) {
      if (listeners.size() === 0 || paths.size === 0) return;
      const first = last - paths.size + 1;
      if (seen === first - 1) seen = last;
      else told.push({ first, last });
      listeners.tell(paths);
    },
    close: () => listeners.close(),
  };
}
