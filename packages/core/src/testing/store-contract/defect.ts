import type { CommitConditions, JournalStore } from '../../ports/index.ts';

/** One thing a store does wrong, the case of the contract that must catch it, and the methods that do it. */
export interface Defect {
  readonly defect: string;
  readonly caughtBy: string;
  readonly make: (store: JournalStore) => Partial<JournalStore>;
}

/** The store's own methods as plain properties, so that single ones can be replaced. */
export const methodsOf = (store: JournalStore): JournalStore => ({
  capabilities: store.capabilities,
  lease: {
    acquire: (lease, request, options) => store.lease.acquire(lease, request, options),
    renew: (lease, request, options) => store.lease.renew(lease, request, options),
    release: (lease, request, options) => store.lease.release(lease, request, options),
    holder: (lease, options) => store.lease.holder(lease, options),
  },
  read: (path, options) => store.read(path, options),
  write: (path, content, options) => store.write(path, content, options),
  list: (path, options) => store.list(path, options),
  delete: (path, options) => store.delete(path, options),
  exists: (path, options) => store.exists(path, options),
  append: (path, content, options) => store.append(path, content, options),
  readRange: (path, start, end, options) => store.readRange(path, start, end, options),
  onChange: (path, listener) => store.onChange(path, listener),
  stat: (path, options) => store.stat(path, options),
  commit: (operations, conditions, options) => store.commit(operations, conditions, options),
  close: () => store.close(),
});

/** Conditions of a commit that forget one of them. */
export const without = (conditions: CommitConditions | undefined, key: keyof CommitConditions): CommitConditions => {
  const { [key]: _, ...rest } = conditions ?? {};
  return rest;
};
