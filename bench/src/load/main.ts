import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WorkflowLoader, workflowLoader } from '@intarsia/core/node';
import { largeFolder } from './large-folder.ts';

const coldRuns = 9;
const reloads = 15;

const root = mkdtempSync(join(tmpdir(), 'intarsia-bench-load-'));
const folder = join(root, 'Large');
try {
  mkdirSync(folder);
  for (const [file, text] of Object.entries(largeFolder)) writeFileSync(join(folder, file), text);
  const size = Object.values(largeFolder).reduce((sum, text) => sum + text.length, 0);
  print(`200 agents, 400 tools, 300 models, 400 rules, 200 variables: ${Math.round(size / 1024)} KiB`, '');
  print('first load in a fresh process', shown(Array.from({ length: coldRuns }, coldLoad)));
  const loader = workflowLoader(folder);
  for (let warmed = 0; warmed < 3; warmed += 1) for (const file of Object.keys(largeFolder)) await reload(loader, file);
  for (const file of Object.keys(largeFolder)) {
    const times: number[] = [];
    for (let run = 0; run < reloads; run += 1) times.push(await reload(loader, file));
    print(`reload after a change in ${file}`, shown(times));
  }
} finally {
  rmSync(root, { recursive: true });
}

function coldLoad(): number {
  const child = fileURLToPath(new URL('cold.ts', import.meta.url));
  return Number(execFileSync(process.execPath, [...process.execArgv, child, folder], { encoding: 'utf8' }));
}

async function reload(loader: WorkflowLoader, file: string): Promise<number> {
  writeFileSync(join(folder, file), `${largeFolder[file]}# ${performance.now()}\n`);
  const start = performance.now();
  const { kind } = await loader.load();
  const time = performance.now() - start;
  if (kind === 'refused') throw new Error('The folder is refused.');
  return time;
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1).padStart(8);
  return `${at(0.5)} ms (least${at(0)})`;
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(54)}${figure}\n`);
}
