import { isDeepStrictEqual } from 'node:util';
import { type StoreOperation, scopedStore } from '@intarsia/core';
import { journalStoreContract, type StoreOpener } from '@intarsia/core/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../memory/index.ts';
import { type BareStore, singleProcess } from './index.ts';
import { bareMemoryStore } from './single-process.test-support.ts';

const open: StoreOpener = async () => {
  const store = singleProcess(bareMemoryStore());
  return { store, close: () => store.close() };
};

describe('a bare store in a single process', () => {
  it.each(journalStoreContract(open))('$name', ({ run }) => run());
});

describe('a scope of a bare store in a single process', () => {
  const openScope: StoreOpener = async () => {
    const store = singleProcess(bareMemoryStore());
    await store.write('/outside', 'x');
    return { store: scopedStore(store, '/tenants/%_'), close: () => store.close() };
  };
  it.each(journalStoreContract(openScope))('$name', ({ run }) => run());
});

/** The store, dead from its `steps`th write on: with `torn` that one is half done. */
function dying(store: BareStore, { steps, torn }: { readonly steps: number; readonly torn: boolean }): BareStore {
  let left = steps;
  const step = async <Result>(whole: () => Promise<Result>, half: () => Promise<unknown>): Promise<Result> => {
    left -= 1;
    if (left > 0) return whole();
    if (left === 0 && torn) await half();
    throw new Error('the process died');
  };
  const halfOf = (text: string) => text.slice(0, text.length / 2);
  return {
    ...store,
    write: (path, content) =>
      step(
        () => store.write(path, content),
        () => store.write(path, halfOf(content)),
      ),
    append: (path, content) =>
      step(
        () => store.append(path, content),
        () => store.append(path, halfOf(content)),
      ),
    delete: (path) =>
      step(
        () => store.delete(path),
        async () => undefined,
      ),
  };
}

const path = fc.constantFrom('/a', '/a/b', '/a/b/c', '/d', '/intarsia', '/intarsia.redone');
const content = fc.constantFrom('', 'é', 'one\n', 'longer text\n');
const operation: fc.Arbitrary<StoreOperation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('write', 'append'), path, content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), path: fc.oneof(path, fc.constant('/')) }) },
);
const setUp = fc.array(fc.tuple(path, content), { maxLength: 6 });

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    (result) => result,
    (error: unknown) => error,
  );
const filesOf = (files: ReadonlyMap<string, string>) => Object.fromEntries([...files].sort());

it('finishes a commit that broke off, or has nothing of it, wherever that was', async () => {
  const commits = fc.array(operation, { minLength: 2, maxLength: 6 });
  const death = fc.record({ steps: fc.integer({ min: 1, max: 12 }), torn: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(setUp, commits, death, death, async (before, operations, first, second) => {
      const bare = bareMemoryStore();
      const model = bareMemoryStore();
      for (const [at, text] of before) for (const { files } of [bare, model]) files.set(at, text);
      const untouched = filesOf(model.files);
      await singleProcess(model).commit(operations);

      const outcome = await outcomeOf(singleProcess(dying(bare, first)).commit(operations));
      const whole = isDeepStrictEqual(outcome, { kind: 'committed' });
      if (!whole) await outcomeOf(singleProcess(dying(bare, second)).stat('/nothing'));
      const after = singleProcess(bare);
      expect(await after.stat('/nothing')).toBe(null); // any call
      const found = filesOf(bare.files);
      if (whole) expect(found).toEqual(filesOf(model.files));
      else expect([untouched, filesOf(model.files)]).toContainEqual(found);
    }),
    { numRuns: 500 },
  );
});

it('does with any commits what a memory store does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(operation, { maxLength: 6 }), { maxLength: 8 }), async (commits) => {
      const bare = bareMemoryStore();
      const [store, memory] = [singleProcess(bare), memoryStore()];
      for (const operations of commits) {
        expect(await store.commit(operations)).toEqual(await memory.commit(operations));
        for (const [at, text] of bare.files) {
          expect([at, text, (await store.stat(at))?.size]).toEqual([at, await memory.read(at), (await memory.stat(at))?.size]);
        }
        expect(await store.list()).toEqual(await memory.list());
      }
    }),
    { numRuns: 200 },
  );
});

it('finishes a commit in the same process before the next call, and tells who listens', async () => {
  const bare = bareMemoryStore();
  let full = true;
  const store = singleProcess({
    ...bare,
    append: (at, text) => (full && at === '/b' ? Promise.reject(new Error('disk full')) : bare.append(at, text)),
    write: (at, text) => (full && at === '/b' ? Promise.reject(new Error('disk full')) : bare.write(at, text)),
  });
  bare.files.set('/b', 'old ');
  const heard: string[] = [];
  store.onChange('/', (changed) => heard.push(changed));
  const commit = store.commit([
    { kind: 'write', path: '/a', content: 'new' },
    { kind: 'append', path: '/b', content: 'line' },
  ]);
  await expect(commit).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
  await expect(store.read('/a')).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
  full = false;
  expect([await store.read('/a'), await store.read('/b'), await store.list()]).toEqual(['new', 'old line', ['a', 'b']]);
  expect(new Set(heard)).toEqual(new Set(['/a', '/b']));
});

it('brings an append that broke off to its end before the next call, and leaves one that was not begun', async () => {
  for (const written of [0, 1, 3, 6]) {
    const bare = bareMemoryStore(new Map([['/log', 'old\n']]));
    let breaks = true;
    const store = singleProcess({
      ...bare,
      append(at, text) {
        if (!breaks) return bare.append(at, text);
        bare.files.set(at, `${bare.files.get(at)}${Buffer.from(text).subarray(0, written).toString('utf8')}`);
        return Promise.reject(new Error('disk full'));
      },
    });
    const heard: string[] = [];
    store.onChange('/', (changed) => heard.push(changed));
    const unsure = { code: 'store_unavailable', retryable: true, details: { outcome: 'unknown' } };
    await expect(store.append('/log', 'l\u00e9ne\n')).rejects.toMatchObject(unsure);
    breaks = false;
    const whole = written === 0 ? 'old\n' : 'old\nl\u00e9ne\n';
    expect([await store.stat('/log'), await store.read('/log')]).toEqual([
      { size: Buffer.byteLength(whole), version: expect.any(String) },
      whole,
    ]);
    expect(await store.append('/log', 'next\n')).toBe(Buffer.byteLength(whole));
    expect(bare.files.get('/log')).toBe(`${whole}next\n`);
    expect(heard).toEqual(written === 0 ? ['/log'] : ['/log', '/log']);
  }
});

it('knows where an append starts whatever the store behind answers', async () => {
  for (const answer of [0, 7, Number.NaN]) {
    const bare = bareMemoryStore(new Map([['/log', '\u00e9\u00e9\n']]));
    const append = async (at: string, text: string) => {
      await bare.append(at, text);
      return answer;
    };
    const store = singleProcess({ ...bare, append });
    expect(await store.append('/log', '\u00e9a\n')).toBe(5);
    expect(await store.readRange('/log', 5)).toBe('\u00e9a\n');
    expect(await store.commit([{ kind: 'append', path: '/log', content: 'b\n' }], { expect: [{ path: '/log', size: 9 }] })).toEqual({
      kind: 'committed',
    });
    expect(await store.append('/log', 'c\n')).toBe(11);
  }
  const deaf = singleProcess({ ...bareMemoryStore(new Map([['/log', 'x']])), append: async () => 0 });
  await expect(deaf.append('/log', 'a\n')).rejects.toMatchObject({ code: 'store_corrupt', retryable: false });
  expect(await deaf.read('/log')).toBe('x');
});

it('writes no record for a commit of one step', async () => {
  const written: string[] = [];
  const bare = bareMemoryStore();
  const store = singleProcess({
    ...bare,
    write: (at, text) => {
      written.push(at);
      return bare.write(at, text);
    },
  });
  await store.commit([{ kind: 'write', path: '/a', content: 'x' }]);
  await store.append('/a', 'y');
  expect(written).toEqual(['/a']);
});

it('keeps one path to itself', async () => {
  const store = singleProcess(bareMemoryStore());
  for (const own of ['/intarsia.redo', 'intarsia.redo/a']) {
    await expect(store.write(own, 'x')).rejects.toMatchObject({ code: 'path_invalid' });
    await expect(store.read(own)).rejects.toMatchObject({ code: 'path_invalid' });
  }
  await store.write('/intarsia.redone', 'x');
  expect(await store.list()).toEqual(['intarsia.redone']);
});

it('grants greater epochs through a later object, also when the clock was set back', async () => {
  const bare = bareMemoryStore();
  const epochOf = async () => {
    const result = await singleProcess(bare).lease.acquire('/run', { owner: 'a', ttlMs: 60_000 });
    return result.kind === 'acquired' ? result.epoch : Number.NaN;
  };
  const first = await epochOf();
  const back = vi.spyOn(Date, 'now').mockReturnValue(1_000);
  const second = await epochOf();
  back.mockRestore();
  expect(second).toBeGreaterThan(first);
  expect(second).toBeLessThan((Date.now() + 60_000) * 1_000);
});

it('promises no fence between processes, and closes the store behind', async () => {
  let closes = 0;
  const store = singleProcess({
    ...bareMemoryStore(),
    close() {
      closes += 1;
    },
  });
  expect(store.capabilities).toEqual({ fenced: false });
  await store.close();
  await store.close();
  expect(closes).toBe(1);
});
