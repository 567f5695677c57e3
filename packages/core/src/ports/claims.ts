import type { JsonObject } from './json.ts';
import type { CallOptions } from './store.ts';

/**
 * The log of operations outside of a run: what was claimed, settled, approved and decided, one list of records an operation, in the order in which they were
 * appended. Appends of several processes lose nothing and overlap nothing; who stands first in the list was first. What the records mean is core's.
 */
export interface ClaimStore {
  /** All records of an operation, oldest first; none for an unknown one. */
  read(operation: string, options?: CallOptions): Promise<readonly JsonObject[]>;
  /** Appends one record, durable once this resolves. */
  append(operation: string, record: JsonObject, options?: CallOptions): Promise<void>;
}
