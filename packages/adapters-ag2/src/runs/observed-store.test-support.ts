import type { CommitConditions, CommitResult, JournalStore, StoreOperation } from '@intarsia/core';

/** What becomes of one commit: nothing special; its answer is lost after or before it was applied; or the process dies there. */
export type Fate = 'committed' | 'applied_unanswered' | 'lost' | 'dies_before' | 'dies_after';

/** A store that keeps what was committed to a journal, and may fail or take its process with it. */
export interface ObservedStore extends JournalStore {
  /** The envelope types of each commit that reached a journal, in order. */
  readonly commits: readonly (readonly string[])[];
  /** Decides each commit by its number, from 0, and its envelope types; the commit waits for the decision. */
  decide(fate: (commit: number, types: readonly string[]) => Fate | Promise<Fate>): void;
  /** Calls back when a commit was applied, before its answer is given. */
  onApplied(listener: (commit: number, types: readonly string[]) => void): void;
  /** The process is gone: nothing it still tries reaches the store. */
  die(): void;
}

/** Watches a store as one process uses it. */
export function observedStore(store: JournalStore): ObservedStore {
  const commits: (readonly string[])[] = [];
  let fateOf: Parameters<ObservedStore['decide']>[0] = () => 'committed';
  let applied: Parameters<ObservedStore['onApplied']>[0] = () => {};
  let dead = false;
  let count = 0;
  const alive = <Work>(work: () => Promise<Work>): Promise<Work> => (dead ? Promise.reject(new Error('The process is dead.')) : work());

  const commit = async (operations: readonly StoreOperation[], conditions?: CommitConditions): Promise<CommitResult> => {
    const types = typesOf(operations);
    const number = types.length === 0 ? -1 : count++;
    const fate = types.length === 0 ? 'committed' : await fateOf(number, types);
    if (fate === 'dies_before') dead = true;
    if (fate === 'dies_before' || fate === 'lost') throw new Error(`The commit was lost (${fate}).`);
    const result = await store.commit(operations, conditions);
    if (result.kind === 'committed' && types.length > 0) {
      commits.push(types);
      applied(number, types);
    }
    if (fate === 'dies_after') dead = true;
    if (fate !== 'committed') throw new Error(`The answer of the commit was lost (${fate}).`);
    return result;
  };

  return {
    commits,
    decide: (fate) => {
      fateOf = fate;
    },
    onApplied: (listener) => {
      applied = listener;
    },
    die: () => {
      dead = true;
    },
    capabilities: store.capabilities,
    read: (path) => alive(() => store.read(path)),
    write: (path, content) => alive(() => store.write(path, content)),
    list: (path) => alive(() => store.list(path)),
    delete: (path) => alive(() => store.delete(path)),
    exists: (path) => alive(() => store.exists(path)),
    append: (path, content) => alive(() => store.append(path, content)),
    readRange: (path, start, end) => alive(() => store.readRange(path, start, end)),
    stat: (path) => alive(() => store.stat(path)),
    onChange: (path, listener) => store.onChange(path, listener),
    commit: (operations, conditions) => alive(() => commit(operations, conditions)),
    lease: {
      acquire: (lease, request) => alive(() => store.lease.acquire(lease, request)),
      renew: (lease, request) => alive(() => store.lease.renew(lease, request)),
      release: (lease, request) => alive(() => store.lease.release(lease, request)),
      holder: (lease) => alive(() => store.lease.holder(lease)),
    },
    close: () => store.close(),
  };
}

function typesOf(operations: readonly StoreOperation[]): readonly string[] {
  return operations.flatMap((operation) =>
    operation.kind === 'append' && operation.path.endsWith('/wal.jsonl')
      ? operation.content
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line).event_type)
      : [],
  );
}
