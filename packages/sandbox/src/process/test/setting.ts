import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sandbox, SandboxPort } from '@intarsia/core';
import { processSandbox } from '../index.ts';
import { startTimeOf } from '../process-table.ts';

/** Waits until a condition holds; rejects with its name when it does not within `limitMs`. */
export async function until(name: string, holds: () => Promise<boolean> | boolean, limitMs = 20_000): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > limitMs) throw new Error(`Waited ${limitMs} ms in vain until ${name}.`);
    await sleep(20);
  }
}

/** True while a process of that pid lives and is no zombie. */
export const isAlive = async (pid: number): Promise<boolean> => (await startTimeOf(pid)) !== null;

/** A root of its own with an adapter on it; disposing it ends what is left. */
export interface Setting extends AsyncDisposable {
  readonly root: string;
  readonly port: SandboxPort;
  readonly create: (lifetimeMs?: number) => Promise<Sandbox>;
}

/** Opens one. */
export async function setting(maxLifetimeMs?: number): Promise<Setting> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'intarsia-process-')));
  const port = processSandbox({ root, model: 'offline', ...(maxLifetimeMs === undefined ? {} : { maxLifetimeMs }) });
  return {
    root,
    port,
    create: (lifetimeMs = 120_000) => port.create({ purpose: 'validation', owner: { tenant: 'test', app: 'app' }, lifetimeMs }),
    [Symbol.asyncDispose]: async () => {
      for (const { id } of await port.list()) await (await port.connect(id))?.terminate();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The number in a file of a sandbox, once it is there. */
export async function notedNumber(sandbox: Sandbox, path: string): Promise<number> {
  let text: string | null = null;
  await until(`${path} is noted`, async () => {
    text = await sandbox.readFile(path);
    return text !== null && text !== '';
  });
  return Number(text);
}

/** A host process of its own, and what it told about its sandbox. */
export interface Host {
  readonly process: ChildProcess;
  readonly exited: Promise<unknown>;
  readonly told: { readonly id: string; readonly deadline: string; readonly url: string };
}

/** Starts a host that creates one sandbox with a server in it. */
export async function startHost(root: string, lifetimeMs: number, then: 'stay' | 'leave'): Promise<Host> {
  const program = fileURLToPath(new URL('./host.ts', import.meta.url));
  const host = spawn(process.execPath, ['--conditions=@intarsia/source', program, root, String(lifetimeMs), then], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(host, 'exit');
  const [line] = await once(createInterface(host.stdout), 'line');
  return { process: host, exited, told: JSON.parse(line) };
}

/** The visible names in a root: its sandboxes and whatever else someone put there. */
export async function visibleNames(root: string): Promise<readonly string[]> {
  return (await readdir(root)).filter((name) => name !== '.ports');
}

/** What a server answers, once it does. */
export async function answerOf(url: string): Promise<string> {
  let text: string | null = null;
  await until(`${url} answers`, async () => {
    text = await fetch(url).then(
      (response) => response.text(),
      () => null,
    );
    return text !== null;
  });
  return text ?? '';
}
