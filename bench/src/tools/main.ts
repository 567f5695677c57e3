import { availableParallelism } from 'node:os';
import { aiSdk } from './ai-sdk.ts';
import { intarsia } from './intarsia.ts';
import { openAiAgentsSdk } from './openai-agents.ts';
import type { Contestant } from './scenario.ts';

/** Operations of so many rounds, so many of them for one figure. */
const lengths = [
  { rounds: 5, operations: 40 },
  { rounds: 100, operations: 2 },
  { rounds: 500, operations: 1 },
] as const;
const warmUp = 3;
const counted = 15;

const contestants: readonly Contestant[] = [intarsia, aiSdk, openAiAgentsSdk];

print(`Node ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`);
print(`A round of tool calling, in µs of processor time: a whole operation by its rounds, the median of ${counted}`);
const figures = await measured();
const columns = lengths.map(({ rounds }) => `of ${rounds}`);
row('', ...columns, 'each beyond 5', 'beyond 100');
for (const [index, { name }] of contestants.entries()) {
  const [few, some, many] = figures[index] ?? [];
  row(name, few, some, many, beyond(few, some, 5, 100), beyond(some, many, 100, 500));
}
const [ours = [], ...others] = figures;
row(
  'Intarsia / the best of the others',
  ...ours.map((figure, at) => (figure / Math.min(...others.map((their) => their[at] ?? 0))).toFixed(2)),
);

/** Medians, in microseconds a round, of each contestant at each length. They take turns, so that what disturbs the machine disturbs them all. */
async function measured(): Promise<readonly (readonly number[])[]> {
  const taken = contestants.map(() => lengths.map(() => [] as number[]));
  for (let turn = -warmUp; turn < counted; turn += 1) {
    for (const [at, { rounds, operations }] of lengths.entries()) {
      for (const [index, { operation }] of contestants.entries()) {
        const start = process.cpuUsage();
        for (let count = 0; count < operations; count += 1) await operation.call(contestants[index], rounds);
        const { user, system } = process.cpuUsage(start); // nothing here waits, and whoever else uses the machine does not count
        if (turn >= 0) taken[index]?.[at]?.push((user + system) / (operations * rounds));
      }
    }
  }
  return taken.map((ofLengths) => ofLengths.map((times) => times.toSorted((left, right) => left - right)[times.length >> 1] ?? Number.NaN));
}

/** What each round takes by which an operation is longer. */
function beyond(shorter: number | undefined, longer: number | undefined, from: number, to: number): number {
  return ((longer ?? Number.NaN) * to - (shorter ?? Number.NaN) * from) / (to - from);
}

function row(name: string, ...figuresOrTitles: readonly (number | string | undefined)[]): void {
  const cells = figuresOrTitles.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : (cell ?? '')).padStart(16));
  print(name.padEnd(36) + cells.join(''));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
