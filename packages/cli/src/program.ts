import { Command } from 'commander';
import { check } from './commands/check.ts';
import { inspect } from './commands/inspect.ts';
import { resolve } from './commands/resolve.ts';
import { run } from './commands/run.ts';
import { defaultTenant } from './terminal/default-tenant.ts';
import type { Streams } from './terminal/streams.ts';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** The `intarsia` command. Data goes to standard output, words about it to standard error. */
export function program(streams: Streams): Command {
  const root = new Command('intarsia')
    .description('Exact contracts around agent networks')
    .version('0.1.0')
    .showHelpAfterError()
    .exitOverride()
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or cancelled, 2 nothing started, 3 waits for an answer, 130 interrupted.')
    .configureOutput({ writeOut: (text) => streams.stdout.write(text), writeErr: (text) => streams.stderr.write(text) });
  root
    .command('check')
    .description('list every problem of a workflow folder')
    .argument('<folder>')
    .option('--json', 'one problem a line')
    .action((folder: string, options: Parameters<typeof check>[1]) => check(folder, options, streams));
  root
    .command('run')
    .description('run a workflow')
    .argument('<folder>')
    .option('--input <text>', "the person's first words")
    .option('--answer <text>', 'an answer to the next question; repeat for more', collect, [])
    .option('--store <file>', 'keep the journal in this SQLite file')
    .option('--conversation <name>', 'name of the conversation; default: a new one, with --resume the latest')
    .option('--tenant <name>', 'whose conversation it is', defaultTenant)
    .option('--resume', 'go on with a conversation of the store')
    .option('--json', 'one event a line')
    .action((folder: string, options: Parameters<typeof run>[1]) => run(folder, options, streams));
  root
    .command('inspect')
    .description('print the journal and the state of a conversation')
    .requiredOption('--store <file>', 'the SQLite file')
    .option('--conversation <name>', 'default: the latest')
    .option('--tenant <name>', 'whose conversation it is', defaultTenant)
    .option('--json', 'one envelope a line, then the state')
    .action((options: Parameters<typeof inspect>[0]) => inspect(options, streams));
  root
    .command('resolve')
    .description('say what became of an uncertain tool call')
    .requiredOption('--store <file>', 'the SQLite file')
    .requiredOption('--conversation <name>')
    .option('--tenant <name>', 'whose conversation it is', defaultTenant)
    .requiredOption('--call <key>', 'the key of the call')
    .option('--happened [result]', 'it had its effect; its result as JSON')
    .option('--failed', 'it had no effect and counts as failed')
    .option('--run-again', 'run it again under the same key')
    .action((options: Parameters<typeof resolve>[0]) => resolve(options, streams));
  return root;
}
