import type { Subscription } from '@intarsia/core';
import type { ChangeStream } from 'mongodb';
import type { Database } from './connection.ts';

const reopenMs = 1_000;

/** Wakes those who look for new entries as soon as there is one, where the server has change streams. They look by themselves too. */
export interface Wakeups {
  /** Calls back for each new entry of a namespace. */
  add(namespace: string, wake: () => void): Subscription;
  /** Whether the server tells of new entries now. */
  live(): boolean;
  close(): void;
}

/** The wake-ups of one store handle: one change stream while anybody listens. */
export function wakeupsOf(database: Database): Wakeups {
  const sleepers = new Map<string, Set<() => void>>();
  let stream: ChangeStream | undefined;
  let opening = false;
  let told = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const wake = (change: unknown): void => {
    const key: unknown = Reflect.get(Object(change), 'documentKey');
    const namespace: unknown = Reflect.get(Object(Reflect.get(Object(key), '_id')), 'namespace');
    if (typeof namespace === 'string') for (const sleeper of sleepers.get(namespace) ?? []) sleeper();
  };
  const lost = (): void => {
    const ended = stream;
    stream = undefined;
    told = false;
    ended?.close().catch(() => undefined);
    clearTimeout(timer);
    if (!closed && sleepers.size > 0) timer = setTimeout(open, reopenMs).unref();
  };
  const open = async (): Promise<void> => {
    if (stream !== undefined || opening || closed) return;
    opening = true;
    try {
      const opened = await database.ask(async ({ collections }) =>
        collections.entries.watch([{ $match: { operationType: { $in: ['insert', 'replace'] } } }, { $project: { documentKey: 1 } }]),
      );
      stream = opened;
      const ended = (): void => {
        if (stream === opened) lost();
      };
      opened.on('change', wake);
      opened.on('resumeTokenChanged', () => {
        told = stream === opened; // the first answer brings a token, and each one after it
      });
      opened.on('error', ended); // no replica set, no right to, or the server is gone: looking by oneself goes on
      opened.on('close', ended); // without an error when the collection is renamed or dropped
      if (closed || sleepers.size === 0) lost();
    } catch {
      lost();
    } finally {
      opening = false;
    }
  };

  return {
    live: () => told,
    add(namespace, wake) {
      const those = sleepers.get(namespace) ?? new Set();
      sleepers.set(namespace, those);
      those.add(wake);
      void open();
      return {
        close() {
          those.delete(wake);
          if (those.size === 0 && sleepers.get(namespace) === those) sleepers.delete(namespace);
          if (sleepers.size === 0) lost();
        },
      };
    },
    close() {
      closed = true;
      sleepers.clear();
      lost();
    },
  };
}
