import { setTimeout as after } from 'node:timers/promises';
import { IntarsiaError } from '@intarsia/core';
import type { Redis } from 'ioredis';
import { isCluster, type RedisClient } from './client.ts';

/**
 * Rejects with `wiring_invalid` when a server drops keys once its memory is full, whichever it would choose: files, or what it knows a commit
 * by that is sent again. A server that does not let the user ask is trusted, and so is a node of a cluster that does not answer in time: it
 * must not keep the others from working.
 */
export async function refuseEviction(where: string, connection: RedisClient, patienceMs: number): Promise<void> {
  const policies = isCluster(connection)
    ? await Promise.all(
        connection.nodes('master').map((node) => Promise.race([evictionPolicy(node), after(patienceMs, null, { ref: false })])),
      )
    : [await evictionPolicy(connection)];
  const policy = policies.find((found) => found !== null);
  if (policy === undefined) return;
  const message = `${where} drops keys when its memory is full, and with them what was committed: set its maxmemory-policy, ${policy}, to noeviction. Reading works meanwhile.`;
  throw new IntarsiaError('wiring_invalid', message, { details: { server: where, policy } });
}

/** By which rule a server drops keys; null for one that drops none, has no limit or does not say. */
async function evictionPolicy(node: Redis): Promise<string | null> {
  const info = await node.info('memory').catch(() => '');
  const [, limit = '0'] = /^maxmemory:(\d+)/m.exec(info) ?? [];
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return limit === '0' || policy === 'noeviction' ? null : policy;
}
