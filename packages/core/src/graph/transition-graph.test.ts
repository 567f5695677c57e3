import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentId } from '../ports/ids.ts';
import type { Json } from '../ports/json.ts';
import { pythonEquals } from './expressions/python-values.ts';
import { variableNotation } from './expressions/tokens.ts';
import {
  type GraphCondition,
  type GraphTarget,
  readGraph,
  resolveTarget,
  routingTool,
  selectTarget,
  type TransitionGraph,
} from './transition-graph.ts';

const ann = agentId('ann');
const ben = agentId('ben');
const to = (id: string): GraphTarget => ({ name: 'agent', args: { agent_id: agentId(id) } });
const end = (reason: string): GraphTarget => ({ name: 'terminate', args: { reason } });
const graphOf = (
  rules: readonly (readonly [GraphCondition, GraphTarget, number?])[],
  fallback: GraphTarget | null = end('none'),
): TransitionGraph => ({
  initial_speaker: ann,
  transitions: rules.map(([when, then, priority = 0]) => ({ when, then, priority })),
  default_target: fallback,
  max_turns: null,
});
const always: GraphCondition = { name: 'always', args: {} };
const facts = { speaker: ann, tool: null, contextVariables: { done: true, n: 1, nothing: null } };

describe('HUB-1 a condition', () => {
  it.each<[GraphCondition, boolean]>([
    [always, true],
    [{ name: 'from_speaker', args: { agent_id: ann } }, true],
    [{ name: 'from_speaker', args: { agent_id: ben } }, false],
    [{ name: 'context_equals', args: { key: 'done', value: true } }, true],
    [{ name: 'context_equals', args: { key: 'done', value: 1 } }, true],
    [{ name: 'context_equals', args: { key: 'done', value: 'true' } }, false],
    [{ name: 'context_equals', args: { key: 'missing', value: null } }, true],
    [{ name: 'context_equals', args: { key: 'missing', value: false } }, false],
    [{ name: 'context_equals', args: { key: 'nothing', value: null } }, true],
    [{ name: 'context_equals', args: { key: 'constructor', value: null } }, true],
    [{ name: 'speaker_context_equals', args: { agent_id: ann, key: 'n', value: 1 } }, true],
    [{ name: 'speaker_context_equals', args: { agent_id: ann, key: 'n', value: 2 } }, false],
    [{ name: 'speaker_context_equals', args: { agent_id: ben, key: 'n', value: 1 } }, false],
  ])('%j applies: %s', (when, applies) => {
    expect(selectTarget(graphOf([[when, end('hit')]]), facts)).toEqual(end(applies ? 'hit' : 'none'));
  });

  it.each([
    [ann, 'n == 1', true],
    [ann, 'n > 1', false],
    [ben, 'n == 1', false],
    [ann, 'missing is None and not nothing', true],
    [ann, '(', false],
  ])('speaker_context_expression of %s, %s applies: %s', (agent_id, text, isTrue) => {
    const expression = text.replace(/n\b(?!o)|missing|nothing/g, variableNotation);
    const graph = graphOf([[{ name: 'speaker_context_expression', args: { agent_id, expression } }, end('hit')]]);
    for (const _ of ['parsed', 'known']) expect(selectTarget(graph, facts)).toEqual(end(isTrue ? 'hit' : 'none'));
  });

  it('speaker_tool_called looks at the speaker and at the tool that the packet names', () => {
    const graph = graphOf([[{ name: 'speaker_tool_called', args: { agent_id: ann, tool_name: 'ask' } }, to('ben')]]);
    expect(selectTarget(graph, { ...facts, tool: 'ask' })).toEqual(to('ben'));
    expect(selectTarget(graph, { ...facts, tool: 'ask', speaker: ben })).toEqual(end('none'));
    expect(selectTarget(graph, { ...facts, tool: 'other' })).toEqual(end('none'));
  });

  it('tool_called looks at the tool that the packet names', () => {
    const graph = graphOf([[{ name: 'tool_called', args: { tool_name: 'ask' } }, to('ben')]]);
    expect(selectTarget(graph, { ...facts, tool: 'ask' })).toEqual(to('ben'));
    expect(selectTarget(graph, { ...facts, tool: 'other' })).toEqual(end('none'));
    expect(selectTarget(graph, facts)).toEqual(end('none'));
  });
});

describe('the tool that a packet names', () => {
  const graph = graphOf([
    [{ name: 'speaker_tool_called', args: { agent_id: ann, tool_name: 'ask' } }, to('ben')],
    [{ name: 'speaker_tool_called', args: { agent_id: ann, tool_name: 'stop' } }, end('stopped')],
    [{ name: 'speaker_tool_called', args: { agent_id: ben, tool_name: 'look' } }, to('ann')],
    [{ name: 'tool_called', args: { tool_name: 'any' } }, to('ann')],
  ]);
  it.each<[readonly string[], string | null]>([
    [[], null],
    [['ask'], 'ask'],
    [['stop', 'ask'], 'stop'],
    [['ask', 'stop', 'ask'], 'ask'],
    [['look', 'other', 'ask'], 'ask'],
    [['look'], null],
    [['any', 'ask'], 'any'],
  ])('after the calls %j is %s: the first that a rule of the speaker looks at', (called, expected) => {
    expect(routingTool(graph, ann, called)).toBe(expected);
  });
});

describe('the rule that decides', () => {
  it.each<[string, TransitionGraph, GraphTarget]>([
    [
      'the first one in order',
      graphOf([
        [always, end('a')],
        [always, end('b')],
      ]),
      end('a'),
    ],
    [
      'the one with the lowest priority number',
      graphOf([
        [always, end('a'), 2],
        [always, end('b'), -1],
        [always, end('c'), 1],
      ]),
      end('b'),
    ],
    [
      'the first of those with the same number',
      graphOf([
        [always, end('a'), 1],
        [always, end('b'), 0],
        [always, end('c'), 0],
      ]),
      end('b'),
    ],
    ['the default when none applies', graphOf([]), end('none')],
    ['after_work when there is no default', graphOf([], null), end('after_work')],
  ])('is %s', (_, graph, expected) => {
    expect(selectTarget(graph, facts)).toEqual(expected);
  });
});

describe('HUB-1 a target', () => {
  const participants = { order: ['ann', 'ben', 'cid'], creator: 'ben' };
  const none = { name: 'round_robin', args: {} } as const;
  it.each<[string, GraphTarget, string, object]>([
    ['an agent', to('cid'), 'ann', { kind: 'speaks', agent: 'cid' }],
    ['the next in the round', none, 'ann', { kind: 'speaks', agent: 'ben' }],
    ['the first after the last', none, 'cid', { kind: 'speaks', agent: 'ann' }],
    ['the first after a stranger', none, 'x', { kind: 'speaks', agent: 'ann' }],
    ['the same again', { name: 'stay', args: {} }, 'cid', { kind: 'speaks', agent: 'cid' }],
    ['who created the channel', { name: 'revert_to_initiator', args: {} }, 'ann', { kind: 'speaks', agent: 'ben' }],
    ['nobody', end('enough'), 'ann', { kind: 'ends', reason: 'enough' }],
  ])('%s', (_, target, speaker, expected) => {
    expect(resolveTarget(target, agentId(speaker), participants)).toEqual(expected);
  });

  it('of a round without participants ends', () => {
    expect(resolveTarget(none, ann, { order: [], creator: null })).toEqual({ kind: 'ends', reason: 'no_participants' });
  });
});

describe('a stored graph', () => {
  const stored = {
    initial_speaker: 'ann',
    transitions: [{ when: { name: 'always', args: {} }, then: { name: 'stay', args: {} }, priority: 3 }],
    default_target: null,
    max_turns: 6,
  };

  it('HUB-3 reads back as it is', () => {
    expect(readGraph(stored)).toEqual(stored);
    expect(readGraph(JSON.parse(JSON.stringify(readGraph(stored))))).toEqual(stored);
  });

  it('has the defaults of AG2 and may have keys that nobody knows', () => {
    const terse = {
      initial_speaker: 'ann',
      note: 'x',
      transitions: [{ when: { name: 'always', args: {} }, then: { name: 'terminate', args: {} }, by: 'me' }],
    };
    expect(readGraph(terse)).toEqual({
      initial_speaker: 'ann',
      transitions: [{ when: { name: 'always', args: {} }, then: { name: 'terminate', args: { reason: 'after_work' } }, priority: 0 }],
      default_target: null,
      max_turns: null,
    });
  });

  it.each<[string, Json]>([
    ['of an unknown condition', { ...stored, transitions: [{ when: { name: 'moon', args: {} }, then: { name: 'stay', args: {} } }] }],
    [
      'of an expression that cannot be read',
      {
        ...stored,
        transitions: [
          { when: { name: 'speaker_context_expression', args: { agent_id: 'ann', expression: '1 +' } }, then: { name: 'stay', args: {} } },
        ],
      },
    ],
    ['of an unknown target', { ...stored, default_target: { name: 'moon', args: {} } }],
    ['without a first speaker', { transitions: [] }],
    ['that is none', 'graph'],
  ])('HUB-4 %s is not followed', (_, given) => {
    expect(readGraph(given)).toBeNull();
  });
});

describe('equality as Python has it', () => {
  it.each<[Json, Json, boolean]>([
    [true, 1, true],
    [false, 0, true],
    [1, 1.0, true],
    [true, 'true', false],
    [1, '1', false],
    [0, null, false],
    [false, null, false],
    ['', null, false],
    ['a', 'a', true],
    ['a', 'A', false],
    [[1, [true]], [1, [1]], true],
    [[1, 2], [1], false],
    [[1], { 0: 1 }, false],
    [{ a: 1, b: 2 }, { b: 2, a: true }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: null }, { b: null }, false],
    [{ constructor: null }, { other: null }, false],
    [null, null, true],
  ])('%j == %j: %s', (left, right, equal) => {
    expect(pythonEquals(left, right)).toBe(equal);
    expect(pythonEquals(right, left)).toBe(equal);
  });

  it('holds for every value and its copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(pythonEquals(value as Json, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });
});
