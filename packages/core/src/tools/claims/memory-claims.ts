import { frozenCopyToKeep } from '../../context/frozen-json.ts';
import { pathSegment } from '../../journal/store-path.ts';
import type { ClaimStore } from '../../ports/claims.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/json.ts';
import { maxLevels } from '../tool-result.ts';

/** What a record has around the result of a tool. */
const levelsOfRecord = 3;

/**
 * Claims in the memory of this process: they outlive nothing else, and no other process sees them. A record is copied once, when it is appended: readers share it,
 * and nobody can change it.
 */
export function memoryClaims(): ClaimStore {
  const operations = new Map<string, JsonObject[]>();
  const recordsOf = (operationId: string): JsonObject[] => {
    const known = operations.get(operationId);
    if (known === undefined) pathSegment(operationId); // refuses what can be no name
    return known ?? [];
  };
  return {
    async read(operationId, from, options) {
      options?.signal?.throwIfAborted();
      const records = recordsOf(operationId);
      return { records: records.slice(from), next: Math.max(from, records.length) };
    },
    async append(operationId, record, options) {
      options?.signal?.throwIfAborted();
      const records = recordsOf(operationId);
      const copied = frozenCopyToKeep(record, maxLevels + levelsOfRecord);
      if (copied.kind === 'not_json') throw new IntarsiaError('journal_invalid', `A record is not JSON: ${copied.message}.`);
      records.push(copied.value as JsonObject);
      operations.set(operationId, records);
    },
  };
}
