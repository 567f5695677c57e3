import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from '@intarsia/core';
import { systemClock } from '@intarsia/core/node';
import { sqliteStore } from '@intarsia/knowledge-stores/sqlite';
import { intarsia } from './intarsia.ts';
import { profiled } from './profile.ts';

const turns = 50;
const conversations = 60;

// Run in a process of its own, from the sources: prints what each part of a turn takes with either store.
const folder = mkdtempSync(join(tmpdir(), 'intarsia-bench-profile-'));
const memory = memoryStore(systemClock);
const sqlite = sqliteStore({ file: join(folder, 'store.db') });
try {
  const inMemory = await partsOf(intarsia(memory));
  const inSqlite = await partsOf(intarsia(sqlite));
  row('', 'memory store', 'sqlite store');
  for (const [area, time] of inSqlite) row(area, (inMemory.get(area) ?? 0).toFixed(0), time.toFixed(0));
} finally {
  await sqlite.close();
  rmSync(folder, { recursive: true });
}

/** Microseconds a turn of each area, most first. */
async function partsOf(runtime: ReturnType<typeof intarsia>): Promise<ReadonlyMap<string, number>> {
  const figures: number[] = [];
  const converse = async () => {
    for (let count = 0; count < conversations; count += 1) figures.push(await runtime.conversation(turns));
  };
  await converse();
  figures.length = 0;
  await converse(); // the times without the profiler
  const median = figures.toSorted((left, right) => left - right)[figures.length >> 1] ?? Number.NaN;
  const shares = await profiled(converse);
  await runtime.close();
  return new Map(shares.map(([area, share]) => [area, share * median]));
}

function row(area: string, ...figures: readonly string[]): void {
  process.stdout.write(`${area.padEnd(32)}${figures.map((figure) => figure.padStart(16)).join('')}\n`);
}
