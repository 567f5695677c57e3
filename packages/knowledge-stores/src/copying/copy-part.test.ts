import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversationLease, type JournalStore, namespaceStore } from '@intarsia/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../memory/index.ts';
import { openStore } from '../url/index.ts';
import { app, breaking, chat, contentOf, conversationFiles, fill } from './copying.test-support.ts';
import { copyPart, isMarker, type StorePart } from './index.ts';

let from: JournalStore;
let to: JournalStore;
beforeEach(() => {
  from = memoryStore();
  to = memoryStore();
});
afterEach(() => vi.restoreAllMocks());

const large = '€ä😀\n'.repeat(250_000); // 2.5 MB, and no piece of it ends where a character does
const parts: readonly (readonly [string, StorePart, Readonly<Record<string, string>>])[] = [
  ['a conversation', chat, conversationFiles],
  ['an app', app, { '/intarsia/app.jsonl': '{"at":"x"}\n', '/artifacts/blobs/b1': 'one', '/artifacts/blobs/b2': '' }],
  ['the root', 'root', { '/intarsia/operations/o1.jsonl': '\n{}\n', '/a': '', '/a/b': 'both a file and a folder' }],
  ['a large file', chat, { ...conversationFiles, '/channels/k1/wal.jsonl': large }],
];
const sizeOf = (files: Readonly<Record<string, string>>) => Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

describe.each(parts)('%s', (_, part, files) => {
  it('is copied whole, and is there already the second time', async () => {
    await fill(from, part, files);
    const whole = { files: Object.keys(files).length, bytes: sizeOf(files) };
    const told: number[] = [];
    const onProgress = (progress: { readonly bytes: number; readonly totalBytes: number }) => {
      expect(progress.totalBytes).toBe(whole.bytes);
      told.push(progress.bytes);
    };
    expect(await copyPart(from, to, part, { onProgress })).toEqual({ kind: 'copied', ...whole });
    expect(await contentOf(to, part)).toEqual(files);
    expect(told.at(-1)).toBe(whole.bytes);
    expect(told).toEqual(told.toSorted((left, right) => left - right));
    expect(await copyPart(from, to, part)).toEqual({ kind: 'present', ...whole });
  });

  it('that was interrupted at any commit is gone on with, and said to be half copied until then', async () => {
    await fill(from, part, files);
    for (let broken = 0; ; broken += 1) {
      for (const when of ['before', 'after'] as const) {
        const target = memoryStore();
        const first = await copyPart(from, breaking(target, broken, when), part).catch((cause: unknown) => String(cause));
        if (typeof first !== 'string') {
          expect(broken).toBeGreaterThan(2);
          return;
        }
        expect(first).toContain('The cable is cut.');
        const left = await contentOf(target, part);
        const isWhole = Object.keys(left).length === Object.keys(files).length && !Object.keys(left).some(isMarker);
        if (!isWhole && Object.keys(left).length > 0) expect(Object.keys(left).filter(isMarker)).toHaveLength(1);
        if (!isWhole && part === chat) expect(left).not.toHaveProperty('/channels/k1/metadata.json');
        expect(await copyPart(from, target, part)).toMatchObject({ kind: isWhole ? 'present' : 'copied' });
        expect(await contentOf(target, part)).toEqual(files);
      }
    }
  });

  it('leaves alone what the other store holds', async () => {
    await fill(from, part, files);
    for (const others of [{ '/other': 'x' }, { ...files, [Object.keys(files)[0] ?? '']: 'y' }, { ...files, '/more': '' }]) {
      const target = memoryStore();
      await fill(target, part, others);
      expect(await copyPart(from, target, part)).toMatchObject({ kind: 'refused', code: 'conflict' });
      expect(await contentOf(target, part)).toEqual(others);
    }
  });
});

describe('between stores of other kinds', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'intarsia-copying-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(parts)('%s is copied from a file into a folder and back', async (_, part, files) => {
    const [file, disk] = [await openStore(`sqlite:${join(folder, 'a')}`), await openStore(`file:${join(folder, 'b')}`)];
    await fill(file, part, files);
    expect(await copyPart(file, disk, part)).toMatchObject({ kind: 'copied' });
    expect(await copyPart(disk, to, part)).toMatchObject({ kind: 'copied' });
    expect(await contentOf(to, part)).toEqual(files);
    await Promise.all([file.close(), disk.close()]);
  });

  it('the root is refused where its files would be in namespaces', async () => {
    const disk = await openStore(`file:${join(folder, 'b')}`);
    await disk.write('/conversations/acme/c1/channels/x', 'y');
    expect(await copyPart(disk, to, 'root')).toMatchObject({ kind: 'refused', message: expect.stringContaining('namespaces') });
    expect(await to.list('/')).toEqual([]);
    await disk.close();
  });
});

describe('the owners of a conversation', () => {
  const acquire = (store: JournalStore, owner: string) =>
    namespaceStore(store, chat).lease.acquire(conversationLease, { owner, ttlMs: 60_000 });

  it.each(['from', 'to'] as const)('keep it from being copied while they run it in the store "%s"', async (where) => {
    await fill(from, chat, conversationFiles);
    await acquire(where === 'from' ? from : to, 'ann');
    expect(await copyPart(from, to, chat)).toMatchObject({
      kind: 'refused',
      code: 'conversation_busy',
      message: expect.stringContaining('ann'),
    });
    expect(await to.list('/')).toEqual([]);
  });

  it('are waited for when they died, and not when they live', async () => {
    await fill(from, chat, conversationFiles);
    await namespaceStore(from, chat).lease.acquire(conversationLease, { owner: 'ann', ttlMs: 300 });
    expect(await copyPart(from, to, chat)).toMatchObject({ kind: 'copied' });
    let remainingMs = 5_000;
    const acquire: JournalStore['lease']['acquire'] = async () => ({ kind: 'held', owner: 'ben', remainingMs: remainingMs++ });
    expect(await copyPart({ ...from, lease: { ...from.lease, acquire } }, to, chat)).toMatchObject({ code: 'conversation_busy' });
  });

  it('cannot take it while it is copied, in neither store, and can as soon as that ended badly', async () => {
    await fill(from, chat, conversationFiles);
    const seen: unknown[] = [];
    const target: JournalStore = {
      ...to,
      async commit() {
        seen.push(await acquire(from, 'ann'), await acquire(to, 'ann'));
        throw new Error('no');
      },
    };
    await expect(copyPart(from, target, chat)).rejects.toThrow('no');
    expect(seen).toEqual([expect.objectContaining({ kind: 'held' }), expect.objectContaining({ kind: 'held' })]);
    expect([await acquire(from, 'ann'), await acquire(to, 'ann')]).toMatchObject([{ kind: 'acquired' }, { kind: 'acquired' }]);
  });

  it.each(['from', 'to'] as const)('end a copy by taking the conversation over in the store "%s"', async (where) => {
    await fill(from, chat, conversationFiles);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const losing = (store: JournalStore, loses: boolean): JournalStore => ({
      ...store,
      lease: {
        ...store.lease,
        renew: async (lease, request) => !loses && store.lease.renew(lease, request),
        acquire: async (lease, request) => {
          const result = await store.lease.acquire(lease, request);
          now += 11_000; // so that it is to be renewed at the next step
          return result;
        },
      },
    });
    await expect(copyPart(losing(from, where === 'from'), losing(to, where === 'to'), chat)).rejects.toMatchObject({ code: 'stale_epoch' });
  });
});

describe('what changes meanwhile', () => {
  it('of a conversation, between a copy that broke off and the next, is copied as it is now', async () => {
    await fill(from, chat, conversationFiles);
    await expect(copyPart(from, breaking(to, 3, 'before'), chat)).rejects.toThrow('cable');
    await fill(from, chat, { '/channels/k1/intarsia/checkpoint.json': '{"bytes":22}' });
    await namespaceStore(from, chat).append('/channels/k1/wal.jsonl', '{"more":1}\n');
    expect(await copyPart(from, to, chat)).toMatchObject({ kind: 'copied' });
    expect(await contentOf(to, chat)).toEqual(await contentOf(from, chat));
  });

  it.each([
    ['the journal that others began meanwhile', { '/intarsia/app.jsonl': 'theirs\n' }],
    ['a file of others', { '/artifacts/blobs/theirs': 'x' }],
  ])('of an app is left alone in the other store: %s', async (_, theirs) => {
    await fill(from, app, { '/intarsia/app.jsonl': 'ours\n', '/artifacts/blobs/b1': 'one' });
    await expect(copyPart(from, breaking(to, 1, 'before'), app)).rejects.toThrow('cable');
    await fill(to, app, theirs);
    const [path = ''] = Object.keys(theirs);
    expect(await copyPart(from, to, app)).toMatchObject({ kind: 'refused', message: expect.stringContaining(path) });
    expect(await contentOf(to, app)).toMatchObject(theirs);
  });

  it('of a part without an owner refuses the copy, which then can be made again', async () => {
    await fill(from, 'root', { '/intarsia/operations/a.jsonl': 'a\n', '/intarsia/operations/b.jsonl': 'b\n' });
    let writes = 0;
    const source: JournalStore = {
      ...from,
      async readRange(...range) {
        if (writes++ === 0) await from.append('/intarsia/operations/a.jsonl', 'later\n');
        return from.readRange(...range);
      },
    };
    expect(await copyPart(source, to, 'root')).toMatchObject({
      kind: 'refused',
      code: 'conflict',
      message: expect.stringContaining('changed'),
    });
    expect(await copyPart(from, to, 'root')).toMatchObject({ kind: 'copied' });
    expect(await contentOf(to, 'root')).toEqual(await contentOf(from, 'root'));
  });
});

it('a half copied part is not copied on', async () => {
  await fill(from, chat, conversationFiles);
  await expect(copyPart(from, breaking(to, 2, 'before'), chat)).rejects.toThrow('cable');
  expect(await copyPart(to, memoryStore(), chat)).toMatchObject({ kind: 'refused', message: expect.stringContaining('did not end') });
});

it('a signal stops it between two pieces', async () => {
  await fill(from, chat, { ...conversationFiles, '/channels/k1/wal.jsonl': large });
  const stop = new AbortController();
  const onProgress = ({ bytes }: { readonly bytes: number }) => bytes > 0 && stop.abort(new Error('enough'));
  await expect(copyPart(from, to, chat, { onProgress: (progress) => void onProgress(progress), signal: stop.signal })).rejects.toThrow(
    'enough',
  );
  expect(Object.keys(await contentOf(to, chat))).toEqual(['/channels/k1/wal.jsonl', '/intarsia/unfinished-copy.json']);
  expect(await copyPart(from, to, chat)).toMatchObject({ kind: 'copied' });
});

it('a store that gives back something else than was written is found out', async () => {
  await fill(from, chat, conversationFiles);
  const target: JournalStore = { ...to, readRange: async (...range) => (await to.readRange(...range)).replace('Ann', 'Ben') };
  await expect(copyPart(from, target, chat)).rejects.toMatchObject({
    code: 'store_corrupt',
    message: expect.stringContaining('passport.json'),
  });
});
