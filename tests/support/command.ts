import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How a process ended, and all that it printed. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that a test started. */
export interface Command {
  readonly ended: Promise<Ended>;
  /** Sends a signal to this process alone; does nothing once it ended. */
  signal(name: 'SIGINT' | 'SIGKILL' | 'SIGTERM'): void;
  /** Waits until it printed something that fits; rejects when it ended without. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs a source file of the repository with nothing of this process’s environment but the path and where compiled code is kept. */
export function startSource(file: string, args: readonly string[], environment: Readonly<Record<string, string>>): Command {
  const child = spawn(process.execPath, ['--conditions=@intarsia/source', file, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      for (const listener of [...listeners]) listener();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...output }));
  });
  return {
    ended,
    signal: (name) => void child.kill(name),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output.stdout);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        void ended.then(({ stderr }) => reject(new Error(`${file} ended without printing ${pattern}: ${stderr}`)), reject);
      }),
  };
}

/** Runs the `intarsia` command. */
export function startIntarsia(args: readonly string[], environment: Readonly<Record<string, string>>): Command {
  return startSource('packages/cli/src/main.ts', args, environment);
}

/** The environment that tells the command which model to ask and where its sandboxes may live. */
export function modelEnvironment(baseUrl: string, temporaryFolder: string): Readonly<Record<string, string>> {
  return {
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: 'offline',
    INTARSIA_MODEL: 'intarsia-offline',
    INTARSIA_ALLOW_UNISOLATED: '1',
    TMPDIR: temporaryFolder,
  };
}
