import { describe, expect, it, vi } from 'vitest';
import { ProblemList, wholeFile } from './problems.ts';

const at = (file: string, line: number, column = 1) => ({ file, line, column, path: '' });

describe('the problems of a folder', () => {
  it('are all listed up to 1,000, by file, line and column', () => {
    const problems = new ProblemList();
    for (let index = 999; index >= 0; index -= 1) problems.refuse(at(index % 2 === 0 ? 'b.yaml' : 'a.yaml', index + 1), 'x', String(index));
    const listed = problems.problems();
    expect(listed).toHaveLength(1000);
    expect(listed.slice(0, 3).map(({ file, line }) => `${file} ${line}`)).toEqual(['a.yaml 2', 'a.yaml 4', 'a.yaml 6']);
    expect(listed.at(-1)).toMatchObject({ file: 'b.yaml', line: 999 });
  });

  it('end with how many are not listed', () => {
    const problems = new ProblemList();
    for (let line = 1; line <= 3000; line += 1) problems.refuse(at('b.yaml', line), 'x', '');
    problems.refuse(at('a.yaml', 1), 'x', '');
    const listed = problems.problems();
    expect(listed).toHaveLength(1001);
    expect(listed[0]).toMatchObject({ file: 'a.yaml' });
    expect(listed.at(-1)).toEqual({ ...wholeFile(''), code: 'more_problems', message: '2001 more problems are not listed.' });
  });

  it('ask for a hint only when they are listed', () => {
    const problems = new ProblemList();
    const hint = vi.fn(() => 'mend it');
    for (let line = 1; line <= 1200; line += 1) problems.refuse(at('b.yaml', line), 'x', '', { hint });
    expect(hint).toHaveBeenCalledTimes(1000);
    expect(problems.problems()[0]).toMatchObject({ hint: 'mend it' });
  });

  it('of a file become warnings, with those that are only counted', () => {
    const problems = new ProblemList();
    for (let line = 1; line <= 1200; line += 1) problems.refuse(at('b.yaml', line), 'x', '');
    problems.refuse(at('a.yaml', 1), 'x', '');
    expect(problems.excuse('b.yaml')).toBe(true);
    expect(problems.excuse('b.yaml')).toBe(false);
    expect(problems.problems()).toHaveLength(1);
    expect(problems.warnings().at(-1)).toMatchObject({ message: '200 more warnings are not listed.' });
  });

  it('include those of another list, which stays as it is', () => {
    const one = new ProblemList();
    one.refuse(at('a.yaml', 2), 'x', 'second');
    const all = new ProblemList();
    all.refuse(at('a.yaml', 1), 'x', 'first');
    all.include(one);
    all.refuse(at('a.yaml', 3), 'x', 'third');
    expect(all.problems().map(({ message }) => message)).toEqual(['first', 'second', 'third']);
    expect(one.problems()).toHaveLength(1);
  });

  it('show what could change a terminal or hide, and cut what is too long', () => {
    const problems = new ProblemList();
    problems.refuse(wholeFile('a\n.yaml'), 'x', 'it is `\u001b[31m\u202e`', { got: '\ufeff"', hint: 'x'.repeat(3000) });
    expect(problems.problems()).toEqual([
      {
        file: 'a\\u000a.yaml',
        line: 1,
        column: 1,
        path: '',
        code: 'x',
        message: 'it is `\\u001b[31m\\u202e`',
        got: '\\ufeff"',
        hint: `${'x'.repeat(2000)}…`,
      },
    ]);
  });
});
