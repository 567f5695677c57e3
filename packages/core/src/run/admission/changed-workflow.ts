import type { Agent, Workflow } from '../../documents/workflow.ts';
import { person } from '../../graph/compile.ts';
import type { CallRecord, JournalState, OpenTurn } from '../../journal/state.ts';
import type { Channel } from '../../ports/network.ts';
import { autoPosition } from '../turn/decide-turn.ts';
import { type Refusal, refuse } from './refusal.ts';

/**
 * Why a conversation cannot go on with the workflow as it is loaded now, or null; decided before anything is written or run (cases C15). The conversation
 * keeps the graph that it was opened with, so every agent of that graph must still be there. Its open turn goes on from its record, so what is recorded of it must
 * still be what the workflow says: the tools whose calls have not ended, the places of auto tools that were called, and the model of an accepted output. Every
 * other change is taken up: prompts, views and code are those of now.
 */
export function refuseChanged(state: JournalState, workflow: Workflow, channel: Channel): Refusal | null {
  const change = goneAgents(workflow, channel) ?? changedTurn(state, workflow);
  return change === null ? null : refuse('workflow_changed', `The workflow "${workflow.name}" ${change}: restore it.`);
}

function goneAgents(workflow: Workflow, channel: Channel): string | null {
  const gone = [...channel.participants.keys()].filter((name) => name !== person && !workflow.agents.has(name));
  return gone.length === 0 ? null : `no longer has ${gone.join(', ')}, who takes part in this conversation`;
}

function changedTurn({ turn, run }: JournalState, workflow: Workflow): string | null {
  const agent = turn === null ? undefined : workflow.agents.get(turn.agent);
  if (turn === null || agent === undefined) return null;
  // What the same documents do not have and nobody registered, there never was: a model made the name up.
  const sameDocuments = run?.digest === workflow.digest;
  const existed = (call: CallRecord) => !sameDocuments || call.registered === true;
  const lost = turn.calls.find((call) => (isAuto(call) ? isReplaced(agent, call) : existed(call) && isWithdrawn(agent, call)));
  if (lost !== undefined) return `no longer gives ${agent.name} the tool "${lost.tool}" as when it was called (${lost.position})`;
  return changedOutput(agent, turn);
}

const isAuto = (call: CallRecord): boolean => call.position.startsWith('auto:');

/** The key of an auto tool's call is its place, so another tool in that place would pass for called. */
function isReplaced(agent: Agent, call: CallRecord): boolean {
  const binding = agent.autoTools.find((candidate) => autoPosition(candidate) === call.position);
  return binding === undefined ? call.status !== 'settled' : binding.function !== call.tool;
}

const isWithdrawn = (agent: Agent, call: CallRecord): boolean =>
  call.status !== 'settled' && !agent.callableTools.some((binding) => binding.function === call.tool);

function changedOutput({ name, output }: Agent, { accepted }: OpenTurn): string | null {
  if (accepted === null) return null;
  if (output?.name !== accepted.model) return `no longer has ${name} answer with "${accepted.model}", as its open turn did`;
  // A value that a schema in code transformed is no candidate for that schema any more.
  const checkable = output.acceptedShapes === undefined;
  return checkable && !output.matches(accepted.data)
    ? `changed "${accepted.model}", and the open turn of ${name} does not fit it any more`
    : null;
}
