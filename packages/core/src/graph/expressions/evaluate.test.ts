import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../ports/json.ts';
import { evaluateExpression, parseExpression } from './index.ts';
import { variableNotation } from './tokens.ts';

const written = (short: string): string => short.replace(/\$([a-z]+)/g, (_, name: string) => variableNotation(name));
const holds = (text: string, context: JsonObject): boolean => {
  const result = parseExpression(written(text));
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return evaluateExpression(result.expression, context);
};

const context: JsonObject = {
  yes: true,
  no: false,
  zero: 0,
  one: 1,
  half: 0.5,
  nothing: null,
  blank: '',
  word: 'booked',
  smile: '\u{1f600}',
  list: [1, 'two', null],
  none: [],
  nested: [[1], { a: 1 }],
  map: { a: 1, b: null },
  void: {},
};

describe('an expression holds as in Python', () => {
  it.each<[string, boolean]>([
    // Truth of a value.
    ['$yes', true],
    ['$no', false],
    ['$zero', false],
    ['$half', true],
    ['$nothing', false],
    ['$missing', false],
    ['$blank', false],
    ['$word', true],
    ['$none', false],
    ['$list', true],
    ['$void', false],
    ['$map', true],
    ['()', false],
    ['(0,)', true],
    ['not $nothing', true],
    ['not not $word', true],
    // Equality.
    ['$yes == 1', true],
    ['$no == 0.0', true],
    ['$one == True', true],
    ['$one == 1.0', true],
    ['$one == "1"', false],
    ['$missing == None', true],
    ['$nothing == False', false],
    ['$zero == None', false],
    ['$blank == None', false],
    ['$word == "booked"', true],
    ['$word != "Booked"', true],
    ['$list == [True, "two", None]', true],
    ['$list == (1, "two", None)', false],
    ['(1, 2) == (1.0, 2)', true],
    ['[(1,)] == [[1]]', false],
    ['$none == []', true],
    ['$map == $map', true],
    // Identity.
    ['$missing is None', true],
    ['$zero is not None', true],
    ['$yes is True', true],
    ['$one is True', false],
    ['$one is not True', true],
    ['$no is False', true],
    ['$list is $list', true],
    ['$list is [1, "two", None]', false],
    // Order.
    ['$half < $one', true],
    ['$yes <= $one', true],
    ['$no < $half < $yes', true],
    ['0 < $one < 1', false],
    ['-1 < $zero', true],
    ['$word < "booker"', true],
    ['"Z" < "a"', true],
    ['"" < "a" <= "a"', true],
    ['"\\uffff" < $smile', true],
    ['[1, 2] < [1, 3]', true],
    ['[1] < [1, 0]', true],
    ['[2] > [1, 9]', true],
    ['(1, "a") <= (1, "a")', true],
    ['[None] <= [None]', true],
    // Part of something.
    ['"two" in $list', true],
    ['True in $list', true],
    ['None in $list', true],
    ['[True] in $nested', true],
    ['"a" in $map', true],
    ['1 in $map', false],
    ['"c" not in $map', true],
    ['"ook" in $word', true],
    ['"" in $word', true],
    ['"x" not in $word', true],
    ['$word in ("booked", "sent")', true],
    ['$word not in ["sent"]', true],
    ['1 in ()', false],
    // Length.
    ['len($word) == 6', true],
    ['len($smile) == 1', true],
    ['len($list) == 3', true],
    ['len($map) == 2', true],
    ['len(()) == len("")', true],
    // Connectives give one of their values.
    ['($missing or 3) == 3', true],
    ['($zero or $blank) == ""', true],
    ['($one and "x") == "x"', true],
    ['($nothing and 1) is None', true],
    ['$no and $yes or $yes', true],
    ['$yes or $yes and $no', true],
    ['not $no and $no', false],
    ['not $no == $yes', true],
    // Chains look at neighbours.
    ['1 == $one != 2', true],
    ['$one in [1] == [1]', true],
    ['3 > 2 > 1 > 0', true],
    ['1 < 3 > 2', true],
  ])('%s: %s', (text, expected) => {
    expect(holds(text, context)).toBe(expected);
  });
});

describe('where Python raises a TypeError', () => {
  it.each<[string, boolean]>([
    ['$missing < 3', false],
    ['$missing >= 3', false],
    ['not $missing < 3', true],
    ['3 > $nothing', false],
    ['$nothing <= $nothing', false],
    ['$word < 3', false],
    ['$list < (1,)', false],
    ['[1, "a"] < [1, 2]', false],
    ['$map < $void', false],
    ['0 < $missing < 3 or $yes', true],
    ['1 in $missing', false],
    ['1 not in $missing', true],
    ['1 in $one', false],
    ['1 in $word', false],
    ['[1] in $map', false],
    ['len($missing) == 0', false],
    ['len($one) is None', true],
    ['len($missing) > 0', false],
    ['not len($missing)', true],
  ])('%s: %s', (text, expected) => {
    expect(holds(text, context)).toBe(expected);
  });
});

it('looks at own keys only', () => {
  expect(holds('$constructor is None and "constructor" not in $map', context)).toBe(true);
});

describe('for any values', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const operators = ['==', '!=', '<', '<=', '>', '>=', 'is', 'is not', 'in', 'not in'];
  const operand = fc
    .constantFrom('$a', '$b', 'len($a)', 'None', '1', '"a"', '[$a]', '($b,)', 'not $a', '$missing')
    .map((text) => (text.startsWith('not') ? `(${text})` : text));
  const comparison = fc
    .tuple(operand, fc.constantFrom(...operators), operand, fc.constantFrom(...operators), operand)
    .map((parts) => parts.join(' '));

  it('nothing throws', () => {
    fc.assert(
      fc.property(comparison, value, value, (text, a, b) => {
        expect(typeof holds(text, { a, b } as JsonObject)).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });

  it('`!=` and `not in` are the opposites of `==` and `in`, and an order holds in one direction only', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const context = { a, b } as JsonObject;
        expect(holds('($a != $b) == ($a == $b)', context)).toBe(false);
        expect(holds('($a not in $b) == ($a in $b)', context)).toBe(false);
        expect(holds('$a < $b and $b < $a', context)).toBe(false);
        expect(holds('($a < $b) == ($b > $a) and ($a <= $b) == ($b >= $a)', context)).toBe(true);
        expect(holds('$a == $a and $a in [$a] and $a in ($b, $a)', context)).toBe(true);
      }),
    );
  });
});
