import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JournalStore, memoryStore } from '@intarsia/core';
import { systemClock } from '@intarsia/core/node';
import { sqliteStore } from '@intarsia/knowledge-stores/sqlite';
import { bareCommits, bareInserts, commitsOf } from './bare.ts';
import { type Intarsia, intarsia } from './intarsia.ts';
import { langGraph, memorySaver, sqliteSaver } from './langgraph.ts';
import { type Contestant, type Figures, measured } from './rounds.ts';

/** As many turns as documents allow where they say nothing. */
const turns = 50;
const rounds = { warmUp: 8, counted: 21 };
/** What one figure of the flatness is the mean of. */
const flatness = { from: 4, to: 17, conversations: 10, long: 10_000, more: 341 };

const folder = mkdtempSync(join(tmpdir(), 'intarsia-bench-turn-'));
const file = (name: string): string => join(folder, `${name}.db`);
try {
  print(`Node ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`);
  await compareTurns();
  await compareLengths();
} finally {
  rmSync(folder, { recursive: true });
}
print('Where the time of a turn goes, by the files at work (µs, of the median)');
const profile = fileURLToPath(new URL('profile-turns.ts', import.meta.url));
// From the sources, because the built packages are one file each.
execFileSync(process.execPath, ['--conditions=@intarsia/source', profile], { stdio: 'inherit' });

async function compareTurns(): Promise<void> {
  const commits = await commitsOf(turns);
  const [memory, sqlite] = [memoryStore(systemClock), sqliteStore({ file: file('turns') })];
  const [inMemory, inSqlite] = [intarsia(memory), intarsia(sqlite)];
  const bare = bareCommits(sqlite, commits);
  const inserts = bareInserts(file('inserts'), commits);
  const graphs = [
    ['LangGraph.js, MemorySaver', langGraph(memorySaver(), 'sync')],
    ['LangGraph.js, SqliteSaver, synchronous NORMAL', langGraph(sqliteSaver(file('normal'), 'NORMAL'), 'sync')],
    ['the same, durability async (its default)', langGraph(sqliteSaver(file('async'), 'NORMAL'), 'async')],
    ['the same, synchronous FULL as ours', langGraph(sqliteSaver(file('full'), 'FULL'), 'sync')],
  ] as const;
  const contestants: readonly Contestant[] = [
    { name: 'Intarsia, memory store', measure: () => inMemory.conversation(turns) },
    { name: 'Intarsia, sqlite store', measure: () => inSqlite.conversation(turns) },
    { name: 'its two commits bare, sqlite store', measure: () => bare.conversation() },
    { name: 'its two commits as rows, sqlite driver', measure: () => inserts.conversation() },
    ...graphs.map(([name, graph]) => ({ name, measure: () => graph.conversation(turns) })),
  ];
  const figures = await measured(contestants, rounds);
  const median = (index: number): number => figures[index]?.median ?? Number.NaN;
  print(`A turn, in µs; conversations of ${turns} turns, ${rounds.counted} rounds`);
  table(figures, ['sqlite store = 1', median(1)]);
  print(`sqlite store / its two commits bare: ${(median(1) / median(2)).toFixed(2)}\n`);
  await Promise.all([inMemory.close(), inSqlite.close()]);
  await sqlite.close();
  inserts.close();
}

async function compareLengths(): Promise<void> {
  const stores: readonly (readonly [string, JournalStore])[] = [
    ['memory store', memoryStore(systemClock)],
    ['sqlite store', sqliteStore({ file: file('lengths') })],
  ];
  print(`Turn 10 and turn ${flatness.long}, in µs; ${rounds.counted} rounds`);
  for (const [name, store] of stores) {
    const runtime = intarsia(store);
    const answer = await runtime.longConversation(flatness.long);
    const figures = await measured(
      [
        { name: `turns ${flatness.from} to ${flatness.to}, ${name}`, measure: () => shortConversations(runtime) },
        { name: `turns after ${flatness.long}, ${name}`, measure: () => answer(flatness.more) },
      ],
      { warmUp: 2, counted: rounds.counted },
    );
    table(figures, ['the early ones = 1', figures[0]?.median ?? Number.NaN]);
    await runtime.close();
    await store.close();
  }
  print('');
}

/** The mean over some fresh conversations. */
async function shortConversations(runtime: Intarsia): Promise<number> {
  let sum = 0;
  for (let count = 0; count < flatness.conversations; count += 1) sum += await runtime.conversation(flatness.to, flatness.from);
  return sum / flatness.conversations;
}

function table(figures: readonly Figures[], [title, one]: readonly [string, number]): void {
  row('', 'least', 'median', 'most', title);
  for (const { name, least, median, most } of figures) {
    row(name, least.toFixed(0), median.toFixed(0), most.toFixed(0), (median / one).toFixed(2));
  }
}

function row(name: string, ...figures: readonly string[]): void {
  print(name.padEnd(48) + figures.map((figure, index) => figure.padStart(index === 3 ? 20 : 10)).join(''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
