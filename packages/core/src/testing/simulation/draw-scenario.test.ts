import { expect, it } from 'vitest';
import { drawScenario, everyKindScenario } from './draw-scenario.ts';
import { seededRandom } from './random.ts';
import type { Scenario } from './scenario.ts';

const drawn = Array.from({ length: 120 }, (_, number) => drawScenario(seededRandom(number, 0)));

const kindsOf = ({ workflow, tools }: Scenario): readonly string[] => [
  ...Object.values(tools).map(({ effect, reconciles }) => (reconciles === true ? `${effect} that reconciles` : effect)),
  ...[...workflow.agents.values()].flatMap(({ autoTools, callableTools }) => [...autoTools, ...callableTools].map(({ type }) => type)),
  ...workflow.transitions.map(({ source, target, when }) => (source === target ? 'self-edge' : target === 'user' ? 'pause' : when.kind)),
  ...[...workflow.agents.values()].map((agent) =>
    agent.autoTools.length > 0 ? 'auto tools' : agent.callableTools.length > 0 ? 'callable tools' : 'no tools',
  ),
];

const everyKind = [
  'Agent_Tool',
  'UI_Tool',
  'none',
  'keyed',
  'unsafe',
  'unsafe that reconciles',
  'self-edge',
  'pause',
  'after_turn',
  'context_equals',
  'auto tools',
  'callable tools',
  'no tools',
];

it('some scenario has each thing that a workflow can have', () => {
  expect(new Set(drawn.flatMap(kindsOf))).toEqual(new Set([...everyKind, 'tool_called']));
});

it('a number gives the same scenario each time', () => {
  expect(drawScenario(seededRandom(3, 0)).workflow.digest).toBe(drawn[3]?.workflow.digest);
  expect(new Set(drawn.map(({ workflow }) => workflow.digest)).size).toBeGreaterThan(100);
});

it('the scenario that is crashed everywhere has each of them', () => {
  expect(new Set(kindsOf(everyKindScenario()))).toEqual(new Set(everyKind));
});

it('the model answers the same messages alike, and sees what its tools gave', () => {
  const { reply } = everyKindScenario();
  const ask = (messages: Parameters<Scenario['reply']>[0]['messages']) =>
    reply({ agent: 'Agent0', messages, tools: [], signal: new AbortController().signal });
  const first = ask([{ role: 'user', content: 'Begin.' }]);
  expect(first.toolCalls.map(({ name }) => name)).toEqual(['look', 'book', 'pay']);
  const called = { role: 'assistant', content: '', toolCalls: first.toolCalls } as const;
  const told = (content: string) =>
    ask([called, { role: 'tool', callId: 'call-0-0-0', content }, called, { role: 'tool', callId: 'call-0-1-0', content }]);
  expect(told('seen')).toEqual(told('seen'));
  expect(told('seen').text).toBe('Agent0 in turn 0, told seen seen.');
});
