import { type AgentRequest, type JournalState, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  anyObject,
  autoAgent,
  call,
  callingAgent,
  converse,
  handleOf,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

/** One agent calls a tool, then gives an output that three tools of every effect run on; what the last one writes decides who speaks next. */
const effects = { look: 'keyed', plan: 'none', pay: 'unsafe', tell: 'keyed' } as const;
const toolNames = ['look', 'plan', 'pay', 'tell'] as const;
type ToolName = (typeof toolNames)[number];
const workflow = workflowOf(
  [
    autoAgent('Ann', ['plan', 'pay', 'tell'], { callableTools: callingAgent('Ann', ['look']).callableTools, output: anyObject }),
    agent('Ben'),
    agent('Cid'),
  ],
  [
    { source: 'Ann', target: 'Ben', when: { kind: 'context_equals', key: 'tell', value: 'look plan pay tell' }, terminationReason: null },
    rule('Ann', 'Cid'),
    rule('Ben', 'terminate'),
    rule('Cid', 'terminate'),
  ],
  { variables: toolNames.map((name) => variable(name)) },
);

/** Answers from what it is sent, so that a repeated question gets the same answer. */
function answer({ agent: name, messages }: AgentRequest) {
  if (name !== 'Ann') return `${name} is done.`;
  return messages.at(-1)?.role === 'tool' ? '{"sum":5}' : { toolCalls: [call('look')] };
}

/** Where a run is cancelled: while the store takes a commit, once it took it, or inside a tool. */
type Place = { readonly at: 'taking' | 'taken'; readonly commit: number } | { readonly at: 'inside'; readonly name: ToolName };

/** Runs the conversation to its end, cancelled there once; what became of it. */
async function run(place: Place | null) {
  const clock = virtualClock();
  const entered: string[] = [];
  const said: string[] = [];
  let cancel = () => {};
  const tools = toolNames.map((name) => [
    name,
    tool(
      (_input, { contextVariables }) => {
        if (place?.at === 'inside' && place.name === name) cancel();
        entered.push(name);
        contextVariables.set(name, entered.join(' '));
        return { entered: entered.length };
      },
      { effect: effects[name] },
    ),
  ]);
  const note = (request: AgentRequest) => {
    said.push(request.agent);
    return answer(request);
  };
  const script = Object.fromEntries([...workflow.agents.keys()].map((name) => [name, Array.from({ length: 9 }, () => note)]));
  const talk = converse({ workflow, script, tools: Object.fromEntries(tools), clock, store: memoryStore(clock) });
  talk.store.decide((number) => {
    if (place?.at === 'taking' && place.commit === number) cancel();
    return 'committed';
  });
  talk.store.onApplied((number) => {
    if (place?.at === 'taken' && place.commit === number) cancel();
  });
  const handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
  cancel = handle.cancel;
  const first = (await handle.done).status;
  if (first === 'cancelled') expect(await talk.resume()).toMatchObject({ status: 'completed' });
  const state = (await talk.runtime.inspect(scope))?.state;
  if (state === undefined) throw new Error('There is no conversation.');
  const packets = (await talk.facts('ag2.packet')).map(({ body, context_updates }) => ({ body, context_updates }));
  const uncertain = await talk.facts('intarsia.effect.uncertain');
  return { first, commits: talk.store.commits, outcome: { entered, said, packets, uncertain, log: talk.log, ...gist(state) } };
}

/** The part of a state that does not depend on ids, times and how many activations it took. */
const gist = ({ channel, run: record, turn, transcript }: JournalState) => ({
  contextVariables: channel.contextVariables,
  closeReason: channel.closeReason,
  turnCount: channel.turnCount,
  status: record?.status,
  turn,
  messages: transcript.messages.map(({ sender, text }) => [sender, text]),
});

const uncancelled = await run(null);

it('a run that nobody cancels, as the others are measured by', () => {
  expect(uncancelled.first).toBe('completed');
  expect(uncancelled.commits).toHaveLength(8);
  expect(uncancelled.outcome).toMatchObject({
    entered: ['look', 'plan', 'pay', 'tell'],
    said: ['Ann', 'Ann', 'Ben'],
    contextVariables: { look: 'look', plan: 'look plan', pay: 'look plan pay', tell: 'look plan pay tell' },
    closeReason: 'workflow_complete',
    uncertain: [],
    log: [],
  });
});

describe('a run that is cancelled and gone on with ends as if nothing had been', () => {
  const commits = uncancelled.commits.map((types, commit) => ({ commit, types: types.join(' + ') })).slice(1);
  const last = commits.length;

  it.each(commits)('cancelled while commit $commit is taken: $types', async ({ commit }) => {
    const { first, outcome } = await run({ at: 'taking', commit });
    expect(first).toBe(commit === last ? 'completed' : 'cancelled');
    expect(outcome).toEqual(uncancelled.outcome);
  });

  it.each(commits)('cancelled once commit $commit was taken: $types', async ({ commit }) => {
    const { first, outcome } = await run({ at: 'taken', commit });
    expect(first).toBe(commit === last ? 'completed' : 'cancelled');
    expect(outcome).toEqual(uncancelled.outcome);
  });

  it.each(toolNames)('cancelled inside %s, which ends in time', async (name) => {
    const { first, outcome } = await run({ at: 'inside', name });
    expect(first).toBe('cancelled');
    expect(outcome).toEqual(uncancelled.outcome);
  });
});
