import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentId } from '../ports/ids.ts';
import { explainTarget, type RuleVerdict } from './explain.ts';
import { variableNotation } from './expressions/tokens.ts';
import { anyFacts, anyGraph } from './test/arbitrary-graphs.ts';
import { type GraphCondition, type GraphTarget, selectTarget, type TransitionGraph } from './transition-graph.ts';

const ann = agentId('ann');
const ben = agentId('ben');
const end = (reason: string): GraphTarget => ({ name: 'terminate', args: { reason } });
const graphOf = (conditions: readonly GraphCondition[], priorities: readonly number[] = []): TransitionGraph => ({
  initial_speaker: ann,
  transitions: conditions.map((when, index) => ({ when, then: end(`rule ${index + 1}`), priority: priorities[index] ?? 0 })),
  default_target: null,
  max_turns: null,
});
const facts = { speaker: ann, tool: 'ask', contextVariables: { done: false, tries: 2 } };
const always: GraphCondition = { name: 'always', args: {} };
const text = `${variableNotation('tries')} > 2 or ${variableNotation('missing')}`;

describe('why a rule fired or did not', () => {
  it.each<[RuleVerdict, GraphCondition, object]>([
    ['fired', always, {}],
    ['fired', { name: 'from_speaker', args: { agent_id: ann } }, {}],
    ['other_speaker', { name: 'from_speaker', args: { agent_id: ben } }, {}],
    ['fired', { name: 'context_equals', args: { key: 'tries', value: 2 } }, { tries: 2 }],
    ['other_value', { name: 'context_equals', args: { key: 'done', value: true } }, { done: false }],
    ['other_value', { name: 'context_equals', args: { key: 'missing', value: 1 } }, { missing: null }],
    ['other_value', { name: 'context_equals', args: { key: 'constructor', value: 1 } }, { constructor: null }],
    ['fired', { name: 'speaker_context_equals', args: { agent_id: ann, key: 'done', value: 0 } }, { done: false }],
    ['other_value', { name: 'speaker_context_equals', args: { agent_id: ann, key: 'done', value: true } }, { done: false }],
    ['other_speaker', { name: 'speaker_context_equals', args: { agent_id: ben, key: 'done', value: false } }, { done: false }],
    ['expression_false', { name: 'speaker_context_expression', args: { agent_id: ann, expression: text } }, { tries: 2, missing: null }],
    ['fired', { name: 'speaker_context_expression', args: { agent_id: ann, expression: `not (${text})` } }, { tries: 2, missing: null }],
    ['other_speaker', { name: 'speaker_context_expression', args: { agent_id: ben, expression: 'True' } }, {}],
    ['expression_false', { name: 'speaker_context_expression', args: { agent_id: ann, expression: '1 +' } }, {}],
    ['fired', { name: 'tool_called', args: { tool_name: 'ask' } }, {}],
    ['other_tool', { name: 'tool_called', args: { tool_name: 'stop' } }, {}],
    ['other_tool', { name: 'speaker_tool_called', args: { agent_id: ann, tool_name: 'stop' } }, {}],
    ['other_speaker', { name: 'speaker_tool_called', args: { agent_id: ben, tool_name: 'ask' } }, {}],
  ])('%s: %j', (verdict, when, values) => {
    const { rules } = explainTarget(graphOf([when]), facts);
    expect(rules).toEqual([{ transition: { when, then: end('rule 1'), priority: 0 }, place: 1, verdict, values }]);
  });

  it('is no tool where the packet names none', () => {
    const graph = graphOf([{ name: 'speaker_tool_called', args: { agent_id: ann, tool_name: 'ask' } }]);
    expect(explainTarget(graph, { ...facts, tool: null })).toMatchObject({ tool: null, rules: [{ verdict: 'no_tool' }] });
  });

  it('is told in the order in which rules are looked at, with their places in the graph', () => {
    const explained = explainTarget(
      graphOf([always, { name: 'from_speaker', args: { agent_id: ben } }, always, always], [1, -1, 0, 0]),
      facts,
    );
    expect(explained.rules.map(({ place, verdict }) => [place, verdict])).toEqual([
      [2, 'other_speaker'],
      [3, 'fired'],
      [4, 'earlier_fired'],
      [1, 'earlier_fired'],
    ]);
    expect(explained.target).toEqual(end('rule 3'));
  });

  it('is the default where no rule fired', () => {
    const graph = graphOf([{ name: 'from_speaker', args: { agent_id: ben } }]);
    expect(explainTarget(graph, facts)).toMatchObject({ target: end('after_work'), defaultTarget: end('after_work') });
    const leading = { ...graph, default_target: end('nobody') };
    expect(explainTarget(leading, facts)).toMatchObject({ target: end('nobody'), defaultTarget: end('nobody') });
  });

  it('is told once when two rules are one object', () => {
    const rule = { when: always, then: end('x'), priority: 0 };
    const graph = { ...graphOf([]), transitions: [rule, rule] };
    expect(explainTarget(graph, facts).rules.map(({ verdict }) => verdict)).toEqual(['fired', 'earlier_fired']);
  });
});

describe('the explanation of any graph', () => {
  const isApplied = (verdict: RuleVerdict) => verdict === 'fired' || verdict === 'earlier_fired';

  it('gives the target that is followed, and one rule that fired or none', () => {
    fc.assert(
      fc.property(anyGraph, anyFacts, (graph, given) => {
        const { rules, target, defaultTarget } = explainTarget(graph, given);
        expect(target).toEqual(selectTarget(graph, given));
        const applied = rules.filter(({ verdict }) => isApplied(verdict));
        expect(applied.map(({ verdict }) => verdict)).toEqual(applied.map((_, index) => (index === 0 ? 'fired' : 'earlier_fired')));
        expect(applied[0]?.transition.then ?? defaultTarget).toEqual(target);
      }),
      { numRuns: 500 },
    );
  });

  it('tells of a rule that it applies exactly when it would fire alone', () => {
    fc.assert(
      fc.property(anyGraph, anyFacts, (graph, given) => {
        for (const { transition, verdict } of explainTarget(graph, given).rules) {
          const alone = { ...graph, transitions: [{ ...transition, then: end('alone') }], default_target: end('not alone') };
          expect(selectTarget(alone, given)).toEqual(end(isApplied(verdict) ? 'alone' : 'not alone'));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('changes neither the graph nor what it looks at', () => {
    fc.assert(
      fc.property(anyGraph, anyFacts, (graph, given) => {
        const before = JSON.stringify([graph, given]);
        explainTarget(graph, given);
        expect(JSON.stringify([graph, given])).toBe(before);
      }),
    );
  });
});
