import { changeListeners, type Subscription } from '@intarsia/core';
import { type Change, isLater, noChange } from './changes.ts';
import { redisFiles } from './files.ts';
import type { NamespaceKeys } from './keys.ts';
import { changesScript, clockScript } from './scripts/changes.ts';
import { type RedisScript, schemaVersion } from './scripts/script.ts';
import type { RedisServer } from './server.ts';

const pageChanges = 500;

/** The subscriptions of one handle in one namespace. */
export interface WatchedNamespace {
  add(path: string, listener: (path: string) => void): Subscription;
  /** Tells of a change that this handle made, before the stream does. */
  made(change: Change, paths: readonly string[]): void;
  /** Reads on in the stream, now or as soon as the reading under way has ended. */
  look(): void;
  close(): void;
}

/**
 * Subscriptions to the changes from now on, but not to those up to `after`. Each change has the next number: where one is missing, because
 * the stream no longer holds it or the server lost it, everything that is watched counts as changed. `idle` is called when the last
 * subscription ended.
 */
export function watchedNamespace(server: RedisServer, keys: NamespaceKeys, after: Change, idle: () => void): WatchedNamespace {
  const listeners = changeListeners(idle);
  const files = redisFiles(server, keys);
  const watches = new Set<{ readonly path: string }>();
  const told = new Set<string>(); // ids of changes that were told before they were read
  const began = performance.now();
  let beganAtServer: number | null = null;
  let last: number | null = null;
  let lastId = noChange.id;
  let older = after.id; // changes up to this one are not told
  let mine = after.number; // the latest change of this handle
  let lost = false;
  let reading = false;
  let again = false;

  const run = async (script: RedisScript, args: readonly string[]): Promise<readonly string[]> => {
    const call = { script, keys: keys.all, args: [schemaVersion, ...args], changes: false };
    return (await server.run(call)).map(String);
  };
  /** The server's time when the subscriptions began, or a little before. */
  const beginning = async (): Promise<number> => {
    const [time] = await run(clockScript, []);
    return Math.floor(Number(time) - (performance.now() - began)) - 1;
  };
  /** Changes are missing, or are counted anew, as after the loss of all data. */
  const lose = (): void => {
    lost = true;
    older = noChange.id;
    mine = 0;
    told.clear();
  };
  const take = (id: string, change: number, paths: string): void => {
    if (last !== null && change !== last + 1) lose();
    last = change;
    lastId = id;
    if (!told.delete(id) && isLater(id, older)) listeners.tell(paths.split('\n'));
  };
  /** Reads a page; true when there may be more. */
  const readPage = async (): Promise<boolean> => {
    beganAtServer ??= await beginning();
    const known = Math.max(last ?? 0, mine);
    const [count = '0', state, newest = '', ...entries] = await run(changesScript, [lastId, String(beganAtServer), String(pageChanges)]);
    if (Number(count) < known || (last === null && state === 'gap')) lose();
    for (let at = 0; at < entries.length; at += 3) take(entries[at] ?? '', Number(entries[at + 1]), entries[at + 2] ?? '');
    if (entries.length === 0) {
      // Another newest one that does not come after the last one read: of a server whose clock is behind that of the one it stands in for.
      if (last !== null && (Number(count) !== last || (newest !== '' && newest !== lastId))) lose();
      last = Number(count);
      if (newest !== '') lastId = newest;
    }
    for (const id of told) if (!isLater(id, lastId)) told.delete(id);
    return entries.length === 3 * pageChanges;
  };
  const tellLost = async (): Promise<void> => {
    const found = new Set<string>();
    for (const path of new Set([...watches].map((watch) => watch.path))) for (const file of await files.paths(path)) found.add(file);
    lost = false;
    listeners.tellLost(found);
  };
  const readOn = async (): Promise<void> => {
    reading = true;
    try {
      do {
        again = false;
        again = (await readPage()) || again;
        if (lost) await tellLost();
      } while (again && listeners.size() > 0);
    } catch {
      // The server is away: looked at again as soon as it is there; the callers of the store learn of the failure.
    } finally {
      reading = false;
    }
  };

  return {
    add(path, listener) {
      const watch = { path };
      watches.add(watch);
      const inner = listeners.add(path, listener);
      return {
        close() {
          watches.delete(watch);
          inner.close();
        },
      };
    },
    made(change, paths) {
      mine = Math.max(mine, change.number);
      if (!isLater(change.id, lastId)) return; // the stream was faster
      told.add(change.id);
      listeners.tell(paths);
    },
    look() {
      if (reading) again = true;
      else void readOn();
    },
    close: () => listeners.close(),
  };
}
