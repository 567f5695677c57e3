import type { ComparisonLink, ComparisonOperator, Expression, ExpressionProblem } from './expression.ts';
import { ExpressionFault } from './expression-fault.ts';
import { arithmeticFault, type Token, TokenReader, variableNotation } from './tokens.ts';

/** How long an expression may be, in UTF-16 units. */
export const maxExpressionLength = 2_000;
/** How deep parentheses, lists, `len` and `not` may be nested in it. */
export const maxExpressionDepth = 32;

/** A parsed expression, or the first problem of its text. */
export type ExpressionResult =
  | { readonly kind: 'parsed'; readonly expression: Expression }
  | { readonly kind: 'refused'; readonly problem: ExpressionProblem };

/**
 * Parses a context expression (workflow-documents 8.3): Python's `or`, `and`, `not`, comparisons in chains, `is`, `in`, `len(…)`, lists, tuples, strings,
 * numbers, `True`, `False`, `None`, and `${name}` for a context variable. Beyond that grammar it takes negative numbers. Everything else is refused by
 * its name: arithmetic, attributes, indexes, other calls, f-strings, other names.
 */
export function parseExpression(text: string): ExpressionResult {
  try {
    if (text.length > maxExpressionLength)
      throw new ExpressionFault(
        0,
        `The expression is longer than ${maxExpressionLength} characters.`,
        'let a tool decide it and write a variable',
      );
    return { kind: 'parsed', expression: new Parser(text).whole() };
  } catch (error) {
    if (error instanceof ExpressionFault) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

const symbolOperators: readonly ComparisonOperator[] = ['==', '!=', '<', '<=', '>', '>='];
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);
const otherConstants: ReadonlyMap<string, string> = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['none', 'None'],
  ['null', 'None'],
  ['undefined', 'None'],
]);
const pythonConstructs: ReadonlyMap<string, string> = new Map([
  ['if', 'A conditional (`if … else`)'],
  ['else', 'A conditional (`if … else`)'],
  ['for', 'A comprehension (`for`)'],
  ['lambda', 'A function (`lambda`)'],
  ['await', '`await`'],
  ['yield', '`yield`'],
]);

class Parser {
  readonly #tokens: TokenReader;
  #token: Token;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new TokenReader(text);
    this.#token = this.#tokens.next();
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#token.kind !== 'end') throw misplaced(this.#token);
    return expression;
  }

  #or(): Expression {
    return this.#operands('or', () => this.#operands('and', () => this.#not()));
  }

  #operands(kind: 'and' | 'or', read: () => Expression): Expression {
    const first = read();
    if (!this.#isWord(kind)) return first;
    const operands = [first];
    while (this.#isWord(kind)) {
      this.#advance();
      operands.push(read());
    }
    return { kind, at: first.at, operands };
  }

  #not(): Expression {
    if (!this.#isWord('not')) return this.#comparison();
    const { at } = this.#advance();
    return { kind: 'not', at, operand: this.#nested(at, () => this.#not()) };
  }

  #comparison(): Expression {
    const first = this.#atom();
    const links: ComparisonLink[] = [];
    for (let at = this.#token.at, operator = this.#operator(); operator !== null; at = this.#token.at, operator = this.#operator()) {
      links.push({ at, operator, right: this.#atom() });
    }
    return links.length === 0 ? first : { kind: 'comparison', at: first.at, first, links };
  }

  /** Reads the comparison operator that stands here; null when none does. */
  #operator(): ComparisonOperator | null {
    const token = this.#token;
    if (token.kind === 'symbol') {
      const operator = symbolOperators.find((candidate) => candidate === token.text);
      if (operator !== undefined) this.#advance();
      return operator ?? null;
    }
    if (this.#isWord('in')) {
      this.#advance();
      return 'in';
    }
    if (this.#isWord('is')) {
      this.#advance();
      if (!this.#isWord('not')) return 'is';
      this.#advance();
      return 'is not';
    }
    if (!this.#isWord('not')) return null;
    this.#advance();
    if (!this.#isWord('in')) throw new ExpressionFault(token.at, 'Between two values `not` goes with `in`.', 'write `not in`, or `!=`');
    this.#advance();
    return 'not in';
  }

  #atom(): Expression {
    const token = this.#token;
    switch (token.kind) {
      case 'variable':
        this.#advance();
        return { kind: 'variable', at: token.at, name: token.name };
      case 'literal':
        return this.#literal(token.at, token.value);
      case 'word':
        return this.#wordAtom(token.at, token.text);
      case 'symbol':
        return this.#symbolAtom(token.at, token.text);
      case 'end':
        throw new ExpressionFault(token.at, 'The expression ends where a value must follow.');
    }
  }

  /** Strings that stand side by side are one, as in Python. */
  #literal(at: number, first: string | number): Expression {
    let value = first;
    this.#advance();
    while (typeof value === 'string' && this.#token.kind === 'literal' && typeof this.#token.value === 'string') {
      value += this.#token.value;
      this.#advance();
    }
    return { kind: 'literal', at, value };
  }

  #wordAtom(at: number, text: string): Expression {
    const constant = constants.get(text);
    if (constant !== undefined) {
      this.#advance();
      return { kind: 'literal', at, value: constant };
    }
    const isCalled = this.#tokens.isNext('(');
    if (text === 'len' && isCalled) return this.#length(at);
    if (text === 'not') throw new ExpressionFault(at, '`not` cannot follow a comparison operator.', 'put it in parentheses: `(not …)`');
    if (text === 'and' || text === 'or' || text === 'in' || text === 'is')
      throw new ExpressionFault(at, `A value must stand before \`${text}\`.`);
    const construct = pythonConstructs.get(text);
    if (construct !== undefined) throw new ExpressionFault(at, `${construct} is not part of an expression.`);
    if (isCalled)
      throw new ExpressionFault(at, `Only \`len\` can be called, not \`${text}\`.`, 'let a tool decide it and write a variable');
    if (text === 'len')
      throw new ExpressionFault(at, '`len` takes what it measures in parentheses.', `write \`len(${variableNotation('name')})\``);
    const instead = otherConstants.get(text);
    const hint =
      instead === undefined
        ? `write a variable as \`${variableNotation(text)}\`, and text in quotes: \`'${text}'\``
        : `write \`${instead}\``;
    throw new ExpressionFault(at, `The name \`${text}\` means nothing in an expression.`, hint);
  }

  #length(at: number): Expression {
    this.#advance();
    this.#advance();
    if (this.#isSymbol(')')) throw new ExpressionFault(this.#token.at, '`len` needs something to measure.');
    const of = this.#nested(at, () => this.#or());
    if (this.#isSymbol(',')) throw new ExpressionFault(this.#token.at, '`len` measures one value.');
    this.#close(')', at);
    return { kind: 'length', at, of };
  }

  #symbolAtom(at: number, text: string): Expression {
    switch (text) {
      case '-':
        return this.#negative(at);
      case '[': {
        this.#advance();
        const { items } = this.#items(']', at);
        return { kind: 'list', at, items };
      }
      case '(': {
        this.#advance();
        const { items, isTuple } = this.#items(')', at);
        const [only] = items;
        return only !== undefined && !isTuple ? only : { kind: 'tuple', at, items };
      }
      default:
        throw new ExpressionFault(at, `A value must stand before \`${text}\`.`);
    }
  }

  #negative(at: number): Expression {
    this.#advance();
    const token = this.#token;
    if (token.kind !== 'literal' || typeof token.value !== 'number') throw arithmeticFault(at, '-');
    this.#advance();
    return { kind: 'literal', at, value: -token.value };
  }

  /** What stands between an opening sign, which is read already, and `close`. One value without a comma is no tuple. */
  #items(close: ')' | ']', opened: number): { readonly items: readonly Expression[]; readonly isTuple: boolean } {
    const items: Expression[] = [];
    let isTuple = true;
    while (!this.#isSymbol(close)) {
      items.push(this.#nested(opened, () => this.#or()));
      isTuple = this.#isSymbol(',');
      if (!isTuple) break;
      this.#advance();
    }
    this.#close(close, opened);
    return { items, isTuple: isTuple || items.length > 1 };
  }

  #nested(at: number, read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > maxExpressionDepth)
      throw new ExpressionFault(
        at,
        `The expression is nested more than ${maxExpressionDepth} levels deep.`,
        'let a tool decide it and write a variable',
      );
    const expression = read();
    this.#depth -= 1;
    return expression;
  }

  #close(symbol: ')' | ']', opened: number): void {
    if (this.#token.kind === 'end')
      throw new ExpressionFault(opened, `The \`${symbol === ')' ? '(' : '['}\` that belongs here is not closed.`);
    if (!this.#isSymbol(symbol)) throw misplaced(this.#token);
    this.#advance();
  }

  #isWord(text: string): boolean {
    return this.#token.kind === 'word' && this.#token.text === text;
  }

  #isSymbol(text: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === text;
  }

  #advance(): Token {
    const token = this.#token;
    this.#token = this.#tokens.next();
    return token;
  }
}

/** What follows a value and cannot: named for what its author most likely meant. */
function misplaced(token: Exclude<Token, { readonly kind: 'end' }>): ExpressionFault {
  if (token.kind === 'variable') return new ExpressionFault(token.at, `An operator must stand before \`${variableNotation(token.name)}\`.`);
  if (token.kind === 'literal') return new ExpressionFault(token.at, 'An operator must stand before this value.');
  const construct = pythonConstructs.get(token.text);
  if (construct !== undefined) return new ExpressionFault(token.at, `${construct} is not part of an expression.`);
  switch (token.text) {
    case '-':
      return arithmeticFault(token.at, '-');
    case '[':
      return new ExpressionFault(token.at, 'An index (`[…]`) cannot be looked at.', 'let a tool write the item into a variable of its own');
    case '(':
      return new ExpressionFault(token.at, 'Only `len` can be called.', 'let a tool decide it and write a variable');
    case ',':
      return new ExpressionFault(token.at, 'A tuple stands in parentheses.', 'write `(…, …)`');
    case ')':
    case ']':
      return new ExpressionFault(token.at, `The \`${token.text}\` closes nothing.`);
    default:
      return new ExpressionFault(token.at, `An operator must stand before \`${token.text}\`.`);
  }
}
