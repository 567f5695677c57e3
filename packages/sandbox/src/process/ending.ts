import { setTimeout as sleep } from 'node:timers/promises';
import { type KnownProcesses, type ProcessEntry, refreshProcesses, sandboxMark, startTimeOf, workMark } from './process-table.ts';

/** A process that was started as the leader of its own group. The start time proves that the pid was not given to another one since. */
export interface GroupLeader {
  readonly pid: number;
  readonly started: string;
}

/** True while that very process lives. */
export const isAlive = async (leader: GroupLeader | null): Promise<boolean> =>
  leader !== null && (await startTimeOf(leader.pid)) === leader.started;

/** What to end: everything that carries the mark, and the groups of these leaders. */
export interface Quarry {
  readonly mark: string;
  readonly leaders: readonly GroupLeader[];
}

/** Everything of one sandbox. */
export const sandboxQuarry = (id: string, leaders: readonly GroupLeader[]): Quarry => ({ mark: `${sandboxMark}=${id}`, leaders });
/** Everything that one command started. */
export const workQuarry = (work: string, leaders: readonly GroupLeader[]): Quarry => ({ mark: `${workMark}=${work}`, leaders });

/**
 * The processes of a table that belong to the quarry: the marked ones, the members of a recorded leader's group and session, and
 * every descendant of those. A recorded pid counts only while a process with its start time lives, or while a marked process is
 * still in its group (a pid is not given out again while a group has it). What was found by an earlier look (`before`: start times
 * by pid) still belongs when its parent died since and nothing else tells whose it is.
 */
export function belonging(
  table: readonly ProcessEntry[],
  quarry: Quarry,
  before: ReadonlyMap<number, string> = new Map(),
  never: ReadonlySet<number> = new Set([1, process.pid]),
): ProcessEntry[] {
  const marked = table.filter((entry) => entry.marks.includes(quarry.mark));
  const groups = new Set(
    quarry.leaders
      .filter((leader) => {
        const holder = table.find((entry) => entry.pid === leader.pid);
        if (holder !== undefined) return holder.started === leader.started;
        return marked.some((entry) => entry.group === leader.pid || entry.session === leader.pid);
      })
      .map((leader) => leader.pid),
  );
  const known = table.filter((entry) => groups.has(entry.group) || groups.has(entry.session) || before.get(entry.pid) === entry.started);
  const found = new Set([...marked, ...known]);
  const pids = new Set([...found].map((entry) => entry.pid));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const entry of table) {
      if (!pids.has(entry.parent)) continue;
      found.add(entry);
      pids.add(entry.pid);
    }
  }
  return [...found].filter((entry) => !never.has(entry.pid));
}

/** How gentle an end is: SIGTERM first and SIGKILL after `graceMs`; given up after `limitMs`. */
export interface EndPace {
  readonly graceMs: number;
  readonly limitMs: number;
}

const betweenLooksMs = 20;
/** While it is killed: what forks again and again has no time to. */
const betweenKillsMs = 1;

/** Ends the quarry; true when two looks at the processes in a row found nothing of it (one can meet a process just as it starts a program). */
export async function endProcesses(quarry: Quarry, pace: EndPace): Promise<boolean> {
  const begun = performance.now();
  const known: KnownProcesses = new Map();
  const asked = new Map<number, string>();
  for (let empty = 0; empty < 2; ) {
    for (const pid of asked.keys()) known.delete(pid);
    await refreshProcesses(known);
    const found = belonging(
      [...known.values()].filter((entry) => entry !== null),
      quarry,
      asked,
    );
    const elapsedMs = performance.now() - begun;
    empty = found.length === 0 ? empty + 1 : 0;
    if (found.length === 0) continue;
    if (elapsedMs > pace.limitMs) return false;
    const killing = elapsedMs >= pace.graceMs;
    for (const { pid, started } of found) {
      if (killing) sendSignal(pid, 'SIGKILL');
      else if (asked.get(pid) !== started) sendSignal(pid, 'SIGTERM');
      asked.set(pid, started);
    }
    await sleep(killing ? betweenKillsMs : betweenLooksMs);
  }
  return true;
}

/** Sends a signal to a process (or, negative, to a group); one that is gone or not ours is left to the next look. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it ended by itself. EPERM: the next look still finds it, and the end is then not confirmed.
  }
}
