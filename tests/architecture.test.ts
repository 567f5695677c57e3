import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { breaches, type Package, type SourceFile } from './support/architecture.ts';
import { importsOf, readPackages, readSources } from './support/source-graph.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('this repository', () => {
  const files = readSources(root);

  it('keeps to the layout', () => {
    expect(breaches(files, readPackages(root)).join('\n')).toBe('');
  });

  it('was read: every package has sources, and imports were found', () => {
    for (const { folder } of readPackages(root)) expect(files.some(({ file }) => file.startsWith(`${folder}/src/`))).toBe(true);
    expect(files.find(({ file }) => file === 'packages/core/tsdown.config.ts')?.imports).toEqual(['tsdown', '../../tsdown.base.ts']);
  });
});

describe('the imports of a text', () => {
  it('are found in every form', () => {
    const text = `
      import a from 'a'; import type { B } from 'b'; import 'c'; export * from 'd'; export { e } from 'e'; export type { F } from 'f';
      const g = await import('g'); type H = typeof import('h'); type I = import('i').I; const j = import(a);
      // import 'comment';
      const text = "import 'text'"; export const own = 1;`;
    expect(importsOf('x.ts', text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });
});

const packages: Package[] = [
  {
    folder: 'packages/core',
    name: '@intarsia/core',
    entries: ['.', './node', './di'],
    dependencies: ['zod', 'yaml', '@noble/hashes', 'inversify', 'ws'],
  },
  { folder: 'packages/sandbox', name: '@intarsia/sandbox', entries: ['.', './di'], dependencies: ['@intarsia/core', 'inversify'] },
  { folder: 'packages/transport', name: '@intarsia/transport', entries: ['.'], dependencies: ['@intarsia/core', '@intarsia/sandbox'] },
  { folder: 'packages/cli', name: '@intarsia/cli', entries: ['.'], dependencies: ['@intarsia/core', '@intarsia/sandbox'] },
];
const file = (name: string, ...imports: string[]): SourceFile => ({ file: name, imports });

describe('the rules', () => {
  it.each<[string, SourceFile[]]>([
    [
      'core from its three dependencies',
      [file('packages/core/src/index.ts', 'zod', 'zod/v4', 'yaml', '@noble/hashes/sha2.js', './a/b.ts')],
    ],
    [
      'Node in core/node, core/testing and tests',
      ['node/a.ts', 'testing/a.ts', 'a.test.ts'].map((name) => file(`packages/core/src/${name}`, 'node:fs')),
    ],
    ['inversify in di', [file('packages/core/src/di/index.ts', 'inversify'), file('packages/sandbox/src/di/index.ts', 'inversify')]],
    ['core from a package', [file('packages/sandbox/src/index.ts', '@intarsia/core', '@intarsia/core/node', 'node:fs', './a.mjs')]],
    ['siblings from the command', [file('packages/cli/src/main.ts', '@intarsia/sandbox', '@intarsia/sandbox/di', '@intarsia/core')]],
    [
      'what all tests share in what some of them share',
      [file('packages/sandbox/src/a.test-support.ts', '../../../tests/support/services.ts')],
    ],
    ['tools in what tests share', [file('packages/cli/tests/support/browser.ts', 'playwright-core')]],
    ['a long test', [{ ...file('packages/core/src/a.test.ts'), lines: 2000 }]],
    ['a file of 349 lines', [{ ...file('packages/core/src/a.ts'), lines: 349 }]],
  ])('allow %s', (_, files) => {
    expect(breaches(files, packages)).toEqual([]);
  });

  it.each<[string, SourceFile[], string]>([
    [
      'Node in core',
      [file('packages/core/src/graph/a.ts', 'node:path')],
      "packages/core/src/graph/a.ts imports 'node:path': inside core only",
    ],
    [
      'Node without its prefix',
      [file('packages/core/src/a.ts', 'fs/promises')],
      "packages/core/src/a.ts imports 'fs/promises': inside core only",
    ],
    [
      'inversify outside di',
      [file('packages/core/src/run/a.ts', 'inversify')],
      "packages/core/src/run/a.ts imports 'inversify': only src/di",
    ],
    [
      'inversify outside di elsewhere',
      [file('packages/sandbox/src/a.ts', 'inversify')],
      "packages/sandbox/src/a.ts imports 'inversify': only src/di",
    ],
    ['another dependency in core', [file('packages/core/src/a.ts', 'ws')], "packages/core/src/a.ts imports 'ws': core uses only"],
    [
      'one that is not declared',
      [file('packages/sandbox/src/a.ts', 'e2b/x')],
      "packages/sandbox/src/a.ts imports 'e2b/x': packages/sandbox/package.json",
    ],
    [
      'another package in core',
      [file('packages/core/src/node/a.ts', '@intarsia/sandbox')],
      "imports '@intarsia/sandbox': core imports no other",
    ],
    [
      'a sibling',
      [file('packages/transport/src/a.ts', '@intarsia/sandbox')],
      "imports '@intarsia/sandbox': only apps/demo and packages/cli compose",
    ],
    ['a sibling in a test', [file('packages/transport/src/a.test.ts', '@intarsia/sandbox')], "imports '@intarsia/sandbox': only apps/demo"],
    [
      'a sibling by a relative path',
      [file('packages/transport/src/a.ts', '../../sandbox/src/index.ts')],
      'a relative path stays inside its package',
    ],
    ['a composer', [file('packages/transport/src/a.ts', '@intarsia/cli')], "imports '@intarsia/cli': nothing imports what composes"],
    ['a deep path', [file('packages/cli/src/a.ts', '@intarsia/sandbox/src/a.ts')], "imports '@intarsia/sandbox/src/a.ts': a deep path"],
    [
      'a deep path in a test',
      [file('packages/sandbox/src/a.test.ts', '@intarsia/core/dist/a.mjs')],
      "imports '@intarsia/core/dist/a.mjs': a deep path",
    ],
    ['an unknown package of ours', [file('packages/cli/src/a.ts', '@intarsia/nothing')], 'there is no such package'],
    ['its own name', [file('packages/sandbox/src/a.ts', '@intarsia/sandbox')], 'inside its own package'],
    [
      'an import without extension',
      [file('packages/sandbox/src/a.ts', './b')],
      "packages/sandbox/src/a.ts imports './b': a relative import is written",
    ],
    ['a long file', [{ ...file('packages/sandbox/src/a.ts'), lines: 350 }], 'packages/sandbox/src/a.ts has 350 lines'],
    [
      'Node reached through other files',
      [
        file('packages/core/src/index.ts', './run/a.ts'),
        file('packages/core/src/run/a.ts', '../node/b.ts'),
        file('packages/core/src/node/b.ts', 'node:fs'),
      ],
      "packages/core/src/node/b.ts imports 'node:fs': the root entry of core reaches it (index.ts > run/a.ts > node/b.ts)",
    ],
    [
      'a container reached through other files',
      [file('packages/core/src/index.ts', './di/a.ts'), file('packages/core/src/di/a.ts', 'inversify')],
      "packages/core/src/di/a.ts imports 'inversify': the root entry of core reaches it (index.ts > di/a.ts)",
    ],
  ])('refuse %s', (_, files, message) => {
    expect(breaches(files, packages).join('\n')).toContain(message);
  });
});
