import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoiceCheck } from '../documents/folder.test-support.ts';
import { editedDocument } from '../documents/reading/test/arbitrary-documents.ts';
import { documentFiles } from '../documents/schemas/index.ts';
import { loadWorkflow, workflowLoader } from './load-workflow.ts';

/** Runs of each property; a long run gives more through the environment. Every run writes a folder, so here they are fewer. */
const numRuns = Math.ceil(Number(process.env['INTARSIA_FUZZ_RUNS'] ?? 300) / 10);

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'intarsia-fuzz-'));
});
// A run that its time limit interrupted may still be writing.
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));

/** Bytes that are nearly text. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.tuple(editedDocument, fc.nat({ max: 2000 }), fc.uint8Array({ maxLength: 3 })).map(([{ text }, place, more]) => {
    const written = Buffer.from(text);
    const at = place % (written.length + 1);
    return Buffer.concat([written.subarray(0, at), more, written.subarray(at)]);
  }),
);
type Entry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'folder' }
  | { readonly kind: 'link'; readonly to: string };
const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 6, arbitrary: bytes.map((content): Entry => ({ kind: 'file', bytes: content })) },
  { weight: 1, arbitrary: fc.constant<Entry>({ kind: 'folder' }) },
  { weight: 1, arbitrary: fc.constantFrom('agents.yaml', 'nowhere', '/dev/zero', '..', '.').map((to): Entry => ({ kind: 'link', to })) },
);
const folders = fc.dictionary(fc.constantFrom(...documentFiles, 'Agents.yaml', 'notes.yaml', 'extended_orchestration'), entry, {
  maxKeys: 4,
});

async function put(path: string, entry: Entry): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (entry.kind === 'folder') await mkdir(path, { recursive: true });
  else if (entry.kind === 'link') await symlink(entry.to, path);
  else await writeFile(path, entry.bytes);
}

it('whatever stands in a folder, a load ends with a workflow or with problems, twice the same', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(folders, async (entries) => {
      count += 1;
      const folder = join(root, String(count), 'InvoiceCheck');
      await mkdir(folder, { recursive: true });
      const { extended_orchestration: inner, ...others } = entries;
      const batches = 'extended_orchestration/task_batches.yaml';
      const all = {
        ...Object.fromEntries(
          Object.entries(invoiceCheck).map(([file, text]): [string, Entry] => [file, { kind: 'file', bytes: Buffer.from(text) }]),
        ),
        ...others,
        ...(inner === undefined || Object.hasOwn(others, batches) ? {} : { extended_orchestration: inner }),
      };
      for (const [file, made] of Object.entries(all)) await put(join(folder, file), made);
      const loader = workflowLoader(folder);
      const first = await loader.load();
      const told = first.kind === 'refused' ? first.problems : first.warnings;
      if (first.kind === 'refused') expect(told.length).toBeGreaterThan(0);
      for (const { line, column } of told) expect(Math.min(line, column)).toBeGreaterThan(0);
      for (const again of [await loader.load(), await loadWorkflow(folder)]) {
        expect(again.kind).toBe(first.kind);
        expect(again.kind === 'refused' ? again.problems : again.warnings).toEqual(told);
      }
      await rm(join(root, String(count)), { recursive: true });
    }),
    { numRuns },
  );
});
