import { scopedStore } from '../../journal/scoped-store.ts';
import type { StoredProblem, VerifiedLog } from '../../journal/verification.ts';
import { isIntarsiaError } from '../../ports/errors.ts';
import type { CallOptions, JournalStore } from '../../ports/store.ts';
import { readOperation } from './operation-log.ts';
import { storeClaims } from './store-claims.ts';

const operationPath = /^(.*)\/intarsia\/operations\/([^/]+)\.jsonl$/;

/** Whether a file of this path holds the records of an operation that `storeClaims` keeps, in the store or in a folder that is a view of its own. */
export const isOperationPath = (path: string): boolean => operationPath.test(path);

/** Reads and folds the records of an operation as whoever goes on with it does. Observation: changes nothing. */
export async function verifyOperation(store: JournalStore, path: string, options?: CallOptions): Promise<VerifiedLog> {
  const [, folder = '', name = ''] = operationPath.exec(path) ?? [];
  const problem = (code: StoredProblem['code'], message: string) => ({
    path,
    entries: 0,
    problems: [{ path, offset: null, code, message }],
  });
  options?.signal?.throwIfAborted();
  try {
    const claims = storeClaims(folder === '' ? store : scopedStore(store, folder));
    const state = await readOperation({ claims, operationId: decodeURIComponent(name) });
    return { path, entries: state.ids.size, problems: [] };
  } catch (cause) {
    if (cause instanceof URIError) return problem('path_invalid', 'its name is not that of an operation');
    if (!isIntarsiaError(cause) || cause.retryable) throw cause;
    return problem(cause.code, cause.message);
  }
}
