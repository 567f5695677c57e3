import type { Envelope } from '../../journal/envelope.ts';
import { memoryStore } from '../../journal/memory-store.ts';
import type { ChannelFacts, JournalState } from '../../journal/state.ts';
import { createRuntime } from '../../run/create-runtime.ts';
import { countingIds } from '../counting-ids.ts';
import { callPlaces } from './call-places.ts';
import { type AnsweredCommit, observedNetwork } from './observed-network.ts';
import { type Owner, type Surroundings, startOwner } from './owner.ts';
import { ownerAgents, ownerTools } from './owner-ports.ts';
import { ownerStore } from './owner-store.ts';
import { live, type Seat, scope } from './people.ts';
import { leaseTtlMs, maxFaults, type Plan } from './plan.ts';
import type { Scenario } from './scenario.ts';
import type { SimulationSetup } from './setup.ts';
import { type SimulatedTime, simulatedTime } from './time.ts';
import { openTrace, type Trace } from './trace.ts';
import { startWorld, type World } from './world.ts';

/** Everything that is known of a history when it is over; checks look at nothing else. */
export interface HistoryRecord {
  /** The journal as it stands in the store. */
  readonly envelopes: readonly Envelope[];
  readonly quarantined: readonly number[];
  readonly facts: ChannelFacts;
  /** The state that an observer is given. */
  readonly state: JournalState;
  /** What was confirmed to owners, in order. */
  readonly answered: readonly AnsweredCommit[];
  readonly world: Pick<World, 'entries' | 'effects'>;
  /** Processes that live, and still have timers when all is over. */
  readonly waiting: readonly string[];
  /** Null when the conversation reached its end, else why it did not. */
  readonly stuck: string | null;
}

/** A history that was lived, before it is judged. */
export interface LivedHistory {
  /** Null when no conversation was ever created. */
  readonly record: HistoryRecord | null;
  readonly trace: Trace;
  /** How many awaits the first process had. */
  readonly awaits: number;
}

/** Longer than a history with all its freezes: an idle run is closed for good, which no reference run is. */
const idleTimeoutMs = 24 * 60 * 60_000;

/** Lives one conversation through under a plan. `unwritten` are the places of calls that write nothing to the context. */
export async function liveHistory(
  setup: SimulationSetup,
  scenario: Scenario,
  plan: Plan,
  unwritten: ReadonlySet<string> = new Set(),
): Promise<LivedHistory> {
  const time = simulatedTime();
  const { clock } = time;
  const ids = countingIds();
  const base = await (setup.store ?? memoryStore)(clock);
  const trace = openTrace(clock);
  const world = startWorld();
  const places = callPlaces();
  const answered: AnsweredCommit[] = [];
  const owners: Owner[] = [];
  const surroundings = surroundingsOf(plan, time, trace);

  const start = (slot: number, life: number): Seat => {
    const owner = startOwner(surroundings, slot, life);
    owners.push(owner);
    const opened = setup.network({ store: ownerStore(owner, base), clock: owner.clock, ids, owner: owner.name, leaseTtlMs });
    const network = observedNetwork(opened, owner.name, {
      taken: (state) => places.see(state, []),
      committed(commit) {
        answered.push(commit);
        places.see(commit.state, commit.envelopes);
      },
    });
    const runtime = (setup.runtime ?? createRuntime)({
      workflows: [scenario.workflow],
      network,
      agents: ownerAgents(owner, scenario),
      tools: ownerTools(owner, scenario, world, (key) => unwritten.size > 0 && unwritten.has(places.of(key))),
      clock: owner.clock,
      ids,
      idleTimeoutMs,
    });
    owner.onIntervention((kind) => runtime.active(scope)?.[kind]());
    return { owner, runtime };
  };

  const observer = setup.network({ store: base, clock, ids, owner: 'observer', leaseTtlMs });
  try {
    const observe = async () => (await time.during(observer.inspect(scope)))?.state ?? null;
    const lived = await time.runUntil(live({ plan, scenario, clock, world, trace, observe, start }));
    const stuck = lived.kind === 'stuck' ? 'nothing was left that could happen' : lived.value;
    const snapshot = await observer.inspect(scope);
    if (snapshot === null) return { record: null, trace, awaits: surroundings.awaits };
    const { envelopes, quarantined } = await observer.read(scope, 0);
    const { facts, state } = snapshot;
    const record = { envelopes, quarantined, facts, state, answered, world, waiting: waitingOf(owners), stuck };
    return { record, trace, awaits: surroundings.awaits };
  } finally {
    await observer.close();
    await base.close();
  }
}

/** Decides by the plan, as long as it has faults left, and counts the awaits of the first process. */
function surroundingsOf(plan: Plan, { clock, during }: SimulatedTime, trace: Trace): Surroundings & { readonly awaits: number } {
  let faults = 0;
  let awaits = 0;
  return {
    clock,
    during,
    decide(step) {
      if (step.slot === 0 && step.life === 1) awaits = step.number + 1;
      const fate = plan.fate(step);
      if (fate.kind === 'fine' || faults === maxFaults) return { kind: 'fine' };
      faults += 1;
      return fate;
    },
    latencyMs: (step) => plan.latencyMs(step),
    met: (step, fate, detail) => trace.step(step, fate, detail),
    note: (owner, text) => trace.note(owner, text),
    get awaits() {
      return awaits;
    },
  };
}

const waitingOf = (owners: readonly Owner[]): readonly string[] =>
  owners.filter(({ condition, timers }) => condition === 'alive' && timers > 0).map(({ name }) => name);
