// A process of its own for the tests beside it: does what its parent asks of one SQLite file, one message at a time.
import type { CommitConditions, StoreOperation } from '@intarsia/core';
import { sqliteStore } from './index.ts';

/** What a parent can ask for. */
export type ChildRequest =
  | { readonly kind: 'append'; readonly path: string; readonly texts: readonly string[] }
  | { readonly kind: 'acquire'; readonly lease: string; readonly owner: string; readonly ttlMs: number }
  | { readonly kind: 'commit'; readonly operations: readonly StoreOperation[]; readonly conditions: CommitConditions }
  | { readonly kind: 'increment'; readonly path: string; readonly times: number }
  | { readonly kind: 'open'; readonly files: readonly string[]; readonly at: number; readonly everyMs: number }
  | { readonly kind: 'write_until_killed'; readonly first: number };

const [file = ''] = process.argv.slice(2);
const store = sqliteStore({ file });
const answer = (value: unknown): Promise<void> => new Promise((resolve) => process.send?.(value, undefined, undefined, () => resolve()));

/** Compare and set until it fits; the number of refusals. */
async function increment(path: string): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const found = await store.stat(path);
    const value = Number((await store.read(path)) ?? '0');
    const expected = found === null ? { path, size: -1 } : { path, version: found.version };
    const result = await store.commit([{ kind: 'write', path, content: String(value + 1) }], { expect: [expected] });
    if (result.kind === 'committed') return refusals;
  }
}

/** Opens each file at its moment, which another process is told as well; how many of them could be used. */
async function openAll({ files, at, everyMs }: Extract<ChildRequest, { kind: 'open' }>): Promise<number> {
  let used = 0;
  for (const [index, path] of files.entries()) {
    while (Date.now() < at + index * everyMs); // the moments are closer together than a timer can be trusted with
    const opened = sqliteStore({ file: path });
    await opened.append('/a', 'x');
    await opened.close();
    used += 1;
  }
  return used;
}

async function handle(request: ChildRequest): Promise<unknown> {
  switch (request.kind) {
    case 'append': {
      const offsets: number[] = [];
      for (const text of request.texts) offsets.push(await store.append(request.path, text));
      return offsets;
    }
    case 'acquire':
      return store.lease.acquire(request.lease, request);
    case 'commit':
      return store.commit(request.operations, request.conditions);
    case 'increment': {
      let refusals = 0;
      for (let time = 0; time < request.times; time += 1) refusals += await increment(request.path);
      return refusals;
    }
    case 'open':
      return openAll(request);
    case 'write_until_killed':
      for (let number = request.first; ; number += 1) {
        await store.commit([
          { kind: 'append', path: '/log', content: `${number}\n` },
          { kind: 'write', path: '/state', content: `${number}:${'x'.repeat(100_000)}` },
          { kind: 'delete', path: `/marks/${number - 1}` },
          { kind: 'write', path: `/marks/${number}`, content: String(number) },
        ]);
        await answer(number);
      }
  }
}

process.on('message', (request: ChildRequest) => {
  handle(request).then(answer, (error: unknown) => answer({ failed: String(error) }));
});
process.on('disconnect', () => process.exit());
await answer('ready');
