import { type JournalState, memoryStore, type ToolEffect } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { type Conversation, converse, leaseTtlMs, scope, tool } from './conversation.test-support.ts';
import { reviewed, valuesOf } from './outcomes.test-support.ts';

/** Where a process dies: around one of its commits, or inside a call of `check` around its effect. */
type Death =
  | { readonly at: 'commit'; readonly number: number; readonly when: 'before' | 'after' }
  | { readonly at: 'call'; readonly attempt: number; readonly when: 'before' | 'after' };
/** What the check says of its first and its second draft. */
type Verdicts = readonly [string, string];

const script = {
  Drafter: Array.from({ length: 9 }, () => 'A draft.'),
  Checker: Array.from({ length: 9 }, () => '{"title":"Bugs"}'),
};

/** What outlives processes: the store, the clock, and what the check did. */
function world(effect: ToolEffect, verdicts: Verdicts) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const entered: string[] = [];
  const effects = new Map<string, string>();

  const openProcess = (death?: Death): Conversation => {
    const check = tool(
      (_input, { idempotencyKey, contextVariables }) => {
        const attempt = Number(contextVariables.get('check_tries'));
        const dies = (when: 'before' | 'after') => death?.at === 'call' && death.attempt === attempt && death.when === when;
        const die = () => {
          process.store.die();
          return new Promise<never>(() => {});
        };
        entered.push(idempotencyKey);
        if (dies('before')) return die();
        const status = verdicts[attempt - 1] ?? 'called too often';
        effects.set(idempotencyKey, status);
        return dies('after') ? die() : { status };
      },
      { effect },
    );
    const process = converse({ workflow: reviewed(), script, tools: { check }, clock, store });
    if (death?.at === 'commit')
      process.store.decide((number) => (number === death.number ? (death.when === 'before' ? 'dies_before' : 'dies_after') : 'committed'));
    return process;
  };
  return { clock, entered, effects, openProcess };
}

/** Goes on as an operator would, until the conversation waits for words or is over. */
async function work(process: Conversation, effects: ReadonlyMap<string, string>): Promise<void> {
  for (let activation = 0; activation < 9; activation += 1) {
    const state = (await process.runtime.inspect(scope))?.state;
    if (state === undefined) await process.start();
    else if (state.run?.status === 'running') await process.resume();
    else if (state.run?.status === 'paused' && state.run.reason === 'effect_uncertain') await resolveAll(process, state, effects);
    else return;
  }
}

async function resolveAll(process: Conversation, { turn }: JournalState, effects: ReadonlyMap<string, string>): Promise<void> {
  for (const { key, status } of turn?.calls ?? []) {
    if (status !== 'uncertain') continue;
    const said = effects.get(key);
    const resolution = said === undefined ? ({ kind: 'run_again' } as const) : ({ kind: 'happened', result: { status: said } } as const);
    await process.runtime.resolve(scope, key, resolution, 'ops');
  }
  await process.resume();
}

/** Runs the conversation to its end or its pause, in a process that dies as told and in the one after it. */
async function live(effect: ToolEffect, verdicts: Verdicts, death?: Death) {
  const { clock, entered, effects, openProcess } = world(effect, verdicts);
  if (death !== undefined) {
    const over = work(openProcess(death), effects).catch(() => undefined);
    await Promise.race([over, clock.advance(0).then(() => clock.advance(0))]);
    await clock.advance(leaseTtlMs + 1);
  }
  const last = openProcess();
  await work(last, effects);
  const state = (await last.runtime.inspect(scope))?.state;
  if (state === undefined) throw new Error('There is no conversation.');
  const packets = (await last.envelopes()).filter(({ event_type: type }) => type === 'ag2.packet');
  const { names } = (await last.runtime.inspect(scope))?.facts ?? { names: {} };
  return {
    entered,
    store: last.store,
    tries: await valuesOf(last, 'check_tries'),
    gist: {
      status: state.run?.status,
      reason: state.run?.reason,
      closeReason: state.channel.closeReason,
      route: packets.map(({ sender_id }) => Reflect.get(names, sender_id)),
      contextVariables: state.channel.contextVariables,
    },
  };
}

const route = ['user', 'Drafter', 'Checker', 'Drafter', 'Checker'];
const scenarios: readonly (readonly [string, Verdicts, object])[] = [
  [
    'that is ready after a revision',
    ['needs_revision', 'ready'],
    {
      status: 'completed',
      closeReason: 'workflow_complete',
      route,
      contextVariables: { check_result: 'ready', check_tries: 2 },
    },
  ],
  [
    'that uses up its attempts',
    ['needs_revision', 'needs_revision'],
    {
      status: 'paused',
      reason: 'input_required',
      route: [...route, 'Drafter', 'Checker'],
      contextVariables: { check_result: 'blocked', check_tries: 2 },
    },
  ],
];
const effectKinds = ['none', 'keyed', 'unsafe'] as const;

describe.each(scenarios)('a conversation %s', (_, verdicts, expected) => {
  it('lives to its end in one process, as the deaths below are measured by', async () => {
    const { gist, entered } = await live('keyed', verdicts);
    expect(gist).toMatchObject(expected);
    expect(entered).toHaveLength(2);
  });

  it.each(effectKinds)('is the same whichever commit its process dies at, with effect %s', async (effect) => {
    const alive = await live(effect, verdicts);
    for (const [number, types] of alive.store.commits.entries()) {
      for (const when of ['before', 'after'] as const) {
        const { gist, entered, tries } = await live(effect, verdicts, { at: 'commit', number, when });
        const at = `${when} commit ${number} (${types.join(', ')})`;
        expect({ at, ...gist }).toEqual({ at, ...alive.gist });
        expect(Math.max(...tries.map(Number)), at).toBe(2);
        expect(new Set(entered).size, at).toBe(2);
        if (effect === 'unsafe') expect(entered, at).toHaveLength(2);
      }
    }
  });

  it.each(effectKinds)('is the same when its process dies inside a call, with effect %s', async (effect) => {
    const alive = await live(effect, verdicts);
    for (const attempt of [1, 2]) {
      for (const when of ['before', 'after'] as const) {
        const { gist, entered, tries } = await live(effect, verdicts, { at: 'call', attempt, when });
        const at = `${when} the effect of call ${attempt}`;
        expect({ at, ...gist }).toEqual({ at, ...alive.gist });
        expect(Math.max(...tries.map(Number)), at).toBe(2);
        expect(entered, at).toHaveLength(effect === 'unsafe' && when === 'after' ? 2 : 3);
        expect(new Set(entered).size, at).toBe(2);
      }
    }
  });
});
