import { existsSync, readFileSync, watch } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { type Command, modelEnvironment, startIntarsia, startSource } from './command.ts';
import { type ModelAnswer, type ModelEndpoint, serveModel } from './model-endpoint.ts';
import { type StoreKind, storeOf } from './store-kinds.ts';

/** Where a tool of the order desk can be made to wait. `load`: what came before it has returned and is not committed. */
export type Stage =
  | 'price.load'
  | 'price.run'
  | 'book.load'
  | 'book.before'
  | 'book.after'
  | 'announce.load'
  | 'announce.before'
  | 'announce.after'
  | 'pay.load'
  | 'pay.before'
  | 'pay.after';

/** A process that serves, and where. */
export interface Server {
  readonly command: Command;
  readonly url: string;
}

/** The workflow of a desk, with its store in a folder of its own and a model that knows its replies. */
export interface OrderDesk {
  readonly model: ModelEndpoint;
  readonly store: string;
  readonly scope: { readonly tenant: 'local'; readonly chat: 'order' };
  /** Runs the command on the conversation `order` of the store. */
  run(...options: readonly string[]): Command;
  /** The same with another model, or other variables. */
  runWith(environment: Readonly<Record<string, string>>, ...options: readonly string[]): Command;
  intarsia(...args: readonly string[]): Command;
  /** Serves the conversations of the store over HTTP from a process of its own. */
  serve(): Promise<Server>;
  /** Makes the stage wait, in this process and all later ones. */
  hold(stage: Stage): Promise<void>;
  /** Waits until a process waits there. */
  reached(stage: Stage): Promise<void>;
  release(stage: Stage): Promise<void>;
  /** What the tools noted down, oldest first. */
  log(name: 'calls' | 'effects'): readonly string[];
  /** Ends what still runs and deletes the folder. */
  close(): Promise<void>;
}

/** The replies of the order desk's agents. */
export const orderReply = (output: string): ModelAnswer => ({
  kind: 'reply',
  content: output === 'Order' ? '{"item":"lamp","quantity":2}' : '{"text":"Two lamps are booked."}',
});

/** Opens an order desk, or one with another workflow or store; `answer` stands in for its model. */
export async function openOrderDesk(
  answer: Parameters<typeof serveModel>[0] = ({ output }) => orderReply(output),
  workflow = 'tests/fixtures/OrderDesk',
  named?: string,
): Promise<OrderDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'order-desk-'));
  const model = await serveModel(answer);
  const store = named ?? join(folder, 'store.sqlite');
  const started: Command[] = [];
  const all = { ...modelEnvironment(model.url, folder), ORDER_DESK: folder };
  const begun = (command: Command): Command => {
    started.push(command);
    return command;
  };
  const intarsia = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Command =>
    begun(startIntarsia(args, { ...all, ...environment }));
  const run = (environment: Readonly<Record<string, string>>, options: readonly string[]): Command =>
    intarsia(['run', workflow, '--store', store, '--conversation', 'order', '--json', ...options], environment);
  return {
    model,
    store,
    scope: { tenant: 'local', chat: 'order' },
    run: (...options) => run({}, options),
    runWith: (environment, ...options) => run(environment, options),
    intarsia: (...args) => intarsia(args),
    async serve() {
      const command = begun(startSource('tests/support/conversations.process.ts', [workflow, store], all));
      const [url] = await command.printed(/http:\S+/);
      return { command, url };
    },
    hold: (stage) => writeFile(join(folder, `${stage}.hold`), ''),
    reached: (stage) => appears(folder, `${stage}.reached`),
    release: (stage) => rm(join(folder, `${stage}.hold`)),
    log: (name) => linesOf(join(folder, `${name}.log`)),
    async close() {
      for (const command of started) command.signal('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await model.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens one for a test, in a new store of this kind; nothing of either is left after it. */
export async function orderDeskIn(
  kind: StoreKind,
  context: TestContext,
  opened: (store: string) => Promise<OrderDesk> = (store) => openOrderDesk(undefined, undefined, store),
): Promise<OrderDesk> {
  const desk = await opened(await storeOf(kind, context));
  context.onTestFinished(() => desk.close());
  return desk;
}

function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!existsSync(join(folder, name))) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(folder, look);
    look();
  });
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
