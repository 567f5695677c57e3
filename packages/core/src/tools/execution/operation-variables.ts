import { isReservedKey } from '../../context/authority.ts';
import type { ContextAccess } from '../../context/context-access.ts';
import { frozenCopy, looseCopy } from '../../context/frozen-json.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { Json } from '../../ports/json.ts';
import { memberOf } from '../thrown.ts';

/** The context variables of an operation outside of a run: nothing declares them, so any tool may write any of them (workflow-documents 7.4). */
export interface OperationVariables {
  /** Opens them for one try of a call, whose writes the others see once it is committed. */
  open(): OpenedVariables;
}

/** The variables as one try sees them. After `close` they can be read and not written. */
export interface OpenedVariables {
  readonly access: ContextAccess;
  close(): void;
  /** Keeps what was written. */
  commit(): void;
}

/** Variables that begin as the JSON values of `variables` of a caller's context. Reserved names are nobody's (case TOOL-73). */
export function operationVariables(context: unknown): OperationVariables {
  const given = memberOf(context, 'variables');
  const committed = new Map<string, Json>();
  for (const key of keysOf(given)) {
    const copied = isReservedKey(key) ? null : frozenCopy(memberOf(given, key));
    if (copied?.kind === 'copied') committed.set(key, copied.value);
  }
  return { open: () => openVariables(committed) };
}

/** The members of something whose own code may fail when it is looked at. */
function keysOf(given: unknown): readonly string[] {
  try {
    return typeof given === 'object' && given !== null ? Object.keys(given) : [];
  } catch {
    return [];
  }
}

function openVariables(committed: Map<string, Json>): OpenedVariables {
  const written = new Map<string, Json | undefined>();
  let isClosed = false;
  const current = (key: string): Json | undefined => (written.has(key) ? written.get(key) : committed.get(key));
  const keys = () => [...new Set([...committed.keys(), ...written.keys()])].filter((key) => current(key) !== undefined);
  const demand = (key: string): void => {
    if (isClosed) throw refused(key, 'the call of the tool has ended');
    if (typeof key !== 'string' || key === '' || isReservedKey(key)) throw refused(String(key), 'the name is empty or reserved');
  };
  const access: ContextAccess = {
    get: current,
    has: (key) => current(key) !== undefined,
    keys,
    set(key, value) {
      demand(key);
      const copied = frozenCopy(value);
      if (copied.kind === 'not_json') throw refused(key, copied.message);
      written.set(key, copied.value);
    },
    delete(key) {
      demand(key);
      const existed = current(key) !== undefined;
      written.set(key, undefined);
      return existed;
    },
    snapshot: () => Object.fromEntries(keys().map((key) => [key, looseCopy(current(key) ?? null)])),
  };
  return {
    access: Object.freeze(access),
    close() {
      isClosed = true;
    },
    commit() {
      for (const [key, value] of written) {
        if (value === undefined) committed.delete(key);
        else committed.set(key, value);
      }
    },
  };
}

const refused = (key: string, why: string): IntarsiaError =>
  new IntarsiaError('context_write_refused', `"${key}" cannot be written: ${why}.`);
