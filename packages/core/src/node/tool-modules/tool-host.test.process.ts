// A process without a test runner, whose imports are Node's own: loads and runs tools as it is told, one message at a time.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';

let reads = 0;
const { readFileSync } = fs;
fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
  reads += 1;
  return readFileSync(...given);
}) as typeof readFileSync;
syncBuiltinESMExports();

const { toolLoader } = await import('../tool-loader.ts');
type Loaded = Awaited<ReturnType<ReturnType<typeof toolLoader>['load']>>;

/** What the host is told; `folder` is a workflow's. */
interface Order {
  readonly folder: string;
  readonly file: string;
  readonly name: string;
  readonly importLimitMs?: number;
  /** Dispatches that are awaited one after another before the last one. */
  readonly before?: number;
  /** Dispatches at once. */
  readonly atOnce?: number;
  /** Imports the file as an application does, without a tool loader. */
  readonly plainly?: boolean;
}

const loader = toolLoader();
const identities = new WeakMap<object, number>();
let known = 0;

function identityOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!identities.has(value)) {
    known += 1;
    identities.set(value, known);
  }
  return identities.get(value) ?? null;
}

async function dispatch(order: Order): Promise<Loaded> {
  const { importLimitMs, folder, file, name } = order;
  const used = importLimitMs === undefined ? loader : toolLoader({ importLimitMs });
  return used.load({ name: 'W', folder } as never, { file, function: name } as never);
}

async function obey(order: Order): Promise<object> {
  if (order.plainly === true) return answer(Reflect.get(await import(pathToFileURL(`${order.folder}/${order.file}`).href), order.name)());
  const readBefore = reads;
  const began = performance.now();
  for (let done = 0; done < (order.before ?? 0); done += 1) await dispatch(order);
  const figures = { reads: reads - readBefore, microseconds: ((performance.now() - began) * 1_000) / (order.before ?? 1) };
  const all = await Promise.all(Array.from({ length: order.atOnce ?? 1 }, () => dispatch(order)));
  const answers = await Promise.all(all.map((loaded) => ended(loaded)));
  return { ...answers[0], figures, answers };
}

async function ended(loaded: Loaded): Promise<object> {
  if (loaded.kind === 'missing') {
    const { cause, ...rest } = loaded;
    return { ...rest, cause: String(cause), identity: identityOf(cause) };
  }
  try {
    return answer(await loaded.tool.run({}, {} as never));
  } catch (error) {
    return { kind: 'threw', message: String(error) };
  }
}

const answer = (value: unknown): object => ({ kind: 'returned', value, identity: identityOf(value) });

let last = Promise.resolve();
process.on('message', (order: Order & { readonly id: number }) => {
  last = last.then(async () => {
    process.send?.(JSON.stringify({ id: order.id, ...(await obey(order)) }));
  });
});
