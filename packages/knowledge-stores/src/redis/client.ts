import { IntarsiaError } from '@intarsia/core';
import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'ioredis';

/** A client of ioredis, of one server or of a cluster. */
export type RedisClient = Redis | Cluster;

/** Where a store's own connections come from. */
export interface ClientSource {
  /** The servers, without credentials. */
  readonly where: string;
  /** A new client, not connected yet. Rejects with `client_missing`. */
  open(): Promise<RedisClient>;
  /** What every key begins with, where the options ask for this prefix or for none. */
  keyPrefix(asked: string | undefined): string;
}

/**
 * What every connection of ours must do, whatever the given client does: nothing is sent twice behind our back, nothing waits for longer
 * than a call, and a connection that says nothing any more is replaced.
 */
const connectionOptions = (timeoutMs: number) =>
  ({
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0, // rejects what was under way when a connection is lost; without it that stays pending for ever
    connectTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    commandTimeout: undefined,
    reconnectOnError: null,
    autoResubscribe: false,
    enableReadyCheck: true,
    readOnly: false,
    stringNumbers: false,
    replyMapping: 'legacy',
    keyPrefix: '',
    enableAutoPipelining: false, // a pipeline is sent again as a whole when a connection is lost
  }) as const satisfies RedisOptions;

const defaultKeyPrefix = 'intarsia';

const retryDelayMs = (attempt: number): number => Math.min(20 * 2 ** attempt, 1_000);

const singleOptions = (timeoutMs: number): RedisOptions => ({
  ...connectionOptions(timeoutMs),
  lazyConnect: true,
  enableOfflineQueue: false,
  retryStrategy: retryDelayMs,
});

const clusterOptions = (timeoutMs: number, redisOptions: ClusterOptions['redisOptions']) => ({
  lazyConnect: true,
  enableOfflineQueue: false,
  enableAutoPipelining: false,
  keyPrefix: '',
  scaleReads: 'master' as const,
  retryDelayOnFailover: 0, // we send again, knowing what it is
  clusterRetryStrategy: retryDelayMs,
  redisOptions: { ...redisOptions, ...connectionOptions(timeoutMs) },
});

/** Whether the client is one of a cluster. */
export const isCluster = (client: RedisClient): client is Cluster => client.isCluster;

/** Connections like those of a client, which is itself never used nor closed. */
function likeClient(client: RedisClient, timeoutMs: number): RedisClient {
  return isCluster(client)
    ? client.duplicate([], clusterOptions(timeoutMs, client.options.redisOptions))
    : client.duplicate(singleOptions(timeoutMs));
}

/** Connections like those of a client that its owner gave. */
export function givenClient(client: RedisClient, timeoutMs: number): ClientSource {
  return {
    where: isCluster(client) ? 'The Redis cluster' : serverName(client.options),
    keyPrefix: (asked = defaultKeyPrefix) => `${client.options.keyPrefix ?? ''}${asked}`,
    open: async () => likeClient(client, timeoutMs),
  };
}

const serverName = ({ host, port, path, db }: RedisOptions): string =>
  typeof path === 'string' ? `redis:${path}` : `redis://${host ?? 'localhost'}:${port ?? 6379}/${db ?? 0}`;

/** The servers that URLs name: one URL is one server, a list of them is a cluster. Throws `wiring_invalid`. */
export function namedServers(url: string | readonly string[], timeoutMs: number): ClientSource {
  const urls = typeof url === 'string' ? [url] : url;
  const parsed = urls.map(parseUrl);
  const [first] = parsed;
  if (first === undefined) throw new IntarsiaError('wiring_invalid', 'The list of Redis servers is empty: name at least one.');
  const open = async (): Promise<RedisClient> => {
    const { Cluster, Redis } = await ioredis();
    if (typeof url === 'string') return likeClient(new Redis(url, { lazyConnect: true }), timeoutMs);
    const credentials = {
      ...(first.username === '' ? {} : { username: decodeURIComponent(first.username) }),
      ...(first.password === '' ? {} : { password: decodeURIComponent(first.password) }),
      ...(first.protocol === 'rediss:' ? { tls: {} } : {}),
    };
    const nodes = parsed.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) })); // [::1] is ::1
    return likeClient(new Cluster(nodes, { lazyConnect: true, redisOptions: credentials }), timeoutMs);
  };
  const where = parsed.map(({ protocol, host, pathname }) => `${protocol}//${host}${pathname}`).join(', ');
  return { where, keyPrefix: (asked) => asked ?? first.searchParams.get('keyPrefix') ?? defaultKeyPrefix, open };
}

function parseUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed !== null && ['redis:', 'rediss:'].includes(parsed.protocol) && parsed.hostname !== '' && isReadable(parsed)) return parsed;
  // Without the text, which may hold a password.
  throw new IntarsiaError(
    'wiring_invalid',
    'A URL names no Redis server: write redis://HOST:PORT/DB or rediss://HOST:PORT/DB, where DB is a number and a % in a password is %25.',
  );
}

/** Whether the driver can read the database, which must be a number, and the credentials, in which `%` begins two hex digits. */
function isReadable({ pathname, username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}${password}`);
    return /^\/?\d*$/.test(pathname);
  } catch {
    return false;
  }
}

async function ioredis() {
  try {
    return await import('ioredis');
  } catch (cause) {
    throw new IntarsiaError('client_missing', 'The Redis store needs the package ioredis: npm install ioredis', { cause });
  }
}
