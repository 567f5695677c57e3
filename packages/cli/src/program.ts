import { Command, Option } from 'commander';
import type { CheckScope } from './checking/check-folder.ts';
import { checkingCommand } from './checking/checking-command.ts';
import type { CheckOptions } from './commands/check.ts';
import type { InspectOptions } from './commands/inspect.ts';
import type { ResolveOptions } from './commands/resolve.ts';
import type { RunCommandOptions } from './commands/run.ts';
import type { PartOptions } from './commands/store/chosen-parts.ts';
import type { StatOptions } from './commands/store/stat.ts';
import type { VerifyOptions } from './commands/store/verify.ts';
import { storeForms, storeVariable } from './host/store-forms.ts';
import { defaultTenant } from './terminal/default-tenant.ts';
import type { Streams } from './terminal/streams.ts';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** The `intarsia` command. Data goes to standard output, words about it to standard error. Each command is loaded when it is asked for. */
export function program(streams: Streams): Command {
  const root = new Command('intarsia')
    .description('Exact contracts around agent networks')
    .version('0.1.0')
    .showHelpAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed or cancelled, 2 nothing started, 3 waits for an answer, 130 interrupted by a signal (so ends check --watch).',
    )
    .configureOutput({ writeOut: (text) => streams.stdout.write(text), writeErr: (text) => streams.stderr.write(text) });
  root
    .command('check')
    .description('list every problem of workflow folders')
    .argument('<folder...>', 'a workflow, or a folder of workflows')
    .addOption(new Option('--json', 'one problem a line').conflicts(['github', 'watch']))
    .addOption(new Option('--github', 'as annotations of GitHub Actions').conflicts('watch'))
    .option('--no-tools', 'import no tool files; they may be missing, or written in Python')
    .option('--watch', 'check again whenever something changes')
    .action(async (folders: readonly string[], options: CheckOptions) =>
      (await import('./commands/check.ts')).check(folders, options, streams),
    );
  root
    .command(checkingCommand, { hidden: true })
    .argument('<folder...>')
    .option('--no-tools')
    .action(async (folders: readonly string[], scope: CheckScope) =>
      (await import('./checking/checking-process.ts')).sendReports(folders, scope),
    );
  root
    .command('schema')
    .description('write JSON Schemas of the documents, for editors')
    .requiredOption('--out <folder>', 'where they are written')
    .action(async (options: { readonly out: string }) => (await import('./commands/schema.ts')).schema(options, streams));
  root
    .command('types')
    .description("print the TypeScript types of a workflow's models")
    .argument('<folder>')
    .option('--out <file>', 'write them to this file')
    .action(async (folder: string, options: { readonly out?: string }) =>
      (await import('./commands/types.ts')).types(folder, options, streams),
    );
  root
    .command('run')
    .description('run a workflow')
    .argument('<folder>')
    .option('--input <text>', "the person's first words")
    .option(
      '--answer <text>',
      'an answer to the next question; repeat for more. To a UI_Tool: an action and, if it takes one, a JSON object; to a call that needs approval: allow or deny',
      collect,
      [],
    )
    .option('--store <store>', `keep the journal there: ${storeForms}`)
    .option('--conversation <name>', 'name of the conversation; default: a new one, with --resume the latest')
    .option('--tenant <name>', 'whose conversation it is', defaultTenant)
    .option('--resume', 'go on with a conversation of the store')
    .option('--call <key>', 'with --resume: the waiting call that --answer is about; default: the first one')
    .option('--json', 'one event a line')
    .action(async (folder: string, options: RunCommandOptions) => (await import('./commands/run.ts')).run(folder, options, streams));
  root
    .command('inspect')
    .description('print the journal and the state of a conversation, or explain one of its turns')
    .option('--store <store>', `where it was kept; default: ${storeVariable}`)
    .option('--conversation <name>', 'default: the latest')
    .option('--tenant <name>', 'whose conversation it is', defaultTenant)
    .option('--turn <turn>', 'explain one turn: its number, "last", or the beginning of its id')
    .addOption(new Option('--operation <id>', 'the calls of an operation outside of a run instead').conflicts(['conversation', 'turn']))
    .option('--json', 'one envelope a line, then the state; with --turn or --operation one object')
    .action(async (options: InspectOptions) => (await import('./commands/inspect.ts')).inspect(options, streams));
  root
    .command('resolve')
    .description('say what became of an uncertain tool call')
    .option('--store <store>', `where it was kept; default: ${storeVariable}`)
    .option('--conversation <name>')
    .addOption(new Option('--operation <id>', 'an operation outside of a run, instead of a conversation').conflicts('conversation'))
    .option('--tenant <name>', 'whose conversation it is', defaultTenant)
    .requiredOption('--call <key>', 'the key of the call')
    .option('--attempt <number>', 'the attempt that it is said of; refused when a later one waits')
    .option('--happened [result]', 'it had its effect; its result as JSON')
    .option('--failed', 'it had no effect and counts as failed')
    .option('--run-again', 'run it again under the same key')
    .action(async (options: ResolveOptions) => (await import('./commands/resolve.ts')).resolve(options, streams));
  addStoreCommands(root.command('store').description('look into a whole store, verify it, or copy it into another one'), streams);
  return root;
}

function addStoreCommands(store: Command, streams: Streams): void {
  const chosen = (command: Command): Command =>
    command
      .option('--tenant <name>', 'only what is of this tenant')
      .addOption(new Option('--conversation <name>', 'only this conversation').conflicts('app'))
      .option('--app <name>', 'only what was kept of this app');
  const stores = `\nSTORE is one of ${storeForms}.`;
  chosen(store.command('stat'))
    .description('what a store holds: its conversations and apps, their files and bytes')
    .argument('<store>')
    .option('--json', 'one part a line')
    .addHelpText('after', stores)
    .action(async (place: string, options: StatOptions) => (await import('./commands/store/stat.ts')).stat(place, options, streams));
  chosen(store.command('verify'))
    .description('read all of a store: journals, digests, and what another store has otherwise')
    .argument('<store>')
    .argument('[other]', 'a store to compare it with')
    .option('--json', 'one part a line')
    .addHelpText('after', stores)
    .action(async (place: string, other: string | undefined, options: VerifyOptions) =>
      (await import('./commands/store/verify.ts')).verify(place, other, options, streams),
    );
  chosen(store.command('copy'))
    .description('copy a store, or parts of it, into another one')
    .argument('<from>')
    .argument('<to>')
    .addHelpText('after', stores)
    .action(async (from: string, to: string, options: PartOptions) =>
      (await import('./commands/store/copy.ts')).copy(from, to, options, streams),
    );
}
