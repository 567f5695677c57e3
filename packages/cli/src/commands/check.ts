import { type CheckScope, checkFolders } from '../checking/check-folder.ts';
import { startChecking } from '../checking/checking-process.ts';
import { watchedFolders } from '../checking/watched-folders.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { type ReportFormat, writeReports } from '../terminal/report-text.ts';
import type { Streams } from '../terminal/streams.ts';

/** Options of `intarsia check`. */
export interface CheckOptions extends CheckScope {
  readonly json?: boolean;
  readonly github?: boolean;
  readonly watch?: boolean;
}

/** Lists every problem and warning of some workflow folders, or of all workflows in a folder. Problems set the exit code; warnings do not. */
export async function check(named: readonly string[], options: CheckOptions, streams: Streams): Promise<void> {
  if (options.watch === true) return checkOnChange(named, options, streams);
  const reports = await checkFolders(named, options);
  const format: ReportFormat = options.json === true ? 'json' : options.github === true ? 'github' : 'text';
  writeReports(reports, format, streams);
  if (reports.some(({ problems }) => problems.length > 0)) streams.exitCode = exitCodes.refused;
}

/** Checks again whenever something changes, until a signal. A check that a change makes old is ended and prints nothing. */
async function checkOnChange(named: readonly string[], scope: CheckScope, streams: Streams): Promise<void> {
  const { promise: stopped, resolve } = Promise.withResolvers<'stopped'>();
  const stop = () => resolve('stopped');
  streams.on('SIGINT', stop);
  streams.on('SIGTERM', stop);
  const folders = watchedFolders(named);
  try {
    for (let next = 'changed'; next !== 'stopped'; ) {
      const changed = folders.changed(); // before the check reads anything, so that nothing is missed
      const checking = startChecking(named, scope);
      const first = await Promise.race([stopped, changed, checking.reports]);
      if (first === 'stopped' || first === 'changed') {
        await checking.end();
        next = first;
        continue;
      }
      if (streams.stdout.isTTY) streams.stdout.write(clearScreen);
      if (first !== null) writeReports(first, 'text', streams);
      streams.stderr.write('Watching for changes; Ctrl-C ends it.\n');
      next = await Promise.race([stopped, changed]);
    }
  } finally {
    folders.close();
    streams.off('SIGINT', stop);
    streams.off('SIGTERM', stop);
  }
  streams.exitCode = exitCodes.interrupted;
}

const clearScreen = '\u001b[2J\u001b[H';
