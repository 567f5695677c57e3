import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFolders } from './folders.ts';
import { folderPrefix } from './store-path.ts';

test('folders are there as long as a file is beneath them', () => {
  const folders = emptyFolders();
  folders.add('/a/b/c');
  folders.add('/a/b');
  folders.add('/a/d/e');
  expect([folders.list('/'), folders.list('/a'), folders.list('/a/b'), folders.list('/a/b/c')]).toEqual([
    ['a/'],
    ['b', 'b/', 'd/'],
    ['c'],
    [],
  ]);
  folders.remove('/a/b/c');
  expect([folders.list('/a'), folders.exists('/a/b'), folders.exists('/a/d')]).toEqual([['b', 'd/'], false, true]);
  folders.remove('/a/b');
  folders.remove('/a/d/e');
  expect([folders.list('/'), folders.exists('/'), folders.exists('/a')]).toEqual([[], false, false]);
});

test('says of every folder what a look at all files would say', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'ab', 'a b'), { minLength: 1, maxLength: 4 });
  const path = names.map((segments) => `/${segments.join('/')}`);
  fc.assert(
    fc.property(
      fc.array(fc.record({ path, removed: fc.boolean() }), { maxLength: 40 }),
      fc.oneof(path, fc.constant('/')),
      (steps, folder) => {
        const files = new Set<string>();
        const folders = emptyFolders();
        for (const step of steps) {
          if (!step.removed) folders.add(step.path);
          else if (files.has(step.path)) folders.remove(step.path);
          files[step.removed ? 'delete' : 'add'](step.path);
        }
        const prefix = folderPrefix(folder);
        const beneath = [...files].filter((file) => file.startsWith(prefix));
        const children = beneath.map((file) => /^[^/]+\/?/.exec(file.slice(prefix.length))?.[0]);
        expect([...folders.filesBeneath(folder)].sort()).toEqual(beneath.sort());
        expect(folders.list(folder)).toEqual([...new Set(children)].sort());
        expect(folders.exists(folder)).toBe(beneath.length > 0);
      },
    ),
  );
});
