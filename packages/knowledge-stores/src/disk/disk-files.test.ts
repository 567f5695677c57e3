import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { JournalStore } from '@intarsia/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentsOf, temporaryRoot } from './disk.test-support.ts';
import { encodeEntry } from './entry.ts';
import { diskStore } from './index.ts';

let folder = '';
let root = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ folder, root, remove } = await temporaryRoot());
});
afterEach(() => remove());

const namespaceOf = (store: JournalStore): JournalStore =>
  store.namespace?.({ tenant: 't', chat: 'c' }) ?? expect.fail('the store has namespaces');

/** A store with a checkpoint, entries behind it, both kinds of data files and a namespace. */
async function filledStore(): Promise<void> {
  const store = diskStore({ root });
  await store.commit([
    { kind: 'write', path: '/small', content: 'small' },
    { kind: 'write', path: '/large', content: 'y'.repeat(40_000) },
    { kind: 'write', path: '/gone/a', content: 'x' },
  ]);
  await store.delete('/gone');
  await store.close();
  const again = diskStore({ root });
  await again.append('/large', 'more');
  await again.append('/log', 'line');
  await namespaceOf(again).write('/a', 'x');
  await again.close();
}

const filesBeneath = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

const failureOf = async (call: () => unknown): Promise<{ code: unknown; message: string }> => {
  try {
    await call();
  } catch (error) {
    return { code: Reflect.get(Object(error), 'code'), message: String(error) };
  }
  return { code: undefined, message: '' };
};

async function readAll(): Promise<unknown> {
  const store = diskStore({ root });
  try {
    return await contentsOf(store);
  } finally {
    await store.close();
  }
}

describe('a file that was damaged', () => {
  test('is named, whatever byte of the log is another', async () => {
    await filledStore();
    const logs = filesBeneath(join(root, 'log'));
    expect(logs.length).toBeGreaterThan(2);
    for (const file of logs) {
      const bytes = readFileSync(file);
      for (let at = 0; at < bytes.length; at += 1) {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        writeFileSync(file, damaged);
        const { code, message } = await failureOf(readAll);
        expect([code, message.includes(file)], `byte ${at} of ${file}: ${message}`).toEqual(['store_corrupt', true]);
      }
      writeFileSync(file, bytes);
    }
    expect(Object.keys(Object(await readAll()))).toEqual(['/large', '/log', '/small']);
  });

  test('is named when it was cut short or is gone', async () => {
    await filledStore();
    for (const file of [...filesBeneath(join(root, 'log')), ...filesBeneath(join(root, 'data'))]) {
      const bytes = readFileSync(file);
      for (const length of [0, 1, bytes.length - 1]) {
        truncateSync(file, length);
        expect((await failureOf(readAll)).code, `${file} cut to ${length}`).toBe('store_corrupt');
      }
      writeFileSync(file, bytes);
    }
    for (const file of [
      ...filesBeneath(join(root, 'data')),
      ...filesBeneath(join(root, 'log')).filter((path) => path.endsWith('checkpoint')),
    ]) {
      renameSync(file, `${folder}/away`);
      expect((await failureOf(readAll)).code, `without ${file}`).toBe('store_corrupt');
      renameSync(`${folder}/away`, file);
    }
    expect(await readAll()).toMatchObject({ '/log': 'line', '/small': 'small' });
  });

  test('is named when an entry or a segment of the log is missing, and those behind it are not', async () => {
    await filledStore();
    const [segment = ''] = readdirSync(join(root, 'log'));
    const entries = filesBeneath(join(root, 'log', segment)).filter((file) => !file.endsWith('checkpoint'));
    expect(entries).toHaveLength(2);
    const [first = ''] = entries;
    renameSync(first, `${folder}/away`);
    const { code, message } = await failureOf(readAll);
    expect([code, message.includes(first)]).toEqual(['store_corrupt', true]);
    renameSync(`${folder}/away`, first);
    const seal = join(root, 'log', segment, String(Math.max(...entries.map((file) => Number(basename(file)))) + 1));
    writeFileSync(seal, encodeEntry([{ kind: 'seal', next: '7-aa' }]).file);
    const lost = await failureOf(readAll);
    expect([lost.code, lost.message.includes('7-aa')]).toEqual(['store_corrupt', true]);
  });

  test('is not written to, and can be restored under a store that is open', async () => {
    await filledStore();
    const store = diskStore({ root });
    const entry = filesBeneath(join(root, 'log')).findLast((file) => !file.endsWith('checkpoint')) ?? '';
    const bytes = readFileSync(entry);
    writeFileSync(entry, 'x');
    const before = filesBeneath(root);
    for (const call of [() => store.read('/log'), () => store.append('/log', 'x'), () => store.list(), () => store.lease.holder('/run')]) {
      expect((await failureOf(call)).code).toBe('store_corrupt');
    }
    expect(filesBeneath(root)).toEqual(before);
    writeFileSync(entry, bytes);
    expect(await store.append('/log', '!')).toBe(4);
    await store.close();
  });
});

describe('a folder that is no store of this version', () => {
  const written = (text: string) => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'store.json'), text);
  };

  test('is refused when a newer version wrote it, and says which', () => {
    written('{"store":"intarsia-disk","version":3}');
    expect(() => diskStore({ root })).toThrow(
      expect.objectContaining({ code: 'store_version', details: { folder: root, found: 3, known: 2 } }),
    );
  });

  test('is refused when it is damaged or belongs to another program, and left as it was', () => {
    for (const text of ['', '{', '{}', '7', '{"store":"other","version":1}', '{"store":"intarsia-disk"}']) {
      written(text);
      expect(() => diskStore({ root }), text).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
    }
    rmSync(join(root, 'store.json'));
    writeFileSync(join(root, 'notes.txt'), 'mine');
    expect(() => diskStore({ root })).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
    expect(readdirSync(root)).toEqual(['notes.txt']);
  });

  test('is taken when it is empty, freshly formatted, or was begun and not marked', async () => {
    for (const names of [[], ['lost+found'], ['new']]) {
      rmSync(root, { recursive: true, force: true });
      for (const name of ['', ...names]) mkdirSync(join(root, name), { recursive: true });
      const store = diskStore({ root });
      await store.write('/a', 'x');
      await store.close();
      expect(await readAll()).toEqual({ '/a': 'x' });
    }
  });

  test('is refused when a file is in the way', async () => {
    mkdirSync(dirname(root), { recursive: true });
    writeFileSync(root, '');
    expect((await failureOf(() => diskStore({ root }))).code).toBe('store_unavailable');
    expect((await failureOf(() => diskStore({ root: join(root, 'deeper') }))).code).toBe('store_unavailable');
  });
});

describe('a store that may not be written', () => {
  /** The super user may write everywhere, so the body runs without its rights. */
  async function asOrdinaryUser(body: () => Promise<void>): Promise<void> {
    const own = process.geteuid?.() ?? -1;
    if (own === 0) process.seteuid?.(65_534);
    try {
      await body();
    } finally {
      if (own === 0) process.seteuid?.(0);
    }
  }

  test('is read, and refuses writes by name; a new one is refused at once', async () => {
    await filledStore();
    execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
    await asOrdinaryUser(async () => {
      const store = diskStore({ root });
      expect(await store.read('/log')).toBe('line');
      expect(await store.readRange('/large', 39_999)).toBe('ymore');
      expect(await namespaceOf(store).read('/a')).toBe('x');
      expect(await store.namespaces?.()).toEqual([{ tenant: 't', chat: 'c' }]);
      const commit = () => store.commit([{ kind: 'append', path: '/log', content: 'x' }]);
      for (const call of [
        () => store.write('/a', 'x'),
        commit,
        () => store.delete('/log'),
        () => store.lease.acquire('/run', { owner: 'a', ttlMs: 1 }),
      ]) {
        expect((await failureOf(call)).code).toBe('store_read_only');
      }
      expect((await failureOf(() => store.namespace?.({ tenant: 'new', chat: 'c' }).write('/a', 'x'))).code).toBe('store_read_only');
      await store.close();
      expect((await failureOf(() => diskStore({ root: join(folder, 'other') }))).code).toBe('store_read_only');
    });
    execFileSync('chmod', ['-R', 'u+w', folder]);
  });

  test('says so when it may not even be read', async () => {
    await filledStore();
    chmodSync(folder, 0o711);
    await asOrdinaryUser(async () => {
      expect((await failureOf(() => diskStore({ root }).read('/log'))).code).toMatch(/store_(unavailable|read_only)/);
    });
  });

  test('keeps everything it makes to its user', async () => {
    await filledStore();
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const mode = lstatSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect([entry.name, mode.toString(8)]).toEqual([entry.name, entry.isDirectory() ? '700' : '600']);
    }
    expect(lstatSync(root).mode & 0o777).toBe(0o700);
  });
});

describe('what stands where the store keeps something else', () => {
  const use = async () => {
    const store = diskStore({ root });
    const view = namespaceOf(store);
    await contentsOf(store);
    await contentsOf(view);
    const found = await store.namespaces?.();
    await store.close();
    return found;
  };

  test('is named, and neither waited for nor passed over', async () => {
    await filledStore();
    for (const path of readdirSync(root, { recursive: true }).map((name) => join(root, String(name)))) {
      const isFolder = lstatSync(path).isDirectory();
      if (basename(path) === 'new') continue; // only writers look there
      const stands: Record<string, () => void> = {
        file: () => writeFileSync(path, ''),
        pipe: () => execFileSync('mkfifo', [path]),
        'link to nothing': () => symlinkSync(join(folder, 'nothing'), path),
        ...(isFolder ? {} : { folder: () => mkdirSync(path) }),
      };
      for (const [what, stand] of Object.entries(stands)) {
        renameSync(path, `${folder}/away`);
        stand();
        expect((await failureOf(use)).code, `a ${what} at ${path}`).toBe('store_corrupt');
        rmSync(path, { recursive: true });
        renameSync(`${folder}/away`, path);
      }
    }
    expect(await use()).toEqual([{ tenant: 't', chat: 'c' }]);
  });

  test('is found as well when the names of a namespace are gone', async () => {
    await filledStore();
    const file = filesBeneath(root).find((path) => basename(path) === 'namespace.json') ?? '';
    rmSync(file);
    const { code, message } = await failureOf(use);
    expect([code, message.includes(file)]).toEqual(['store_corrupt', true]);
  });
});

describe('a symbolic link', () => {
  test('is followed nowhere beneath the root, and nothing outside is touched', async () => {
    await filledStore();
    const places = readdirSync(root, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.endsWith('namespace.json') && dirname(path) !== join(root, 'new'));
    expect(places.length).toBeGreaterThan(15);
    for (const path of places) {
      const outside = join(folder, 'outside');
      cpSync(path, outside, { recursive: true });
      const before = filesBeneath(folder)
        .filter((file) => file.startsWith(outside))
        .map((file) => [file, readFileSync(file, 'utf8')]);
      renameSync(path, `${folder}/away`);
      symlinkSync(outside, path);
      const use = async () => {
        const store = diskStore({ root });
        const view = namespaceOf(store);
        await contentsOf(store);
        await contentsOf(view);
        await view.write('/new', 'x');
        await store.write('/new', 'x');
      };
      expect((await failureOf(use)).code, path).toBe('store_corrupt');
      expect(
        filesBeneath(folder)
          .filter((file) => file.startsWith(outside))
          .map((file) => [file, readFileSync(file, 'utf8')]),
      ).toEqual(before);
      rmSync(path);
      renameSync(`${folder}/away`, path);
      rmSync(outside, { recursive: true });
    }
  });

  test('may lead to the root itself', async () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    const store = diskStore({ root: join(folder, 'link') });
    await store.write('/a', 'x');
    await store.close();
    expect(readdirSync(join(folder, 'real')).sort()).toEqual(['data', 'log', 'new', 'store.json']);
  });
});
