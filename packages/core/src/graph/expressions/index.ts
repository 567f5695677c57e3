export { evaluateExpression } from './evaluate.ts';
export type { ComparisonLink, ComparisonOperator, Expression, ExpressionProblem } from './expression.ts';
export { variablesOf } from './expression.ts';
export { checkExpressionTypes } from './expression-types.ts';
export { type ExpressionResult, maxExpressionDepth, maxExpressionLength, parseExpression } from './parse.ts';
