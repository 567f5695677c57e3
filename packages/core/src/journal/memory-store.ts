import type { Clock } from '../ports/clock.ts';
import type { FileStat, JournalStore } from '../ports/store.ts';
import { type ByteLog, byteLog } from './byte-log.ts';
import { changeListeners } from './change-listeners.ts';
import { fileTable } from './file-table.ts';
import { leaseTable } from './lease-table.ts';
import { brokenExpectation, type PreparedOperation } from './prepared-commit.ts';
import { journalStoreOf } from './store-backend.ts';
import { clipRange } from './store-text.ts';

interface StoredFile {
  readonly log: ByteLog;
  version: string;
}

/** Files and their versions; every call is one step, so nothing ever sees half of it. */
function memoryFiles() {
  const files = fileTable<StoredFile>();
  let changes = 0;
  return {
    files,
    /** The paths that changed. */
    apply(operation: PreparedOperation): readonly string[] {
      if (operation.kind === 'delete') return files.delete(operation.path);
      changes += 1;
      const version = String(changes);
      const file = files.get(operation.path);
      if (operation.kind === 'append' && file !== undefined) {
        file.log.append(operation.bytes);
        file.version = version;
      } else {
        files.set(operation.path, { log: byteLog(operation.bytes), version });
      }
      return [operation.path];
    },
  };
}

/**
 * A JournalStore in the memory of this process, with leases on the monotonic side of `clock`. Nothing of it survives the process, and no
 * other process sees it, hence `fenced: false`. Appends copy only what they bring.
 */
export function memoryStore(clock: Clock): JournalStore {
  const { files, apply } = memoryFiles();
  const listeners = changeListeners();
  const leases = leaseTable({ now: () => clock.monotonic() });

  const stat = (path: string): FileStat | null => {
    const file = files.get(path);
    return file === undefined ? null : { size: file.log.size(), version: file.version };
  };

  return journalStoreOf({
    name: 'The memory store',
    fenced: false,
    lease: leases,
    stat,
    list: files.list,
    exists: files.exists,
    read(path, start, end) {
      const log = files.get(path)?.log;
      if (log === undefined) return null;
      const range = clipRange(log.size(), start, end);
      return { start: range.start, bytes: log.slice(range.start, range.end) };
    },
    commit(operations, { fence, expect }) {
      const currentEpoch = leases.staleAgainst(fence);
      if (currentEpoch !== null) return { kind: 'stale_epoch', currentEpoch };
      const path = brokenExpectation(expect, stat);
      if (path !== null) return { kind: 'conflict', path };
      const start = operations[0] === undefined ? 0 : (stat(operations[0].path)?.size ?? 0);
      listeners.tell(operations.flatMap(apply));
      return { kind: 'committed', start };
    },
    watch: listeners.add,
    close: listeners.close,
  });
}
