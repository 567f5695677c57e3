#!/usr/bin/env node
import { isIntarsiaError } from '@intarsia/core';
import { CommanderError } from 'commander';
import { program } from './program.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { shown } from './terminal/shown.ts';
import { withoutCredentials } from './terminal/without-credentials.ts';

let ended = false;

// The reader of a pipe may leave early (`intarsia … | head`): a run is then interrupted like by a signal, any other command is done.
process.stdout.once('error', (cause: NodeJS.ErrnoException) => {
  if (!process.emit('SIGINT')) endWithoutOutput(cause);
});
process.stdout.on('error', () => undefined);

// A tool file that ends the process, or one that waits for nothing, must not look like a command that did what it was asked.
process.on('exit', (code) => {
  if (ended || code !== exitCodes.done) return;
  process.stderr.write('internal: The command ended before it was done; a tool file may have ended the process.\n');
  process.exitCode = exitCodes.interrupted;
});

program(process)
  .parseAsync(process.argv)
  .catch((cause: unknown) => {
    // Commander has said itself what is wrong with the words; its exit code for help is 0.
    if (!(cause instanceof CommanderError)) process.stderr.write(`${shown(withoutCredentials(textOf(cause)))}\n`);
    process.exitCode = cause instanceof CommanderError && cause.exitCode === 0 ? exitCodes.done : exitCodes.refused;
  })
  .finally(() => {
    ended = true;
    // What a tool left open (a connection, a watch) does not outlast the command.
    process.stdout.write('', (cause) => (cause ? endWithoutOutput(cause) : process.stderr.write('', () => process.exit())));
  });

function textOf(cause: unknown): string {
  if (!isIntarsiaError(cause)) return `internal: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`;
  return `${cause.code}: ${cause.message}${cause.cause instanceof Error ? ` (${cause.cause.message})` : ''}`;
}

/** A reader that left has what it wanted. Otherwise (a full disk, for one) what was to be printed is lost, and nobody must think it was not. */
function endWithoutOutput(cause: NodeJS.ErrnoException): never {
  ended = true;
  if (cause.code === 'EPIPE') process.exit();
  process.stderr.write(`file_unwritable: The output cannot be written (${cause.message}).\n`);
  process.exit(exitCodes.failed);
}
