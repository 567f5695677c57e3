import { IntarsiaError } from '../../ports/errors.ts';
import type { JournalStore, StoreOperation } from '../../ports/store.ts';
import type { Owner } from './owner.ts';
import type { Place } from './plan.ts';
import type { Detail } from './trace.ts';

/** The base store as one owner reaches it: every call is an await of the owner, whose answer may be lost or late, and may arrive at nobody. */
export function ownerStore(owner: Owner, base: JournalStore): JournalStore {
  const call = <Value>(place: Place, detail: Detail, apply: () => Promise<Value>): Promise<Value> =>
    owner.go({
      place,
      detail,
      apply,
      unanswered: () => ({
        kind: 'failed',
        cause: new IntarsiaError('store_unavailable', 'The store did not answer.', { retryable: true }),
      }),
    });
  const commit: JournalStore['commit'] = async (operations, conditions, options) => {
    const result = await base.commit(operations, conditions, options);
    if (result.kind !== 'committed') owner.note(`is refused a commit: ${result.kind}`);
    return result;
  };
  return {
    capabilities: base.capabilities,
    read: (path, options) => call('store.read', path, () => base.read(path, options)),
    write: (path, content, options) => call('store.write', path, () => base.write(path, content, options)),
    list: (path, options) => call('store.list', path ?? '/', () => base.list(path, options)),
    delete: (path, options) => call('store.delete', path, () => base.delete(path, options)),
    exists: (path, options) => call('store.exists', path, () => base.exists(path, options)),
    append: (path, content, options) => call('store.append', path, () => base.append(path, content, options)),
    readRange: (path, start, end, options) => call('store.readRange', path, () => base.readRange(path, start, end, options)),
    stat: (path, options) => call('store.stat', path, () => base.stat(path, options)),
    commit: (operations, conditions, options) =>
      call(
        'store.commit',
        () => writtenBy(operations),
        () => commit(operations, conditions, options),
      ),
    onChange: (path, listener) =>
      base.onChange(path, (changed) => {
        if (owner.condition === 'alive') listener(changed);
      }),
    lease: {
      acquire: (lease, request, options) => call('lease.acquire', lease, () => base.lease.acquire(lease, request, options)),
      renew: (lease, request, options) => call('lease.renew', lease, () => base.lease.renew(lease, request, options)),
      release: (lease, request, options) => call('lease.release', lease, () => base.lease.release(lease, request, options)),
      holder: (lease, options) => call('lease.holder', lease, () => base.lease.holder(lease, options)),
    },
    async close() {}, // a process that ends does not close what others use
  };
}

const eventType = /"event_type": "([^"]+)"/g;

/** What a commit writes, for a trace: the types of the envelopes, or the paths where there are none. */
function writtenBy(operations: readonly StoreOperation[]): string {
  const contents = operations.map((operation) => (operation.kind === 'append' ? operation.content : ''));
  const types = contents.flatMap((content) => [...content.matchAll(eventType)].map(([, type]) => type));
  return (types.length > 0 ? types : operations.map(({ path }) => path)).join(' ');
}
