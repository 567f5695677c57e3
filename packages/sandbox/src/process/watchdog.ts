// A program of its own: ends one sandbox at its deadline, whatever became of the process that created it.
// Started as `node watchdog <root> <id> <latest>`. It holds no pipe and no terminal, and imports only what Node itself can load.
import { setTimeout as sleep } from 'node:timers/promises';
import { endPace, endSandbox, readLeaders, readRecord, sandboxFolder, writeWhole } from './folder.ts';
import { boundLog } from './log.ts';
import { startTimeOf } from './process-table.ts';

const betweenLooksMs = 200;
/** While a log is flooded. */
const betweenCutsMs = 20;
const attempts = 6;

const [root = '', id = '', latest = ''] = process.argv.slice(2);
const place = sandboxFolder(root, id);
let asked = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => (asked = true));
// Whatever goes wrong in here, the sandbox does not outlive it.
const leaders = await untilDeadline().catch(() => []);
for (let attempt = 1; attempt <= attempts; attempt += 1) {
  if (await endSandbox(place, endPace, leaders).catch(() => false)) process.exit(0);
  await sleep(betweenLooksMs * attempt);
}
process.exit(1);

/** Returns when the deadline passed, or the record is missing or torn; gives the leaders that were noted last. */
async function untilDeadline(): Promise<Awaited<ReturnType<typeof readLeaders>>> {
  await writeWhole(place.watchdog, JSON.stringify({ pid: process.pid, started: await startTimeOf(process.pid) }));
  let known: Awaited<ReturnType<typeof readLeaders>> = [];
  let deadline = Number.NaN;
  let endsAtMs = 0;
  while (!asked) {
    const record = await readRecord(place);
    if (record === null) break;
    const wanted = Math.min(Date.parse(record.deadline), Date.parse(latest));
    // The deadline is a time of day; the clock that never goes back keeps it when someone sets the time.
    if (wanted !== deadline) endsAtMs = performance.now() + wanted - Date.now();
    deadline = wanted;
    const leftMs = Math.min(deadline - Date.now(), endsAtMs - performance.now());
    if (!(leftMs > 0)) break;
    known = await readLeaders(place);
    const flooded = await boundLog(place.log);
    await sleep(Math.min(leftMs, flooded ? betweenCutsMs : betweenLooksMs));
  }
  return known;
}
