import { userText } from '../../context/index.ts';
import type { Workflow } from '../../documents/workflow.ts';
import { person } from '../../graph/compile.ts';
import { type EnvelopeDraft, events } from '../../journal/envelope.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { AgentId } from '../../ports/ids.ts';
import { type PersonsWrites, personsWrites, refusedDrafts } from '../turn/person-writes.ts';

/** Who takes part in the conversations of a workflow: the person, then its agents. */
export function participantsOf(workflow: Workflow) {
  const agents = [...workflow.agents.values()].map(
    ({ name, description }) => ({ name, kind: 'agent', description: description ?? '' }) as const,
  );
  return [{ name: person, kind: 'human', description: 'The person of this conversation.' } as const, ...agents];
}

/** The id that the network gave a participant. */
export function participantId(ids: ReadonlyMap<string, AgentId>, name: string): AgentId {
  const id = ids.get(name);
  if (id === undefined) throw new IntarsiaError('internal', `"${name}" was not registered.`);
  return id;
}

/** The words that open a channel go to the initial agent, whatever the graph says of later words: AG2's hand-off routing. */
export function openingPacket(sender: AgentId, initialAgent: AgentId, body: string): EnvelopeDraft {
  const data = { routing: { kind: 'handoff', target: initialAgent, reason: '' }, context_updates: { set: {}, delete: [] }, body };
  return { sender, type: events.packet, data, audience: null, causation: null };
}

/** What a person's words set by their triggers, and what they may not set (workflow-documents 7.5). */
export function userWrites(workflow: Workflow, sender: AgentId, text: string): PersonsWrites {
  const { sets, refused } = userText(workflow, text);
  const { drafts, unpersisted } = personsWrites(workflow, sender, Object.fromEntries(sets.map((key) => [key, true])));
  return { drafts: [...refusedDrafts(sender, { turn: null, agent: person, call: null }, refused), ...drafts], unpersisted };
}
