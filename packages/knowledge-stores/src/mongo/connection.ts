import { IntarsiaError } from '@intarsia/core';
import type { Collection, Db, MongoClient, Timestamp } from 'mongodb';
import { deadlineIn, within } from '../deadline/index.ts';
import type { Changes, FileHead } from './documents.ts';
import { type Failures, failuresOf, isDuplicate, isUnauthorized, serverCodeOf, shownUrl } from './failures.ts';

/** Which database, and how long a call may take. */
export type MongoStoreOptions = {
  /** Default: the database in the URL or of the client, else `intarsia`. */
  readonly database?: string;
  /** What the names of its collections begin with. Default `intarsia_`. */
  readonly collectionPrefix?: string;
  /** After which a call gives up. Default 5 000. */
  readonly timeoutMs?: number;
} & (
  | {
      /** `mongodb://` or `mongodb+srv://`. */
      readonly url: string;
    }
  | {
      /** A client of package `mongodb`; it stays open when the store is closed. */
      readonly client: MongoClient;
    }
);

/** One document of a namespace's sequence, as it is stored; one that was cleared has nothing but its number. */
export interface EntryDocument {
  readonly _id: { readonly namespace: string; readonly slot: number };
  readonly number: number;
  readonly commit: string;
  readonly at: Timestamp;
  readonly changes: Changes;
  readonly parts: number;
}

interface PartDocument {
  readonly _id: { readonly namespace: string; readonly number: number; readonly commit: string; readonly part: number };
  readonly changes: Changes;
}

/** The head of a file. Documents of deleted files stay until the TTL index on `deletedAt` takes them. */
export interface FileDocument extends Partial<FileHead> {
  readonly _id: { readonly namespace: string; readonly path: string };
  readonly order: number;
  readonly alive: boolean;
  readonly deletedAt?: Date;
}

interface ChunkDocument {
  readonly _id: { readonly generation: string; readonly start: number };
  readonly bytes: Uint8Array;
}

interface LeaseDocument {
  readonly _id: { readonly namespace: string; readonly name: string };
  readonly number: number;
  readonly owner: string | null;
  readonly epoch: number;
  readonly untilMs: number;
}

interface NamespaceDocument {
  readonly _id: string;
  readonly applied: number;
  readonly claimed: number;
  readonly occupied: boolean;
  readonly turn?: { readonly by: string; readonly until: Date };
}

interface SchemaDocument {
  readonly _id: 'store';
  readonly version: number;
}

/** The collections of a store. */
export interface Collections {
  readonly entries: Collection<EntryDocument>;
  readonly parts: Collection<PartDocument>;
  readonly files: Collection<FileDocument>;
  readonly chunks: Collection<ChunkDocument>;
  readonly leases: Collection<LeaseDocument>;
  readonly namespaces: Collection<NamespaceDocument>;
}

/** An open connection. */
export interface Connection {
  readonly collections: Collections;
  /** An empty timestamp: the server puts its own time in its place. */
  readonly serverTime: () => Timestamp;
}

/** The database of one store handle, connected at the first call. */
export interface Database {
  readonly failures: Failures;
  readonly timeoutMs: number;
  /** How long a call of a client of ours looks for a server before it says that there is none. */
  readonly attemptMs: number;
  /** One question to the server, given up after `timeoutMs`. Rejects with what the driver says, or a typed failure. */
  ask<Answer>(question: (connection: Connection) => Promise<Answer>): Promise<Answer>;
  /** Ends the connection, unless the caller gave the client. */
  close(): Promise<void>;
}

const schemaVersion = 2;
const deletedForSeconds = 600;
const defaultTimeoutMs = 5_000;

/** Whether an index of this name is made by another process at this moment. */
const isBeingMade = (error: unknown): boolean => [12_587, 276, 26].includes(Number(serverCodeOf(error)));

async function loadDriver(): Promise<typeof import('mongodb')> {
  try {
    return await import('mongodb');
  } catch (cause) {
    throw new IntarsiaError('client_missing', 'A MongoDB store needs the package mongodb: npm install mongodb', { cause });
  }
}

// Every write waits until a majority has it in its log, and what is read of the sequence is what a majority has: no entry that anybody
// decided on is ever rolled back. How values come back is pinned, because a client of the caller may be set otherwise.
const durable = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  promoteBuffers: true,
  promoteLongs: true,
  promoteValues: true,
  useBigInt64: false,
  ignoreUndefined: false,
  raw: false,
} as const;
/** Files, chunks and leases hold nothing but what entries say that a majority has, so they are read as they are. */
const derived = { ...durable, readConcern: { level: 'local' } } as const;

function collectionsOf(database: Db, prefix: string): Collections {
  return {
    entries: database.collection(`${prefix}commits`, durable),
    parts: database.collection(`${prefix}parts`, durable),
    namespaces: database.collection(`${prefix}namespaces`, durable),
    files: database.collection(`${prefix}files`, derived),
    chunks: database.collection(`${prefix}chunks`, derived),
    leases: database.collection(`${prefix}leases`, derived),
  };
}

async function prepareSchema(database: Db, prefix: string, collections: Collections, failures: Failures): Promise<void> {
  const schema = database.collection<SchemaDocument>(`${prefix}schema`, durable);
  const found = await schema.findOne({ _id: 'store' });
  if (found !== null && found.version !== schemaVersion) throw failures.version(found.version, schemaVersion);
  if (found !== null) return;
  await makeIndexes(collections);
  await schema.insertOne({ _id: 'store', version: schemaVersion });
}

async function makeIndexes({ files, namespaces }: Collections): Promise<void> {
  await Promise.all([
    files.createIndexes([
      { key: { '_id.namespace': 1, '_id.path': 1 }, name: 'live', partialFilterExpression: { alive: true } },
      { key: { deletedAt: 1 }, name: 'deleted', expireAfterSeconds: deletedForSeconds },
    ]),
    namespaces.createIndex({ occupied: 1, _id: 1 }, { name: 'occupied' }),
  ]);
}

/** A backup can be restored without its indexes. Who may not make them, or finds another making them, goes on without. */
export async function makeMissingIndexes(collections: Collections): Promise<void> {
  await makeIndexes(collections).catch((error) => {
    if (!isUnauthorized(error) && !isBeingMade(error)) throw error;
  });
}

function databaseIn(url: string): string {
  try {
    return decodeURIComponent(/^[a-z+]+:\/\/[^/]*\/([^?]+)/.exec(url)?.[1] ?? '');
  } catch (cause) {
    throw new IntarsiaError('wiring_invalid', `The MongoDB URL ${shownUrl(url)} names no database that can be read.`, { cause });
  }
}

function requireNames(database: string, prefix: string): void {
  if (/[/\\. "$\0]|^$/.test(database) || Buffer.byteLength(database) > 63) {
    throw new IntarsiaError('wiring_invalid', 'The name of a MongoDB database has 1 to 63 bytes, and none of / \\ . " $ and blanks.');
  }
  if (/[$\0]|^\.|^system\./.test(prefix)) {
    throw new IntarsiaError('wiring_invalid', 'The prefix of MongoDB collections has no $, and does not begin with a dot or system.');
  }
}

/** The database that the options name. Throws `wiring_invalid`; nothing is connected yet. */
export function mongoDatabase(options: MongoStoreOptions): Database {
  const { timeoutMs = defaultTimeoutMs, collectionPrefix: prefix = 'intarsia_' } = options;
  const given = 'client' in options ? options.client : undefined;
  const url = 'url' in options ? options.url : '';
  if (given === undefined && !/^mongodb(\+srv)?:\/\//.test(url)) {
    throw new IntarsiaError('wiring_invalid', 'A MongoDB store needs a URL that begins with mongodb:// or mongodb+srv://, or a client.');
  }
  const inUrl = given?.options.dbName ?? databaseIn(url);
  const name = options.database ?? (inUrl === '' || (given !== undefined && inUrl === 'test') ? 'intarsia' : inUrl);
  requireNames(name, prefix);
  const address = given === undefined ? shownUrl(url) : given.options.hosts.map(String).join(',');
  const authenticated = given === undefined ? /:\/\/[^/]*@/.test(url) : given.options.credentials !== undefined;
  const failures = failuresOf(address, name, authenticated);
  const attemptMs = Math.round(timeoutMs * 0.3);
  let client = given;
  let opening: Promise<Connection> | undefined;

  const open = async (): Promise<Connection> => {
    const driver = await loadDriver();
    client ??= clientFor(driver, url, timeoutMs, attemptMs);
    const database = client.db(name);
    const collections = collectionsOf(database, prefix);
    for (let attempt = 0; ; attempt += 1) {
      try {
        await client.connect(); // by itself the driver does not try again after a first attempt that failed
        await prepareSchema(database, prefix, collections, failures);
        break;
      } catch (error) {
        if (!(isDuplicate(error) || isBeingMade(error)) || attempt === 20) throw error; // another process prepares it too
      }
    }
    return { collections, serverTime: () => new driver.Timestamp({ t: 0, i: 0 }) };
  };
  const connected = (): Promise<Connection> => {
    opening ??= open().catch((error) => {
      opening = undefined; // the next call tries again
      throw error;
    });
    return opening;
  };

  return {
    failures,
    timeoutMs,
    attemptMs,
    ask: (question) => within(connected().then(question), deadlineIn(timeoutMs), () => failures.silent(), undefined),
    async close() {
      if (given !== undefined) return;
      // A server that does not answer is left to itself.
      const closed = async (): Promise<void> => {
        await opening?.catch(() => undefined);
        await client?.close();
      };
      await within(closed(), deadlineIn(timeoutMs), () => failures.silent(), undefined).catch(() => undefined);
    },
  };
}

function clientFor(driver: typeof import('mongodb'), url: string, timeoutMs: number, attemptMs: number): MongoClient {
  try {
    return new driver.MongoClient(url, {
      appName: 'intarsia',
      serverSelectionTimeoutMS: attemptMs,
      connectTimeoutMS: timeoutMs,
      socketTimeoutMS: timeoutMs,
      waitQueueTimeoutMS: timeoutMs,
    });
  } catch (cause) {
    throw new IntarsiaError('wiring_invalid', `The MongoDB URL ${shownUrl(url)} cannot be used: the cause says why.`, { cause });
  }
}
