import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AgentRunner, ModelToolCall } from '../../ports/agents.ts';
import { virtualClock } from '../../testing/index.ts';
import { type CallResult, callWithTools, type Decision, resume } from '../calling/index.ts';
import { transcriptProblem } from '../calling/transcript.ts';
import { defineTool } from '../define-tool.ts';
import { uniqueIds, untilOver } from './claims.test-support.ts';
import { crashingProcess, type Step } from './crashing-process.test-support.ts';
import { claimMarginMs, inspectOperation, memoryClaims, type OperationView } from './index.ts';

/** What a process does: it begins the operation anew, as a caller that lost everything, or goes on from one of the ends that were told before it. */
interface ProcessPlan {
  readonly from: number | 'anew';
  readonly says: 'allow' | 'deny' | 'nothing';
  readonly scope: 'call' | 'tool';
  readonly concurrency: number;
  /** When it comes, in milliseconds after its round began. */
  readonly afterMs: number;
  readonly steps: readonly Step[];
  /** It is cancelled at its step of this number, if it takes so many. */
  readonly cancelAt: number | null;
}

interface Scenario {
  readonly reconciles: boolean;
  readonly budget: number | null;
  readonly rounds: readonly { readonly processes: readonly ProcessPlan[]; readonly afterMs: number }[];
}

const silentMs = 30_000 + claimMarginMs + 1;

const anyStep = fc.record({
  turns: fc.nat(5),
  fate: fc.oneof(
    { weight: 20, arbitrary: fc.constant('works' as const) },
    { weight: 1, arbitrary: fc.constantFrom('applied_late', 'answered_late', 'applied_unanswered', 'lost') },
    { weight: 1, arbitrary: fc.constantFrom('dies_before', 'dies_after') },
  ),
});
const anyProcess: fc.Arbitrary<ProcessPlan> = fc.record({
  from: fc.oneof(fc.constant('anew' as const), fc.nat(5)),
  says: fc.constantFrom('allow', 'allow', 'deny', 'nothing'),
  scope: fc.constantFrom('call', 'tool'),
  concurrency: fc.integer({ min: 1, max: 3 }),
  afterMs: fc.constantFrom(0, 0, 0, 100, silentMs),
  steps: fc.array(anyStep, { minLength: 25, maxLength: 45 }),
  cancelAt: fc.option(fc.nat(40), { freq: 3 }),
});
const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  reconciles: fc.constantFrom(false, false, true),
  budget: fc.option(fc.integer({ min: 2, max: 3 }), { freq: 2 }),
  rounds: fc.array(fc.record({ processes: fc.array(anyProcess, { minLength: 1, maxLength: 2 }), afterMs: fc.constantFrom(0, silentMs) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

const calls: readonly (readonly ModelToolCall[])[] = [
  [
    { id: 'look', name: 'look', arguments: '{}' },
    { id: 'pay 1', name: 'pay', arguments: '{"amount":1}' },
    { id: 'send', name: 'send', arguments: '{}' },
    { id: 'note', name: 'note', arguments: '{}' },
  ],
  [{ id: 'pay 2', name: 'pay', arguments: '{"amount":2}' }],
];

/** Asks for the same at the same place, whoever goes on. */
const model: AgentRunner = {
  async run({ messages }) {
    const asked = messages.filter((message) => message.role === 'assistant' && message.toolCalls !== undefined).length;
    const toolCalls = calls[asked] ?? [];
    const finishReason = toolCalls.length === 0 ? 'stop' : 'tool_calls';
    return { kind: 'replied', text: toolCalls.length === 0 ? 'Done.' : '', toolCalls, model: 'scripted', finishReason, usage: null };
  },
};

/** What happened outside: the keys that tools were entered with, and those that they had an effect with. */
interface World {
  readonly entered: Record<string, string[]>;
  readonly effects: Record<string, string[]>;
}

function toolsOf(world: World, place: () => Promise<void>, reconciles: boolean) {
  const happened = (name: string, key: string) => world.effects[name]?.includes(key) === true;
  const tool = (name: string, effect: 'none' | 'keyed' | 'unsafe', requiresApproval = false) =>
    defineTool({
      name,
      effect,
      requiresApproval,
      async run(_input, { idempotencyKey: key }) {
        world.entered[name] = [...(world.entered[name] ?? []), key];
        await place();
        if (effect !== 'keyed' || !happened(name, key)) world.effects[name] = [...(world.effects[name] ?? []), key];
        await place();
        return { of: name, key };
      },
      ...(reconciles &&
        effect === 'unsafe' && {
          reconcile: async (key) => (happened(name, key) ? { kind: 'happened', result: { of: name, key } } : { kind: 'not_happened' }),
        }),
    });
  return [tool('look', 'none'), tool('pay', 'unsafe'), tool('send', 'unsafe', true), tool('note', 'keyed')];
}

interface Played {
  readonly world: World;
  readonly told: readonly CallResult[];
  /** What the last process is told: it comes after a long silence, as often as a call is still held, has no trouble, and its person allows everything. */
  readonly last: CallResult;
  readonly view: OperationView;
}

/** A process that begins anew and that nothing happens to. */
const calm: ProcessPlan = { from: 'anew', says: 'allow', scope: 'call', concurrency: 2, afterMs: 0, steps: [], cancelAt: null };

async function play({ rounds, reconciles, budget }: Scenario): Promise<Played> {
  const clock = virtualClock();
  const [store, ids] = [memoryClaims(), uniqueIds()];
  const world: World = { entered: {}, effects: {} };
  const told: CallResult[] = [];
  const later = (ms: number) => new Promise<void>((resolve) => (ms === 0 ? resolve() : clock.timer(ms, resolve)));

  async function run({ from, says, scope, concurrency, afterMs, steps, cancelAt }: ProcessPlan): Promise<void> {
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
    const decision: Decision | null = says === 'nothing' ? null : { kind: says, scope };
    const options = {
      model,
      tools: toolsOf(world, process.place, reconciles),
      policy: budget === null ? {} : { budgets: { pay: budget } },
      autoExecute: true,
      concurrency,
      claims: process.claims,
      signal: stop.signal,
      clock,
      ids,
    };
    const earlier = from === 'anew' ? undefined : told[from];
    const work =
      earlier === undefined
        ? callWithTools({ ...options, prompt: 'Pay twice.', operationId: 'order', approve: () => decision })
        : resume(earlier, { ...options, decisions: decisionsOf(earlier, decision) });
    await Promise.race([work.then((result) => told.push(JSON.parse(JSON.stringify(result)))), process.death]);
  }

  for (const { processes, afterMs } of rounds) {
    await untilOver(clock, Promise.all(processes.map(run)));
    await clock.advance(afterMs);
  }
  // A claim of a process that was told its end already may still be on its way: it lands late, and then stands until its limit is over.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await clock.advance(silentMs);
    await untilOver(clock, run(calm));
    if (told.slice(-1).map(wordOf)[0] !== 'claim_error conflict') break;
  }
  const last = told.at(-1);
  if (last === undefined) throw new Error('The last process was told nothing.');
  return { world, told, last, view: await inspectOperation({ claims: store, operationId: 'order', clock }) };
}

const decisionsOf = (earlier: CallResult, decision: Decision | null): Record<string, Decision> =>
  decision === null || earlier.type !== 'approval_required'
    ? {}
    : Object.fromEntries(earlier.pending.map(({ approvalId }) => [approvalId, decision]));

/** How an operation ended, in a word. */
const wordOf = (result: CallResult): string => (result.type === 'error' ? `${result.error.type} ${result.error.code}` : result.type);

/** What is told of each call that came to something, by its id. */
const endsIn = (results: readonly CallResult[]): readonly (readonly [id: string, end: string])[] =>
  results.flatMap(({ toolResults }) =>
    toolResults.flatMap((result): [string, string][] => {
      if (result.status === 'success') return [[result.toolCallId, JSON.stringify(result.result)]];
      const isPassing = ['aborted', 'uncertain', 'conflict', 'budget_exhausted'].includes(result.error.type);
      return isPassing ? [] : [[result.toolCallId, result.error.type]];
    }),
  );

it('T3 an operation that crashes, is cancelled, decided and gone on from anywhere, by one process or two, has every effect once and one story', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyScenario, async (scenario) => {
      const { world, told, last, view } = await play(scenario);

      for (const name of ['pay', 'send', 'note']) {
        const effects = world.effects[name] ?? [];
        expect(new Set(effects).size, `effects of ${name}`).toBe(effects.length);
        expect(effects.length).toBeLessThanOrEqual(name === 'pay' ? 2 : 1);
      }
      if (scenario.budget !== null) expect(world.entered['pay']?.length ?? 0, 'entries').toBeLessThanOrEqual(scenario.budget);

      for (const { type, messages } of told) {
        const isOpen = type === 'approval_required' || type === 'tool_calls'; // its last message asks for calls that are still to be made
        expect(transcriptProblem(isOpen ? messages.slice(0, -1) : messages), JSON.stringify(messages)).toBeNull();
      }

      const ends = new Map(endsIn(told));
      for (const [id, end] of endsIn(told)) expect(end, `what was told of ${id}`).toBe(ends.get(id));

      const decision = view.approvals[0]?.decision?.kind ?? null;
      expect(view.approvals.length).toBeLessThanOrEqual(1);
      if (decision !== 'allow') expect(world.entered['send'] ?? []).toEqual([]);
      if (decision === 'allow') expect(ends.get('send')).not.toBe('approval_denied');

      expect(told.map(wordOf), 'a cancelled operation is told so').not.toContain('claim_error aborted');
      expect(last.type === 'final_answer' || (last.type === 'error' && last.error.type === 'claim_error'), wordOf(last)).toBe(true);
      if (last.type === 'error') expect(last.error.code, 'what nobody can know').toBe('uncertain');
      if (scenario.reconciles) expect(wordOf(last)).toBe('final_answer');
      if (last.type === 'final_answer') {
        expect([...ends.keys()]).toEqual(expect.arrayContaining(['look', 'send', 'note']));
        const isSpent = JSON.stringify(last.toolResults).includes('budget_exhausted'); // a call that did not happen, and may not run again
        for (const { status } of view.calls) expect(isSpent ? ['ended', 'free'] : ['ended']).toContain(status);
      }
      for (const word of [...told.map((result) => `told ${wordOf(result)}`), `last ${wordOf(last)}`])
        seen.set(word, (seen.get(word) ?? 0) + 1);
    }),
    { numRuns: 300 },
  );
  const words = [
    'told final_answer',
    'told approval_required',
    'told aborted',
    'told claim_error conflict',
    'told claim_error uncertain',
    'last final_answer',
    'last claim_error uncertain',
  ];
  for (const word of words) expect(seen.get(word) ?? 0, `${word} of ${JSON.stringify([...seen])}`).toBeGreaterThan(0);
}, 120_000);
