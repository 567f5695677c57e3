import type { Agent, ToolBinding, ToolOutcome } from '../../documents/workflow.ts';
import { person } from '../../graph/compile.ts';
import type { GraphTarget } from '../../graph/transition-graph.ts';
import type { ChannelFacts, OpenTurn } from '../../journal/state.ts';
import type { AgentId } from '../../ports/ids.ts';
import type { Json } from '../../ports/json.ts';
import { autoPosition } from './decide-turn.ts';

/** Why the packet of an agent whose tool has an outcome may not be sent (workflow-documents 5.3). */
export interface PacketRefusal {
  readonly code: 'missing_current_result' | 'requires_declared_graph';
  readonly message: string;
}

/**
 * Decided before anything of a turn runs: the graph leads on from an agent with an outcome, by that outcome alone. Loaded documents say so, but a conversation
 * keeps the graph that it was opened with, and a workflow built in code is not loaded.
 */
export function refuseRouting(agent: Agent, speaker: AgentId, facts: ChannelFacts): PacketRefusal | null {
  const binding = agent.autoTools.find(({ outcome }) => outcome !== null);
  if (!binding?.outcome) return null;
  const fault = faultOfGraph(binding.outcome, speaker, facts);
  const self = agent.autoTools.find(({ onError }) => onError.kind === 'route');
  const why =
    self === undefined
      ? fault && `the graph that this conversation was opened with ${fault}`
      : `"${self.function}" hands over past the graph when it fails; take its on_error away`;
  if (why === null) return null;
  const message = `${agent.name} routes on the outcome of "${binding.function}" alone, so its turn was not begun: ${why}.`;
  return { code: 'requires_declared_graph', message };
}

/** Decided before a packet is sent: each tool with an outcome was called in this very turn, and ended under that outcome. */
export function refusePacket(agent: Agent, turn: OpenTurn | null): PacketRefusal | null {
  const missing = agent.autoTools.find((binding) => binding.outcome !== null && !hasResult(binding, binding.outcome, turn));
  if (missing === undefined) return null;
  const message = `${agent.name} has no outcome of "${missing.function}" from this turn, so nothing was sent: its documents changed after the call. Restore them.`;
  return { code: 'missing_current_result', message };
}

/** An end under an outcome writes both of its variables, whatever became of the call. */
function hasResult(binding: ToolBinding, outcome: ToolOutcome, turn: OpenTurn | null): boolean {
  const call = turn?.calls.find(({ position, tool }) => position === autoPosition(binding) && tool === binding.function);
  if (call?.status !== 'settled') return false;
  const { set } = call.delta;
  return Object.hasOwn(set, outcome.attemptsKey) && outcome.values.some((value) => value === set[outcome.contextKey]);
}

/** What load rules demand of documents, demanded of the graph of a conversation (workflow-documents 5.2). */
function faultOfGraph({ contextKey, values, errorValue }: ToolOutcome, speaker: AgentId, { graph, names }: ChannelFacts): string | null {
  const routes = new Map<Json, GraphTarget>();
  for (const { when, then } of graph.transitions) {
    if (when.name === 'from_speaker' || !('agent_id' in when.args) || when.args.agent_id !== speaker) continue;
    if (when.name !== 'speaker_context_equals' || when.args.key !== contextKey) return 'looks at something else, too';
    if (!routes.has(when.args.value)) routes.set(when.args.value, then);
  }
  const unrouted = values.find((value) => !routes.has(value));
  if (unrouted !== undefined) return `has no rule for "${unrouted}"`;
  return isSafe(routes.get(errorValue), names) ? null : `leads on from "${errorValue}" as if that were a success`;
}

const isSafe = (target: GraphTarget | undefined, names: ChannelFacts['names']): boolean =>
  target?.name === 'agent'
    ? names[target.args.agent_id] === person
    : target?.name === 'terminate' && target.args.reason === 'workflow_failed';
