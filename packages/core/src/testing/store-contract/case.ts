import { strict as assert } from 'node:assert';
import { type CallOptions, type ErrorCode, isIntarsiaError, type JournalStore, type Subscription } from '../../ports/index.ts';

/** One test of a contract, for any test runner: `run` rejects when the adapter breaks the contract. */
export interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

/** A fresh, empty store, and how to end it. */
export interface StoreHarness {
  readonly store: JournalStore;
  /** Closes the store, if a case did not, and removes what it left behind. */
  close(): Promise<void>;
  /** Moves the store's clock on. Left out where the store has a real clock: cases then wait for short leases to run out. */
  advance?(ms: number): Promise<void> | void;
}

/** Makes one harness for each case. */
export type StoreOpener = () => Promise<StoreHarness>;

/** A case before it has a store. */
export interface StoreCase<Harness = StoreHarness> {
  readonly name: string;
  readonly body: (harness: Harness) => Promise<void>;
}

/** Binds a case to the way a harness is made, which ends with the case. */
export const bindCase = <Harness extends { close(): Promise<void> }>(
  { name, body }: StoreCase<Harness>,
  open: () => Promise<Harness>,
): ContractCase => ({
  name,
  async run() {
    const harness = await open();
    try {
      await body(harness);
    } finally {
      await harness.close();
    }
  },
});

const patienceMs = 2_000;

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

/** Every method that takes a path, called with it. */
export const callsWith = (
  store: JournalStore,
  path: string,
  options?: CallOptions,
): readonly (readonly [name: string, call: () => Promise<unknown>])[] => [
  ['read', () => store.read(path, options)],
  ['write', () => store.write(path, 'x', options)],
  ['list', () => store.list(path, options)],
  ['delete', () => store.delete(path, options)],
  ['exists', () => store.exists(path, options)],
  ['append', () => store.append(path, 'x', options)],
  ['readRange', () => store.readRange(path, 0, undefined, options)],
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
export async function contents(store: JournalStore, folder = '/'): Promise<Readonly<Record<string, string | null>>> {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  const found: [string, string | null][] = [];
  for (const name of await store.list(folder)) {
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

const shortMs = 40;

/** Takes a lease and lets it run out; the epoch it had. */
export async function expired(harness: StoreHarness, lease: string, owner: string): Promise<number> {
  const epoch = await acquired(harness.store, lease, owner, shortMs);
  await passed(harness, lease);
  return epoch;
}

/** Waits until nobody holds a lease that was taken for a short time. */
async function passed({ store, advance }: StoreHarness, lease: string): Promise<void> {
  if (advance !== undefined) await advance(shortMs);
  const deadline = Date.now() + patienceMs;
  while ((await store.lease.holder(lease)) !== null) {
    assert.ok(Date.now() < deadline && advance === undefined, `the lease ${lease} runs out ${shortMs} ms after it was taken`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What a subscription heard. */
export interface ChangeRecorder extends Subscription {
  readonly heard: readonly string[];
  /** Waits for a change of this path that was not waited for before. */
  next(path: string): Promise<void>;
}

/** Subscribes and records. */
export function recordChanges(store: JournalStore, path: string): ChangeRecorder {
  const heard: string[] = [];
  let seen = 0;
  let wake: () => void = () => undefined;
  const subscription = store.onChange(path, (changed) => {
    heard.push(changed);
    wake();
  });
  return {
    heard,
    close: () => subscription.close(),
    next: (wanted) =>
      inTime(
        `a change of ${wanted}`,
        (async () => {
          for (let index = heard.indexOf(wanted, seen); ; index = heard.indexOf(wanted, seen)) {
            if (index !== -1) {
              seen = index + 1;
              return;
            }
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        })(),
      ),
  };
}
