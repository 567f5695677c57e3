import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { IntarsiaError, type SandboxService, type SandboxServiceState } from '@intarsia/core';
import { commandFailed, killWork, notedLeader, startFailure } from './command.ts';
import { isAlive } from './ending.ts';
import { sandboxEnvironment } from './environment.ts';
import { keepPort, readLeader, type SandboxFolder, writeWhole } from './folder.ts';

const loopback = '127.0.0.1';
const portAttempts = 50;

/**
 * Starts a server that outlives this process, in a group of its own, and gives its port: the one asked for when it is free, else a
 * free one. Its output goes to the log. Rejects with `sandbox_command_failed` and, when no port is free, `sandbox_unavailable`.
 */
export async function startService(place: SandboxFolder, node: string, service: SandboxService): Promise<{ readonly port: number }> {
  const port = await chosenPort(place, service.port);
  const work = randomBytes(8).toString('hex');
  const log = await open(place.log, 'a', 0o600);
  try {
    const child = spawned(place, node, service, { port, work, log });
    if (child.pid === undefined) throw commandFailed(service.command[0], await startFailure(child));
    child.unref();
    const { pid } = child;
    await noteService(place, port, pid).catch(async (error: unknown) => {
      // The sandbox ended meanwhile: nobody else would end this process.
      await killWork(pid, work, null);
      throw error;
    });
    return { port };
  } finally {
    await log.close();
  }
}

/** Notes the group for whoever ends the sandbox, and the server for whoever asks for it. One that ended already has no start time. */
async function noteService(place: SandboxFolder, port: number, pid: number): Promise<void> {
  const leader = await notedLeader(place, pid);
  await writeWhole(join(place.services, String(port)), JSON.stringify(leader));
}

/** Every server that was noted, in the order of their ports. */
export async function serviceStates(place: SandboxFolder): Promise<readonly SandboxServiceState[]> {
  // A name that is no port is a note that is just being written.
  const ports = (await readdir(place.services)).filter((name) => /^\d+$/.test(name)).map(Number);
  const stateOf = async (port: number) => ({ port, running: await isAlive(await readLeader(join(place.services, String(port)))) });
  return Promise.all(ports.sort((one, other) => one - other).map(stateOf));
}

interface ServicePlan {
  readonly port: number;
  readonly work: string;
  readonly log: FileHandle;
}

function spawned(place: SandboxFolder, node: string, { command, environment = {} }: SandboxService, plan: ServicePlan): ChildProcess {
  const [program, ...parameters] = command;
  try {
    return spawn(program, parameters, {
      cwd: place.files,
      env: sandboxEnvironment(place, node, { PORT: String(plan.port), HOST: loopback }, environment, plan.work),
      detached: true,
      stdio: ['ignore', plan.log.fd, plan.log.fd],
    });
  } catch (error) {
    throw commandFailed(program, error);
  }
}

async function chosenPort(place: SandboxFolder, wanted: number | undefined): Promise<number> {
  for (let attempt = 0; attempt < portAttempts; attempt += 1) {
    const port = await freePort(attempt === 0 ? (wanted ?? 0) : 0);
    // Free now is not enough: another sandbox may have been given it, and not listen yet.
    if (port !== null && (await keepPort(place, port))) return port;
  }
  throw new IntarsiaError('sandbox_unavailable', 'No free TCP port was found for a server of a sandbox; end some sandboxes.', {
    retryable: true,
  });
}

/** The port itself when nobody listens on it, any free one for 0, or null. */
function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
