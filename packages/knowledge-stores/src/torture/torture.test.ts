// `npm run torture` runs this in full, `npm test` shortly. INTARSIA_TORTURE_SEED repeats the choices of a run, as far as the times of processes
// allow; INTARSIA_TORTURE_MINUTES bounds each test.
import { expect, test } from 'vitest';
import { backends } from './backends.test-support.ts';
import { type RunReport, type RunSize, runKills, runMixedLoad } from './runs.test-support.ts';

const full = process.env['INTARSIA_TORTURE'] === 'full';
const seed = Number(process.env['INTARSIA_TORTURE_SEED'] ?? Math.floor(Math.random() * 1e9));
const minutes = Number(process.env['INTARSIA_TORTURE_MINUTES'] ?? 4);
const size: RunSize = full
  ? { seed, workers: 4, operations: 10_000, forMs: minutes * 60_000, kills: { workers: 400, server: 100 } }
  : { seed, workers: 4, operations: 300, forMs: 60_000, kills: { workers: 5, server: 3 } };
const timeout = size.forMs + 120_000;

const say = (name: string, { breaches, counts, ...figures }: RunReport): void => {
  if (full) process.stdout.write(`${name}, seed ${seed}: ${JSON.stringify({ ...figures, ...counts })}\n`);
};

/** With the seed in it, so that a failure says how to repeat it. */
const without = { seed, breaches: [] };

test.each(backends)(
  '$name: nothing is lost, doubled, torn or stale when processes work and stall at random',
  { timeout },
  async (backend) => {
    const report = await runMixedLoad(backend, size);
    say(`${backend.name}, mixed load`, report);
    expect({ seed, breaches: report.breaches.slice(0, 20) }).toEqual(without);
    expect(Object.keys(report.counts).filter((kind) => /failed|unknown|killed/.test(kind))).toEqual([]);
    const rare = full ? ['versioned conflict', 'sized conflict', 'fenced stale_epoch'] : [];
    for (const kind of ['append appended', 'versioned committed', 'sized committed', 'fenced committed', 'look seen', ...rare]) {
      expect(report.counts[kind] ?? 0, kind).toBeGreaterThan(0);
    }
  },
);

test.each(backends)(
  '$name: nothing acknowledged is lost and nothing is half done when processes and servers are killed',
  { timeout },
  async (backend) => {
    const report = await runKills(backend, { ...size, operations: Number.MAX_SAFE_INTEGER });
    say(`${backend.name}, kills`, report);
    expect({ seed, breaches: report.breaches.slice(0, 20) }).toEqual(without);
    expect(report.slowestMs).toBeLessThan(10_000); // a call settles within its 5 s; a busy machine is slow to say so
  },
);
