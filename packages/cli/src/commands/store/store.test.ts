import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { conversationLease, type JournalStore, namespaceStore } from '@intarsia/core';
import { openStore } from '@intarsia/knowledge-stores/url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../command.test-support.ts';
import { placeOf } from '../../host/store-place.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { copy } from './copy.ts';
import { stat } from './stat.ts';
import { fillStore, type Watched, watched } from './store.test-support.ts';
import { verify } from './verify.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let filled = '';
let person: Watched;
beforeAll(async () => {
  folder = await temporaryFolder();
  filled = join(folder.path, 'filled.sqlite');
  await fillStore(folder.path, filled);
});
afterAll(() => folder.remove());
beforeEach(() => {
  person = watched();
});
afterEach(async () => {
  const made = (await readdir(folder.path)).filter((name) => name.startsWith('made'));
  for (const name of made) await rm(join(folder.path, name), { recursive: true });
});

const made = (scheme = 'sqlite') => `${scheme}:${join(folder.path, `made.${scheme}`)}`;
const first = { tenant: 'local', chat: 'first' };

async function inStore(given: string, use: (store: JournalStore) => Promise<unknown>): Promise<void> {
  const store = await openStore(placeOf(given, {}).url);
  await use(store);
  await store.close();
}

/** A copy of the filled store to be spoiled. */
async function spoiled(spoil: (store: JournalStore) => Promise<unknown>): Promise<string> {
  await copy(filled, made(), {}, watched().streams);
  await inStore(made(), spoil);
  return made();
}

const walOf = async (store: JournalStore): Promise<string> =>
  `/channels/${(await namespaceStore(store, first).list('/channels'))[0] ?? ''}wal.jsonl`;

describe('store stat', () => {
  it('lists the parts of a store with what they hold', async () => {
    await stat(filled, {}, person.streams);
    const lines = person.out().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^root +1 file +8 bytes$/),
      expect.stringMatching(/^conversation local\/first +8 files +[\d,]+ bytes {2}last 20\d\d-/),
      expect.stringMatching(/^conversation local\/second +8 files /),
      expect.stringMatching(/^app local\/first +2 files +\d+ bytes {2}last 20\d\d-/),
      expect.stringMatching(/^4 parts, 19 files, [\d,]+ bytes$/),
      '',
    ]);
    expect(person.streams.exitCode).toBe(undefined);
  });

  it.each([
    ['a tenant', { tenant: 'local' }, ['conversation', 'conversation', 'app']],
    ['a conversation', { conversation: 'second' }, ['conversation']],
    ['an app', { app: 'first' }, ['app']],
    ['a tenant that has nothing', { tenant: 'zoo' }, []],
  ])('tells a program of %s', async (_, options, kinds) => {
    await stat(filled, { ...options, json: true }, person.streams);
    const told = person
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    expect(told.map(({ kind }) => kind)).toEqual(kinds);
    for (const part of told) expect(part).toMatchObject({ tenant: 'local', files: expect.any(Number), half_copied: false });
  });

  it('refuses a part that holds nothing', async () => {
    await expect(stat(filled, { conversation: 'third' }, person.streams)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The store holds no conversation local/third.',
    });
  });
});

describe('store verify', () => {
  it('finds nothing wrong with a store as it was left', async () => {
    await verify(filled, undefined, {}, person.streams);
    expect(person.err()).toBe('Verified 4 parts: no problems.\n');
    expect(person.out()).toMatch(/^conversation local\/first: 8 files, [\d,]+ bytes, a log of \d+ entries, sha256 [0-9a-f]{16}…$/m);
    expect(person.streams.exitCode).toBe(undefined);
  });

  it.each<[string, (store: JournalStore) => Promise<unknown>, RegExp]>([
    [
      'a line of a journal',
      async (store) => namespaceStore(store, first).append(await walOf(store), 'no\n'),
      /wal\.jsonl: store_corrupt: the line at byte \d+ is no envelope/,
    ],
    [
      'a line of an app',
      (store) => namespaceStore(store, { tenant: 'local', app: 'first' }).append('/intarsia/app.jsonl', '{}\n'),
      /app\.jsonl: store_corrupt: the line at byte \d+ is no record/,
    ],
    [
      'a file of an app',
      (store) => namespaceStore(store, { tenant: 'local', app: 'first' }).delete('/artifacts'),
      /blobs\/\w+: store_corrupt/,
    ],
    [
      'a log at the root',
      (store) => store.append('/intarsia/notes.jsonl', 'no\n'),
      /notes\.jsonl: store_corrupt: the line at byte 8 is not JSON/,
    ],
    ['an operation', (store) => store.append('/intarsia/operations/o.jsonl', '\n{no\n\n'), /operations\/o\.jsonl: store_corrupt/],
    [
      'the record of a channel',
      async (store) => namespaceStore(store, first).delete((await walOf(store)).replace('wal.jsonl', 'metadata.json')),
      /metadata\.json: store_corrupt/,
    ],
    [
      'a copy that did not end',
      (store) => namespaceStore(store, first).write('/intarsia/unfinished-copy.json', '""'),
      /unfinished-copy\.json: conflict: a copy/,
    ],
  ])('names what is wrong with %s', async (_, spoil, problem) => {
    await verify(await spoiled(spoil), undefined, {}, person.streams);
    expect(person.out()).toMatch(problem);
    expect(person.err()).toBe('Verified 4 parts: 1 problem.\n');
    expect(person.streams.exitCode).toBe(exitCodes.refused);
  });

  it('names the file of a folder that has a byte which its disk changed', async () => {
    await copy(filled, made('file'), {}, watched().streams);
    await inStore(made('file'), async (store) => {
      await namespaceStore(store, first).write('/gone/a', 'x');
      await namespaceStore(store, first).delete('/gone'); // brings what is kept into a data file
    });
    const root = join(folder.path, 'made.file');
    const [file = ''] = (await readdir(root, { recursive: true })).filter((name) => name.includes('first/data/'));
    const bytes = await readFile(join(root, file));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(join(root, file), bytes);
    await verify(made('file'), undefined, {}, person.streams);
    expect(person.out()).toContain(`${join(root, file)} is damaged: its bytes from 0 to `);
    expect(person.streams.exitCode).toBe(exitCodes.refused);
  });

  it('compares with another store, file by file, both ways', async () => {
    const other = await spoiled(async (store) => {
      const space = namespaceStore(store, first);
      await space.write('/more', '');
      await space.delete('/agents');
      await space.append(await walOf(store), '\n');
      await namespaceStore(store, { tenant: 'zoo', chat: 'x' }).write('/a', '');
    });
    await verify(filled, other, {}, person.streams);
    expect(person.out()).toMatch(/^ {2}\/agents\/.*: is not in the other store$/m);
    expect(person.out()).toMatch(/^ {2}\/more: is only in the other store$/m);
    expect(person.out()).toMatch(/^ {2}\/channels\/.*wal.jsonl: is not the same in the other store$/m);
    expect(person.out()).toMatch(/^conversation zoo\/x: only there$/m);
    expect(person.streams.exitCode).toBe(exitCodes.refused);
  });

  it('tells a program of every file', async () => {
    await verify(filled, filled, { conversation: 'first', json: true }, person.streams);
    const told = JSON.parse(person.out());
    expect(told).toMatchObject({
      kind: 'conversation',
      conversation: 'first',
      problems: [],
      differences: [],
      logs: [{ entries: expect.any(Number) }],
    });
    expect(told.files).toHaveLength(8);
    for (const file of told.files)
      expect(file).toMatchObject({ path: expect.stringMatching(/^\//), digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe('store copy', () => {
  it.each(['sqlite', 'file'])('copies all of a store into %s:, which then is the same', async (scheme) => {
    await copy(filled, made(scheme), {}, person.streams);
    expect(person.out()).toMatch(/^conversation local\/first: copied 8 files, [\d,]+ bytes$/m);
    expect(person.err()).toBe('Copied 4 parts.\n');
    const other = watched();
    await verify(filled, made(scheme), {}, other.streams);
    expect(other.err()).toBe('Verified 4 parts: no problems.\n');
    const again = watched();
    await copy(filled, made(scheme), {}, again.streams);
    expect(again.out()).toMatch(/^app local\/first: there already, 2 files, /m);
    expect(again.err()).toBe('Copied no parts, 4 parts there already.\n');
    expect([person, other, again].map(({ streams }) => streams.exitCode)).toEqual([undefined, undefined, undefined]);
  });

  it('names what it does not copy, and copies the rest', async () => {
    await inStore(made(), (store) => namespaceStore(store, { tenant: 'local', chat: 'second' }).write('/other', ''));
    await inStore(filled, (store) => namespaceStore(store, first).lease.acquire(conversationLease, { owner: 'ann', ttlMs: 60_000 }));
    await copy(filled, made(), {}, person.streams);
    await inStore(filled, async (store) => {
      const { lease } = namespaceStore(store, first);
      await lease.release(conversationLease, { epoch: (await lease.holder(conversationLease))?.epoch ?? 0 });
    });
    expect(person.out()).toMatch(/^conversation local\/first: conversation_busy: ann runs it in the store that is copied$/m);
    expect(person.out()).toMatch(/^conversation local\/second: conflict: the other store already holds files of this name/m);
    expect(person.out()).toMatch(/^app local\/first: copied /m);
    expect(person.err()).toBe('Copied 2 parts, 2 parts not copied.\n');
    expect(person.streams.exitCode).toBe(exitCodes.failed);
  });

  it.each([
    ['itself', (store: string) => store, 'bad_request'],
    ['itself in another spelling', (store: string) => `sqlite:${relative(process.cwd(), store)}`, 'bad_request'],
    ['memory', () => 'memory:', 'bad_request'],
    ['nothing', () => '', 'bad_request'],
    ['what is no store', () => 'postgres://ann:sesame@host/db', 'wiring_invalid'],
  ])('is refused into %s', async (_, to, code) => {
    const refused = copy(filled, to(filled), {}, person.streams);
    await expect(refused).rejects.toMatchObject({ code, message: expect.not.stringContaining('sesame') });
  });

  it('makes no store for what is not there', async () => {
    await expect(copy(filled, made(), { conversation: 'third' }, person.streams)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(copy(made('file'), made(), {}, person.streams)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect((await readdir(folder.path)).filter((name) => name.startsWith('made'))).toEqual([]);
  });

  it('stops at a signal, says how to go on, and goes on', async () => {
    await inStore(made('file'), (store) => namespaceStore(store, first).append('/big', '€'.repeat(900_000)));
    const terminal = watched(true);
    const { stderr } = terminal.streams;
    const write = stderr.write.bind(stderr);
    stderr.write = (text: string) => {
      if (text.includes('%')) terminal.signal();
      return write(text);
    };
    await copy(made('file'), made(), {}, terminal.streams);
    expect(terminal.err()).toContain('1 of 1: conversation local/first');
    expect(terminal.err()).toMatch(/Interrupted at conversation local\/first\. The same command goes on with it\.\n$/);
    expect(terminal.streams.exitCode).toBe(exitCodes.interrupted);
    await copy(made('file'), made(), {}, person.streams);
    expect(person.out()).toMatch(/copied 1 file, 2,700,000 bytes/);
  });
});
