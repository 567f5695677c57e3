import { type CallOptions, isIntarsiaError } from '@intarsia/core';
import type { ClientSource, RedisClient } from './client.ts';
import { type Deadline, deadline } from './deadline.ts';
import { refuseEviction } from './eviction.ts';
import {
  closedFailure,
  corruptFailure,
  databaseFailure,
  deniedFailure,
  doubtfulFailure,
  isNotSent,
  isNotYet,
  isReadOnly,
  isReply,
  isUnknownScript,
  replyFailure,
  silenceFailure,
  versionFailure,
} from './failures.ts';
import { type RedisScript, schemaVersion } from './scripts/script.ts';

const pauseMs = 25;

/** One call of a script. */
export interface ScriptCall {
  readonly script: RedisScript;
  readonly keys: readonly string[];
  readonly args: readonly (string | Buffer)[];
  /** Whether it changes what is stored: then an answer that does not come leaves the outcome unknown. */
  readonly changes: boolean;
  /** When the time of the call began, for one of several that share a time limit. Default: now. */
  readonly since?: number;
}

/** The server or cluster behind one store. Every call settles within the time limit, also while nobody answers. */
export interface RedisServer {
  /** Its URL without credentials, for messages. */
  readonly where: string;
  /** Throws `store_closed` after `close`, and the reason of a signal that was aborted. */
  enter(options?: CallOptions): void;
  /** What takes several scripts: once begun it is not closed between them. */
  whole<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs a script. It is sent again when a connection is lost, so it must bear to be run twice. */
  run(call: ScriptCall, options?: CallOptions): Promise<readonly Buffer[]>;
  /** Another client, for subscriptions; who opens it closes it. */
  open(): Promise<RedisClient>;
  /** Lets the calls under way end, then closes the connections. */
  close(): Promise<void>;
}

/** Connects at the first call. */
export function redisServer({ where, open }: Pick<ClientSource, 'where' | 'open'>, timeoutMs: number): RedisServer {
  const underWay = new Set<Promise<unknown>>();
  let opened: Promise<RedisClient> | undefined;
  let connecting: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  let closed = false;
  let lastError: unknown;
  let keeps: RedisClient | undefined; // what was found to keep what it is given

  const client = (): Promise<RedisClient> => {
    if (opened !== undefined) return opened;
    const opening = open().then((made) =>
      made
        .on('ready', () => {
          keeps = undefined; // it may be another server
        })
        .on('error', (error) => {
          lastError = error;
          if (databaseFailure(where, error) === null) return;
          made.disconnect(); // before it is ready, in a database that nobody named
          if (opened === opening) opened = undefined;
        }),
    );
    opened = opening;
    return opening;
  };
  /** Resolves when commands can be sent; rejects when the credentials were refused. */
  const connected = async (connection: RedisClient): Promise<void> => {
    if (connection.status === 'ready') return;
    connecting ??= readiness(connection, (error) => databaseFailure(where, error) ?? deniedFailure(where, error)).finally(() => {
      connecting = undefined;
    });
    await connecting;
  };
  /** Sends until there is an answer. `lost` is told whether a try is on its way whose answer may never come. */
  const answer = async (call: ScriptCall, limit: Deadline, lost: (unanswered: boolean) => void): Promise<unknown> => {
    for (let unanswered = false; ; ) {
      const connection = await client();
      await limit.within(connected(connection));
      if (call.changes && keeps !== connection) {
        await limit.within(refuseEviction(where, connection, timeoutMs / 5));
        keeps = connection;
      }
      try {
        lost(true);
        const reply = await limit.within(send(connection, call));
        lost(unanswered);
        return reply;
      } catch (error) {
        if (limit.isOver(error)) throw error;
        lastError = error;
        unanswered ||= !isNotSent(error) && !isReply(error);
        lost(unanswered);
        if (isReadOnly(error)) connection.disconnect(true); // connecting again may find the master
        if (isReply(error) && !isNotYet(error)) throw replyFailure(where, call.keys, error);
        await limit.within(pause());
      }
    }
  };
  const attempt = async (call: ScriptCall, options: CallOptions | undefined): Promise<readonly Buffer[]> => {
    const limit = deadline(timeoutMs - (call.since === undefined ? 0 : performance.now() - call.since), options?.signal);
    let unknown = false;
    try {
      const reply = await answer(call, limit, (unanswered) => {
        unknown = call.changes && unanswered;
      });
      return readReply(where, call.keys, reply);
    } catch (error) {
      if (limit.isLate(error)) throw silenceFailure(where, timeoutMs, unknown, lastError);
      throw unknown && !limit.isOver(error) && isIntarsiaError(error) ? doubtfulFailure(error) : error;
    } finally {
      limit.end();
    }
  };
  const enter = (options?: CallOptions): void => {
    if (closing !== undefined) throw closedFailure(where);
    options?.signal?.throwIfAborted();
  };
  const whole = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (closed) throw closedFailure(where);
    const working = work();
    underWay.add(working);
    try {
      return await working;
    } finally {
      underWay.delete(working);
    }
  };
  const end = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    closed = true;
    const connection = await opened?.catch(() => undefined); // there may never have been a client
    connection?.disconnect();
  };

  return {
    where,
    enter,
    open,
    whole,
    async run(call, options) {
      options?.signal?.throwIfAborted();
      return whole(() => attempt(call, options));
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Connects if need be. Resolves with the next `ready`, rejects with what `refusal` makes of the next error that it does not ignore. */
function readiness(connection: RedisClient, refusal: (error: unknown) => Error | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onReady = (): void => resolve();
  const onError = (error: unknown): void => {
    const refused = refusal(error);
    if (refused !== null) reject(refused);
  };
  connection.on('ready', onReady).on('error', onError);
  if (connection.status === 'wait' || connection.status === 'end') connection.connect().catch(() => undefined); // told by its events
  return promise.finally(() => connection.off('ready', onReady).off('error', onError));
}

async function send(connection: RedisClient, { script, keys, args }: ScriptCall): Promise<unknown> {
  const rest = [keys.length, ...keys, ...args];
  try {
    return await connection.callBuffer('evalsha', [script.sha, ...rest]);
  } catch (error) {
    if (!isUnknownScript(error)) throw error;
    return connection.callBuffer('eval', [script.lua, ...rest]);
  }
}

/** The texts of a reply, which are all that our scripts reply. */
function readReply(where: string, keys: readonly string[], reply: unknown): readonly Buffer[] {
  const parts = Array.isArray(reply) ? reply.filter((part) => Buffer.isBuffer(part)) : [];
  const [kind, key, why] = parts.slice(0, 3).map(String);
  if (kind === 'version') throw versionFailure(where, keys[0] ?? '', key ?? '', schemaVersion);
  if (kind === 'corrupt') throw corruptFailure(where, key ?? '', why ?? '');
  return parts;
}
