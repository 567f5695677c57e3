import type { CommitConditions, JournalStore } from '../../../ports/index.ts';
import { onTheWay } from './defect.ts';

/** Conditions of a commit that forget one of them. */
export const without = (conditions: CommitConditions | undefined, key: keyof CommitConditions): CommitConditions => {
  const { [key]: _, ...rest } = conditions ?? {};
  return rest;
};

/** Commits by looking at one condition first and writing later. */
export const looksFirst = (store: JournalStore, key: keyof CommitConditions = 'expect'): Pick<JournalStore, 'commit'> => ({
  async commit(operations, conditions, options) {
    const checked = await store.commit([], conditions, options);
    if (conditions?.[key] !== undefined) await onTheWay();
    return checked.kind === 'committed' ? store.commit(operations, without(conditions, key), options) : checked;
  },
});

/** Commits operation by operation. */
export const oneByOne = (store: JournalStore): Pick<JournalStore, 'commit'> => ({
  async commit(operations, conditions, options) {
    const checked = await store.commit([], conditions, options);
    if (checked.kind !== 'committed') return checked;
    for (const operation of operations) {
      await store.commit([operation]);
      await onTheWay();
    }
    return checked;
  },
});

/** Refuses a commit while another one is made. */
export const oneAtATime = (store: JournalStore, state: { busy: boolean } = { busy: false }): Pick<JournalStore, 'commit'> => ({
  async commit(operations, conditions, options) {
    if (state.busy) return { kind: 'conflict', path: conditions?.expect?.[0]?.path ?? '/' };
    state.busy = true;
    await onTheWay();
    state.busy = false;
    return store.commit(operations, conditions, options);
  },
});

/** Writes a text in two halves. */
export const inTwoHalves = (store: JournalStore): Pick<JournalStore, 'write'> => ({
  async write(path, content, options) {
    await store.write(path, content.slice(0, content.length / 2), options);
    await onTheWay();
    await store.append(path, content.slice(content.length / 2), options);
  },
});

/** Appends by reading, and writing all of it back. */
export const readsAndWritesBack = (store: JournalStore): Pick<JournalStore, 'append'> => ({
  async append(path, content, options) {
    const old = (await store.read(path, options)) ?? '';
    await onTheWay();
    await store.write(path, old + content, options);
    return new TextEncoder().encode(old).length;
  },
});

/** Takes a lease by looking at it first. */
export const takesLater = (store: JournalStore): Pick<JournalStore['lease'], 'acquire'> => ({
  async acquire(lease, request, options) {
    const holder = await store.lease.holder(lease, options);
    if (holder !== null && holder.owner !== request.owner) return { kind: 'held', owner: holder.owner, remainingMs: holder.remainingMs };
    const result = await store.lease.acquire(lease, request, options);
    return result.kind === 'held' ? store.lease.acquire(lease, { ...request, owner: result.owner }, options) : result;
  },
});

/** Tells only the last of the changes of one moment. */
export const tellsTheLast = (store: JournalStore): Pick<JournalStore, 'onChange'> => ({
  onChange(path, listener) {
    let last: string | null = null;
    return store.onChange(path, (changed) => {
      if (last === null) {
        setImmediate(() => {
          if (last !== null) listener(last);
          last = null;
        });
      }
      last = changed;
    });
  },
});

/** Calls listeners that it keeps itself, when `change` tells it to. */
export function tellsItself(change: (tell: (path: string) => readonly unknown[]) => Partial<JournalStore>): Partial<JournalStore> {
  const listeners = new Set<(path: string) => void>();
  return {
    ...change((path) => [...listeners].map((listener): unknown => listener(path))),
    onChange(_path, listener) {
      const own = (changed: string) => listener(changed);
      listeners.add(own);
      return { close: () => void listeners.delete(own) };
    },
  };
}
