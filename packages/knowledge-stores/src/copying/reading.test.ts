import { type JournalStore, namespaceStore } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../memory/index.ts';
import { app, breaking, chat, conversationFiles, fill } from './copying.test-support.ts';
import { compareFiles, copyPart, digestOfPart, digestsOf, filesOf, holdsFile, listed, statPart, storeParts } from './index.ts';

async function filled(): Promise<JournalStore> {
  const store = memoryStore();
  await fill(store, chat, conversationFiles);
  await fill(store, app, { '/intarsia/app.jsonl': '{"at":"2026-02-02T00:00:00Z"}\n{"torn', '/artifacts/blobs/b1': 'ä' });
  await fill(store, 'root', { '/intarsia/operations/o1.jsonl': '\n{}\n', '/conversations/stray': '', '/conversations/acme/stray': '' });
  return store;
}

describe('the parts of a store', () => {
  it('are its root, conversations and apps, or those of a tenant', async () => {
    const store = await filled();
    await fill(store, { tenant: 'zoo', chat: 'a' }, { '/x': '' });
    expect(await storeParts(store)).toEqual(['root', chat, app, { tenant: 'zoo', chat: 'a' }]);
    expect(await storeParts(store, 'acme')).toEqual([chat, app]);
    expect(await storeParts(memoryStore())).toEqual([]);
    expect([await holdsFile(store, chat), await holdsFile(store, { tenant: 'acme', chat: 'c2' })]).toEqual([true, false]);
  });

  it('have each file exactly once', async () => {
    const store = await filled();
    const root = (await listed(filesOf(store, 'root'))).map(({ path }) => path);
    expect(root).toEqual(['/conversations/stray', '/conversations/acme/stray', '/intarsia/operations/o1.jsonl']);
    expect(await listed(filesOf(namespaceStore(store, app), app))).toMatchObject([
      { path: '/artifacts/blobs/b1', size: 2 },
      { path: '/intarsia/app.jsonl', size: 36 },
    ]);
  });

  it('are counted, with what their journal says last', async () => {
    const store = await filled();
    const bytes = Object.values(conversationFiles).join('').length;
    expect(await statPart(store, chat)).toEqual({
      part: chat,
      files: 4,
      bytes,
      changedAt: '2026-01-02T00:00:00+00:00',
      isHalfCopied: false,
    });
    expect(await statPart(store, app)).toMatchObject({ files: 2, bytes: 38, changedAt: '2026-02-02T00:00:00Z' });
    expect(await statPart(store, 'root')).toMatchObject({ files: 3, changedAt: null });
  });

  it('say that they are half copied', async () => {
    const target = memoryStore();
    await copyPart(await filled(), breaking(target, 1, 'before'), chat).catch(() => undefined);
    expect(await statPart(target, chat)).toMatchObject({ files: 2, isHalfCopied: true });
  });

  it('have a last line also behind a long text of wide characters', async () => {
    const store = memoryStore();
    await fill(store, app, { '/intarsia/app.jsonl': `${'€'.repeat(40_001)}\n{"at":"now"}\n` });
    expect(await statPart(store, app)).toMatchObject({ changedAt: 'now' });
  });
});

describe('digests', () => {
  it('are those of the bytes', async () => {
    const store = memoryStore();
    await store.write('/abc', 'abc');
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await listed(digestsOf(store, 'root'))).toEqual([{ path: '/abc', size: 3, digest }]);
  });

  it('say what differs', async () => {
    const file = (path: string, digest: string) => ({ path, size: 1, digest });
    const files = [file('/a', '1'), file('/b', '2'), file('/d', '4')];
    const others = [file('/d', '4'), file('/c', '3'), file('/b', '5')];
    expect(compareFiles(files, others)).toEqual([
      { path: '/a', kind: 'missing' },
      { path: '/b', kind: 'different' },
      { path: '/c', kind: 'extra' },
    ]);
    expect(digestOfPart(files)).toBe(digestOfPart(files.toReversed()));
    expect(digestOfPart(files)).not.toBe(digestOfPart(others));
  });

  /** A store in which something happens at the given reads, counted from 0. */
  const during = (store: JournalStore, happens: (read: number) => Promise<unknown>): JournalStore => {
    let read = 0;
    return {
      ...store,
      async readRange(...range) {
        await happens(read++);
        return store.readRange(...range);
      },
    };
  };

  it('are of a file at rest: one that changes is read again, one that is gone is left out, one that never rests is an error', async () => {
    const store = memoryStore();
    const again = async (happens: (read: number) => Promise<unknown>) => {
      await store.write('/a', 'first');
      return listed(digestsOf(during(store, happens), 'root'));
    };
    expect(await again(async (read) => read === 0 && store.write('/a', 'second'))).toMatchObject([{ size: 6 }]);
    expect(await again(async () => store.delete('/a'))).toEqual([]);
    await expect(again(async () => store.append('/a', 'more'))).rejects.toMatchObject({ code: 'conflict', retryable: true });
  });

  it('refuse a file that is not as long as the store says', async () => {
    const store = memoryStore();
    await store.write('/a', 'abc');
    const short: JournalStore = { ...store, readRange: async (_path, start) => (start === 0 ? 'ab' : '') };
    await expect(listed(digestsOf(short, 'root'))).rejects.toMatchObject({ code: 'store_corrupt', details: { size: 3, bytes: 2 } });
  });
});
