import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { IntarsiaError, type SandboxCommand, type SandboxCommandResult } from '@intarsia/core';
import { endProcesses, type GroupLeader, sendSignal, workQuarry } from './ending.ts';
import { sandboxEnvironment } from './environment.ts';
import { forgetLeader, noteLeader, type SandboxFolder } from './folder.ts';
import { boundedOutput } from './output.ts';
import { startTimeOf } from './process-table.ts';

const defaultTimeoutMs = 60_000;
const killPace = { graceMs: 0, limitMs: 5_000 };
/** How long output is still read after everything that may write it was killed. */
const drainMs = 2_000;

type CommandProcess = ChildProcessByStdio<null, Readable, Readable>;
/** How a command came to its end. */
type End = { readonly kind: 'exited' } | { readonly kind: 'timeout' } | { readonly kind: 'failed'; readonly reason: unknown };

/**
 * Runs one command to its end in a process group of its own. When it ended, timed out, was aborted or its listener threw, everything
 * that it started is killed. A program that is not there gives the exit code of a shell, 127. Rejects with the signal's reason, with
 * what the listener threw, or with `sandbox_command_failed`.
 */
export async function runCommand(
  place: SandboxFolder,
  node: string,
  command: SandboxCommand,
  signal?: AbortSignal,
): Promise<SandboxCommandResult> {
  const work = randomBytes(8).toString('hex');
  const child = spawned(place, node, command, work);
  if (child.pid === undefined) return notStarted(command, await startFailure(child));
  const ended = Promise.withResolvers<End>();
  const fail = (reason: unknown) => ended.resolve({ kind: 'failed', reason });
  const abort = () => fail(signal?.reason);
  const closed = once(child, 'close');
  child.once('exit', () => ended.resolve({ kind: 'exited' }));
  const output = boundedOutput(child, command.onOutput, fail);
  const timer = setTimeout(() => ended.resolve({ kind: 'timeout' }), command.timeoutMs ?? defaultTimeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  // A sandbox that ended meanwhile cannot take the note: nobody else would end this command then.
  const leader = await notedLeader(place, child.pid).catch(fail);
  const end = await ended.promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', abort);
  await killWork(child.pid, work, leader ?? null);
  await drained(child, closed);
  if (leader) await forgetLeader(place, leader);
  if (end.kind === 'failed') throw end.reason;
  return {
    exitCode: end.kind === 'timeout' ? null : child.exitCode,
    stdout: output.stdout(),
    stderr: output.stderr(),
    truncated: output.truncated(),
    timedOut: end.kind === 'timeout',
  };
}

function spawned(place: SandboxFolder, node: string, { command, environment = {} }: SandboxCommand, work: string): CommandProcess {
  const [program, ...parameters] = command;
  try {
    return spawn(program, parameters, {
      cwd: place.files,
      env: sandboxEnvironment(place, node, {}, environment, work),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw commandFailed(program, error);
  }
}

/** Notes a process that was just started, so that whoever ends the sandbox finds its group; null when it ended already. */
export async function notedLeader(place: SandboxFolder, pid: number): Promise<GroupLeader | null> {
  const started = await startTimeOf(pid);
  if (started === null) return null;
  const leader = { pid, started };
  await noteLeader(place, leader);
  return leader;
}

/** Kills a process group that was just started by this process, and everything with its mark. */
export async function killWork(pid: number, work: string, leader: GroupLeader | null): Promise<void> {
  sendSignal(-pid, 'SIGKILL');
  await endProcesses(workQuarry(work, leader === null ? [] : [leader]), killPace);
}

async function drained(child: CommandProcess, closed: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([closed, sleep(drainMs, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
}

/** Why a child process has no pid. */
export async function startFailure(child: { once(event: 'error', listener: (error: Error) => void): unknown }): Promise<Error> {
  return new Promise((resolve) => {
    child.once('error', resolve);
  });
}

function notStarted({ command: [program] }: SandboxCommand, error: Error): SandboxCommandResult {
  const code: unknown = Reflect.get(error, 'code');
  if (code !== 'ENOENT' && code !== 'EACCES') throw commandFailed(program, error);
  const [exitCode, why] = code === 'ENOENT' ? [127, 'not found'] : [126, 'permission denied'];
  return { exitCode, stdout: '', stderr: `${program}: ${why}\n`, truncated: false, timedOut: false };
}

/** The error for a program that the system would not start. */
export const commandFailed = (program: string, cause: unknown) =>
  new IntarsiaError('sandbox_command_failed', `"${program.slice(0, 200)}" could not be started in the sandbox; check the command.`, {
    cause,
  });
