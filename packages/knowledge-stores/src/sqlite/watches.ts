import { isAtOrBeneath, type Subscription } from '@intarsia/core';

const pollMs = 100;

interface Watch {
  readonly path: string;
  readonly listener: (path: string) => void;
  /** Version by path, as last told. */
  readonly known: Map<string, string>;
}

/** Where the watches look for changes of other processes. */
export interface ChangeSource {
  /** A number that changes when another connection has committed. */
  dataVersion(): number;
  /** The version of every file at or beneath a path. */
  versions(path: string): ReadonlyMap<string, string>;
}

/** Subscriptions to changes of this process, told at once, and of others, found by polling while there is a subscription. */
export interface Watches {
  add(path: string, listener: (path: string) => void): Subscription;
  /** Tells of changes of this process: the new version by path, null for a deleted file. */
  tell(changed: ReadonlyMap<string, string | null>): void;
  close(): void;
}

/** The watches of one connection. */
export function watchesOf(source: ChangeSource): Watches {
  const watches = new Set<Watch>();
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;

  const tellOne = (watch: Watch, path: string, version: string | null): void => {
    if (version === null) watch.known.delete(path);
    else watch.known.set(path, version);
    queueMicrotask(() => {
      if (watches.has(watch)) watch.listener(path);
    });
  };
  const compare = (watch: Watch): void => {
    const found = source.versions(watch.path);
    for (const [path, version] of found) if (watch.known.get(path) !== version) tellOne(watch, path, version);
    for (const path of [...watch.known.keys()]) if (!found.has(path)) tellOne(watch, path, null);
  };
  const poll = (): void => {
    try {
      const version = source.dataVersion();
      if (version === seen) return;
      for (const watch of watches) compare(watch);
      seen = version;
    } catch {
      // A locked or failing database is looked at again at the next tick; the callers of the store learn of the failure.
    }
  };
  const stopWhenUnused = (): void => {
    if (watches.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    add(path, listener) {
      if (timer === undefined) {
        seen = source.dataVersion(); // before the versions, so that a commit in between is found
        timer = setInterval(poll, pollMs).unref();
      }
      const watch: Watch = { path, listener, known: new Map(source.versions(path)) };
      watches.add(watch);
      return {
        close() {
          watches.delete(watch);
          stopWhenUnused();
        },
      };
    },
    tell(changed) {
      for (const [path, version] of changed) {
        for (const watch of watches) if (isAtOrBeneath(path, watch.path)) tellOne(watch, path, version);
      }
    },
    close() {
      watches.clear();
      stopWhenUnused();
    },
  };
}
