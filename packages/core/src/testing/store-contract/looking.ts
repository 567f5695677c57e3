import { strict as assert } from 'node:assert';
import {
  type CallOptions,
  type ErrorCode,
  isIntarsiaError,
  type JournalStore,
  type KnowledgeStore,
  type Subscription,
} from '../../ports/index.ts';
import type { StoreHarness } from './harness.ts';

const patienceMs = 5_000;

/** How many bytes a text has in UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The promise, or a rejection that says what did not happen in time. */
export async function inTime<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new assert.AssertionError({ message: `${what}: not within ${patienceMs} ms` })), patienceMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Fails unless the call rejects, or throws, with an IntarsiaError of this code. */
export async function rejectsWith(code: ErrorCode, what: string, call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (error) {
    assert.ok(isIntarsiaError(error, code), `${what}: expected ${code}, got ${String(error)}`);
    return;
  }
  assert.fail(`${what}: expected ${code}, but it succeeded`);
}

/** A call by the name of its method. */
export type NamedCall = readonly [name: string, call: () => Promise<unknown>];

/** Every method of a store of files that takes a path, called with it. */
export const fileCallsWith = (store: KnowledgeStore, path: string, options?: CallOptions): readonly NamedCall[] => [
  ['read', () => store.read(path, options)],
  ['write', () => store.write(path, 'x', options)],
  ['list', () => store.list(path, options)],
  ['delete', () => store.delete(path, options)],
  ['exists', () => store.exists(path, options)],
  ['append', () => store.append(path, 'x', options)],
  ['readRange', () => store.readRange(path, 0, undefined, options)],
];

/** Every further method of a JournalStore that takes a path, called with it. */
export const journalCallsWith = (store: JournalStore, path: string, options?: CallOptions): readonly NamedCall[] => [
  ['stat', () => store.stat(path, options)],
  ['commit of a write', () => store.commit([{ kind: 'write', path, content: 'x' }], {}, options)],
  ['commit of an append', () => store.commit([{ kind: 'append', path, content: 'x' }], {}, options)],
  ['commit of a delete', () => store.commit([{ kind: 'delete', path }], {}, options)],
  ['commit with an expectation', () => store.commit([], { expect: [{ path, size: 0 }] }, options)],
  ['commit with a fence', () => store.commit([], { fence: { lease: path, epoch: 1 } }, options)],
  ['lease.acquire', () => store.lease.acquire(path, { owner: 'a', ttlMs: 1_000 }, options)],
  ['lease.renew', () => store.lease.renew(path, { epoch: 1, ttlMs: 1_000 }, options)],
  ['lease.release', () => store.lease.release(path, { epoch: 1 }, options)],
  ['lease.holder', () => store.lease.holder(path, options)],
];

/** Every file of the store with its content. */
export async function contents(store: KnowledgeStore, folder = '/'): Promise<Readonly<Record<string, string | null>>> {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  const found: [string, string | null][] = [];
  for (const name of await store.list(folder)) {
    assert.match(name, /^[^/]+\/?$/, `the list of ${folder} has ${JSON.stringify(name)}, which is not the name of a child`); // else this goes on for ever
    const path = `${prefix}${name}`;
    if (name.endsWith('/')) found.push(...Object.entries(await contents(store, path.slice(0, -1))));
    else found.push([path, await store.read(path)]);
  }
  return Object.fromEntries(found);
}

/** The epoch of a lease that must be free. */
export async function acquired(store: JournalStore, lease: string, owner: string, ttlMs = 60_000): Promise<number> {
  const result = await store.lease.acquire(lease, { owner, ttlMs });
  if (result.kind === 'held') return assert.fail(`the lease ${lease} is held by ${result.owner}, ${owner} expected to get it`);
  return result.epoch;
}

/** How long a lease is taken for that a case lets run out. */
export const shortMs = 40;

/** Takes a lease and lets it run out; the epoch it had. */
export async function expired(harness: Pick<StoreHarness, 'store' | 'advance'>, lease: string, owner: string): Promise<number> {
  const epoch = await acquired(harness.store, lease, owner, shortMs);
  await ranOut(harness, lease);
  return epoch;
}

/** Waits until nobody holds a lease that was taken for a short time. */
async function ranOut({ store, advance }: Pick<StoreHarness, 'store' | 'advance'>, lease: string): Promise<void> {
  if (advance !== undefined) await advance(shortMs);
  const deadline = performance.now() + patienceMs; // a case may change Date.now
  while ((await store.lease.holder(lease)) !== null) {
    assert.ok(performance.now() < deadline && advance === undefined, `the lease ${lease} runs out ${shortMs} ms after it was taken`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What a subscription heard. */
export interface ChangeRecorder extends Subscription {
  readonly heard: readonly string[];
  /** Waits for a change of this path that was not waited for before. */
  next(path: string): Promise<void>;
  /** Waits until each of these paths was heard of. */
  all(paths: readonly string[]): Promise<void>;
}

/** Subscribes and records. */
export function recordChanges(store: KnowledgeStore, path: string): ChangeRecorder {
  const heard: string[] = [];
  let seen = 0;
  let wake: () => void = () => undefined;
  const subscription = store.onChange(path, (changed) => {
    heard.push(changed);
    wake();
  });
  const until = async (found: () => boolean): Promise<void> => {
    while (!found()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    heard,
    close: () => subscription.close(),
    async next(wanted) {
      await inTime(
        `a change of ${wanted}`,
        until(() => heard.includes(wanted, seen)),
      );
      seen = heard.indexOf(wanted, seen) + 1;
    },
    all: (paths) =>
      inTime(
        `changes of ${paths.length} paths`,
        until(() => paths.every((wanted) => heard.includes(wanted))),
      ),
  };
}

/** Looks again and again while `work` goes on, and once when it is done; waits for its end also when a look fails. */
export async function whileItLasts(work: Promise<unknown>, look: (round: number) => Promise<void>): Promise<void> {
  let lasting = true;
  const ended = work.finally(() => {
    lasting = false;
  });
  ended.catch(() => undefined); // told below
  try {
    for (let round = 0; lasting; round += 1) {
      await look(round);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await look(0);
  } finally {
    await ended;
  }
}
