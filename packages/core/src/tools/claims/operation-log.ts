import type { ClaimStore } from '../../ports/claims.ts';
import type { Clock, Ids } from '../../ports/clock.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { randomIds, systemClock } from '../platform.ts';
import { foldInto, foldOperation, type OperationState, openFolding } from './fold-operation.ts';
import { checkOperationRecord, type OperationRecord } from './operation-records.ts';

/** What reading and writing an operation takes: the two options by which the verbs know it, and what they have defaults for. */
export interface OperationAccess {
  readonly claims: ClaimStore;
  /** The name that its caller gave the operation; free text of 1 to 128 characters. */
  readonly operationId: string;
  /** Default: the clock and the randomness of the platform. `ids` must be random between everybody who writes: a record is known by its id. */
  readonly clock?: Clock;
  readonly ids?: Ids;
}

type Stamped = 'v' | 'id' | 'at' | 'by';
/** A record before it has its id and its time. */
export type OperationDraft = {
  [Type in OperationRecord['type']]: Omit<Extract<OperationRecord, { type: Type }>, Stamped>;
}[OperationRecord['type']];

/** The records of one operation, as one writer adds to them. The states that it gives are one, which goes on with what is read later. */
export interface OperationLog {
  read(): Promise<OperationState>;
  /** Appends one record, for good once this resolves, and gives its id and the state that holds it. Which of two contradicting records counts, the state says. */
  append(draft: OperationDraft): Promise<{ readonly id: string; readonly state: OperationState }>;
}

/** What the records of an operation say now: observation, changes nothing. Throws `journal_version` for a record of a newer release. */
export async function readOperation({ claims, operationId }: Pick<OperationAccess, 'claims' | 'operationId'>): Promise<OperationState> {
  return foldOperation((await claims.read(operationId, 0)).records);
}

/** Opens the log of an operation for a writer who is named `by` in it. */
export function operationLog({ claims, operationId, clock = systemClock, ids = randomIds }: OperationAccess, by: string): OperationLog {
  const state = openFolding();
  let from = 0;
  const read = async (): Promise<OperationState> => {
    const { records, next } = await claims.read(operationId, from);
    foldInto(state, records);
    from = Math.max(from, next);
    return state;
  };
  return {
    read,
    async append(draft) {
      const record: OperationRecord = { ...draft, v: 1, id: ids.randomHex(16), at: Math.round(clock.now()), by };
      const checked = checkOperationRecord(record);
      await appendOnce(
        () => claims.append(operationId, checked),
        async () => (await read()).ids.has(record.id),
      );
      await read();
      if (state.ids.has(record.id)) return { id: record.id, state };
      throw new IntarsiaError('store_corrupt', `The store took a record of the operation "${operationId}" and does not have it.`);
    },
  };
}

/** A store that lost its answer may have the record all the same: it is looked up before it is sent again, once, under the same id (case T14). */
async function appendOnce(append: () => Promise<void>, isThere: () => Promise<boolean>): Promise<void> {
  try {
    await append();
  } catch {
    if (await isThere()) return;
    await append().catch(async (cause: unknown) => {
      if (!(await isThere())) throw cause;
    });
  }
}
