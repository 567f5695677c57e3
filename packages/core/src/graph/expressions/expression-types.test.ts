import { describe, expect, it } from 'vitest';
import { checkExpressionTypes, parseExpression } from './index.ts';
import { variableNotation } from './tokens.ts';

const written = (short: string): string => short.replace(/\$([a-z]+)/g, (_, name: string) => variableNotation(name));
const declared: Readonly<Record<string, string>> = {
  text: 'string',
  flag: 'boolean',
  count: 'integer',
  total: 'number',
  list: 'array',
  map: 'object',
  any: 'any',
};
const problemsOf = (text: string) => {
  const result = parseExpression(written(text));
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return checkExpressionTypes(result.expression, (name) => declared[name] ?? null);
};

describe('what can never work', () => {
  it.each<[string, number, string, string?]>([
    ['$text < 3', 8, '`<` compares text with a number, which have no order: it is always false.'],
    ['3 >= $text', 2, '`>=` compares a number with text'],
    ['$count < None', 9, '`<` compares a number with None'],
    ['$map < $map', 7, '`<` compares an object with an object'],
    ['$list > (1,)', 8, '`>` compares a list with a tuple'],
    [
      '$flag == "true"',
      8,
      '`==` compares true or false with text, which are never equal: it is always false.',
      'write `True` without quotes',
    ],
    ['"1" != $count', 4, 'never equal: it is always true.', 'write `1` without quotes'],
    ['$list == (1, 2)', 8, 'a list with a tuple', 'write a list'],
    ['$text == []', 8, 'text with a list'],
    ['$count is True', 9, 'never the same: it is always false.', 'write `==`'],
    ['$text is not 1', 8, 'it is always true.'],
    ['1 in $count', 2, 'A number is never in a number: it is always false.'],
    ['$text not in $flag', 8, 'Text is never in true or false: it is always true.'],
    ['$count in $text', 9, 'A number is never in text'],
    ['$count in ["a", "b"]', 9, 'A number is never in this list'],
    ['$text in ()', 8, 'Text is never in an empty tuple'],
    ['1 in $map', 2, 'A number is never in an object'],
    ['len($count) > 1', 0, '`len` measures text, lists and objects, and this is a number.'],
    ['len(None) == 1', 0, '`len` measures text, lists and objects, and this is None.'],
    ['len($list) == "3"', 13, 'a number with text', 'write `3` without quotes'],
    ['($count or 0) < "a"', 16, 'a number with text'],
    ['(not $any) == "x"', 13, 'true or false with text'],
  ])('%s', (text, offset, message, hint) => {
    const [problem, ...others] = problemsOf(text);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ offset, message: expect.stringContaining(message) });
    expect(problem?.hint ?? '').toContain(hint ?? '');
  });

  it('is told of every part, in its order', () => {
    expect(problemsOf('$text < 1 or not (len($flag) == 1 and [1 in 2])').map(({ offset }) => offset)).toEqual([8, 20, 45]);
    expect(problemsOf('1 < $text < 2').map(({ offset }) => offset)).toEqual([2, 12]);
  });
});

describe('what is only doubtful', () => {
  it.each([
    '$text == $count', // both may be nothing
    '$flag == 1 and $flag < 2 and $total >= $count',
    '$text < "b" and $list < [1] and (1,) < (2,)',
    '$any < 3 and $any < "a" and $undeclared in $any and len($any) > 0',
    '$text is None and $count is not None and $count == None',
    '$text in ["a", $count] and $count in [1.5] and $any in $text',
    '"a" in $map and $text in $map and $map in $list and None in [$text]',
    'len($text or $list) > 0 and ($text or 0) < 3',
    '$count in $list or ($count and $text) == 1',
    '1 is 1 and $list is $list',
  ])('is left alone: %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});
