import type { ExpressionProblem } from './expression.ts';

/** Stops the reading of an expression at its first problem; it never leaves `parseExpression`. */
export class ExpressionFault extends Error {
  readonly problem: ExpressionProblem;

  constructor(offset: number, message: string, hint?: string) {
    super(message);
    this.problem = { offset, message, ...(hint === undefined ? {} : { hint }) };
  }
}
