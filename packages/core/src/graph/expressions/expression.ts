/** How two values are compared. */
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' | 'is not' | 'in' | 'not in';

/** One link of a chain of comparisons: `a < b < c` has two. */
export interface ComparisonLink {
  /** Where the operator stands. */
  readonly at: number;
  readonly operator: ComparisonOperator;
  readonly right: Expression;
}

/** A context expression as a tree (workflow-documents 8.3). `at` is where a part begins in the text, in UTF-16 units from 0. */
export type Expression =
  | { readonly kind: 'literal'; readonly at: number; readonly value: string | number | boolean | null }
  | { readonly kind: 'variable'; readonly at: number; readonly name: string }
  | { readonly kind: 'length'; readonly at: number; readonly of: Expression }
  | { readonly kind: 'list' | 'tuple'; readonly at: number; readonly items: readonly Expression[] }
  | { readonly kind: 'not'; readonly at: number; readonly operand: Expression }
  | { readonly kind: 'and' | 'or'; readonly at: number; readonly operands: readonly Expression[] }
  | { readonly kind: 'comparison'; readonly at: number; readonly first: Expression; readonly links: readonly ComparisonLink[] };

/** What is wrong with an expression, and where in its text, in UTF-16 units from 0. */
export interface ExpressionProblem {
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/** The context variables that an expression looks at: each name once, where it stands first. */
export function variablesOf(expression: Expression): readonly { readonly name: string; readonly at: number }[] {
  const found = new Map<string, number>();
  const visit = (part: Expression): void => {
    if (part.kind === 'variable' && !found.has(part.name)) found.set(part.name, part.at);
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(expression);
  return [...found].map(([name, at]) => ({ name, at }));
}

/** The parts that a part is made of, in the order in which they are written. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'length':
      return [expression.of];
    case 'list':
    case 'tuple':
      return expression.items;
    case 'not':
      return [expression.operand];
    case 'and':
    case 'or':
      return expression.operands;
    case 'comparison':
      return [expression.first, ...expression.links.map(({ right }) => right)];
  }
}
