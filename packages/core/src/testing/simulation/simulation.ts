import { historyChecks } from './checks.ts';
import { drawScenario, everyKindScenario } from './draw-scenario.ts';
import { type HistoryRecord, type LivedHistory, liveHistory } from './history.ts';
import { calmPlan, crashPlan, drawPlan, type Plan } from './plan.ts';
import { seededRandom } from './random.ts';
import { referenceEnds } from './reference.ts';
import type { Scenario } from './scenario.ts';
import type { SimulationSetup } from './setup.ts';

/** A rule that a history broke, and how. */
export interface HistoryProblem {
  readonly check: string;
  readonly message: string;
}

/** A history that was lived and judged. */
export interface History {
  /** What replays it: the value of `INTARSIA_SEED`. */
  readonly id: string;
  readonly problems: readonly HistoryProblem[];
  /** Null when no conversation was ever created, which is a problem. */
  readonly record: HistoryRecord | null;
  /** How many awaits its first process had. */
  readonly awaits: number;
  /** Everything that happened, a line each. */
  trace(): readonly string[];
}

/** Lives histories, each by its id. */
export interface Simulation {
  /** The history of a seed. */
  history(seed: number): Promise<History>;
  /** The histories in which the first process dies at one await of its undisturbed run: at each of them, before and after what it waits for was done. */
  crashIds(slots: 1 | 2): Promise<readonly string[]>;
  /** The history of any id: a seed, or one of `crashIds`. */
  replay(id: string): Promise<History>;
}

/** How many different conversations are drawn: enough to meet every shape, few enough to keep what each is without faults. */
const scenarios = 400;
/** The id of a history with one crash: slots, await, moment. */
export const crashId = /^crash-([12])-(\d+)-(before|after)$/;

/** A simulation of a network, a store, or whatever else the setup brings. */
export function simulation(setup: SimulationSetup): Simulation {
  const drawn = new Map<number, Scenario>();
  const expected = referenceEnds(setup);
  const everyKind = setup.scenario ?? everyKindScenario();
  const scenarioOf = (seed: number): Scenario => {
    const number = seed % scenarios;
    const scenario = drawn.get(number) ?? setup.scenario ?? drawScenario(seededRandom(number, 0));
    drawn.set(number, scenario);
    return scenario;
  };

  const judged = async (id: string, scenario: Scenario, plan: Plan): Promise<History> => {
    const lived = await liveHistory(setup, scenario, plan);
    return {
      id,
      problems: await problemsOf(lived, scenario),
      record: lived.record,
      awaits: lived.awaits,
      trace: () => lived.trace.lines(),
    };
  };
  const problemsOf = async ({ record }: LivedHistory, scenario: Scenario): Promise<readonly HistoryProblem[]> => {
    if (record === null) return [{ check: 'the conversation reaches its end', message: 'It was never created.' }];
    const end = await expected(scenario, record);
    return historyChecks.flatMap(({ name, broken }) => broken(record, end).map((message) => ({ check: name, message })));
  };
  const history = (seed: number): Promise<History> => judged(String(seed), scenarioOf(seed), drawPlan(seed));

  return {
    history,
    async crashIds(slots) {
      const { awaits } = await liveHistory(setup, everyKind, calmPlan(slots));
      return Array.from({ length: awaits }).flatMap((_, number) => [`crash-${slots}-${number}-before`, `crash-${slots}-${number}-after`]);
    },
    replay(id) {
      const [, slots, number, when] = crashId.exec(id) ?? [];
      if (slots === undefined) return history(Number(id));
      return judged(id, everyKind, crashPlan(slots === '1' ? 1 : 2, Number(number), when === 'before' ? 'before' : 'after'));
    },
  };
}
