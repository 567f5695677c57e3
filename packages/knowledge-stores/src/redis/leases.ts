import type { CallOptions, LeaseOperations } from '@intarsia/core';
import type { NamespaceKeys } from './keys.ts';
import { acquireScript, holderScript, releaseScript, renewScript } from './scripts/leases.ts';
import { type RedisScript, schemaVersion } from './scripts/script.ts';
import type { RedisServer } from './server.ts';

/** Some 30,000 years: a time that both Lua and Redis can still add up. */
const longestMs = 1e15;

/** The leases of a namespace, on the server's clock. Names are normalised. */
export function redisLeases(server: RedisServer, keys: NamespaceKeys): LeaseOperations {
  const run = async (
    script: RedisScript,
    lease: string,
    args: readonly string[],
    options: CallOptions | undefined,
  ): Promise<readonly string[]> => {
    const call = {
      script,
      keys: keys.all,
      args: [schemaVersion, lease, ...args],
      changes: script !== holderScript,
    };
    return (await server.run(call, options)).map(String);
  };
  const wholeMs = (ttlMs: number): string => String(ttlMs > 0 ? Math.min(Math.round(ttlMs), longestMs) : 0);

  return {
    async acquire(lease, { owner, ttlMs }, options) {
      const [kind, first = '', rest] = await run(acquireScript, lease, [owner, wholeMs(ttlMs)], options);
      return kind === 'held' ? { kind, owner: first, remainingMs: Number(rest) } : { kind: 'acquired', epoch: Number(first), ttlMs };
    },
    renew: async (lease, { epoch, ttlMs }, options) =>
      (await run(renewScript, lease, [String(epoch), wholeMs(ttlMs)], options))[0] === 'yes',
    async release(lease, { epoch }, options) {
      await run(releaseScript, lease, [String(epoch)], options);
    },
    async holder(lease, options) {
      const [kind, owner = '', epoch, rest] = await run(holderScript, lease, [], options);
      return kind === 'held' ? { owner, epoch: Number(epoch), remainingMs: Number(rest) } : null;
    },
  };
}
