import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { IntarsiaError } from '@intarsia/core';
import { type GroupLeader, isAlive } from './ending.ts';
import { readLeader, type SandboxFolder } from './folder.ts';

const here = import.meta.url;
/** Beside this file in the sources, a folder below it in the build. */
const program = fileURLToPath(new URL(here.endsWith('.ts') ? './watchdog.ts' : './process/watchdog.mjs', here));
const readyWithinMs = 15_000;
const betweenLooksMs = 5;

/** Starts a watchdog and waits until it says that it watches; rejects with `sandbox_unavailable`. */
export async function armWatchdog(place: SandboxFolder, latest: string, node: string): Promise<void> {
  const child = spawn(node, ['--max-old-space-size=32', program, place.root, place.id, latest], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: {},
  });
  child.unref();
  let failure: unknown;
  child.once('error', (error) => {
    failure = error;
  });
  const begun = performance.now();
  while ((await watchdogOf(place))?.pid !== child.pid || child.pid === undefined) {
    if (failure === undefined && !hasEnded(child) && performance.now() - begun < readyWithinMs) {
      await sleep(betweenLooksMs);
      continue;
    }
    child.kill('SIGKILL');
    throw new IntarsiaError(
      'sandbox_unavailable',
      `The watchdog of a sandbox did not start with "${node}"; give the path of Node 22.18 or newer.`,
      {
        cause: failure ?? new Error(`watchdog ended with code ${child.exitCode}, signal ${child.signalCode}`),
      },
    );
  }
}

/** True while the watchdog of the sandbox lives. */
export const isArmed = async (place: SandboxFolder): Promise<boolean> => isAlive(await watchdogOf(place));

/** The pid and start time that the watchdog wrote, or null when it did not yet. */
export const watchdogOf = (place: SandboxFolder): Promise<GroupLeader | null> => readLeader(place.watchdog);

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
