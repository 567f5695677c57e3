import { pythonJson } from '../../journal/envelope.ts';
import { pathSegment } from '../../journal/store-path.ts';
import { encodeText } from '../../journal/store-text.ts';
import type { ClaimSlice, ClaimStore } from '../../ports/claims.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { isJsonObject, type JsonObject } from '../../ports/json.ts';
import type { KnowledgeStore } from '../../ports/store.ts';

/**
 * Claims in any store: one file an operation, `/intarsia/operations/{operation}.jsonl`. The store's appends are atomic among all processes, so its file says who
 * was first; nothing else is asked of it. Tenants are kept apart by `scopedStore`. Closing the store is up to who opened it.
 */
export function storeClaims(store: KnowledgeStore): ClaimStore {
  return {
    read: async (operationId, from, options) =>
      sliceOf(operationId, from, await store.readRange(pathOf(operationId), from, undefined, options)),
    async append(operationId, record, options) {
      await store.append(pathOf(operationId), `\n${pythonJson(record)}\n`, options);
    },
  };
}

const pathOf = (operationId: string): string => `/intarsia/operations/${pathSegment(operationId)}.jsonl`;

/**
 * A writer that died within an append left a torn line, whose record nobody counted on. It is left aside, at the end of the file and where others went on behind
 * it: each record begins with a line break of its own, so only a whole one is followed by an empty line. Anything else that cannot be read is `store_corrupt`.
 */
function sliceOf(operationId: string, from: number, text: string): ClaimSlice {
  const records: JsonObject[] = [];
  let [at, next] = [from, from];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const record = line === '' ? null : parsed(line);
    at += encodeText(line).length;
    if (record !== null) {
      records.push(record);
      next = at;
    } else if (line !== '' && lines[index + 1] === '') {
      throw new IntarsiaError('store_corrupt', `The records of the operation "${operationId}" cannot be read before byte ${at}.`);
    }
    at += 1;
  }
  return { records, next };
}

function parsed(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
