import {
  brokenExpectation,
  type CallOptions,
  type CommitResult,
  clipRange,
  decodeText,
  filePath,
  isIntarsiaError,
  type JournalStore,
  normalisePath,
  ownSubscriptions,
  type PreparedConditions,
  type PreparedOperation,
  prepareConditions,
  prepareOperation,
} from '@intarsia/core';
import { corruptFailure, diskFailure } from './failures.ts';
import type { SharedLog } from './shared-log.ts';
import { grantedEpoch, heldBy, holderOf, holds, type LogState, staleAgainst, statOf } from './state.ts';

/** Why a commit is refused on a state, or null. */
function refusal({ fence, expect }: PreparedConditions, state: LogState): CommitResult | null {
  const currentEpoch = fence === null ? null : staleAgainst(state, fence);
  if (currentEpoch !== null) return { kind: 'stale_epoch', currentEpoch };
  const path = brokenExpectation(expect, (wanted) => statOf(state, wanted));
  return path === null ? null : { kind: 'conflict', path };
}

const never = (): null => null;

/** A log as a store. `enter` refuses calls of a view that was closed; `close` ends the view's own subscriptions, then calls `leave`. */
export function logView(shared: SharedLog, enter: (options?: CallOptions) => void, leave: () => Promise<void>): JournalStore {
  const { log, folder } = shared;
  const subscriptions = ownSubscriptions();

  /** Runs the body of a call; failures are named. */
  const call = async <Result>(
    options: CallOptions | undefined,
    doing: 'read' | 'write',
    body: () => Result | Promise<Result>,
  ): Promise<Result> => {
    enter(options);
    try {
      return await body();
    } catch (error) {
      throw diskFailure(folder, error, doing);
    }
  };

  /** One operation by itself; where an append starts. */
  const change = async (operation: PreparedOperation): Promise<number> => {
    const submitted = await log.submit([operation], never);
    return submitted.kind === 'landed' ? submitted.folded.start : 0;
  };

  return {
    capabilities: { fenced: true },
    lease: leasesOf(shared, call),
    read: (path, options) =>
      call(options, 'read', () => {
        const normal = normalisePath(path);
        return log.read(normal, (file, bytes) => wholeText(folder, normal, bytes(0, file.size)));
      }),
    write: (path, content, options) =>
      call(options, 'write', async () => void (await change(prepareOperation({ kind: 'write', path, content })))),
    list: (path = '/', options) => call(options, 'read', () => log.state().files.list(normalisePath(path))),
    delete: (path, options) => call(options, 'write', async () => void (await change(prepareOperation({ kind: 'delete', path })))),
    exists: (path, options) => call(options, 'read', () => log.state().files.exists(normalisePath(path))),
    append: (path, content, options) => call(options, 'write', () => change(prepareOperation({ kind: 'append', path, content }))),
    readRange: (path, start, end, options) =>
      call(options, 'read', () => {
        const normal = normalisePath(path);
        const text = log.read(normal, (file, bytes) => {
          const range = clipRange(file.size, start, end);
          return decodeText(normal, bytes(range.start, range.end), range.start);
        });
        return text ?? '';
      }),
    onChange(path, listener) {
      enter();
      const normal = normalisePath(path);
      try {
        return subscriptions.add(shared.subscribe(normal, listener));
      } catch (error) {
        throw diskFailure(folder, error, 'read');
      }
    },
    stat: (path, options) => call(options, 'read', () => statOf(log.state(), normalisePath(path))),
    commit: (operations, conditions = {}, options) =>
      call(options, 'write', async (): Promise<CommitResult> => {
        const prepared = operations.map(prepareOperation);
        const checks = prepareConditions(conditions);
        if (prepared.length === 0) return refusal(checks, log.state()) ?? { kind: 'committed' };
        const submitted = await log.submit(prepared, (state) => refusal(checks, state));
        return submitted.kind === 'landed' ? { kind: 'committed' } : submitted.refusal;
      }),
    async close() {
      subscriptions.close();
      await leave();
    },
  };
}

type Call = <Result>(options: CallOptions | undefined, doing: 'read' | 'write', body: () => Result | Promise<Result>) => Promise<Result>;

/** Leases are logged like writes, on the clock of the machine. */
const leasesOf = ({ log }: SharedLog, call: Call): JournalStore['lease'] => ({
  acquire: (lease, { owner, ttlMs }, options) =>
    call(options, 'write', async () => {
      const name = filePath(lease);
      const until = Date.now() + ttlMs; // from before the disk was waited for: the owner counts from its question on, too
      let epoch = 0;
      const submitted = await log.submit(
        [{ kind: 'acquire', lease: name, owner, until }],
        (state) => heldBy(state, name, owner, Date.now()),
        (state) => {
          epoch = grantedEpoch(state, name);
        },
      );
      return submitted.kind === 'landed' ? { kind: 'acquired', epoch, ttlMs } : submitted.refusal;
    }),
  renew: (lease, { epoch, ttlMs }, options) =>
    call(options, 'write', async () => {
      const name = filePath(lease);
      const lost = (state: LogState) => (holds(state, name, epoch) ? null : 'lost');
      const submitted = await log.submit([{ kind: 'renew', lease: name, epoch, until: Date.now() + ttlMs }], lost);
      return submitted.kind === 'landed';
    }),
  release: (lease, { epoch }, options) =>
    call(options, 'write', async () => {
      const name = filePath(lease);
      await log.submit([{ kind: 'release', lease: name, epoch }], (state) => (holds(state, name, epoch) ? null : 'lost'));
    }),
  holder: (lease, options) => call(options, 'read', () => holderOf(log.state(), filePath(lease), Date.now())),
});

function wholeText(folder: string, path: string, bytes: Uint8Array): string {
  try {
    return decodeText(path, bytes);
  } catch (cause) {
    if (!isIntarsiaError(cause)) throw cause;
    throw corruptFailure(folder, `has bytes at ${path} that are no UTF-8 text. Restore a backup of the whole folder`, cause);
  }
}
