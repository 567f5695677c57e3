#!/usr/bin/env node
import { isIntarsiaError } from '@intarsia/core';
import { program } from './program.ts';
import { exitCodes } from './terminal/exit-codes.ts';

// The reader of a pipe may leave early (`intarsia … | head`): that ends us, it is not a failure.
process.stdout.on('error', () => process.exit(exitCodes.done));

program(process)
  .parseAsync(process.argv)
  .catch((cause: unknown) => {
    const text = isIntarsiaError(cause)
      ? `${cause.code}: ${cause.message}`
      : `internal: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = exitCodes.refused;
  })
  .finally(() => {
    // What a tool left open (a connection, a watch) does not outlast the command.
    process.stdout.write('', () => process.stderr.write('', () => process.exit()));
  });
