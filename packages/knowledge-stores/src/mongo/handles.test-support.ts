import { randomUUID } from 'node:crypto';
import {
  type JournalStore,
  namespacePath,
  namespaceStore,
  prepareConditions,
  prepareOperation,
  type StoreNamespace,
  type StoreOperation,
} from '@intarsia/core';
import { deadlineIn } from '../deadline/index.ts';
import { type Database, mongoDatabase } from './connection.ts';
import type { Wish } from './draft.ts';
import { mongoStore } from './index.ts';
import { Applier } from './materialise.ts';
import { SequenceReader } from './reader.ts';
import { Sequence } from './sequence.ts';
import { testDatabase } from './test-database.test-support.ts';
import { SequenceWriter } from './writer.ts';

const text = (bytes: Uint8Array | undefined): string | null => (bytes === undefined ? null : Buffer.from(bytes).toString());

const patienceMs = 60_000; // a test may hold a call for long on a busy machine

/** One operation of a commit. */
export const write = (path: string, content: string): StoreOperation => ({ kind: 'write', path, content });
/** One operation of a commit. */
export const append = (path: string, content: string): StoreOperation => ({ kind: 'append', path, content });
/** One operation of a commit. */
export const erase = (path: string): StoreOperation => ({ kind: 'delete', path });

/** A handle whose entries are applied only when a test says so. */
export function handle(namespace: StoreNamespace, database: Database, awakeMs?: number) {
  const sequence = new Sequence(namespacePath(namespace), database, { followed: () => undefined, skipped: () => undefined });
  const applier = new Applier(sequence, awakeMs);
  const reader = new SequenceReader(sequence, applier);
  const writer = new SequenceWriter(
    sequence,
    () => undefined,
    () => applier.caughtUp(),
  );
  const want = (wish: Wish) => writer.want(wish, deadlineIn(patienceMs), undefined);
  return {
    sequence,
    applier,
    reader,
    read: async (path: string) => text((await reader.range(path, 0, undefined))?.bytes),
    want,
    commit: (...operations: StoreOperation[]) =>
      want({ kind: 'commit', operations: operations.map(prepareOperation), conditions: prepareConditions({}) }),
    async apply() {
      await sequence.fresh();
      await applier.caughtUp();
    },
  };
}

/** A database for one test file, with stores that end with each test. */
export function handlesOn(url: string) {
  const server = testDatabase(url);
  const options = () => ({ client: server.client(), database: server.name });
  const stores: JournalStore[] = [];
  const open = (): JournalStore => {
    const store = mongoStore(options());
    stores.push(store);
    return store;
  };
  const collection = (name: string) => server.client().db(server.name).collection(`intarsia_${name}`);
  return {
    server,
    open,
    /** A namespace of its own, through a handle of its own. */
    view: (namespace: StoreNamespace): JournalStore => namespaceStore(open(), namespace),
    namespace: () => ({ tenant: 'sequence', chat: randomUUID() }),
    database: (): Database => mongoDatabase({ ...options(), timeoutMs: patienceMs }),
    collection,
    /** How many entries are stored that were not cleared. */
    entriesOf: (namespace: StoreNamespace) =>
      collection('commits').countDocuments({ '_id.namespace': namespacePath(namespace), changes: { $exists: true } }),
    async close() {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    },
  };
}
