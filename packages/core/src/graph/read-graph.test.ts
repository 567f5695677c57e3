import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadedWith } from '../documents/folder.test-support.ts';
import type { TransitionRule } from '../documents/workflow.ts';
import { agentId } from '../ports/ids.ts';
import type { Json } from '../ports/json.ts';
import { compileGraph } from './compile.ts';
import { anyFacts, anyGraph, anyValue } from './test/arbitrary-graphs.ts';
import { readGraph, resolveTarget, selectTarget, type TransitionGraph } from './transition-graph.ts';

const written = (graph: TransitionGraph): Json => JSON.parse(JSON.stringify(graph));

describe('graphs as an AG2 hub keeps them', () => {
  const recorded: readonly { readonly transitions: readonly object[] }[] = JSON.parse(
    readFileSync(new URL('fixtures/ag2-graphs.json', import.meta.url), 'utf8'),
  );

  it.each(recorded.map((graph, index) => [index, graph] as const))('number %i is read whole, and reads back unchanged', (_, stored) => {
    const graph = readGraph(JSON.parse(JSON.stringify(stored)));
    const { note: _note, ...known } = { default_target: null, max_turns: null, ...stored, note: '' };
    const transitions = stored.transitions.map((transition) => {
      const { label: _label, ...rest } = { priority: 0, ...transition, label: '' };
      return rest;
    });
    expect(graph).toEqual({ ...known, transitions });
    expect(graph === null ? null : readGraph(written(graph))).toEqual(graph);
  });

  it.each<[string, Json, object]>([
    ['transitions that are null', { transitions: null }, { transitions: [] }],
    ['no transitions', {}, { transitions: [] }],
    [
      'a condition and a target without arguments',
      { transitions: [{ when: { name: 'always' }, then: { name: 'stay', args: null } }] },
      { transitions: [{ when: { name: 'always', args: {} }, then: { name: 'stay', args: {} }, priority: 0 }] },
    ],
    [
      'an end without a reason',
      { default_target: { name: 'terminate', args: null } },
      { default_target: { name: 'terminate', args: { reason: 'after_work' } } },
    ],
  ])('may have %s', (_, part, expected) => {
    expect(readGraph({ initial_speaker: 'ann', ...Object(part) })).toMatchObject(expected);
  });

  it.each<[string, Json]>([
    ['a condition without what it looks at', { transitions: [{ when: { name: 'from_speaker', args: {} }, then: { name: 'stay' } }] }],
    [
      'a condition without the value it wants',
      { transitions: [{ when: { name: 'context_equals', args: { key: 'done' } }, then: { name: 'stay' } }] },
    ],
    ['a rule without a target', { transitions: [{ when: { name: 'always' } }] }],
    ['a target without its agent', { transitions: [{ when: { name: 'always' }, then: { name: 'agent', args: { id: 'x' } } }] }],
    ['a priority that is no integer', { transitions: [{ when: { name: 'always' }, then: { name: 'stay' }, priority: 'high' }] }],
    ['transitions that are none', { transitions: {} }],
  ])('HUB-4 with %s is not followed', (_, part) => {
    expect(readGraph({ initial_speaker: 'ann', ...Object(part) })).toBeNull();
  });
});

describe('any graph', () => {
  it('HUB-3 reads back from its JSON unchanged, and decides the same', () => {
    fc.assert(
      fc.property(anyGraph, anyFacts, (graph, facts) => {
        const read = readGraph(written(graph));
        if (read === null) throw new Error('It was not read.');
        expect(read).toEqual(graph);
        expect(written(read)).toEqual(written(graph));
        expect(selectTarget(read, facts)).toEqual(selectTarget(graph, facts));
      }),
      { numRuns: 500 },
    );
  });

  it('HUB-4 with one condition or target of another name is not followed', () => {
    const name = fc.oneof(
      fc.constantFrom('Always', 'context_expression', 'toString', '__proto__', ''),
      fc.string().map((text) => `x${text}`),
    );
    fc.assert(
      fc.property(anyGraph, fc.nat(), name, fc.constantFrom('when', 'then'), (graph, at, unknown, part) => {
        fc.pre(graph.transitions.length > 0);
        const changed = graph.transitions.map((transition, index) => {
          return index === at % graph.transitions.length ? { ...transition, [part]: { ...transition[part], name: unknown } } : transition;
        });
        expect(readGraph(JSON.parse(JSON.stringify({ ...graph, transitions: changed })))).toBeNull();
        expect(readGraph(JSON.parse(JSON.stringify({ ...graph, default_target: { name: unknown, args: {} } })))).toBeNull();
      }),
    );
  });
});

describe('a compiled graph', () => {
  const names = ['user', 'Reader', 'Closer'] as const;
  const ids = new Map(names.map((name) => [name as string, agentId(`id-${name}`)]));
  const speaker = fc.constantFrom(...names);
  const when: fc.Arbitrary<TransitionRule['when']> = fc.oneof(
    fc.constant({ kind: 'after_turn' } as const),
    fc.record({ kind: fc.constant('context_equals'), key: fc.string(), value: anyValue }),
    fc.record({ kind: fc.constant('context_expression'), expression: fc.constantFrom('True', 'not None', '1 < 2') }),
    fc.record({ kind: fc.constant('tool_called'), tool: fc.string() }),
  );
  const rule: fc.Arbitrary<TransitionRule> = fc.record({
    source: speaker,
    target: fc.oneof(speaker, fc.constant('terminate')),
    when,
    terminationReason: fc.constantFrom(null, 'workflow_complete', 'workflow_failed'),
  });
  const { workflow } = loadedWith();

  it('reads back from its JSON unchanged, whatever its rules, and its priorities are their places', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 8 }), fc.integer({ min: 1, max: 500 }), (transitions, maxTurns) => {
        const graph = compileGraph({ ...workflow, transitions, maxTurns }, ids);
        expect(readGraph(written(graph))).toEqual(graph);
        expect(graph.transitions.map(({ priority }) => priority)).toEqual(transitions.map((_, index) => index));
        expect(graph.default_target).toEqual({ name: 'terminate', args: { reason: 'no_transition_matched' } });
      }),
    );
  });

  it('lets an agent follow itself', () => {
    const again: TransitionRule = { source: 'Reader', target: 'Reader', when: { kind: 'after_turn' }, terminationReason: null };
    const graph = readGraph(written(compileGraph({ ...workflow, transitions: [again] }, ids)));
    if (graph === null) throw new Error('It was not read.');
    const reader = agentId('id-Reader');
    const target = selectTarget(graph, { speaker: reader, tool: null, contextVariables: {} });
    expect(resolveTarget(target, reader, { order: [...ids.values()], creator: null })).toEqual({ kind: 'speaks', agent: reader });
  });
});
