import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type VirtualClock, virtualClock } from '../../testing/index.ts';
import { defineTool } from '../define-tool.ts';
import { executeTool, type ToolCallResult } from '../execution/index.ts';
import { uniqueIds, untilOver } from './claims.test-support.ts';
import { crashingProcess, type Step } from './crashing-process.test-support.ts';
import { claimMarginMs, inspectOperation, memoryClaims, type OperationView } from './index.ts';

/** What one entry of the tool does. `ignores`: it does not listen to its signal. */
type Entry = 'succeeds' | 'fails' | 'fails_for_now' | 'hangs' | 'ignores';

interface Scenario {
  readonly effect: 'none' | 'keyed' | 'unsafe';
  readonly reconciles: boolean;
  readonly retries: number;
  readonly budget: number | null;
  /** What the entries do, in their order, whoever enters; further ones succeed. */
  readonly entries: readonly Entry[];
  /** Processes that come at the same time, and how long it is until the next come. */
  readonly rounds: readonly { readonly processes: readonly ProcessPlan[]; readonly afterMs: number }[];
}

interface ProcessPlan {
  /** When it comes, in milliseconds after the round began. */
  readonly afterMs: number;
  readonly steps: readonly Step[];
  /** It is cancelled at its step of this number, if it takes so many. */
  readonly cancelAt: number | null;
}

/** A process that nothing happens to. */
const calm: ProcessPlan = { afterMs: 0, steps: [], cancelAt: null };

const toolTimeoutMs = 1_000;
/** Limit, the wait before another try, and the margin. */
const silentMs = toolTimeoutMs + 1_000 + claimMarginMs + 1;

const anyStep = fc.record({
  turns: fc.nat(6),
  fate: fc.oneof(
    { weight: 12, arbitrary: fc.constant('works' as const) },
    { weight: 1, arbitrary: fc.constantFrom('applied_late', 'answered_late', 'applied_unanswered', 'lost', 'dies_before', 'dies_after') },
  ),
});
const anyProcess = fc.record({
  afterMs: fc.constantFrom(0, 0, 100, 700, silentMs),
  steps: fc.array(anyStep, { minLength: 4, maxLength: 14 }),
  cancelAt: fc.option(fc.nat(12), { freq: 3 }),
});
const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  effect: fc.constantFrom('none', 'keyed', 'unsafe', 'unsafe'),
  reconciles: fc.boolean(),
  retries: fc.nat(2),
  budget: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
  entries: fc.array(fc.constantFrom('succeeds', 'succeeds', 'fails', 'fails_for_now', 'hangs', 'ignores'), { maxLength: 4 }),
  rounds: fc.array(
    fc.record({ processes: fc.array(anyProcess, { minLength: 1, maxLength: 3 }), afterMs: fc.constantFrom(0, 500, silentMs) }),
    { minLength: 1, maxLength: 4 },
  ),
});

/** What happened outside: effects by the key they were made under. */
interface World {
  readonly entered: string[];
  readonly effects: string[];
}

interface Played {
  readonly world: World;
  readonly told: readonly ToolCallResult[];
  /** What the last process is told, which comes after a long silence and has no trouble. */
  readonly last: ToolCallResult;
  readonly view: OperationView;
}

async function play(scenario: Scenario): Promise<Played> {
  const clock = virtualClock();
  const [store, ids] = [memoryClaims(), uniqueIds()];
  const world: World = { entered: [], effects: [] };
  const told: ToolCallResult[] = [];

  const later = (ms: number) => new Promise<void>((resolve) => (ms === 0 ? resolve() : clock.timer(ms, resolve)));
  async function run({ afterMs, steps, cancelAt }: ProcessPlan): Promise<void> {
    await later(afterMs);
    const stop = new AbortController();
    const process = crashingProcess(
      store,
      steps,
      () => later(silentMs),
      (count) => {
        if (count === cancelAt) stop.abort();
      },
    );
    const tool = bookingTool(scenario, world, () => process.place(), clock);
    const call = executeTool({
      toolName: 'book',
      tools: [tool],
      operationId: 'order',
      claims: process.claims,
      retry: { retries: scenario.retries, backoffMs: 300 },
      policy: scenario.budget === null ? {} : { budgets: { book: scenario.budget } },
      toolTimeoutMs,
      signal: stop.signal,
      clock,
      ids,
    });
    await Promise.race([call.then((result) => told.push(result)), process.death]);
  }

  for (const { processes, afterMs } of scenario.rounds) {
    await untilOver(clock, Promise.all(processes.map(run)));
    await clock.advance(afterMs);
  }
  // A write of somebody who was told that it was cancelled may come late, and the claim in it holds the call for as long again.
  await clock.advance(2 * silentMs);
  await untilOver(clock, run(calm));
  const last = told.at(-1);
  if (last === undefined) throw new Error('The last process was told nothing.');
  return { world, told, last, view: await inspectOperation({ claims: store, operationId: 'order', clock }) };
}

function bookingTool(
  { effect, entries, reconciles }: Scenario,
  { entered, effects }: World,
  place: () => Promise<void>,
  clock: VirtualClock,
) {
  const happened = (key: string) => effects.includes(key);
  return defineTool({
    name: 'book',
    effect,
    async run(_input, { idempotencyKey: key, signal }) {
      const entry = entries[entered.length] ?? 'succeeds';
      entered.push(key);
      await place();
      if (entry === 'fails') throw new Error('no table');
      if (entry === 'fails_for_now') throw Object.assign(new Error('too busy'), { retryable: true });
      if (entry === 'hangs') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (entry === 'ignores') await new Promise<void>((resolve) => clock.timer(400, resolve));
      if (signal.aborted && entry !== 'ignores') throw signal.reason;
      if (effect !== 'keyed' || !happened(key)) effects.push(key);
      await place();
      return { table: effects.length };
    },
    ...(reconciles && {
      reconcile: async (key) => (happened(key) ? { kind: 'happened', result: { table: 1 } } : { kind: 'not_happened' }),
    }),
  });
}

/** The end that a result tells, in words that two tellings of the same end share; null for a result that says that there is none yet. */
function endTold(result: ToolCallResult): string | null {
  if (result.status === 'success') return JSON.stringify(result.result);
  const { type, message, retryable } = result.error;
  const isPassing = ['aborted', 'uncertain', 'conflict', 'budget_exhausted'].includes(type);
  return isPassing || (retryable && result.attempts === 0 && result.replayed !== true) ? null : `${type} ${message}`;
}

const kindOf = (result: ToolCallResult): string => (result.status === 'success' ? 'success' : result.error.type);

/** What a call may have come to: nothing but what its tool does, and what nobody can know. */
const kindsOfEnd = ({ effect, entries, budget, reconciles }: Scenario): readonly string[] => [
  'success',
  ...(entries.some((entry) => entry === 'fails' || entry === 'fails_for_now') ? ['execution_error'] : []),
  ...(entries.includes('hangs') ? ['timeout'] : []),
  ...(budget === null ? [] : ['budget_exhausted']),
  ...(effect === 'unsafe' && !reconciles ? ['uncertain'] : []),
];

const hasNoTrouble = ({ rounds }: Scenario): boolean =>
  rounds.every(({ processes }) => processes.every(({ steps }) => steps.every(({ fate }) => fate === 'works')));

it('T3 an operation that crashes, is cancelled and is raced for anywhere has one effect, one key and one end, which everybody is told', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyScenario, async (scenario) => {
      const { world, told, last, view } = await play(scenario);
      const { effect, budget } = scenario;
      const [call] = view.calls;

      if (effect !== 'none') expect(world.effects.length, 'effects').toBeLessThanOrEqual(1);
      expect(new Set(world.entered).size, 'keys').toBeLessThanOrEqual(1);
      if (budget !== null) expect(world.entered.length, 'entries').toBeLessThanOrEqual(budget);

      const ends = new Set(told.map(endTold).filter((end) => end !== null));
      expect([...ends].length, `ends: ${[...ends].join(', ')}`).toBeLessThanOrEqual(1);
      if (ends.size === 1) expect(endTold(last), 'the end that was told before').toBe([...ends][0]);
      if (endTold(last) !== null) expect(view.calls).toMatchObject([{ status: 'ended' }]);

      expect(kindsOfEnd(scenario)).toContain(kindOf(last));
      if (kindOf(last) === 'success' && effect !== 'none') expect(world.effects).toEqual([call?.key]);
      if (kindOf(last) === 'uncertain' && hasNoTrouble(scenario))
        expect(world.entered, 'entries of a call that is uncertain').not.toEqual([]);
      if (kindOf(last) === 'uncertain') expect(call?.attempts.at(-1)?.state).toMatch(/^(open|abandoned|stopped)$/);

      for (const kind of [...told.map((result) => `told ${kindOf(result)}`), `last ${kindOf(last)}`])
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }),
    { numRuns: 600 },
  );
  for (const kind of [
    'told success',
    'told aborted',
    'told conflict',
    'told uncertain',
    'told timeout',
    'told budget_exhausted',
    'last success',
    'last uncertain',
  ])
    expect(seen.get(kind) ?? 0, `${kind} of ${JSON.stringify([...seen])}`).toBeGreaterThan(5);
}, 120_000);

it('T14 an operation that nothing happens to is made once', async () => {
  const quiet = { effect: 'unsafe', reconciles: false, retries: 0, budget: null, entries: [] } as const;
  const { world, told, view } = await play({ ...quiet, rounds: [{ processes: [calm], afterMs: 0 }] });
  expect(told.map(kindOf)).toEqual(['success', 'success']);
  expect(told[1]).toMatchObject({ replayed: true, attempts: 0 });
  expect([world.entered.length, view.calls[0]?.attempts.length]).toEqual([1, 1]);
});
