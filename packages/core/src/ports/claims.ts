import type { JsonObject } from './json.ts';
import type { CallOptions } from './store.ts';

/** A piece of the log of an operation, and the place behind it. */
export interface ClaimSlice {
  readonly records: readonly JsonObject[];
  readonly next: number;
}

/**
 * The log of operations outside of a run: what was claimed, settled, approved and decided, one list of records an operation, in the order in which they were
 * appended. Appends of several processes lose nothing and overlap nothing; who stands first in the list was first, and stays it. What the records mean is core's.
 * Operations are named by free text of 1 to 128 characters; every other name is refused with `path_invalid`.
 */
export interface ClaimStore {
  /**
   * The records of an operation from a place on, oldest first; none for an unknown operation. A place is 0, or what an earlier read gave as `next`. Everything
   * whose append had resolved before is there.
   */
  read(operationId: string, from: number, options?: CallOptions): Promise<ClaimSlice>;
  /** Appends one record, durable once this resolves. */
  append(operationId: string, record: JsonObject, options?: CallOptions): Promise<void>;
}
