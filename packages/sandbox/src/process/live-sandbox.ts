import { asIntarsiaError, type CallOptions, IntarsiaError, type Sandbox, type SandboxInfo, sandboxId } from '@intarsia/core';
import { armWatchdog, isArmed } from './arm.ts';
import { runCommand } from './command.ts';
import { readFileText, writeFiles } from './files.ts';
import { endPace, endSandbox, readRecord, type SandboxFolder, writeWhole } from './folder.ts';
import { deadlineAfter } from './lifetime.ts';
import { readLogTail } from './log.ts';
import { hasPassed, type SandboxRecord } from './record.ts';
import { serviceStates, startService } from './service.ts';

/** The sandbox of a folder. It keeps no state but the last record it saw: every method looks again, as others may end or extend it. */
export function liveSandbox(place: SandboxFolder, first: SandboxRecord, node: string): Sandbox {
  let record = first;
  /** Passes only while the sandbox lives and something keeps its deadline. */
  const lives = async (options?: CallOptions) => {
    options?.signal?.throwIfAborted();
    const seen = await readRecord(place);
    if (seen === null || hasPassed(seen)) throw goneError(record);
    record = seen;
    if (!(await isArmed(place))) await armWatchdog(place, record.latest, node);
  };
  /** Runs a step of a living sandbox; whatever fails in it while the sandbox ends fails as `sandbox_gone`. */
  const within = async <Value>(options: CallOptions | undefined, step: () => Promise<Value>): Promise<Value> => {
    await lives(options);
    const outcome = await step().then(
      (value) => ({ kind: 'done' as const, value }),
      (error: unknown) => ({ kind: 'failed' as const, error }),
    );
    const seen = await readRecord(place);
    if (seen === null || hasPassed(seen)) throw goneError(record, outcome.kind === 'failed' ? outcome.error : undefined);
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome.value;
  };
  return {
    get info() {
      return infoOf(record);
    },
    writeFiles: (files, options) => within(options, () => stored(writeFiles(place, files))),
    readFile: (path, options) => within(options, () => stored(readFileText(place, path))),
    run: (command, options) => within(options, () => runCommand(place, node, command, options?.signal)),
    start: (service, options) => within(options, () => stored(startService(place, node, service))),
    services: (options) => within(options, () => stored(serviceStates(place))),
    serviceLog: (options) => within(options, () => stored(readLogTail(place.log))),
    previewUrl: (port) => `http://${place.id}.localhost:${port}/`,
    localUrl: (port) => `http://127.0.0.1:${port}/`,
    extend: async (lifetimeMs, options) => {
      await lives(options);
      const moved = { ...record, deadline: deadlineAfter(lifetimeMs, Date.parse(record.latest)) };
      await writeWhole(place.record, JSON.stringify(moved)).catch((error: unknown) => {
        throw goneError(record, error);
      });
      record = moved;
      return record.deadline;
    },
    terminate: async (options) => {
      options?.signal?.throwIfAborted();
      return endSandbox(place, endPace);
    },
  };
}

/** What a record says about its sandbox. */
export function infoOf({ id, purpose, owner, labels, createdAt, deadline }: SandboxRecord): SandboxInfo {
  return { id: sandboxId(id), purpose, owner, labels, createdAt, deadline };
}

/** What the file system answers is an error of ours for the caller. */
function stored<Value>(outcome: Promise<Value>): Promise<Value> {
  return outcome.catch((error: unknown) => {
    const message = 'The folder of a sandbox could not be used; is there space, and did its programs take rights away?';
    throw asIntarsiaError(error, 'sandbox_unavailable', message);
  });
}

function goneError({ id, purpose }: SandboxRecord, cause?: unknown): IntarsiaError {
  return new IntarsiaError('sandbox_gone', `The sandbox "${id}" ended or its deadline passed; create another one.`, {
    details: { id, purpose },
    cause,
  });
}
