import type { Agent, Workflow } from '../documents/workflow.ts';
import type { ContextUpdates } from '../journal/envelope.ts';
import { applyUpdates } from '../journal/fold.ts';
import type { OpenTurn } from '../journal/state.ts';
import type { AgentId, CallKey, RunId, TurnId } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import type { Channel } from '../ports/network.ts';
import type { RunFacts } from '../tools/tool.ts';
import type { Ledger } from './ledger.ts';
import type { LiveText } from './live-text.ts';
import type { RuntimeOptions } from './runtime.ts';

/** Runtime options with their defaults filled in. */
export type RuntimeSettings = Required<RuntimeOptions>;

/** Everything one turn works with. */
export interface TurnContext {
  readonly settings: RuntimeSettings;
  readonly live: LiveText;
  readonly workflow: Workflow;
  readonly agent: Agent;
  readonly sender: AgentId;
  readonly turn: TurnId;
  readonly run: RunId;
  readonly channel: Channel;
  readonly ledger: Ledger;
  /** Values of variables that no journal may hold. */
  readonly unpersisted: JsonObject;
  /** Calls whose function this activation has entered. */
  readonly started: Set<CallKey>;
  readonly signal: AbortSignal;
}

/** The open turn's record, or null while nothing of it is known. */
export function openTurnOf(context: TurnContext): OpenTurn | null {
  const turn = context.ledger.state().turn;
  return turn?.id === context.turn ? turn : null;
}

/** What the settled calls of the turn wrote and no envelope carries yet, merged in the order of the calls. */
export function unwrittenUpdates(turn: OpenTurn | null): ContextUpdates {
  const open = turn?.calls.filter((call) => call.status === 'settled' && !call.written) ?? [];
  return open.reduce<ContextUpdates>((merged, call) => mergeUpdates(merged, call.delta), { set: {}, delete: [] });
}

/** Two change sets as one: the later one wins. */
export function mergeUpdates(first: ContextUpdates, second: ContextUpdates): ContextUpdates {
  const kept = Object.entries(first.set).filter(([key]) => !second.delete.includes(key) && !Object.hasOwn(second.set, key));
  const deleted = new Set([...first.delete.filter((key) => !Object.hasOwn(second.set, key)), ...second.delete]);
  return { set: Object.fromEntries([...kept, ...Object.entries(second.set)]), delete: [...deleted] };
}

/** Context variables as the next call of the turn sees them. */
export function liveContext(context: TurnContext): JsonObject {
  const { contextVariables } = context.ledger.state().channel;
  return { ...context.unpersisted, ...applyUpdates(contextVariables, unwrittenUpdates(openTurnOf(context))) };
}

/** Facts of the run for a tool. */
export function runFacts(context: TurnContext): RunFacts {
  const { channel, workflow, run, turn, agent } = context;
  const app = channel.labels['app'] ?? channel.scope.chat;
  return { tenant: channel.scope.tenant, chat: channel.scope.chat, app, workflow: workflow.name, run, turn, agent: agent.name };
}
