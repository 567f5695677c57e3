import type { JournalState } from '../../journal/state.ts';
import { type Clock, delay } from '../../ports/clock.ts';
import type { CallKey } from '../../ports/ids.ts';
import type { ConversationScope } from '../../ports/network.ts';
import type { Resolution, Runtime, StartResult } from '../../run/runtime.ts';
import type { Owner } from './owner.ts';
import type { Plan } from './plan.ts';
import type { Scenario } from './scenario.ts';
import type { Trace } from './trace.ts';
import type { World } from './world.ts';

/** The conversation of every history. */
export const scope: ConversationScope = { tenant: 'simulated', chat: 'conversation' };

/** A process with its runtime. */
export interface Seat {
  readonly owner: Owner;
  readonly runtime: Runtime;
}

/** What people act in. */
export interface Situation {
  readonly plan: Plan;
  readonly scenario: Scenario;
  readonly clock: Clock;
  readonly world: World;
  readonly trace: Trace;
  /** The conversation as it is, seen without faults; null before there is one. */
  observe(): Promise<JournalState | null>;
  /** Starts a process in a slot; `life` counts those of the slot, from 1. */
  start(slot: number, life: number): Seat;
}

/** How often people do something before they give up: far more than `maxFaults` can need. */
const maxActions = 120;
/** How long somebody waits for a process that lives. */
const patienceMs = 15 * 60_000;
/** Everything that stands still or is under way has come to an end after this. */
const longestAfterMs = 15 * 60_000;

/** Does what people would do until the conversation is over, and waits for what is still out there. Gives null, or why it never ended. */
export async function live(situation: Situation): Promise<string | null> {
  const { plan, clock, trace } = situation;
  const { people } = plan;
  const seats: Seat[] = [];
  const lives = new Map<number, number>();
  const seatOf = (slot: number): Seat => {
    const seated = seats[slot];
    if (seated !== undefined && seated.owner.condition !== 'dead') return seated;
    const life = (lives.get(slot) ?? 0) + 1;
    lives.set(slot, life);
    const seat = situation.start(slot, life);
    seats[slot] = seat;
    return seat;
  };

  const sent: Action[] = [];
  for (let action = 0; action < maxActions; action += 1) {
    const state = await situation.observe();
    if (isOver(state)) {
      await delay(clock, longestAfterMs);
      return null;
    }
    const first = plan.turnTo(seats[0]?.owner.condition === 'dead');
    const slots = plan.slots === 2 && people.chance(0.25) ? [first, 1 - first] : [first];
    const hurried = plan.slots === 2 && people.chance(0.6);
    const waitMs = hurried ? people.between(100, 30_000) : patienceMs;
    // Now and then somebody sends again what was sent before, not knowing what became of it.
    const before = people.chance(0.2) ? sent.at(-people.between(1, 3)) : undefined;
    const next = before === undefined ? actionFor(situation, state) : { ...before, words: `${before.words} again` };
    sent.push(before ?? next);
    await Promise.all(slots.map((slot) => attempt(situation, seatOf(slot), next, waitMs)));
    if (people.chance(0.5)) await delay(clock, people.between(0, 15_000));
  }
  trace.note('people', 'give up');
  return `it was not over after ${maxActions} actions of people`;
}

const isOver = (state: JournalState | null): boolean =>
  state !== null && (state.channel.status === 'closed' || state.run?.status === 'completed' || state.run?.resumable === false);

/** One action through one process; over when it is answered, the process dies, or nobody wants to wait any longer. */
async function attempt({ clock, trace }: Situation, { owner, runtime }: Seat, action: Action, waitMs: number): Promise<void> {
  trace.note('people', `ask ${owner.name} to ${action.words}`);
  const answered = action.run(runtime).then(
    (result) => trace.note(owner.name, `${action.words}: ${result}`),
    (cause: unknown) => trace.note(owner.name, `${action.words}: ${String(cause)}`),
  );
  await Promise.race([answered, owner.died, delay(clock, waitMs)]);
  // A refusal comes at once: nobody asks again in the same instant.
  await delay(clock, 1_000);
}

interface Action {
  readonly words: string;
  run(runtime: Runtime): Promise<string>;
}

/** What the state of a conversation asks people to do. */
function actionFor({ scenario, world }: Situation, state: JournalState | null): Action {
  if (state === null) {
    const start = { workflow: scenario.workflow.name, scope, input: scenario.opening, request: 'start' };
    return { words: 'start', run: async (runtime) => endOf(await runtime.start(start)) };
  }
  if (state.run?.status === 'paused' && state.run.reason === 'input_required') {
    const { turnCount } = state.channel;
    const answer = { scope, text: scenario.answer(turnCount), request: `answer ${turnCount}` };
    return { words: 'answer', run: async (runtime) => endOf(await runtime.answer(answer)) };
  }
  const asked = state.turn?.calls.find(({ status }) => status === 'requested');
  if (state.run?.status === 'paused' && state.run.reason === 'ui_required' && asked !== undefined) {
    const response = { scope, call: asked.key, request: `respond ${asked.key}` };
    return { words: 'respond', run: async (runtime) => endOf(await runtime.respond(response)) };
  }
  const uncertain = state.run?.status === 'paused' ? (state.turn?.calls.filter(({ status }) => status === 'uncertain') ?? []) : [];
  if (uncertain.length > 0) {
    const decisions = uncertain.map(({ key, attempt }) => ({ key, resolution: { ...whatBecameOf(world, key), attempt } }));
    return { words: 'resolve', run: (runtime) => resolveAll(runtime, decisions) };
  }
  return { words: 'resume', run: async (runtime) => endOf(await runtime.resume({ scope })) };
}

async function endOf(result: StartResult): Promise<string> {
  if (result.kind === 'refused') return result.code;
  return result.kind === 'repeated' ? result.kind : (await result.handle.done).status;
}

interface Decision {
  readonly key: CallKey;
  readonly resolution: Resolution;
}

/** People tell the truth about a call: what the world knows of it now. */
function whatBecameOf(world: World, key: CallKey): Resolution {
  const done = world.effects.get(key);
  return done === undefined ? { kind: 'run_again' } : { kind: 'happened', result: done.result };
}

async function resolveAll(runtime: Runtime, decisions: readonly Decision[]): Promise<string> {
  const answers: string[] = [];
  for (const { key, resolution } of decisions) {
    const { kind } = await runtime.resolve(scope, key, resolution, 'operator');
    answers.push(`${resolution.kind} ${kind}`);
  }
  return answers.join(', ');
}
