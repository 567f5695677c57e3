import { describe, expect, it } from 'vitest';
import { filesProblem } from './tools/app-files.ts';

const app = (...paths: readonly string[]) => ['server.mjs', ...paths].map((path) => ({ path, content: '' }));

describe('the files of an app', () => {
  it('may lie in folders', () => {
    expect(filesProblem(app('public/app.js', 'public/parts/list.js', 'public.js'))).toBeNull();
  });

  it.each<[string, readonly string[], string]>([
    ['a path out of the app', ['../x'], 'not a relative path'],
    ['an absolute path', ['/etc/x'], 'not a relative path'],
    ['a way out in the middle', ['a/../../b'], 'not a relative path'],
    ['a path twice', ['a.js', 'a.js'], 'there twice'],
    ['a file beneath a file, whichever comes first', ['a/b', 'a'], '"a/b" lies beneath'],
    ['a file deep beneath a file', ['a', 'a/b/c'], '"a/b/c" lies beneath'],
    ['a name that is longer in bytes than a file system takes', ['ü'.repeat(190)], 'not a relative path'],
  ])('are not %s', (_, paths, problem) => {
    expect(filesProblem(app(...paths))).toContain(problem);
  });
});
