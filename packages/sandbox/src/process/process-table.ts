import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';

/** One live process. `started` tells two processes apart that had the same pid, one after the other; only equality means something. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly started: string;
  /** The `INTARSIA_…=…` entries of the environment it was started with; empty where the system does not show them. */
  readonly marks: readonly string[];
}

/** Name of the variable that every process of a sandbox carries; its value is the sandbox's id. */
export const sandboxMark = 'INTARSIA_SANDBOX';
/** Name of the variable that everything started by one command carries. */
export const workMark = 'INTARSIA_SANDBOX_WORK';

/** What is known of processes by their pid; null for one that ended or is a zombie. */
export type KnownProcesses = Map<number, ProcessEntry | null>;

/** A machine on which others start programs all the time never gives a complete look; this many rounds are near enough. */
const roundsAtMost = 100;
/** So many processes are read at once without giving way to anything else: it is over before the next one is forked. */
const readAtOnce = 64;

/**
 * Brings what is known up to date: forgets who is gone and reads who is new. Linux reads /proc, again for whoever is new since, until
 * nothing was forked during a round: then nobody can have been missed. Elsewhere `ps` answers, without marks.
 */
export async function refreshProcesses(known: KnownProcesses, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform !== 'linux') {
    known.clear();
    for (const entry of await tableFromPs()) known.set(entry.pid, entry);
    return;
  }
  for (let round = 0; round < roundsAtMost; round += 1) {
    const forks = forkCount();
    const pids = new Set(readdirSync('/proc').map(Number).filter(Number.isInteger));
    for (const pid of known.keys()) if (!pids.has(pid)) known.delete(pid);
    const fresh = [...pids].filter((pid) => !known.has(pid));
    for (let start = 0; start < fresh.length; start += readAtOnce) {
      if (start > 0) await setImmediate();
      for (const pid of fresh.slice(start, start + readAtOnce)) known.set(pid, entryOf(pid));
    }
    if (forkCount() === forks) return;
  }
}

/** All live processes that this user may see, zombies left out. */
export async function processTable(platform: NodeJS.Platform = process.platform): Promise<readonly ProcessEntry[]> {
  const known: KnownProcesses = new Map();
  await refreshProcesses(known, platform);
  return [...known.values()].filter((entry) => entry !== null);
}

/** When the process of that pid was started, or null when there is none. */
export async function startTimeOf(pid: number, platform: NodeJS.Platform = process.platform): Promise<string | null> {
  if (platform === 'linux') return statOf(pid)?.started ?? null;
  return (await tableFromPs()).find((entry) => entry.pid === pid)?.started ?? null;
}

/** How many processes and threads were ever started on this machine. */
function forkCount(): string | undefined {
  return /^processes (\d+)$/m.exec(textOf('/proc/stat'))?.[1];
}

function entryOf(pid: number): ProcessEntry | null {
  const stat = statOf(pid);
  return stat === null ? null : { ...stat, marks: marksOf(textOf(`/proc/${pid}/environ`)) };
}

function statOf(pid: number): Omit<ProcessEntry, 'marks'> | null {
  const text = textOf(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold anything: what counts starts behind the last one (proc(5)).
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const started = rest[15];
  if (started === undefined || state === 'Z' || state === 'X') return null;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), started };
}

function marksOf(environment: string): readonly string[] {
  return environment.split('\0').filter((variable) => variable.startsWith(sandboxMark));
}

/** A process that ended meanwhile, or that is not ours to read, has no text. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

const runFile = promisify(execFile);
const columns = ['pid', 'ppid', 'pgid', 'stat', 'lstart'].flatMap((column) => ['-o', `${column}=`]);

async function tableFromPs(): Promise<readonly ProcessEntry[]> {
  const { stdout } = await runFile('ps', ['-A', ...columns], { env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' } });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (started.length === 0 || state?.startsWith('Z')) return [];
    return [
      { pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group), started: started.join(' '), marks: [] },
    ];
  });
}
