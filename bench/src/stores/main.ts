import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareAppends } from './appends.ts';
import { openBackends, type Place } from './backends.ts';
import { compareCheckpoints } from './checkpoints.ts';
import { compareFolders } from './folders.ts';
import { compareLengths } from './lengths.ts';
import { compareOperations } from './operations.ts';
import { print } from './tables.ts';

/** What one backend may take to write the files among which a folder is listed. */
const budgetMs = 20_000;

const { values } = parseArgs({
  options: { files: { type: 'string', default: '1000000' }, only: { type: 'string', multiple: true } },
});
const files = Number(values.files);
if (!Number.isInteger(files) || files < 1000) throw new Error('--files takes a whole number, 1000 or more.');

const place: Place = { folder: mkdtempSync(join(tmpdir(), 'intarsia-bench-stores-')), run: `bench-${randomUUID().slice(0, 8)}` };
const { all, skipped, close } = await openBackends(place);
const parts = {
  operations: () => compareOperations(all, place),
  lengths: () => compareLengths(all),
  folders: () => compareFolders(all, files, budgetMs),
  checkpoints: () => compareCheckpoints(all, place),
  appends: () => compareAppends(all, place),
};
try {
  print(`Node ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}, load ${load()}`);
  for (const reason of skipped) print(`Left out: ${reason}`);
  print('');
  for (const [name, compare] of Object.entries(parts)) if (values.only?.includes(name) ?? true) await compare();
  print(`Load ${load()}`);
} finally {
  await close();
  rmSync(place.folder, { recursive: true });
}

/** How many threads wanted a core in the last minute. */
function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '';
}
