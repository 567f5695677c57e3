import { ExpressionFault } from './expression-fault.ts';
import { readPythonString } from './python-string.ts';

/** The smallest parts of an expression. `at` is where one begins, in UTF-16 units. */
export type Token =
  | { readonly kind: 'variable'; readonly at: number; readonly name: string }
  | { readonly kind: 'literal'; readonly at: number; readonly value: string | number }
  | { readonly kind: 'word'; readonly at: number; readonly text: string }
  | { readonly kind: 'symbol'; readonly at: number; readonly text: string }
  | { readonly kind: 'end'; readonly at: number };

const space = /[ \t\r\n\f]*/y;
const variable = /\$\{([^}]*)\}/y;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const word = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:\d(?:_?\d)*)?\.\d(?:_?\d)*|\d(?:_?\d)*\.?)(?:[eE][+-]?\d(?:_?\d)*)?/y;
const symbol = /===|!==|\*\*|\/\/|<<|>>|<>|:=|&&|\|\||==|!=|<=|>=|./suy;
const stringPrefixes: ReadonlySet<string> = new Set(['r', 'u', 'b', 'br', 'rb', 'f', 'fr', 'rf', 't', 'tr', 'rt']);
const symbolsInUse: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '(', ')', '[', ']', ',', '-']);
const arithmetic: ReadonlySet<string> = new Set(['+', '*', '/', '//', '%', '**', '@', '&', '|', '^', '~', '<<', '>>']);
const otherNotations: ReadonlyMap<string, string> = new Map([
  ['=', '=='],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
]);

/** Reads an expression token by token, so that its first problem is the one that is told. */
export class TokenReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next token; `end` for ever after the last one. Throws an ExpressionFault for what no expression may hold. */
  next(): Token {
    this.#take(space);
    const at = this.#at;
    const character = this.#text.charAt(at);
    if (character === '') return { kind: 'end', at };
    if (character === '$') return this.#variable(at);
    if (character === "'" || character === '"') return this.#string(at, false);
    if (/\d/.test(character) || (character === '.' && /\d/.test(this.#text.charAt(at + 1)))) return this.#number(at);
    const name = this.#take(word);
    return name === null ? this.#symbol(at) : this.#word(at, name[0]);
  }

  /** Whether the next token is `symbol`, without reading it. */
  isNext(symbol: string): boolean {
    space.lastIndex = this.#at;
    space.exec(this.#text);
    return this.#text.startsWith(symbol, space.lastIndex);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #variable(at: number): Token {
    const name = this.#take(variable)?.[1];
    if (name === undefined) throw new ExpressionFault(at, `A variable is written \`${variableNotation('name')}\`.`);
    if (variableName.test(name)) return { kind: 'variable', at, name };
    const trimmed = name.trim();
    const hint = variableName.test(trimmed)
      ? `write it as \`${variableNotation(trimmed)}\``
      : 'rename the variable, or look at it with `context_equals`';
    throw new ExpressionFault(
      at,
      `\`${variableNotation(name)}\` names no variable: a letter or \`_\` first, then letters, digits and \`_\`, no spaces.`,
      hint,
    );
  }

  #word(at: number, text: string): Token {
    const quote = this.#text.charAt(this.#at);
    const prefix = text.toLowerCase();
    if ((quote !== "'" && quote !== '"') || !stringPrefixes.has(prefix)) return { kind: 'word', at, text };
    if (prefix === 'r' || prefix === 'u') return this.#string(at, prefix === 'r');
    const construct = prefix.includes('f') ? 'An f-string' : `A text with the prefix \`${text}\``;
    throw new ExpressionFault(at, `${construct} is not part of an expression.`, 'write the text in plain quotes');
  }

  #string(at: number, raw: boolean): Token {
    const { value, end } = readPythonString(this.#text, this.#at, raw);
    const quoted = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/.exec(this.#text.slice(at, end));
    if (quoted !== null) {
      const name = variableNotation(quoted[1] ?? '');
      throw new ExpressionFault(
        at + quoted.index,
        `In quotes \`${name}\` is text, not the variable.`,
        `write \`${name}\` without quotes around it`,
      );
    }
    this.#at = end;
    return { kind: 'literal', at, value };
  }

  #number(at: number): Token {
    const written = this.#take(number)?.[0] ?? '';
    const rest = this.#take(word)?.[0] ?? '';
    const isDecimalInteger = /^[\d_]+$/.test(written);
    if (rest !== '' || /\d/.test(this.#text.charAt(this.#at)) || (isDecimalInteger && /^0[0_]*[1-9]/.test(written))) {
      const hint = isDecimalInteger && rest === '' ? 'leave out the leading zeros' : undefined;
      throw new ExpressionFault(at, `\`${written}${rest}\` is not a number.`, hint);
    }
    const value = Number(written.replaceAll('_', ''));
    const isInteger = isDecimalInteger || /^0[xob]/i.test(written);
    if (Number.isFinite(value) && (!isInteger || Number.isSafeInteger(value))) return { kind: 'literal', at, value };
    throw new ExpressionFault(at, `\`${written}\` is too large to be an exact number.`);
  }

  #symbol(at: number): Token {
    const text = this.#take(symbol)?.[0] ?? '';
    if (symbolsInUse.has(text)) return { kind: 'symbol', at, text };
    const instead = otherNotations.get(text);
    if (instead !== undefined) throw new ExpressionFault(at, `\`${text}\` is not an operator of expressions.`, `write \`${instead}\``);
    if (arithmetic.has(text)) throw arithmeticFault(at, text);
    if (text === '.')
      throw new ExpressionFault(at, 'An attribute (`.`) cannot be looked at.', 'let a tool write what it holds into a variable of its own');
    if (text === '{')
      throw new ExpressionFault(
        at,
        'A dictionary or set (`{…}`) is not part of an expression.',
        `write a variable as \`${variableNotation('name')}\``,
      );
    throw new ExpressionFault(at, `\`${text}\` is not part of an expression.`);
  }
}

/** A variable as expressions write it. */
export const variableNotation = (name: string): string => `\${${name}}`;

/** Expressions compare; they do not calculate. */
export const arithmeticFault = (at: number, operator: string): ExpressionFault =>
  new ExpressionFault(
    at,
    `Arithmetic (\`${operator}\`) is not part of an expression.`,
    'let a tool calculate it and write it into a variable',
  );
