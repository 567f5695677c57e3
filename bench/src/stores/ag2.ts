import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Place } from './backends.ts';
import { deleteKeys, servers } from './servers.ts';

const script = fileURLToPath(new URL('ag2_stores.py', import.meta.url));
const appended = z.object({ us: z.number() });

/** One of AG2's stores, in a Python process of its own. */
export interface Ag2Store {
  readonly name: string;
  /** Writes a file of so many bytes. */
  write(path: string, size: number): Promise<void>;
  /** Appends so many bytes again and again until the time is over; microseconds of one. */
  append(path: string, bytes: number, budgetMs: number): Promise<number>;
  close(): Promise<void>;
}

/** Starts those that can be measured here. */
export function openAg2Stores(python: string, { folder, run }: Place): readonly Ag2Store[] {
  const { redis } = servers;
  const prefix = `${run}-ag2`;
  const stores = [
    ag2Store(python, 'memory', []),
    ag2Store(python, 'disk', [join(folder, 'ag2')]),
    ag2Store(python, 'sqlite', [join(folder, 'ag2.db')]),
  ];
  if (redis === undefined) return stores;
  const store = ag2Store(python, 'redis', [redis, prefix]);
  const close = async (): Promise<void> => {
    await store.close();
    await deleteKeys(redis, `${prefix}*`);
  };
  return [...stores, { ...store, close }];
}

/** The version of AG2 that a Python has. */
export const ag2Version = (python: string): string =>
  execFileSync(python, ['-c', "from importlib.metadata import version; print(version('ag2'))"], { encoding: 'utf8' }).trim();

function ag2Store(python: string, name: string, place: readonly string[]): Ag2Store {
  const child = spawn(python, [script, name, ...place], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`The process of AG2's ${name} store has ended.`);
    return JSON.parse(value);
  };
  return {
    name,
    async write(path, size) {
      await ask({ path, size });
    },
    append: async (path, bytes, budgetMs) => appended.parse(await ask({ path, append: bytes, budget_ms: budgetMs })).us,
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
