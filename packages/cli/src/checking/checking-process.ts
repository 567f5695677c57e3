import { fork } from 'node:child_process';
import { type CheckScope, checkFolders, type FolderReport } from './check-folder.ts';
import { checkingCommand } from './checking-command.ts';

/** A check in a process of its own: each imports every tool file afresh, and a tool file may do to its process what it likes. */
export interface CheckingProcess {
  /** What it found; null when it ended without saying so. */
  readonly reports: Promise<readonly FolderReport[] | null>;
  /** Ends it, whatever it does. */
  end(): Promise<void>;
}

/** Starts a check. What tool files print goes to standard error. */
export function startChecking(named: readonly string[], { tools }: CheckScope): CheckingProcess {
  const words = [checkingCommand, ...(tools ? [] : ['--no-tools']), '--', ...named];
  const child = fork(process.argv[1] ?? '', words, { stdio: ['ignore', 2, 2, 'ipc'], serialization: 'json' });
  let found: readonly FolderReport[] | null = null;
  child.once('message', (message) => {
    found = message as unknown as readonly FolderReport[]; // what `sendReports` sent
  });
  const reports = new Promise<readonly FolderReport[] | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(found));
  });
  return {
    reports,
    async end() {
      child.kill('SIGKILL');
      await reports;
    },
  };
}

/** The other end: checks and sends what was found to the process that started this one. */
export async function sendReports(named: readonly string[], scope: CheckScope): Promise<void> {
  const reports = await checkFolders(named, scope);
  await new Promise<void>((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(reports, undefined, undefined, () => resolve());
  });
}
