import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storePathOf, storeUrlOf } from '@intarsia/knowledge-stores/url';
import { processSandbox } from '@intarsia/sandbox';
import type { NumberedEvent, VisibleEvent } from '@intarsia/transport';
import { type Command, type Ended, modelEnvironment, startIntarsia } from './command.ts';

/** The AppFactory workflow with a store and sandboxes of its own: the conversation is `job`, and its app too. */
export interface AppFactory {
  readonly store: string;
  readonly scope: { readonly tenant: 'local'; readonly chat: 'job' };
  run(...options: readonly string[]): Command;
  /** What lives in its sandboxes now. */
  sandboxes(): ReturnType<ReturnType<typeof processSandbox>['list']>;
  /** Ends what still runs, sandboxes included, and deletes the folder. */
  close(): Promise<void>;
}

/** Opens one that asks the model at this address; `named` is the URL of another store than a file of its own. */
export async function openAppFactory(modelUrl: string, named?: string): Promise<AppFactory> {
  const folder = await mkdtemp(join(tmpdir(), 'app-factory-'));
  const store = named ?? join(folder, 'store.sqlite');
  const environment = modelEnvironment(modelUrl, folder);
  const sandboxes = async () => processSandbox({ root: await rootOf(store, folder) });
  const started: Command[] = [];
  return {
    store,
    scope: { tenant: 'local', chat: 'job' },
    run(...options) {
      const args = ['run', 'apps/demo/workflows/AppFactory', '--store', store, '--conversation', 'job', '--json', ...options];
      const command = startIntarsia(args, environment);
      started.push(command);
      return command;
    },
    sandboxes: async () => (await sandboxes()).list({ tenant: 'local', app: 'job' }),
    async close() {
      for (const command of started) command.signal('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      const port = await sandboxes();
      for (const { id } of await port.list()) {
        const sandbox = await port.connect(id);
        if (sandbox !== null && !(await sandbox.terminate())) throw new Error(`The sandbox ${id} did not end.`);
      }
      await rm(folder, { recursive: true });
    },
  };
}

/** Where the command has the sandboxes of a store: beside a file or folder, else below its temporary folder. */
async function rootOf(store: string, folder: string): Promise<string> {
  const path = storePathOf(storeUrlOf(store));
  if (path !== null) return `${path}.sandboxes`;
  const [name = 'none'] = (await readdir(folder)).filter((found) => found.startsWith('intarsia-sandboxes-'));
  return join(folder, name);
}

/** The visible events that a command printed, in order. */
export function eventsOf({ stdout }: Ended): readonly VisibleEvent[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line): VisibleEvent => {
    const numbered: NumberedEvent = JSON.parse(line);
    return numbered.event;
  });
}

/** Address of the preview that a command started, for this process; null when it started none. */
export function previewOf(ended: Ended): string | null {
  for (const event of eventsOf(ended)) {
    if (event.kind !== 'tool.finished' || event.tool !== 'start_preview') continue;
    const url: unknown = Object(event.surface?.payload).localUrl;
    if (typeof url === 'string') return url;
  }
  return null;
}

/** What was said to a person, beside the events and in them: short enough to read in a failure. */
export function toldBy(ended: Ended): string {
  const said = eventsOf(ended).flatMap((event) => (event.kind === 'message' ? [`${event.agent}: ${event.text}`] : []));
  return [...said, ended.stderr].join('\n');
}
