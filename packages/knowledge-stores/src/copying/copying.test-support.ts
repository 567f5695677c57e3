import type { JournalStore } from '@intarsia/core';
import { digestsOf } from './digests.ts';
import { inPart, listed, type StorePart } from './index.ts';

/** The conversation of the tests. */
export const chat = { tenant: 'acme', chat: 'c 1' } as const;
/** The app of the tests. */
export const app = { tenant: 'acme', app: 'shop' } as const;

/** What a hub leaves of a conversation, as far as it matters here. */
export const conversationFiles: Readonly<Record<string, string>> = {
  '/agents/a1/passport.json': '{"name":"Ann"}',
  '/channels/k1/intarsia/checkpoint.json': '{"bytes":1}',
  '/channels/k1/metadata.json': '{"channel_id":"k1"}',
  '/channels/k1/wal.jsonl': '{"created_at":"2026-01-01T00:00:00+00:00"}\n{"created_at":"2026-01-02T00:00:00+00:00"}\n',
};

/** Writes files into a part. */
export const fill = (store: JournalStore, part: StorePart, files: Readonly<Record<string, string>>): Promise<void> =>
  inPart(store, part, async (space) => {
    for (const [path, text] of Object.entries(files)) await space.write(path, text);
  });

/** All files of a part with their texts. */
export const contentOf = (store: JournalStore, part: StorePart): Promise<Readonly<Record<string, string>>> =>
  inPart(store, part, async (space) => {
    const files = await listed(digestsOf(space, part));
    const texts = await Promise.all(files.map(async ({ path }) => [path, (await space.read(path)) ?? ''] as const));
    return Object.fromEntries(texts);
  });

/** A store whose commit number `broken`, counted from 0, is lost before or after it was done, like all that come behind it. */
export function breaking(store: JournalStore, broken: number, when: 'before' | 'after'): JournalStore {
  let commits = 0;
  const commit: JournalStore['commit'] = async (...given) => {
    const number = commits++;
    if (number < broken) return store.commit(...given);
    if (number === broken && when === 'after') await store.commit(...given);
    throw new Error('The cable is cut.');
  };
  return { ...store, commit };
}
