import { strict as assert } from 'node:assert';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { RacerRequest } from './racer.test.process.ts';

/** A process that works on a store. */
export interface Racer {
  /** Rejects when the process ends or says that the request failed. */
  ask(request: RacerRequest): Promise<unknown>;
  /** Sends a request and calls back for each message, until the process ends. */
  follow(request: RacerRequest, onMessage: (message: unknown) => void): void;
  /** Stops it where it stands, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a process on the store that a URL names; resolves when the store is open. */
export async function startRacer(url: string): Promise<Racer> {
  const child = fork(new URL('racer.test.process.ts', import.meta.url), [url], { execArgv: ['--conditions=@intarsia/source'] });
  assert.equal(await nextMessage(child), 'ready');
  return {
    async ask(request) {
      const answered = nextMessage(child);
      child.send(request);
      const answer = await answered;
      if (typeof answer === 'object' && answer !== null && 'failed' in answer) throw new Error(String(answer.failed));
      return answer;
    },
    follow(request, onMessage) {
      child.on('message', onMessage);
      child.send(request);
    },
    signal: (name) => void child.kill(name),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const onExit = (code: number | null): void => reject(new Error(`The process ended with ${code} before it answered.`));
  child.once('exit', onExit);
  try {
    const [message] = await Promise.race([once(child, 'message'), gone]);
    return message;
  } finally {
    child.off('exit', onExit);
  }
}
