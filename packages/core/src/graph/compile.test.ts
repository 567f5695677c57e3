import { describe, expect, it } from 'vitest';
import { loadedWith } from '../documents/folder.test-support.ts';
import type { TransitionRule } from '../documents/workflow.ts';
import { agentId } from '../ports/ids.ts';
import { compileGraph } from './compile.ts';
import { readGraph } from './transition-graph.ts';

const ids = new Map(['user', 'Reader', 'Closer'].map((name) => [name, agentId(`id-${name}`)]));
const rule = (source: string, target: string, when: TransitionRule['when']): TransitionRule => ({
  source,
  target,
  when,
  terminationReason: null,
});
const compiled = (transitions: readonly TransitionRule[]) => compileGraph({ ...loadedWith().workflow, transitions }, ids);

describe('a workflow as a transition graph', () => {
  const graph = compiled([
    rule('Reader', 'Closer', { kind: 'tool_called', tool: 'ask' }),
    rule('Reader', 'Reader', { kind: 'context_expression', expression: 'not True' }),
    rule('Reader', 'user', { kind: 'context_equals', key: 'book_tries', value: null }),
    rule('Reader', 'terminate', { kind: 'after_turn' }),
  ]);

  it('ties every condition to its source, in the order of the rules', () => {
    expect(graph.transitions.map(({ when, then, priority }) => [priority, when, then.name])).toEqual([
      [0, { name: 'speaker_tool_called', args: { agent_id: 'id-Reader', tool_name: 'ask' } }, 'agent'],
      [1, { name: 'speaker_context_expression', args: { agent_id: 'id-Reader', expression: 'not True' } }, 'agent'],
      [2, { name: 'speaker_context_equals', args: { agent_id: 'id-Reader', key: 'book_tries', value: null } }, 'agent'],
      [3, { name: 'from_speaker', args: { agent_id: 'id-Reader' } }, 'terminate'],
    ]);
  });

  it('reads back from its JSON as it is', () => {
    expect(readGraph(JSON.parse(JSON.stringify(graph)))).toEqual(graph);
  });

  it('is refused for an expression that no document could hold, and for a name that takes no part', () => {
    const unreadable = () => compiled([rule('Reader', 'user', { kind: 'context_expression', expression: '1 +' })]);
    expect(unreadable).toThrow(expect.objectContaining({ code: 'workflow_invalid', message: expect.stringContaining('Arithmetic') }));
    expect(() => compiled([rule('Reader', 'Nobody', { kind: 'after_turn' })])).toThrow(
      expect.objectContaining({ code: 'workflow_invalid' }),
    );
  });
});
