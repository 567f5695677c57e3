import type { Workflow } from '../../documents/workflow.ts';
import type { JournalState } from '../../journal/state.ts';
import type { AgentRunner } from '../../ports/agents.ts';
import type { Channel } from '../../ports/network.ts';
import { refuseChanged } from './changed-workflow.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Why a person's answer cannot be taken now, or null. */
export function refuseAnswer(state: JournalState, workflow: Workflow, channel: Channel): Refusal | null {
  if (state.channel.status === 'closed') return refuse('conversation_closed');
  if (state.run?.status !== 'paused') return refuse('not_paused');
  if (state.run.reason === 'ui_required') return refuse('ui_answer_required');
  if (state.run.reason === 'approval_required') return refuse('approval_required');
  return state.run.reason === 'input_required' ? refuseChanged(state, workflow, channel) : refuse('call_uncertain');
}

/** Why a conversation cannot be gone on with, or null: running without an owner, failed or cancelled may be (architecture 4.4, 4.10). */
export function refuseResume(state: JournalState, workflow: Workflow, channel: Channel): Refusal | null {
  if (state.channel.status === 'closed') return refuse('conversation_closed');
  const { run } = state;
  if (run === null) return refuse('conversation_unknown');
  const changed = refuseChanged(state, workflow, channel);
  if (changed !== null && run.status !== 'completed') return changed;
  switch (run.status) {
    case 'completed':
      return refuse('conversation_closed');
    case 'paused':
      if (run.reason === 'input_required') return refuse('answer_required');
      if (run.reason === 'ui_required') return refuse('ui_answer_required');
      if (run.reason === 'approval_required') return refuse('approval_required');
      return state.turn?.calls.some((call) => call.status === 'uncertain') ? refuse('call_uncertain') : null;
    case 'failed':
    case 'cancelled':
      return run.resumable ? blocked(state, workflow, channel) : refuse('conversation_closed');
    case 'running':
      return blocked(state, workflow, channel);
  }
}

function blocked(state: JournalState, workflow: Workflow, channel: Channel): Refusal | null {
  const speaker = state.channel.expectedSpeaker;
  const name = speaker === null ? undefined : channel.facts.names[speaker];
  const agent = name === undefined ? undefined : workflow.agents.get(name);
  if (agent?.pendingTurnReplay !== 'block') return null;
  return refuse('replay_blocked', `${agent.name} has an unfinished turn in channel ${channel.id} and declares pending_turn_replay: block.`);
}

/**
 * Why no run of a workflow can begin here, or null: it asks for something that does not work yet, or an agent must answer with a model that its
 * provider's strict mode cannot say (workflow-documents 1.4, 2.4). Decided before anything is stored.
 */
export function refuseWorkflow(workflow: Workflow, { schemaDialect = 'json_schema' }: AgentRunner): Refusal | null {
  const [unsupported] = workflow.unsupported;
  if (unsupported !== undefined) return refuse('not_supported_yet', unsupported.message);
  if (schemaDialect !== 'openai') return null;
  for (const agent of workflow.agents.values()) {
    if (agent.output === null || !agent.structuredOutputsRequired) continue;
    const { strict, reasons } = agent.output.providerSchema(schemaDialect);
    if (!strict)
      return refuse('output_not_strict', `"${agent.name}" must answer with ${agent.output.name}: ${reasons[0] ?? 'no strict schema'}`);
  }
  return null;
}
