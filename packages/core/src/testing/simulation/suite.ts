import type { SimulationSetup } from './setup.ts';
import { crashId, type History, simulation } from './simulation.ts';

/** What a suite lived through. */
export interface SimulationReport {
  readonly histories: number;
  /** Awaits of first processes, all together: each is a place where something could have happened. */
  readonly awaits: number;
}

/**
 * Lives `count` histories of the seeds from `first` (default 1) on; rejects at the first one that breaks a rule, with the command that replays it. Two
 * variables of the environment serve who runs it by hand: `INTARSIA_SEED` replays that history alone and writes its trace to the standard output;
 * `INTARSIA_HISTORIES` is another count.
 */
export async function simulateHistories(
  setup: SimulationSetup,
  { count, first = 1 }: { readonly count: number; readonly first?: number },
): Promise<SimulationReport> {
  const length = Number(process.env['INTARSIA_HISTORIES'] ?? count);
  if (!Number.isSafeInteger(length) || length < 1) throw new Error('INTARSIA_HISTORIES is how many histories to live.');
  const seeds = Array.from({ length }, (_, index) => String(first + index));
  return runAll(setup, seedId, async () => seeds);
}

/**
 * Lives one conversation with tools of every effect as often as its first process waits for something, and lets it die at that await: before what it waits
 * for was done, and after; with one process that is started again, and with a second one that takes over.
 */
export async function simulateCrashes(setup: SimulationSetup): Promise<SimulationReport> {
  const { crashIds } = simulation(setup);
  return runAll(setup, crashId, async () => [...(await crashIds(1)), ...(await crashIds(2))]);
}

const seedId = /^\d+$/;

async function runAll(setup: SimulationSetup, mine: RegExp, idsOf: () => Promise<readonly string[]>): Promise<SimulationReport> {
  const { replay } = simulation(setup);
  const wanted = process.env['INTARSIA_SEED'];
  if (wanted !== undefined && !seedId.test(wanted) && !crashId.test(wanted))
    throw new Error(`INTARSIA_SEED=${wanted} is the id of no history.`);
  const ids = wanted === undefined ? await idsOf() : [wanted].filter((id) => mine.test(id));
  const begun = performance.now();
  let awaits = 0;
  for (const id of ids) {
    const history = await replay(id);
    awaits += history.awaits;
    if (wanted !== undefined) say(history.trace().join('\n'));
    if (history.problems.length > 0) throw new Error(whatIsWrong(history, setup));
  }
  if (process.env['INTARSIA_HISTORIES'] !== undefined) {
    const aMinute = Math.round((ids.length / (performance.now() - begun)) * 60_000);
    say(`${ids.length} histories, ${awaits} awaits of their first processes, ${aMinute} histories a minute`);
  }
  return { histories: ids.length, awaits };
}

/** Not the console: a test that logs may be one that fails. */
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const shownProblems = 12;

function whatIsWrong({ id, problems }: History, { command = 'npx vitest run' }: SimulationSetup): string {
  const shown = problems.slice(0, shownProblems).map(({ check, message }) => `  ${check}: ${message}`);
  const more = problems.length > shownProblems ? [`  and ${problems.length - shownProblems} more`] : [];
  return [`History ${id} breaks a rule:`, ...shown, ...more, 'Replay it with its trace:', `  INTARSIA_SEED=${id} ${command}`].join('\n');
}
