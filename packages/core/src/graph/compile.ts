import type { TransitionRule, Workflow } from '../documents/workflow.ts';
import { IntarsiaError } from '../ports/errors.ts';
import type { AgentId } from '../ports/ids.ts';
import { parseExpression } from './expressions/parse.ts';
import type { GraphCondition, GraphTarget, TransitionGraph } from './transition-graph.ts';

/** Name of the person in every workflow channel. */
export const person = 'user';

/**
 * A workflow's rules as AG2's transition graph, once the participants have ids. The person opens the channel; document order is the
 * priority; nobody next is `no_transition_matched` (workflow-documents 8).
 */
export function compileGraph(workflow: Workflow, ids: ReadonlyMap<string, AgentId>): TransitionGraph {
  const idOf = (name: string): AgentId => {
    const id = ids.get(name);
    if (id === undefined) throw new IntarsiaError('workflow_invalid', `"${name}" takes no part in the workflow "${workflow.name}".`);
    return id;
  };
  return {
    initial_speaker: idOf(person),
    transitions: workflow.transitions.map((rule, priority) => ({ when: conditionOf(rule, idOf), then: targetOf(rule, idOf), priority })),
    default_target: { name: 'terminate', args: { reason: 'no_transition_matched' } },
    max_turns: workflow.maxTurns,
  };
}

function conditionOf({ source, when }: TransitionRule, idOf: (name: string) => AgentId): GraphCondition {
  const agent_id = idOf(source);
  switch (when.kind) {
    case 'after_turn':
      return { name: 'from_speaker', args: { agent_id } };
    case 'context_equals':
      return { name: 'speaker_context_equals', args: { agent_id, key: when.key, value: when.value } };
    case 'context_expression': {
      const result = parseExpression(when.expression);
      if (result.kind === 'parsed') return { name: 'speaker_context_expression', args: { agent_id, expression: when.expression } };
      throw new IntarsiaError(
        'workflow_invalid',
        `A rule of "${source}" has the expression "${when.expression}": ${result.problem.message}`,
      );
    }
    case 'tool_called':
      return { name: 'speaker_tool_called', args: { agent_id, tool_name: when.tool } };
  }
}

function targetOf(rule: TransitionRule, idOf: (name: string) => AgentId): GraphTarget {
  if (rule.target !== 'terminate') return { name: 'agent', args: { agent_id: idOf(rule.target) } };
  return { name: 'terminate', args: { reason: rule.terminationReason ?? 'workflow_complete' } };
}
