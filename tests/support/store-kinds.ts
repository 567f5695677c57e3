import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { testDatabase } from '../../packages/knowledge-stores/src/mongo/test-database.test-support.ts';
import { ownPrefix } from '../../packages/knowledge-stores/src/redis/redis-servers.test-support.ts';
import { requireService } from './services.ts';

/** Data of its own in a store of some kind. */
export interface OwnStore {
  readonly url: string;
  remove(): Promise<void>;
}

/** A kind of store that a URL names. */
export interface StoreKind {
  readonly kind: 'sqlite' | 'file' | 'redis' | 'mongo' | 'memory';
  open(): Promise<OwnStore>;
}

const inFolder = (urlOf: (folder: string) => string) => async (): Promise<OwnStore> => {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-stores-'));
  return { url: urlOf(folder), remove: () => rm(folder, { recursive: true }) };
};

const redis = requireService('INTARSIA_TEST_REDIS_URL');
const mongo = requireService('INTARSIA_TEST_MONGO_URL');

/** Every kind that processes share and whose server is here; in CI all of them. */
export const storeKinds: readonly StoreKind[] = [
  { kind: 'sqlite', open: inFolder((folder) => `sqlite:${join(folder, 'store.sqlite')}`) },
  { kind: 'file', open: inFolder((folder) => `file:${join(folder, 'store')}`) },
  ...(redis === undefined ? [] : [{ kind: 'redis', open: () => inRedis(redis) } as const]),
  ...(mongo === undefined ? [] : [{ kind: 'mongo', open: () => inMongo(mongo) } as const]),
];

/** A case of a suite, and the kind of store that it runs on. */
export interface CaseInStore<Case> extends StoreKind {
  readonly given: Case;
}

/** Deals the cases of a suite out to the kinds of stores in turn, or gives every case to every kind: `INTARSIA_TEST_STORES=all`. */
export function inStores<Case>(
  cases: readonly Case[],
  kinds: readonly StoreKind[] = storeKinds,
  all = process.env['INTARSIA_TEST_STORES'] === 'all',
): readonly CaseInStore<Case>[] {
  return cases.flatMap((given, index) => kinds.filter((_, at) => all || at === index % kinds.length).map((kind) => ({ given, ...kind })));
}

/** The URL of a new store of this kind, which is removed after the test, after what stands on it. */
export async function storeOf({ open }: StoreKind, { onTestFinished }: TestContext): Promise<string> {
  const own = await open();
  onTestFinished(() => own.remove());
  return own.url;
}

async function inRedis(server: string): Promise<OwnStore> {
  const { keyPrefix, remove } = ownPrefix(server);
  return { url: `${server}/0?keyPrefix=${encodeURIComponent(keyPrefix)}`, remove };
}

async function inMongo(server: string): Promise<OwnStore> {
  const database = testDatabase(server);
  const url = new URL(server);
  url.pathname = `/${database.name}`;
  return { url: url.href, remove: () => database.drop() };
}
