import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxExpressionDepth, maxExpressionLength, parseExpression } from './index.ts';
import { variableNotation } from './tokens.ts';

/** `$a` stands for the variable a, so that the tables stay readable. */
const written = (short: string): string => short.replace(/\$([a-z]+)/g, (_, name: string) => variableNotation(name));
const problemOf = (text: string) => {
  const result = parseExpression(text);
  if (result.kind === 'parsed') throw new Error(`${text} was accepted.`);
  return result.problem;
};

describe('an expression of the grammar', () => {
  it.each([
    '$a',
    'not $a',
    'not not $a',
    '$a and $b or not $c and ($a or $b)',
    '$a == 1 and $a != 2',
    '0 < $a <= 10 < $b',
    '$a is None or $a is not True',
    '$a in [1, 2] and $a not in (1, 2,)',
    'len($a) > 0 and len ( $a ) < 3',
    'len(len($a) == 1 and [1])',
    '[] == [1,] or () == (1,) or ((1, 2), [3])',
    '-1 < $a and $a > - 2.5',
    '0x1F',
    '0b1_0 == 0o7 or 1_000 == 1e3 or .5 == 5. or 1.5E-3 == 00',
    '"double" == \'single\' or """thr"ee\n""" == \'\'\'x\'\'\'',
    '"a" "b" \'c\' == r"\\n" or u"x" == R\'y\'',
    '$a in"abc"and not"x"',
    ' $a\n  and\t$b ',
    'True != False',
  ])('%j is taken', (text) => {
    expect(parseExpression(written(text)).kind).toBe('parsed');
  });

  it.each<[string, unknown]>([
    [String.raw`'\\ \' \" \a\b\f\n\r\t\v'`, '\\ \' " \u0007\b\f\n\r\t\v'],
    [String.raw`"\x41\u00e9\U0001F600\101\0\q"`, 'A\u00e9\u{1f600}A\0\\q'],
    ["'a\\\nb'", 'ab'],
    [String.raw`r'\x41\''`, "\\x41\\'"],
    ["'''it's'''", "it's"],
    ['\'a\' "b"', 'ab'],
    ['-0x10', -16],
    ['1_000.5e1', 10_005],
  ])('%s is the value that Python gives it', (text, value) => {
    expect(parseExpression(text)).toMatchObject({ kind: 'parsed', expression: { kind: 'literal', at: 0, value } });
  });

  it('binds as in Python: comparisons, then not, then and, then or', () => {
    const tree = parseExpression(written('$a or not $b == 1 and $c'));
    expect(tree).toMatchObject({
      expression: {
        kind: 'or',
        operands: [
          { kind: 'variable' },
          { kind: 'and', operands: [{ kind: 'not', operand: { kind: 'comparison' } }, { kind: 'variable' }] },
        ],
      },
    });
  });
});

describe('an expression that is none', () => {
  it.each<[string, number, string, string?]>([
    ['1 + 1', 2, 'Arithmetic (`+`)', 'tool'],
    ['$a - 1', 5, 'Arithmetic (`-`)'],
    ['$a -1', 5, 'Arithmetic (`-`)'],
    ['-$a', 0, 'Arithmetic (`-`)'],
    ['--1', 0, 'Arithmetic (`-`)'],
    ['2 ** 3', 2, 'Arithmetic (`**`)'],
    ['7 // 2', 2, 'Arithmetic (`//`)'],
    ['1 | 2', 2, 'Arithmetic (`|`)'],
    ['$a.status == 1', 4, 'An attribute (`.`)', 'tool'],
    ['$a[0] == 1', 4, 'An index (`[…]`)', 'tool'],
    ['str($a)', 0, 'Only `len` can be called, not `str`'],
    ['"x"("y")', 3, 'Only `len` can be called'],
    ['len', 0, '`len` takes what it measures in parentheses', 'len($name)'],
    ['len()', 4, '`len` needs something to measure'],
    ['len($a, 1)', 8, '`len` measures one value'],
    ['len(obj=$a)', 4, 'The name `obj` means nothing'],
    ['f"{1}"', 0, 'An f-string'],
    ['rf"x"', 0, 'An f-string'],
    ['b"x" == 1', 0, 'A text with the prefix `b`'],
    ['done == True', 0, 'The name `done` means nothing', '$done'],
    ['$a == booked', 8, 'The name `booked` means nothing', "'booked'"],
    ['$a == true', 8, 'The name `true` means nothing', 'write `True`'],
    ['$a is null', 8, 'The name `null` means nothing', 'write `None`'],
    ['$a = 1', 5, '`=` is not an operator', 'write `==`'],
    ['$a === 1', 5, '`===` is not an operator', 'write `==`'],
    ['$a && $b', 5, '`&&` is not an operator', 'write `and`'],
    ['$a || $b', 5, '`||` is not an operator', 'write `or`'],
    ['!$a', 0, '`!` is not an operator', 'write `not`'],
    ['$a <> 1', 5, '`<>` is not an operator', 'write `!=`'],
    ['$a == not $b', 8, '`not` cannot follow', 'parentheses'],
    ['$a not $b', 5, 'Between two values `not` goes with `in`', '`not in`'],
    ['1 if $a else 2', 2, 'A conditional (`if … else`)'],
    ['[x for x in $a]', 1, 'The name `x` means nothing'],
    ['[1 for x in $a]', 3, 'A comprehension (`for`)'],
    ['lambda: 1', 0, 'A function (`lambda`)'],
    ['{"a": 1}', 0, 'A dictionary or set'],
    ['1, 2', 1, 'A tuple stands in parentheses'],
    ['(1, 2', 0, 'The `(` that belongs here is not closed'],
    ['[1, [2]', 0, 'The `[` that belongs here is not closed'],
    ['len($a', 0, 'The `(` that belongs here is not closed'],
    ['1)', 1, 'The `)` closes nothing'],
    ['$a == ', 8, 'The expression ends where a value must follow'],
    ['', 0, 'The expression ends where a value must follow'],
    ['and $a', 0, 'A value must stand before `and`'],
    ['== 1', 0, 'A value must stand before `==`'],
    ['$a $b', 5, 'An operator must stand before `$b`'],
    ['$a 1', 5, 'An operator must stand before this value'],
    ['$a True', 5, 'An operator must stand before `True`'],
    ["$a == 'x", 8, 'is not closed', "close it with `'`"],
    ["$a == 'x\n'", 8, 'is not closed'],
    ['"""x""', 0, 'is not closed', '"""'],
    [String.raw`'\ud83d\ude00'`, 1, 'is not a character', 'U0001F600'],
    [String.raw`'\U00110000'`, 1, 'is not a character'],
    [String.raw`'\x4'`, 1, 'lacks digits', '`\\x` takes two'],
    [String.raw`'\N{BULLET}'`, 1, 'not known by their names'],
    ['012', 0, '`012` is not a number', 'zeros'],
    ['1__0', 0, '`1__0` is not a number'],
    ['10px', 0, '`10px` is not a number'],
    ['2j', 0, '`2j` is not a number'],
    ['9007199254740993', 0, 'too large'],
    ['1e999', 0, 'too large'],
    ['a $', 0, 'The name `a` means nothing'],
    ['$ == 1', 0, 'A variable is written'],
    ["'$a' == 'x'", 1, 'is text, not the variable', 'without quotes'],
    ['1 # one', 2, '`#` is not part of an expression'],
    ['\u00e9t\u00e9', 0, 'The name `\u00e9t\u00e9` means nothing'],
  ])('%j: at %i, %s', (text, offset, message, hint) => {
    const problem = problemOf(written(text));
    expect(problem).toMatchObject({ offset, message: expect.stringContaining(written(message)) });
    if (hint !== undefined) expect(problem.hint).toContain(written(hint));
  });

  it.each([
    ['a.b', undefined],
    [' a ', variableNotation('a')],
    ['', undefined],
    ['1a', undefined],
  ])('a variable is not named %j', (name, hint) => {
    const problem = problemOf(`True or ${variableNotation(name)}`);
    expect(problem).toMatchObject({ offset: 8, message: expect.stringContaining('names no variable') });
    if (hint !== undefined) expect(problem.hint).toContain(hint);
  });

  it('is bounded in length and in depth', () => {
    expect(problemOf(`${'True or '.repeat(maxExpressionLength / 8)}True`).message).toContain('longer than');
    const nested = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`;
    for (const [open, close] of [
      ['(', ')'],
      ['[', ']'],
      ['len(', ')'],
      ['not ', ''],
    ] as const) {
      expect(parseExpression(nested(open, close, maxExpressionDepth)).kind).toBe('parsed');
      expect(problemOf(nested(open, close, maxExpressionDepth + 1)).message).toContain('levels deep');
    }
    expect(parseExpression(Array.from({ length: 200 }, () => '(1)').join(' == ')).kind).toBe('parsed');
  });

  it('never makes the parser throw, and its problem stands inside the text', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      ',',
      '-',
      '==',
      'not',
      ' ',
      'in',
      'is',
      'and',
      'len',
      variableNotation('a'),
      '$',
      '"',
      "'",
      '\\',
      '1',
      '.',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const result = parseExpression(text);
          if (result.kind === 'parsed') return;
          expect(result.problem.offset).toBeGreaterThanOrEqual(0);
          expect(result.problem.offset).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
