import { expect, it } from 'vitest';
import type { Version } from '../connection/wire.ts';
import { fileTree, firstFile, type TreeNode } from './file-tree.ts';

const version = (number: number, files: Readonly<Record<string, string>>): Version => ({
  id: `v${number}`,
  number,
  createdAt: '',
  outcome: null,
  files: Object.entries(files).map(([path, digest]) => ({ path, digest, bytes: 1 })),
});
const first = version(1, { 'server.mjs': 'a', 'public/app.js': 'b', 'public/deep/x.css': 'c', 'README.md': 'd' });
const second = version(2, { 'server.mjs': 'a2', 'public/app.js': 'b', 'public/new.js': 'e', 'README.md': 'd' });
const draw = (nodes: readonly TreeNode[]): readonly string[] =>
  nodes.flatMap((node) =>
    node.kind === 'folder' ? [`${node.path}/`, ...draw(node.children)] : [`${node.path} ${node.change ?? ''}`.trim()],
  );

it('folders stand first, and a first version has no changes', () => {
  expect(draw(fileTree(first, null))).toEqual(['public/', 'public/deep/', 'public/deep/x.css', 'public/app.js', 'README.md', 'server.mjs']);
});

it('what is new, changed and gone is marked', () => {
  expect(draw(fileTree(second, first))).toEqual([
    'public/',
    'public/deep/',
    'public/deep/x.css removed',
    'public/app.js',
    'public/new.js added',
    'README.md',
    'server.mjs changed',
  ]);
});

it('the readme is opened first, else a page, else the first file', () => {
  expect(firstFile(first)).toBe('README.md');
  expect(firstFile(version(1, { 'a.js': '', 'public/index.html': '' }))).toBe('public/index.html');
  expect(firstFile(version(1, { 'a.js': '' }))).toBe('a.js');
  expect(firstFile(version(1, {}))).toBeNull();
});
