import { randomBytes } from 'node:crypto';
import { type CallOptions, IntarsiaError, type PreparedConditions, type PreparedOperation } from '@intarsia/core';
import type { Change } from './changes.ts';
import { type NamespaceKeys, rootPath, type StoreKeys } from './keys.ts';
import { commitScript } from './scripts/commit.ts';
import { registerScript } from './scripts/registry.ts';
import { schemaVersion } from './scripts/script.ts';
import type { RedisServer } from './server.ts';

const maximalOperations = 100_000;
const maximalBytes = 256 * 1024 * 1024;
/** How much longer than a call a commit is remembered: nothing of it is on its way any more by then. */
const rememberedLongerMs = 30_000;

/** What a commit did. */
export type CommitReply =
  | { readonly kind: 'stale_epoch'; readonly currentEpoch: number }
  | { readonly kind: 'conflict'; readonly path: string }
  | {
      readonly kind: 'committed';
      /** Null when nothing changed or the answer is to a commit that was sent again. */
      readonly change: Change | null;
      /** Where each append begins, in order. */
      readonly offsets: readonly number[];
      readonly deleted: readonly string[];
    };

/** A commit to one namespace. */
export interface Commit {
  readonly keys: NamespaceKeys;
  /** What the namespace is listed as. */
  readonly path: string;
  readonly operations: readonly PreparedOperation[];
  readonly conditions: PreparedConditions;
  /** Whether the paths of deleted files are wanted. */
  readonly tell: boolean;
}

/** Makes the commits of one store handle. */
export type Committer = (commit: Commit, options: CallOptions | undefined) => Promise<CommitReply>;

/** The commits of one handle, whose ids no other handle makes. */
export function committer(server: RedisServer, { registry }: Pick<StoreKeys, 'registry'>, timeoutMs: number): Committer {
  const handle = randomBytes(9).toString('base64url');
  let commits = 0;

  return async ({ keys, path, operations, conditions, tell }, options) => {
    refuseTooLarge(server.where, operations);
    commits += 1;
    const id = `${handle}.${commits.toString(36)}`;
    const since = performance.now();
    const { fence, expect } = conditions;
    const send = (registered: boolean) =>
      server.run(
        {
          script: commitScript,
          keys: keys.all,
          args: [
            ...[schemaVersion, id, String(timeoutMs + rememberedLongerMs), registered ? 'registered' : '', tell ? 'tell' : ''],
            ...(fence === null ? ['', ''] : [fence.lease, String(fence.epoch)]),
            String(expect.length),
            ...expect.flatMap(({ path, size, version }) => [
              path,
              size === undefined ? '' : String(size),
              version === undefined ? '' : `=${version}`,
            ]),
            ...operations.flatMap((operation) => [
              operation.kind,
              operation.path,
              operation.kind === 'delete' ? '' : bufferOf(operation.bytes),
            ]),
          ],
          changes: true,
          since,
        },
        options,
      );
    return server.whole(async () => {
      const reply = await send(path === rootPath);
      if (String(reply[0]) !== 'register') return readReply(reply);
      // Listed before it holds a file, so that no crash leaves one that is not listed.
      await server.run({ script: registerScript, keys: registry, args: [path], changes: false, since }, options);
      return readReply(await send(true));
    });
  };
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

function readReply([kind, first, id, offsetsText, ...rest]: readonly Buffer[]): CommitReply {
  switch (String(kind)) {
    case 'stale_epoch':
      return { kind: 'stale_epoch', currentEpoch: Number(first) };
    case 'conflict':
      return { kind: 'conflict', path: String(first) };
    default: {
      const offsets = String(offsetsText);
      return {
        kind: 'committed',
        change: String(id) === '' ? null : { number: Number(first), id: String(id) },
        offsets: offsets === '' ? [] : offsets.split(',').map(Number),
        deleted: rest.map(String),
      };
    }
  }
}

function refuseTooLarge(where: string, operations: readonly PreparedOperation[]): void {
  const bytes = operations.reduce(
    (sum, operation) => sum + operation.path.length + (operation.kind === 'delete' ? 0 : operation.bytes.length),
    0,
  );
  if (bytes <= maximalBytes && operations.length <= maximalOperations) return;
  const message = `A commit of ${operations.length} operations and ${bytes} bytes is more than ${where} takes as one: at most ${maximalOperations} operations and ${maximalBytes} bytes.`;
  throw new IntarsiaError('store_unavailable', message, {
    details: { server: where, operations: operations.length, bytes, maximalOperations, maximalBytes },
  });
}
