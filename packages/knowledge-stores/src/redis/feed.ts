import type { Subscription } from '@intarsia/core';
import type { Change } from './changes.ts';
import type { RedisClient } from './client.ts';
import type { NamespaceKeys } from './keys.ts';
import type { RedisServer } from './server.ts';
import { type WatchedNamespace, watchedNamespace } from './watched-namespace.ts';

/** How often the streams are looked at without a wake-up: one may get lost, and not every user may send or hear them. */
const lookMs = 2_000;

/** The subscriptions of one store handle, in all its namespaces. */
export interface ChangeFeed {
  /** Subscribes to what is at or beneath a path; changes up to `after` are known to be older. */
  add(keys: NamespaceKeys, path: string, listener: (path: string) => void, after: Change): Subscription;
  /** Whether there are subscriptions in this namespace. */
  isWatched(keys: NamespaceKeys): boolean;
  /** Tells of a change that this handle made. */
  made(keys: NamespaceKeys, change: Change, paths: readonly string[]): void;
  /** Ends all subscriptions. */
  close(): void;
}

/**
 * The streams hold what changed; a message on the channel of a namespace says that its stream grew. One connection hears the channels of all
 * namespaces, and there is one only while there are subscriptions. After it was lost the streams are read on from where they were read to.
 */
export function changeFeed(server: RedisServer): ChangeFeed {
  const watched = new Map<string, WatchedNamespace>();
  let ears: Ears | undefined;

  const hear = (): Ears => {
    ears ??= earsOf(server, {
      channels: () => [...watched.keys()],
      look: (channel) => watched.get(channel)?.look(),
    });
    return ears;
  };
  const watch = (keys: NamespaceKeys, after: Change): WatchedNamespace => {
    const channel = keys.changes;
    const namespace = watchedNamespace(server, keys, after, () => {
      watched.delete(channel);
      if (watched.size > 0) return ears?.leave(channel);
      ears?.close();
      ears = undefined;
    });
    watched.set(channel, namespace);
    hear().join(channel);
    return namespace;
  };

  return {
    add(keys, path, listener, after) {
      const namespace = watched.get(keys.changes) ?? watch(keys, after);
      return namespace.add(path, listener);
    },
    isWatched: (keys) => watched.has(keys.changes),
    made: (keys, change, paths) => watched.get(keys.changes)?.made(change, paths),
    close() {
      for (const namespace of [...watched.values()]) namespace.close();
    },
  };
}

/** Hears the channels of namespaces. */
interface Ears {
  join(channel: string): void;
  leave(channel: string): void;
  close(): void;
}

interface Heard {
  /** The channels to hear. */
  channels(): readonly string[];
  /** Called when the stream of a channel may have grown. */
  look(channel: string): void;
}

function earsOf(server: RedisServer, { channels, look }: Heard): Ears {
  let connection: RedisClient | undefined;
  let closed = false;
  const lookAll = (): void => channels().forEach(look);
  const timer = setInterval(lookAll, lookMs).unref();
  /** Subscribes, then reads what came before that; without the right to subscribe it goes by the timer alone. */
  const subscribe = (names: readonly string[]): void => {
    if (connection?.status !== 'ready' || names.length === 0) return; // else with all others once it is ready
    const read = (): void => names.forEach(look);
    connection.subscribe(...names).then(read, read);
  };

  server.open().then(
    (opened) => {
      if (closed) return;
      connection = opened;
      opened.on('error', () => undefined); // tries again by itself
      opened.on('ready', () => subscribe(channels()));
      opened.on('message', look);
      opened.connect().catch(() => undefined);
    },
    () => undefined, // the callers of the store learn of the failure
  );

  return {
    join(channel) {
      look(channel);
      subscribe([channel]);
    },
    leave(channel) {
      if (connection?.status === 'ready') connection.unsubscribe(channel).catch(() => undefined);
    },
    close() {
      closed = true;
      clearInterval(timer);
      connection?.disconnect();
    },
  };
}
