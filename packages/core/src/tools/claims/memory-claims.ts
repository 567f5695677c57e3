import { pathSegment } from '../../journal/store-path.ts';
import type { ClaimStore } from '../../ports/claims.ts';

/** Claims in the memory of this process: they outlive nothing else, and no other process sees them. */
export function memoryClaims(): ClaimStore {
  const operations = new Map<string, string[]>();
  const linesOf = (operation: string): string[] => {
    const known = operations.get(operation);
    if (known === undefined) pathSegment(operation); // refuses what can be no name
    return known ?? [];
  };
  return {
    async read(operation, from, options) {
      options?.signal?.throwIfAborted();
      const lines = linesOf(operation);
      return { records: lines.slice(from).map((line) => JSON.parse(line)), next: Math.max(from, lines.length) };
    },
    async append(operation, record, options) {
      options?.signal?.throwIfAborted();
      const lines = linesOf(operation);
      lines.push(JSON.stringify(record));
      operations.set(operation, lines);
    },
  };
}
