import { randomUUID } from 'node:crypto';
import {
  brokenExpectation,
  type CallOptions,
  type CommitResult,
  changeListeners,
  clipRange,
  decodeText,
  encodeText,
  type FileStat,
  filePath,
  IntarsiaError,
  isAtOrBeneath,
  type JournalStore,
  leaseTable,
  normalisePath,
  type PreparedConditions,
  prepareConditions,
  type StoreOperation,
} from '@intarsia/core';
import { type BareStore, bareFailure, filesAt, finishAppend, rangeOf, startOf, unsureFailure } from './bare-store.ts';
import { type Append, type Plan, type Put, planOf, planOfRecord, recordOf } from './plan.ts';

/** At the top, because the delete of a file that it stood beneath would take it along. */
const recordPath = '/intarsia.redo';

/**
 * A bare store, such as one written for AG2, as a JournalStore: correct as long as this is the only object through which the only process
 * writes to it, hence `fenced: false`; refused where several processes are configured.
 *
 * Calls run one after the other, so none sees half a commit. A commit of several steps is first written down as a whole in
 * `/intarsia.redo`; after a crash or a failure in the middle, the next call finishes it before it does anything else, and after a failure also
 * an `append` that was begun. What it cannot promise: a single `write` or `append` of the store behind may itself be torn by a crash, or not be
 * on the disk when it returns; sizes are remembered, so a change that was made past this object shows only in what is read; versions and leases
 * live in this process, and epochs are taken from the clock, so that they do not come back as long as no process starts with a clock that was
 * set back; changes are told of this object's own writes only.
 * The first `stat` or `append` of a file may read all of it, a delete lists what is beneath. Closing it closes the store behind, if that can be.
 */
export function singleProcess(store: BareStore): JournalStore {
  const listeners = changeListeners();
  // Epochs begin with microseconds, so that those of a later process are greater. Within one this clock goes on when the time of day is set back.
  const leases = leaseTable({
    now: () => performance.now(),
    epochsAfter: Math.floor((performance.timeOrigin + performance.now()) * 1_000),
  });
  const handle = randomUUID();
  const known = new Map<string, FileStat>();
  let versions = 0;
  let closed = false;
  let recovered = false;
  let broken: Append | null = null; // an append by itself that failed: it has no record
  let line: Promise<unknown> = Promise.resolve();

  const enter = (options?: CallOptions): void => {
    if (closed) throw new IntarsiaError('store_closed', 'The store was closed: open it again.');
    options?.signal?.throwIfAborted();
  };

  /** Runs a call when those before it have ended and every commit is whole. */
  const call = async <Result>(options: CallOptions | undefined, body: () => Result | Promise<Result>): Promise<Result> => {
    enter(options);
    const result = line.then(async () => {
      try {
        if (!recovered) await recover();
        return await body();
      } catch (error) {
        throw bareFailure(error);
      }
    });
    line = result.catch(() => undefined);
    return result;
  };

  const note = (path: string, size: number): FileStat => {
    versions += 1;
    const stat = { size, version: `${handle}.${versions}` };
    known.set(path, stat);
    return stat;
  };
  const stat = async (path: string): Promise<FileStat | null> => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const text = path === '/' ? null : await store.read(path);
    return text === null ? null : note(path, Buffer.byteLength(text));
  };

  const recover = async (): Promise<void> => {
    known.clear();
    if (broken !== null) await settle(broken);
    broken = null;
    const record = await store.read(recordPath);
    if (record !== null) {
      const plan = planOfRecord(record);
      const changed = plan === null ? [] : await carryOut(plan, true);
      await store.delete(recordPath);
      listeners.tell(changed);
    }
    recovered = true;
  };

  /** Sees to it that a failed append stands whole or not at all, before anything else comes behind a part of it. */
  const settle = async (step: Append): Promise<void> => {
    if (Buffer.byteLength((await store.read(step.path)) ?? '') <= step.start) return;
    await put(step, true);
    listeners.tell([step.path]);
  };

  /** Carries out one step; where an append starts. */
  const put = async (step: Put, again: boolean): Promise<number> => {
    const { path, content } = step;
    const length = Buffer.byteLength(content);
    if (step.kind === 'write') {
      await store.write(path, content);
      note(path, length);
      return 0;
    }
    if (!again) {
      const told = await store.append(path, content);
      broken = null;
      const start = told === step.start ? told : await startOf(store, step);
      note(path, start + length);
      return start;
    }
    await finishAppend(store, step);
    note(path, step.start + length);
    return step.start;
  };

  const remove = async (path: string, recorded: boolean): Promise<readonly string[]> => {
    const gone = (await filesAt(store, path)).filter((file) => file !== recordPath);
    if (!recorded && gone.length > 0) await store.delete(path);
    if (recorded) for (const file of gone) await store.delete(file); // one by one, because the record has to outlive them
    for (const file of gone) known.delete(file);
    return gone;
  };

  /** The paths that changed. */
  const carryOut = async ({ deletes, puts }: Plan, again: boolean): Promise<readonly string[]> => {
    const changed: string[] = [];
    for (const path of deletes) for (const gone of await remove(path, true)) changed.push(gone);
    for (const step of puts) {
      await put(step, again);
      changed.push(step.path);
    }
    return changed;
  };

  /** One operation by itself, as the store behind does it; where an append starts. */
  const alone = async (operation: StoreOperation): Promise<number> => {
    const { kind, path } = operation;
    if (kind === 'delete') {
      listeners.tell(await remove(path, false));
      return 0;
    }
    const step = kind === 'write' ? operation : { ...operation, start: (await stat(path))?.size ?? 0 };
    if (step.kind === 'append') broken = step;
    const start = await put(step, false);
    listeners.tell([path]);
    return start;
  };

  const together = async (operations: readonly StoreOperation[]): Promise<void> => {
    const sizes = new Map<string, number>();
    for (const { kind, path } of operations) {
      const found = kind === 'append' ? await stat(path) : null;
      if (found !== null) sizes.set(path, found.size);
    }
    const plan = planOf(operations, sizes);
    await store.write(recordPath, recordOf(plan));
    const changed = await carryOut(plan, false);
    await store.delete(recordPath);
    listeners.tell(changed);
  };

  /** Writes something; when that fails, the next call looks first at what became of it. */
  const apply = async (operations: readonly StoreOperation[]): Promise<number> => {
    const [first, ...others] = operations;
    if (first === undefined) return 0;
    recovered = false;
    try {
      const start = others.length === 0 ? await alone(first) : await together(operations).then(() => 0);
      recovered = true;
      return start;
    } catch (error) {
      throw unsureFailure(error);
    }
  };

  const refusal = async (conditions: PreparedConditions): Promise<CommitResult | null> => {
    const stale = leases.staleAgainst(conditions.fence);
    if (stale !== null) return { kind: 'stale_epoch', currentEpoch: stale };
    const stats = new Map<string, FileStat | null>();
    for (const { path } of conditions.expect) stats.set(path, await stat(path));
    const path = brokenExpectation(conditions.expect, (wanted) => stats.get(wanted) ?? null);
    return path === null ? null : { kind: 'conflict', path };
  };

  return {
    capabilities: { fenced: false },
    lease: {
      acquire: (lease, request, options) => call(options, () => leases.acquire(filePath(lease), request)),
      renew: (lease, request, options) => call(options, () => leases.renew(filePath(lease), request)),
      release: (lease, request, options) => call(options, () => leases.release(filePath(lease), request)),
      holder: (lease, options) => call(options, () => leases.holder(filePath(lease))),
    },
    read: (path, options) =>
      call(options, () => {
        const normal = ownPath(path);
        return normal === '/' ? null : store.read(normal);
      }),
    write: (path, content, options) => call(options, async () => void (await apply([prepared({ kind: 'write', path, content })]))),
    list: (path = '/', options) => call(options, async () => [...(await store.list(ownPath(path)))].sort()),
    delete: (path, options) => call(options, async () => void (await apply([prepared({ kind: 'delete', path })]))),
    exists: (path, options) =>
      call(options, async () => {
        const normal = ownPath(path);
        return normal === '/' ? (await store.list('/')).length > 0 : store.exists(normal);
      }),
    append: (path, content, options) => call(options, () => apply([prepared({ kind: 'append', path, content })])),
    readRange: (path, start, end, options) =>
      call(options, async () => {
        const normal = ownPath(path);
        const range = clipRange((await stat(normal))?.size ?? 0, start, end);
        return range.start === range.end ? '' : rangeOf(store, normal, range.start, range.end);
      }),
    stat: (path, options) => call(options, () => stat(ownPath(path))),
    async commit(operations, conditions = {}, options) {
      enter(options);
      const steps = operations.map(prepared); // at once: what the caller does to its own objects while the call waits is not meant
      const checks = prepareConditions(conditions);
      return call(options, async (): Promise<CommitResult> => {
        const refused = await refusal(checks);
        if (refused === null) await apply(steps);
        return refused ?? { kind: 'committed' };
      });
    },
    onChange(path, listener) {
      enter();
      return listeners.add(ownPath(path), listener);
    },
    async close() {
      if (closed) return;
      closed = true;
      listeners.close();
      await line;
      await store.close?.();
    },
  };
}

/** The path in its one spelling. Throws `path_invalid`, also for the one that this store keeps to itself. */
function ownPath(path: string): string {
  const normal = normalisePath(path);
  if (!isAtOrBeneath(normal, recordPath)) return normal;
  throw new IntarsiaError('path_invalid', `${recordPath} belongs to the store itself: use another path.`, { details: { path: normal } });
}

const prepared = (operation: StoreOperation): StoreOperation => {
  const path = ownPath(operation.path);
  if (operation.kind === 'delete') return { kind: 'delete', path };
  // As the bytes would be read back, and refused when it is no text.
  return { kind: operation.kind, path: filePath(path), content: decodeText(path, encodeText(operation.content)) };
};
