import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { ToolHost, WorkflowsRoot } from './tool-host.test-support.ts';

const places = ['W/a.mjs', 'W/b.mjs', 'W/tools/c.mjs', 'W/tools/d.mjs', '_shared/e.mjs', '_shared/f.mjs'] as const;
type Place = (typeof places)[number];

/** What a file says; null: it is not there. */
type Content = { readonly own: number; readonly imports: readonly Place[]; readonly isBroken: boolean } | null;
type Step =
  | { readonly kind: 'write'; readonly place: Place; readonly content: Content }
  | { readonly kind: 'dispatch'; readonly entry: Place };

/** Only what a file may import: `_shared` imports no workflow. */
const importable = (place: Place): readonly Place[] => places.filter((other) => !place.startsWith('_') || other.startsWith('_'));
const path = (from: Place, to: Place): string => `${'../'.repeat(from.split('/').length - 1)}${to}`;

const text = (place: Place, { own, imports, isBroken }: NonNullable<Content>): string =>
  `${imports.map((other, index) => `import * as m${index} from '${path(place, other)}';\n`).join('')}${isBroken ? 'const (;' : ''}
export const save = () => sum(new Set());
export const sum = (seen) => seen.has('${place}') ? [] : (seen.add('${place}'), [${own}${imports.map((_, index) => `, ...m${index}.sum(seen)`).join('')}]);\n`;

/** What the tool must return; null when it must be missing. */
function expected(files: ReadonlyMap<Place, Content>, entry: Place): readonly number[] | null {
  const seen = new Set<Place>();
  const sum = (place: Place): readonly (number | null)[] => {
    if (seen.has(place)) return [];
    seen.add(place);
    const content = files.get(place) ?? null;
    return content === null || content.isBroken ? [null] : [content.own, ...content.imports.flatMap(sum)];
  };
  const values = sum(entry);
  return values.includes(null) ? null : values.flatMap((value) => value ?? []);
}

const content = (place: Place): fc.Arbitrary<Content> =>
  fc.record({
    own: fc.integer({ min: 100, max: 999 }),
    imports: fc.subarray([...importable(place)], { maxLength: 2 }),
    isBroken: fc.nat(19).map((n) => n === 0),
  });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Place>('W/a.mjs', 'W/b.mjs', 'W/tools/c.mjs').map((entry): Step => ({ kind: 'dispatch', entry })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...places)
      .chain((place) => fc.option(content(place), { freq: 15 }).map((given): Step => ({ kind: 'write', place, content: given }))),
  },
);

const host = new ToolHost();
afterAll(() => host.close());

it('whatever is written between dispatches, each runs exactly what is written then', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      using root = new WorkflowsRoot();
      const files = new Map<Place, Content>();
      const write = (place: Place, given: Content): void => {
        files.set(place, given);
        if (given === null) rmSync(join(root.path, place), { force: true });
        else root.write({ [place]: text(place, given) });
      };
      for (const place of places) write(place, { own: 100, imports: [], isBroken: false });
      for (const each of steps) {
        if (each.kind === 'write') write(each.place, each.content);
        else {
          const answer = await host.dispatch(join(root.path, 'W'), each.entry.slice(2));
          const value = expected(files, each.entry);
          expect(answer).toMatchObject(value === null ? { kind: 'missing' } : { kind: 'returned', value });
        }
      }
    }),
    { numRuns: Number(process.env['INTARSIA_FUZZ_RUNS'] ?? 25) },
  );
});
