import { pathSegment } from '../../journal/store-path.ts';
import type { ClaimStore } from '../../ports/claims.ts';

/** Claims in the memory of this process: they outlive nothing else, and no other process sees them. */
export function memoryClaims(): ClaimStore {
  const operations = new Map<string, string[]>();
  const linesOf = (operationId: string): string[] => {
    const known = operations.get(operationId);
    if (known === undefined) pathSegment(operationId); // refuses what can be no name
    return known ?? [];
  };
  return {
    async read(operationId, from, options) {
      options?.signal?.throwIfAborted();
      const lines = linesOf(operationId);
      return { records: lines.slice(from).map((line) => JSON.parse(line)), next: Math.max(from, lines.length) };
    },
    async append(operationId, record, options) {
      options?.signal?.throwIfAborted();
      const lines = linesOf(operationId);
      lines.push(JSON.stringify(record));
      operations.set(operationId, lines);
    },
  };
}
