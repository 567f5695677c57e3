import { type ComparisonLink, type Expression, type ExpressionProblem, partsOf } from './expression.ts';

/** The kinds of value that a part of an expression can have. Every variable may be `none`: nothing, or not there. */
type ValueKind = 'none' | 'boolean' | 'number' | 'string' | 'list' | 'tuple' | 'object';
type Kinds = ReadonlySet<ValueKind>;

const kindWords: Readonly<Record<ValueKind, string>> = {
  none: 'None',
  boolean: 'true or false',
  number: 'a number',
  string: 'text',
  list: 'a list',
  tuple: 'a tuple',
  object: 'an object',
};
const jsonKinds: Kinds = new Set(['none', 'boolean', 'number', 'string', 'list', 'object']);
const declaredKinds: ReadonlyMap<string, Kinds> = new Map<string, Kinds>([
  ['string', new Set(['string', 'none'])],
  ['boolean', new Set(['boolean', 'none'])],
  ['integer', new Set(['number', 'none'])],
  ['number', new Set(['number', 'none'])],
  ['array', new Set(['list', 'none'])],
  ['object', new Set(['object', 'none'])],
]);

/**
 * What can never work in an expression, whatever the context holds: an order of text and a number, an equality of what is never equal, `in` what holds
 * nothing, `len` of what has no length. `typeOf` gives a variable's declared type; null and unknown words stand for any value. What is only doubtful is no problem.
 */
export function checkExpressionTypes(expression: Expression, typeOf: (variable: string) => string | null): readonly ExpressionProblem[] {
  const own = expression.kind === 'comparison' ? comparisonProblems(expression, typeOf) : lengthProblems(expression, typeOf);
  return [...own, ...partsOf(expression).flatMap((part) => checkExpressionTypes(part, typeOf))].toSorted(
    (left, right) => left.offset - right.offset,
  );
}

type TypeOf = (variable: string) => string | null;

function kindsOf(expression: Expression, typeOf: TypeOf): Kinds {
  switch (expression.kind) {
    case 'literal':
      return new Set([kindOfLiteral(expression.value)]);
    case 'variable':
      return declaredKinds.get(typeOf(expression.name) ?? '') ?? jsonKinds;
    case 'length':
      return new Set(['number', 'none']);
    case 'list':
    case 'tuple':
      return new Set([expression.kind]);
    case 'not':
    case 'comparison':
      return new Set(['boolean']);
    case 'and':
      return union(expression.operands.map((operand) => kindsOf(operand, typeOf)));
    case 'or': {
      // None is never true, so only the last value of an `or` can be None.
      const last = expression.operands.length - 1;
      return union(
        expression.operands.map((operand, index) => (index === last ? kindsOf(operand, typeOf) : something(kindsOf(operand, typeOf)))),
      );
    }
  }
}

function kindOfLiteral(value: string | number | boolean | null): ValueKind {
  if (value === null) return 'none';
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
}

const union = (kinds: readonly Kinds[]): Kinds => new Set(kinds.flatMap((each) => [...each]));
const something = (kinds: Kinds): Kinds => new Set([...kinds].filter((kind) => kind !== 'none'));
const shown = (kinds: Kinds): string =>
  [...(something(kinds).size === 0 ? kinds : something(kinds))].map((kind) => kindWords[kind]).join(' or ');

function lengthProblems(expression: Expression, typeOf: TypeOf): readonly ExpressionProblem[] {
  if (expression.kind !== 'length') return [];
  const kinds = kindsOf(expression.of, typeOf);
  if ([...kinds].some((kind) => kind === 'string' || kind === 'list' || kind === 'tuple' || kind === 'object')) return [];
  return [{ offset: expression.at, message: `\`len\` measures text, lists and objects, and this is ${shown(kinds)}.` }];
}

function comparisonProblems(
  { first, links }: Extract<Expression, { readonly kind: 'comparison' }>,
  typeOf: TypeOf,
): readonly ExpressionProblem[] {
  return links.flatMap((link, index) => {
    const left = links[index - 1]?.right ?? first;
    const problem = linkProblem(left, link, typeOf);
    return problem === null ? [] : [{ offset: link.at, ...problem }];
  });
}

type Impossible = Omit<ExpressionProblem, 'offset'>;

function linkProblem(left: Expression, { operator, right }: ComparisonLink, typeOf: TypeOf): Impossible | null {
  const leftKinds = kindsOf(left, typeOf);
  const rightKinds = kindsOf(right, typeOf);
  const pair = `${shown(leftKinds)} with ${shown(rightKinds)}`;
  switch (operator) {
    case '==':
    case '!=':
      if (somePair(leftKinds, rightKinds, canEqual)) return null;
      return impossible(
        `\`${operator}\` compares ${pair}, which are never equal`,
        operator === '!=',
        equalityHint(left, right, leftKinds, rightKinds),
      );
    case 'is':
    case 'is not':
      if (somePair(leftKinds, rightKinds, canBeSame)) return null;
      return impossible(
        `\`${operator}\` compares ${pair}, which are never the same`,
        operator === 'is not',
        somePair(leftKinds, rightKinds, canEqual) ? `write \`${operator === 'is' ? '==' : '!='}\`` : undefined,
      );
    case 'in':
    case 'not in':
      if (canContain(leftKinds, right, rightKinds, typeOf)) return null;
      return impossible(`${shown(leftKinds)} is never in ${shownContainer(right, rightKinds)}`, operator === 'not in', undefined);
    default:
      if (somePair(leftKinds, rightKinds, canOrder)) return null;
      return impossible(`\`${operator}\` compares ${pair}, which have no order`, false, undefined);
  }
}

function impossible(what: string, isTrue: boolean, hint: string | undefined): Impossible {
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}: it is always ${isTrue ? 'true' : 'false'}.`;
  return hint === undefined ? { message } : { message, hint };
}

const somePair = (left: Kinds, right: Kinds, can: (left: ValueKind, right: ValueKind) => boolean): boolean =>
  [...left].some((leftKind) => [...right].some((rightKind) => can(leftKind, rightKind)));
const isNumeric = (kind: ValueKind): boolean => kind === 'number' || kind === 'boolean';
const canEqual = (left: ValueKind, right: ValueKind): boolean => left === right || (isNumeric(left) && isNumeric(right));
const canOrder = (left: ValueKind, right: ValueKind): boolean => canEqual(left, right) && left !== 'none' && left !== 'object';
const canBeSame = (left: ValueKind, right: ValueKind): boolean => left === right && left !== 'tuple';

/** A list or tuple that is written out holds only what it shows; every other one may hold anything. */
function canContain(item: Kinds, container: Expression, containerKinds: Kinds, typeOf: TypeOf): boolean {
  if (container.kind === 'list' || container.kind === 'tuple')
    return container.items.some((each) => somePair(item, kindsOf(each, typeOf), canEqual));
  return somePair(item, containerKinds, (kind, holder) => {
    if (holder === 'list' || holder === 'tuple') return true;
    return (holder === 'string' || holder === 'object') && kind === 'string';
  });
}

function shownContainer(container: Expression, kinds: Kinds): string {
  if (container.kind !== 'list' && container.kind !== 'tuple') return shown(kinds);
  return container.items.length === 0 ? `an empty ${container.kind}` : `this ${container.kind}`;
}

function equalityHint(left: Expression, right: Expression, leftKinds: Kinds, rightKinds: Kinds): string | undefined {
  const literal = [left, right].find((side) => side.kind === 'literal' && typeof side.value === 'string');
  const other = left === literal ? rightKinds : leftKinds;
  if (literal?.kind === 'literal' && [...other].some(isNumeric)) {
    const text = String(literal.value);
    if (/^(true|false)$/i.test(text)) return `write \`${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}\` without quotes`;
    return text.trim() !== '' && Number.isFinite(Number(text)) ? `write \`${text}\` without quotes` : undefined;
  }
  const isListWithTuple = (leftKinds.has('list') && rightKinds.has('tuple')) || (leftKinds.has('tuple') && rightKinds.has('list'));
  return isListWithTuple ? 'write a list: `[…]`' : undefined;
}
