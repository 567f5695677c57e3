import { type ConversationScope, isIntarsiaError, type Runtime } from '@intarsia/core';
import { type ConversationSummary, type Opening, openingOf, ownerOf, reasonOf, statusOf } from './conversation-view.ts';

/** How many conversations a list shows, the newest ones. */
const listLimit = 100;
/** How many openings are remembered. */
const openingLimit = 1000;

/** Lists a tenant's conversations, newest first. */
export type ConversationList = (tenant: string) => Promise<readonly ConversationSummary[]>;

/** A conversation that a newer release went on with cannot be summed up here; the others still can. */
function leaveOutNewer(cause: unknown): null {
  if (isIntarsiaError(cause, 'journal_version')) return null;
  throw cause;
}

/** A list that reads the beginning of each conversation once. */
export function createConversationList(runtime: Pick<Runtime, 'conversations' | 'inspect' | 'read' | 'active'>): ConversationList {
  const openings = new Map<string, Opening>();

  async function summaryOf(scope: ConversationScope): Promise<ConversationSummary | null> {
    const snapshot = await runtime.inspect(scope).catch(leaveOutNewer);
    if (snapshot === null) return null;
    const key = JSON.stringify([scope.tenant, scope.chat]);
    const opening = openings.get(key) ?? (await openingOf(runtime, scope, snapshot));
    if (opening.title !== null) remember(key, opening);
    const owner = ownerOf(runtime, scope, snapshot);
    const { state } = snapshot;
    const workflow = state.run?.workflow ?? null;
    return { conversation: scope.chat, ...opening, workflow, status: statusOf(state, owner), reason: reasonOf(state), owner };
  }

  function remember(key: string, opening: Opening): void {
    openings.set(key, opening);
    const [oldest] = openings.keys();
    if (openings.size > openingLimit && oldest !== undefined) openings.delete(oldest);
  }

  return async (tenant) => {
    const newest = [...(await runtime.conversations(tenant))].slice(-listLimit).reverse();
    const summaries = await Promise.all(newest.map((chat) => summaryOf({ tenant, chat })));
    return summaries.filter((summary) => summary !== null);
  };
}
