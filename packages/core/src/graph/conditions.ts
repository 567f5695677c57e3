import type { Json } from '../ports/json.ts';
import { evaluateExpression } from './expressions/evaluate.ts';
import type { Expression } from './expressions/expression.ts';
import { parseExpression } from './expressions/parse.ts';
import { pythonEquals } from './expressions/python-values.ts';
import type { ExpressionArguments, GraphCondition, GraphFacts } from './transition-graph.ts';

/** Whether a condition holds. Never throws. */
export function applies(when: GraphCondition, facts: GraphFacts): boolean {
  switch (when.name) {
    case 'always':
      return true;
    case 'from_speaker':
      return when.args.agent_id === facts.speaker;
    case 'tool_called':
      return when.args.tool_name === facts.tool;
    case 'context_equals':
      return pythonEquals(contextValue(facts, when.args.key), when.args.value);
    case 'speaker_context_equals':
      return when.args.agent_id === facts.speaker && pythonEquals(contextValue(facts, when.args.key), when.args.value);
    case 'speaker_context_expression':
      return when.args.agent_id === facts.speaker && holds(when.args, facts);
    case 'speaker_tool_called':
      return when.args.agent_id === facts.speaker && when.args.tool_name === facts.tool;
  }
}

/** A variable's value; null for one that is not there (workflow-documents 8.2). */
export const contextValue = (facts: GraphFacts, key: string): Json =>
  Object.hasOwn(facts.contextVariables, key) ? (facts.contextVariables[key] ?? null) : null;

/** The tree of a condition's text, parsed when it is first looked at: a fold looks at the same conditions turn after turn. */
const parsedExpressions = new WeakMap<ExpressionArguments, Expression>();

/** The tree of a condition's expression; null for text that is none, which a graph that was compiled or read back never has. */
export function expressionOf(condition: ExpressionArguments): Expression | null {
  const known = parsedExpressions.get(condition);
  if (known !== undefined) return known;
  const result = parseExpression(condition.expression);
  if (result.kind === 'refused') return null;
  parsedExpressions.set(condition, result.expression);
  return result.expression;
}

function holds(condition: ExpressionArguments, facts: GraphFacts): boolean {
  const expression = expressionOf(condition);
  return expression !== null && evaluateExpression(expression, facts.contextVariables);
}
