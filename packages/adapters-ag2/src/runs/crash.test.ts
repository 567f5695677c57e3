import { type AgentRequest, type JournalState, memoryStore, type ToolEffect, type Workflow } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  autoAgent,
  type Conversation,
  call,
  callingAgent,
  converse,
  leaseTtlMs,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const toolNames = ['look', 'plan', 'write', 'test', 'publish'] as const;
type ToolName = (typeof toolNames)[number];
/** Where a process dies: around one of its commits, or inside a tool around its effect. */
type Death =
  | { readonly at: 'commit'; readonly number: number; readonly when: 'before' | 'after' }
  | { readonly at: 'tool'; readonly name: ToolName; readonly when: 'before' | 'after' };

const workflow: Workflow = workflowOf(
  [callingAgent('Interviewer', ['look']), autoAgent('Planner', ['plan']), autoAgent('Builder', ['write', 'test', 'publish'])],
  [rule('Interviewer', 'user'), rule('user', 'Planner'), rule('Planner', 'Builder'), rule('Builder', 'terminate')],
  { variables: toolNames.map((name) => variable(name)) },
);

/** Answers from what it is sent, so that a repeated question gets the same answer. */
function answer({ agent, messages }: AgentRequest) {
  if (agent === 'Planner') return '{"plan":["title"]}';
  if (agent === 'Builder') return '{"files":["app.ts"]}';
  return messages.at(-1)?.role === 'tool' ? 'Which fields?' : { toolCalls: [call('look')] };
}

/** What outlives processes: the store, the clock, and the world that tools act on. */
function world(effect: ToolEffect) {
  const clock = virtualClock();
  const base = memoryStore(clock);
  const entered: string[] = [];
  const effects = new Map<string, ToolName>();
  const asked: string[] = [];

  const openProcess = (death: Death | undefined): Conversation => {
    const doomed = (name: ToolName, when: 'before' | 'after') => death?.at === 'tool' && death.name === name && death.when === when;
    const die = () => {
      process.store.die();
      return new Promise<never>(() => {});
    };
    const tools = toolNames.map((name) => [
      name,
      tool(
        async (_input, { idempotencyKey, contextVariables }) => {
          entered.push(idempotencyKey);
          if (doomed(name, 'before')) return die();
          effects.set(idempotencyKey, name);
          if (doomed(name, 'after')) return die();
          contextVariables.set(name, `done by ${name}`);
          return { name };
        },
        { effect },
      ),
    ]);
    const note = (request: AgentRequest) => {
      asked.push(request.agent);
      return answer(request);
    };
    const script = Object.fromEntries([...workflow.agents.keys()].map((name) => [name, Array.from({ length: 9 }, () => note)]));
    const process = converse({ workflow, script, tools: Object.fromEntries(tools), clock, store: base });
    if (death?.at === 'commit') {
      process.store.decide((number) => (number === death.number ? (death.when === 'before' ? 'dies_before' : 'dies_after') : 'committed'));
    }
    return process;
  };
  return { clock, base, entered, effects, asked, openProcess };
}

/** Does what a person and an operator would do next; false once the conversation is over. */
async function step(process: Conversation, effects: ReadonlyMap<string, ToolName>): Promise<boolean> {
  const state = (await process.runtime.inspect(scope))?.state;
  if (state === undefined) await process.start();
  else if (state.run?.status === 'running') await process.resume();
  else if (state.run?.reason === 'input_required' && state.run.status === 'paused') await process.answer('a title');
  else if (state.run?.status === 'paused') await resolveAll(process, state, effects);
  else return false;
  return true;
}

async function resolveAll(process: Conversation, state: JournalState, effects: ReadonlyMap<string, ToolName>): Promise<void> {
  for (const { key, status } of state.turn?.calls ?? []) {
    if (status !== 'uncertain') continue;
    const happened = effects.has(key);
    await process.runtime.resolve(scope, key, happened ? { kind: 'happened', result: {} } : { kind: 'run_again' }, 'ops');
  }
  await process.resume();
}

/** Runs the conversation to its end in one process after another, each of which dies as told; the last one lives. */
async function live(deaths: readonly Death[], effect: ToolEffect = 'keyed') {
  const { clock, entered, effects, asked, openProcess, base } = world(effect);
  for (const death of [...deaths, undefined]) {
    const process = openProcess(death);
    const over = work(process, effects).catch(() => undefined);
    await Promise.race([
      over,
      clock
        .advance(0)
        .then(() => clock.advance(0))
        .then(() => clock.advance(0)),
    ]);
    if (death !== undefined) await clock.advance(leaseTtlMs + 1);
    else await over;
  }
  const observer = converse({ workflow, clock, store: base });
  const state = (await observer.runtime.inspect(scope))?.state;
  if (state === undefined) throw new Error('There is no conversation.');
  return { state, entered, effects, asked, envelopes: await observer.envelopes() };
}

async function work(process: Conversation, effects: ReadonlyMap<string, ToolName>): Promise<void> {
  while (await step(process, effects));
}

/** The part of a state that does not depend on ids and times. */
const gist = ({ channel, run, turn, transcript }: JournalState) => ({
  status: channel.status,
  closeReason: channel.closeReason,
  turnCount: channel.turnCount,
  contextVariables: channel.contextVariables,
  run: run?.status,
  turn,
  said: transcript.messages.map(({ sender, text }) => [sender, text]),
});

async function check(deaths: readonly Death[], expected: Awaited<ReturnType<typeof live>>, effect: ToolEffect = 'keyed') {
  const survived = await live(deaths, effect);
  const packets = survived.envelopes.filter(({ event_type }) => event_type === 'ag2.packet');
  expect(packets).toHaveLength(4);
  expect(new Set(packets.map(({ causation_id }) => causation_id)).size).toBe(4);
  expect([...survived.effects.values()].sort()).toEqual([...toolNames].sort());
  const ids = survived.envelopes.map(({ envelope_id }) => envelope_id);
  expect(ids).toEqual([...new Set(ids)].sort());
  return { survived, gist: gist(survived.state), expected: gist(expected.state) };
}

const uninterrupted = await live([]);
const commits = await (async () => {
  const { effects, openProcess } = world('keyed');
  const process = openProcess(undefined);
  await work(process, effects);
  return process.store.commits;
})();

it('lives to the end in one process, as the deaths below are measured by', () => {
  expect(commits).toHaveLength(11);
  expect(uninterrupted.asked).toEqual(['Interviewer', 'Interviewer', 'Planner', 'Builder']);
  expect(uninterrupted.entered).toHaveLength(5);
  expect(gist(uninterrupted.state)).toMatchObject({
    status: 'closed',
    closeReason: 'workflow_complete',
    run: 'completed',
    contextVariables: Object.fromEntries(toolNames.map((name) => [name, `done by ${name}`])),
  });
});

describe('a process that dies at a commit', () => {
  const deaths = commits.flatMap((types, number) => (['before', 'after'] as const).map((when) => ({ number, when, types })));

  it.each(deaths)('number $number, $when it was applied', async ({ number, when, types }) => {
    const { survived, ...both } = await check([{ at: 'commit', number, when }], uninterrupted);
    expect(both.gist).toEqual(both.expected);
    const replyLost = when === 'before' && types.includes('intarsia.model.replied');
    expect(survived.asked).toHaveLength(replyLost ? 5 : 4);
    expect(survived.entered.length).toBeLessThanOrEqual(6);
  });
});

describe('a process that dies inside a tool', () => {
  const places = toolNames.flatMap((name) => (['before', 'after'] as const).map((when) => ({ name, when })));

  it.each(places)('$name, $when its effect: the call runs again under its key', async ({ name, when }) => {
    const { survived, ...both } = await check([{ at: 'tool', name, when }], uninterrupted);
    expect(both.gist).toEqual(both.expected);
    expect(survived.asked).toHaveLength(4);
    expect(survived.entered).toHaveLength(6);
    expect(new Set(survived.entered).size).toBe(5);
  });

  it.each(places)('$name of effect unsafe, $when its effect: it runs again only because somebody said so', async ({ name, when }) => {
    const { survived } = await check([{ at: 'tool', name, when }], uninterrupted, 'unsafe');
    expect(survived.state.run?.status).toBe('completed');
    expect(survived.entered).toHaveLength(when === 'before' ? 6 : 5);
    expect(survived.envelopes.filter(({ event_type }) => event_type === 'intarsia.effect.uncertain')).toHaveLength(1);
  });
});

it('a process that dies at a commit with unsafe tools never runs one twice unasked', async () => {
  for (const [number] of commits.entries()) {
    for (const when of ['before', 'after'] as const) {
      const { survived } = await check([{ at: 'commit', number, when }], uninterrupted, 'unsafe');
      expect(survived.state.run?.status).toBe('completed');
      expect(survived.entered.length - new Set(survived.entered).size).toBe(0);
    }
  }
});

it('any row of deaths: every effect once a key, every turn one packet, the same end', async () => {
  const when = fc.constantFrom('before' as const, 'after' as const);
  const death: fc.Arbitrary<Death> = fc.oneof(
    fc.record({ at: fc.constant('commit' as const), number: fc.nat(6), when }),
    fc.record({ at: fc.constant('tool' as const), name: fc.constantFrom(...toolNames), when }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(death, { minLength: 1, maxLength: 6 }), async (deaths) => {
      const { survived, ...both } = await check(deaths, uninterrupted);
      expect(both.gist).toEqual(both.expected);
      expect(survived.asked.length).toBeLessThanOrEqual(4 + deaths.length);
    }),
    { numRuns: 150 },
  );
});
