import { stripVTControlCharacters } from 'node:util';
import type { DocumentProblem } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { annotation } from './annotation.ts';
import { paintFor } from './paint.ts';
import { problemText } from './problem-text.ts';

const problem: DocumentProblem = { file: 'agents.yaml', line: 12, column: 3, path: '/a', code: 'unknown_key', message: '`a` is no key.' };
const terminal = { isTTY: true };
const plain = paintFor({}, {});
const shownWith = (given: Partial<DocumentProblem>, source: string | null = null, paint = plain) =>
  problemText({ ...problem, ...given }, { severity: 'error', folder: 'flows/Notes', source: () => source, paint });

describe('a problem as text', () => {
  it('shows its line with a gutter of the width of the number', () => {
    expect(shownWith({}, '\ta: 日')).toBe(
      ['flows/Notes/agents.yaml:12:3 unknown_key: `a` is no key.', '  12 |     a: 日', '     |      ^'].join('\n'),
    );
  });

  it('has no place when it is about the folder', () => {
    expect(shownWith({ file: '', code: 'folder_unreadable', message: 'There is no such folder: /x' })).toBe(
      'folder_unreadable: There is no such folder: /x',
    );
  });

  it('lets no text of a file steer the terminal', () => {
    const text = shownWith({ message: '\u001b[2J', got: '"\u009b1m"', hint: 'a\u202eb' }, '\u001b]0;x\u0007');
    for (const steering of ['\u001b', '\u009b', '\u0007', '\u202e']) expect(text).not.toContain(steering);
    expect(text).toContain('got: "\ufffd1m"');
  });

  it.each<[string, { readonly isTTY?: boolean }, NodeJS.ProcessEnv, boolean]>([
    ['a terminal', terminal, {}, true],
    ['a terminal and an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
    ['a terminal and NO_COLOR', terminal, { NO_COLOR: '0' }, false],
    ['a terminal and NO_COLOR against FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['a terminal that knows none', terminal, { TERM: 'dumb' }, false],
    ['a file or a pipe', {}, {}, false],
    ['a pipe and FORCE_COLOR', {}, { FORCE_COLOR: '1' }, false],
  ])('with %s has colours: %#', (_, stream, env, isColoured) => {
    const text = shownWith({ hint: 'do' }, 'a: 1', paintFor(stream, env));
    expect(text.includes('\u001b[31m')).toBe(isColoured);
    expect(stripVTControlCharacters(text)).toBe(shownWith({ hint: 'do' }, 'a: 1'));
  });
});

describe('a problem as an annotation', () => {
  it.each<[string, Partial<DocumentProblem>, string]>([
    ['its place from the working folder', {}, '::error file=flows/Notes/agents.yaml,line=12,col=3,title=unknown_key::`a` is no key.'],
    ['no place for the folder itself', { file: '' }, '::error title=unknown_key::`a` is no key.'],
    [
      'its details on lines of their own',
      { expected: 'a', got: 'b', hint: 'c' },
      '::error file=flows/Notes/agents.yaml,line=12,col=3,title=unknown_key::`a` is no key.%0Aexpected: a%0Agot: b%0Ahint: c',
    ],
    [
      'what has a meaning there escaped',
      { file: 'a,b:c%.yaml', message: '100%\r\n::error::x, y: z' },
      '::error file=flows/Notes/a%2Cb%3Ac%25.yaml,line=12,col=3,title=unknown_key::100%25%0D%0A::error::x, y: z',
    ],
  ])('has %s', (_, given, text) => {
    expect(annotation({ ...problem, ...given }, 'error', '/home/flows/Notes', '/home')).toBe(text);
  });

  it('of a folder elsewhere leads there', () => {
    expect(annotation(problem, 'warning', '/other', '/work')).toMatch(/^::warning file=\.\.\/other\/agents\.yaml,/);
  });
});
