import { replayed } from '../../context/index.ts';
import type { Agent, Workflow } from '../../documents/workflow.ts';
import type { ContextUpdates } from '../../journal/envelope.ts';
import { applyUpdates } from '../../journal/fold.ts';
import type { OpenTurn } from '../../journal/state.ts';
import type { AgentId, CallKey, RunId, TurnId } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { Channel } from '../../ports/network.ts';
import type { RunFacts } from '../../tools/tool.ts';
import type { Ledger } from '../ledger.ts';
import type { LiveText } from '../live-text.ts';
import type { RuntimeOptions } from '../runtime.ts';
import type { UnpersistedValues } from './unpersisted.ts';

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
  readonly unpersisted: UnpersistedValues;
  /** Calls whose function this activation has entered. */
  readonly started: Set<CallKey>;
  readonly signal: AbortSignal;
  /** Lets the idle budget rest while something has a time limit of its own; gives the way to go on with the whole budget. */
  readonly holdIdle: () => () => void;
}

/** The open turn's record, or null while nothing of it is known. */
export function openTurnOf(context: TurnContext): OpenTurn | null {
  const turn = context.ledger.state().turn;
  return turn?.id === context.turn ? turn : null;
}

/**
 * What the settled calls of the turn wrote and no envelope carries yet, merged in the order of the calls. What a later call wrote stays, although it stands in
 * the journal already and an earlier one ended after it.
 */
export function unwrittenUpdates(turn: OpenTurn | null): ContextUpdates {
  const settled = turn?.calls.filter((call) => call.status === 'settled') ?? [];
  return settled.reduce<ContextUpdates>((merged, { delta, written }) => (written ? without(merged, delta) : mergeUpdates(merged, delta)), {
    set: {},
    delete: [],
  });
}

/** The changes of keys that the other ones do not change. */
function without(updates: ContextUpdates, others: ContextUpdates): ContextUpdates {
  const isFree = (key: string) => !Object.hasOwn(others.set, key) && !others.delete.includes(key);
  const set = Object.fromEntries(Object.entries(updates.set).filter(([key]) => isFree(key)));
  return { set, delete: updates.delete.filter(isFree) };
}

/** Two change sets as one: the later one wins. */
export function mergeUpdates(first: ContextUpdates, second: ContextUpdates): ContextUpdates {
  const kept = Object.entries(first.set).filter(([key]) => !second.delete.includes(key) && !Object.hasOwn(second.set, key));
  const deleted = new Set([...first.delete.filter((key) => !Object.hasOwn(second.set, key)), ...second.delete]);
  return { set: Object.fromEntries([...kept, ...Object.entries(second.set)]), delete: [...deleted] };
}

/** Updates as a fact holds them. */
export const recordedUpdates = (updates: ContextUpdates) => ({ set: { ...updates.set }, delete: [...updates.delete] });

/** Context variables as the next prompt and the next call of the turn see them: of the journal only what the workflow may use (case CA5). */
export function liveContext(context: TurnContext): JsonObject {
  const { contextVariables } = context.ledger.state().channel;
  const kept = applyUpdates(contextVariables, unwrittenUpdates(openTurnOf(context)));
  return { ...context.unpersisted.values(), ...replayed(context.workflow, kept).values };
}

/** The app that a conversation works on. */
export const appOf = ({ labels, scope }: Channel): string => labels['app'] ?? scope.chat;

/** Facts of the run for a tool. */
export function runFacts(context: TurnContext): RunFacts {
  const { channel, workflow, run, turn, agent } = context;
  const { tenant, chat } = channel.scope;
  return { tenant, chat, app: appOf(channel), workflow: workflow.name, run, turn, agent: agent.name };
}
