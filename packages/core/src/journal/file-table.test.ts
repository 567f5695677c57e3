import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileTable } from './file-table.ts';
import { isAtOrBeneath } from './store-path.ts';

test('holds what a look at all files would find, whatever was set and deleted', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 });
  const path = names.map((segments) => `/${segments.join('/')}`);
  const folder = fc.oneof(path, fc.constant('/'));
  const step = fc.oneof(fc.record({ path }), fc.record({ deleted: folder }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), folder, (steps, looked) => {
      const files = new Map<string, number>();
      const table = fileTable<number>();
      for (const [index, each] of steps.entries()) {
        if ('path' in each) {
          files.set(each.path, index);
          table.set(each.path, index);
          continue;
        }
        const gone = [...files.keys()].filter((file) => isAtOrBeneath(file, each.deleted));
        for (const file of gone) files.delete(file);
        expect([...table.delete(each.deleted)].sort()).toEqual(gone.sort());
      }
      expect([...table.entries()].sort()).toEqual([...files].sort());
      expect([table.count(), table.get(looked)]).toEqual([files.size, files.get(looked)]);
      expect(table.exists(looked)).toBe([...files.keys()].some((file) => isAtOrBeneath(file, looked)));
    }),
  );
});
