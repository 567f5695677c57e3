import type { JsonObject } from '../../ports/json.ts';
import type { ComparisonOperator, Expression } from './expression.ts';
import { isTrue, type PythonValue, pythonContains, pythonEquals, pythonLength, pythonOrder, Tuple } from './python-values.ts';

/**
 * Whether an expression holds in a context, as Python would say (workflow-documents 8.3): a missing variable is None, `and` and `or` give one of their
 * values, comparisons chain. Never throws. Where Python raises a TypeError, nothing is there to find: an order of values that do not order is false, `in`
 * what holds nothing is false and `not in` true, and `len` of what has no length is None.
 */
export function evaluateExpression(expression: Expression, contextVariables: JsonObject): boolean {
  return isTrue(partValue(expression, contextVariables));
}

function partValue(expression: Expression, context: JsonObject): PythonValue {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      return Object.hasOwn(context, expression.name) ? (context[expression.name] ?? null) : null;
    case 'length':
      return pythonLength(partValue(expression.of, context));
    case 'list':
      return expression.items.map((item) => partValue(item, context));
    case 'tuple':
      return new Tuple(expression.items.map((item) => partValue(item, context)));
    case 'not':
      return !evaluateExpression(expression.operand, context);
    case 'and':
    case 'or':
      return firstThatDecides(expression.operands, expression.kind === 'or', context);
    case 'comparison':
      return holdsInChain(expression, context);
  }
}

function firstThatDecides(operands: readonly Expression[], decisive: boolean, context: JsonObject): PythonValue {
  let value: PythonValue = null;
  for (const operand of operands) {
    value = partValue(operand, context);
    if (isTrue(value) === decisive) return value;
  }
  return value;
}

function holdsInChain({ first, links }: Extract<Expression, { readonly kind: 'comparison' }>, context: JsonObject): boolean {
  let left = partValue(first, context);
  for (const link of links) {
    const right = partValue(link.right, context);
    if (!holds(left, link.operator, right)) return false;
    left = right;
  }
  return true;
}

function holds(left: PythonValue, operator: ComparisonOperator, right: PythonValue): boolean {
  switch (operator) {
    case '==':
      return pythonEquals(left, right);
    case '!=':
      return !pythonEquals(left, right);
    case 'is':
      return left === right;
    case 'is not':
      return left !== right;
    case 'in':
      return pythonContains(right, left);
    case 'not in':
      return !pythonContains(right, left);
    default: {
      const order = pythonOrder(left, right);
      return order !== null && isOrdered(order, operator);
    }
  }
}

function isOrdered(order: number, operator: '<' | '<=' | '>' | '>='): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}
