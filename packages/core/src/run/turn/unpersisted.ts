import type { Workflow } from '../../documents/workflow.ts';
import type { ContextUpdates } from '../../journal/envelope.ts';
import { applyUpdates } from '../../journal/fold.ts';
import type { OpenTurn } from '../../journal/state.ts';
import type { CallKey, TurnId } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';

/** The values of variables that no journal may hold, as one activation knows them: what it began with, and what was written since. */
export interface UnpersistedValues {
  values(): JsonObject;
  /** Keeps what a call of the turn wrote; null for what a text wrote, which every call comes after. Later calls win, whatever ended first. */
  write(turn: Pick<OpenTurn, 'id' | 'calls'>, call: CallKey | null, updates: ContextUpdates): void;
}

/** The values of an activation that begins with these. */
export function unpersistedValues(first: JsonObject): UnpersistedValues {
  let before = first;
  let current: TurnId | null = null;
  let writes: readonly { readonly at: number; readonly updates: ContextUpdates }[] = [];
  const values = () => writes.reduce((merged, { updates }) => applyUpdates(merged, updates), before);
  return {
    values,
    write(turn, call, updates) {
      if (turn.id !== current) {
        before = values();
        current = turn.id;
        writes = [];
      }
      const at = turn.calls.findIndex(({ key }) => key === call);
      writes = [...writes, { at, updates }].sort((one, other) => one.at - other.at);
    },
  };
}

/** Changes, parted by whether a journal may hold them. */
export function partUpdates(
  { contextVariables }: Workflow,
  updates: ContextUpdates,
): { readonly persisted: ContextUpdates; readonly unpersisted: ContextUpdates } {
  const isPersisted = (key: string) => contextVariables.get(key)?.persisted !== false;
  const part = (isIn: (key: string) => boolean): ContextUpdates => ({
    set: Object.fromEntries(Object.entries(updates.set).filter(([key]) => isIn(key))),
    delete: updates.delete.filter(isIn),
  });
  return { persisted: part(isPersisted), unpersisted: part((key) => !isPersisted(key)) };
}
