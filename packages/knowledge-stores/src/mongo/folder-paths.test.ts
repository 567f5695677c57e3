import { describe, expect, test } from 'vitest';
import { childFolder, namesIn, pathsAfter } from './folder-paths.ts';

const wrote = (...paths: readonly string[]) => ({
  files: paths.map((path) => ({ path, generation: 'g', size: 1, version: '1' })),
  deletes: [],
});
const deleted = (...deletes: readonly string[]) => ({ files: [], deletes });
const inFolder = childFolder('/f');
const asWhole = () => '/f';

describe('the paths of a folder after entries that were applied while it was looked at', () => {
  test.each([
    ['none', ['/f/a'], [], ['/f/a']],
    ['a write that was applied in part', ['/f/a'], [wrote('/f/a', '/f/b', '/g')], ['/f/a', '/f/b']],
    ['a delete that was not applied', ['/f/a', '/f/b'], [deleted('/f/a')], ['/f/b']],
    ['a delete of the folder', ['/f/a', '/f/d/x'], [deleted('/f')], []],
    ['a delete of all, and a write behind it', ['/f/a'], [{ ...wrote('/f/b'), deletes: ['/'] }], ['/f/b']],
    ['a folder that went, one that stood for it first', ['/f/d/x'], [deleted('/f/d/x'), deleted('/f/d')], []],
    ['a folder that another path stands for', ['/f/d/x', '/f/d/y'], [deleted('/f/d/x')], ['/f/d/y']],
    ['a folder that may have other files', ['/f/d/x'], [deleted('/f/d/x')], null],
    ['a folder that surely has another one', ['/f/d/x'], [deleted('/f/d/x'), wrote('/f/d/y')], ['/f/d/y']],
  ])('%s', (_what, found, changes, expected) => {
    expect(pathsAfter('/f', found, changes, inFolder)).toEqual(expected);
  });

  test('one path that stands for the whole folder leaves it in doubt when it goes', () => {
    expect(pathsAfter('/f', ['/f/a'], [deleted('/f/a')], asWhole)).toBeNull();
    expect(pathsAfter('/f', ['/f/a'], [deleted('/f/a'), deleted('/')], asWhole)).toEqual([]);
    expect(pathsAfter('/f', [], [deleted('/f/a')], asWhole)).toEqual([]);
  });
});

test('names are those of direct children, in order', () => {
  expect(namesIn('/', ['/b', '/a/x', '/a/y', '/a'])).toEqual(['a', 'a/', 'b']);
  expect(namesIn('/a', ['/a/x', '/a/y/z'])).toEqual(['x', 'y/']);
});
