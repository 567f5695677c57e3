import { createRuntime, defineTool, memoryStore, type Agent, type Workflow, type ToolLoader, type OutputModel } from '@intarsia/core';
import { countingIds, scriptedAgents, virtualClock } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { embeddedNetwork } from '../embedded/embedded-network.ts';

const anyObject: OutputModel = {
  name: 'Plan',
  digest: 'd',
  provider: { schema: { type: 'object' }, strict: false, reason: null },
  validate: (value) => ({ kind: 'accepted', value: value as never }),
};
const agent = (name: string, extra: Partial<Agent> = {}): Agent => ({
  name, description: null, prompt: `You are ${name}.`, structuredOutputsRequired: false, pendingTurnReplay: 'allow', output: null, view: [], autoTools: [], callableTools: [], ...extra,
});

it('runs', async () => {
  const binding = { agent: 'Planner', index: 0, file: 'x.ts', function: 'save', description: null, type: 'Agent_Tool', surface: null } as const;
  const workflow: Workflow = {
    name: 'W', digest: 'x', startupMode: 'UserDriven', maxTurns: 20, humanInTheLoop: true, initialMessage: null, initialAgent: 'Interviewer',
    agents: new Map([['Interviewer', agent('Interviewer')], ['Planner', agent('Planner', { output: anyObject, autoTools: [binding] })]]),
    transitions: [
      { source: 'Interviewer', target: 'user', when: { kind: 'after_turn' }, terminationReason: null },
      { source: 'user', target: 'Planner', when: { kind: 'after_turn' }, terminationReason: null },
      { source: 'Planner', target: 'terminate', when: { kind: 'after_turn' }, terminationReason: 'workflow_complete' },
    ],
    contextVariables: new Map(), folder: null,
  };
  const clock = virtualClock();
  const ids = countingIds();
  const store = memoryStore(clock);
  const calls: unknown[] = [];
  const tools: ToolLoader = { load: async () => ({ kind: 'loaded', tool: defineTool({ name: 'save', effect: 'keyed', run: (input, ctx) => { calls.push([input, ctx.idempotencyKey, ctx.contextVariables.get('structured_output')]); return { saved: true }; } }) }) };
  const network = embeddedNetwork({ store, clock, ids });
  const agents = scriptedAgents({ Interviewer: ['What fields?'], Planner: ['{"a":1}'] });
  const runtime = createRuntime({ workflows: [workflow], network, agents, tools, clock, ids });
  const scope = { tenant: 't', chat: 'c' };
  const started = await runtime.start({ workflow: 'W', scope, input: 'a tracker' });
  if (started.kind !== 'started') throw new Error(JSON.stringify(started));
  expect(await started.handle.done).toMatchObject({ status: 'paused' });
  const answered = await runtime.answer({ scope, text: 'name' });
  if (answered.kind !== 'started') throw new Error(JSON.stringify(answered));
  expect(await answered.handle.done).toMatchObject({ status: 'completed' });
  const slice = await runtime.read(scope, 0);
  expect(slice.envelopes.map((e) => e.event_type)).toEqual([]);
  expect(calls).toEqual([]);
});
