import type { RefusedWrite } from '../../context/index.ts';
import type { Workflow } from '../../documents/workflow.ts';
import { type EnvelopeDraft, events } from '../../journal/envelope.ts';
import { factDraft } from '../../journal/facts.ts';
import type { AgentId, CallKey, TurnId } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';
import { partUpdates } from './unpersisted.ts';

/** What words or an answer of the person set: the drafts for what a journal may hold, and the values that it may not. */
export interface PersonsWrites {
  readonly drafts: readonly EnvelopeDraft[];
  readonly unpersisted: JsonObject;
}

/** The variables that a person sets, in force before the graph looks at them and before a waiting tool runs (workflow-documents 7.5). */
export function personsWrites(workflow: Workflow, sender: AgentId, set: JsonObject): PersonsWrites {
  const { persisted, unpersisted } = partUpdates(workflow, { set, delete: [] });
  if (Object.keys(persisted.set).length === 0) return { drafts: [], unpersisted: unpersisted.set };
  const data = { set: persisted.set, delete: [] };
  return { drafts: [{ sender, type: events.contextSet, data, audience: null, causation: null }], unpersisted: unpersisted.set };
}

/** Whose writes were refused; `call` and `turn` are null for words that belong to none. */
interface RefusedBy {
  readonly turn: TurnId | null;
  readonly agent: string;
  readonly call: CallKey | null;
}

/** The fact that tells refused writes, if there are any. */
export function refusedDrafts(sender: AgentId, by: RefusedBy, refused: readonly RefusedWrite[]): readonly EnvelopeDraft[] {
  if (refused.length === 0) return [];
  const writes = refused.map((write) => ({ ...write }));
  return [factDraft(sender, 'intarsia.context.refused', { v: 1, ...by, writes })];
}
