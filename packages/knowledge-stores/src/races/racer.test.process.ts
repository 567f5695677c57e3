// A process of its own: does what its parent asks of the store that the given URL names, one message at a time.
import type { CommitConditions, StoreOperation } from '@intarsia/core';
import { openStore } from '../url/index.ts';

/** What a parent can ask for. */
export type RacerRequest =
  | { readonly kind: 'append'; readonly path: string; readonly texts: readonly string[] }
  | { readonly kind: 'acquire'; readonly lease: string; readonly owner: string; readonly ttlMs: number }
  | { readonly kind: 'commit'; readonly operations: readonly StoreOperation[]; readonly conditions: CommitConditions }
  | { readonly kind: 'increment'; readonly path: string; readonly times: number }
  | { readonly kind: 'watch'; readonly path: string; readonly until: string }
  | { readonly kind: 'write_until_killed'; readonly first: number };

const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
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

/** Every path that changed beneath one, up to a last one. */
async function watch({ path, until }: Extract<RacerRequest, { kind: 'watch' }>): Promise<readonly string[]> {
  const heard = new Set<string>();
  await new Promise<void>((resolve) => {
    store.onChange(path, (changed) => {
      heard.add(changed);
      if (changed === until) resolve();
    });
    void store.write(`${path}/subscribed`, 'x'); // tells the parent that changes are heard from now on
  });
  return [...heard].sort();
}

async function writeUntilKilled(first: number): Promise<never> {
  for (let number = first; ; number += 1) {
    await store.commit([
      { kind: 'append', path: '/log', content: `${number}\n` },
      { kind: 'write', path: '/state', content: `${number}:${'x'.repeat(100_000)}` },
      { kind: 'delete', path: `/marks/${number - 1}` },
      { kind: 'write', path: `/marks/${number}`, content: String(number) },
    ]);
    await answer(number);
  }
}

async function handle(request: RacerRequest): Promise<unknown> {
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
    case 'watch':
      return watch(request);
    case 'write_until_killed':
      return writeUntilKilled(request.first);
  }
}

process.on('message', (request: RacerRequest) => {
  handle(request).then(answer, (error: unknown) => answer({ failed: String(error) }));
});
process.on('disconnect', () => process.exit());
await answer('ready');
