import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DiskCalls, systemCalls } from './calls.ts';
import { contentsOf, temporaryRoot } from './disk.test-support.ts';
import { diskStoreOn } from './disk-store.ts';
import { diskStore } from './index.ts';

let root = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ root, remove } = await temporaryRoot());
});
afterEach(() => remove());

describe('a disk', () => {
  const failing = (name: keyof DiskCalls, fails: () => boolean, failure: () => unknown): DiskCalls =>
    ({
      ...systemCalls,
      [name]: (...given: readonly unknown[]) => (fails() ? failure() : Reflect.apply(systemCalls[name], systemCalls, given)),
    }) as DiskCalls;
  const systemError = (code: string) => () => {
    throw Object.assign(new Error(code), { code, syscall: 'test' });
  };

  test('that is full refuses commits, to be tried again, and nothing of them is there', async () => {
    for (const name of ['open', 'write', 'flush', 'link'] as const) {
      let full = false;
      const rejected = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'test' }));
      const store = diskStoreOn(
        failing(name, () => full, name === 'flush' ? rejected : systemError('ENOSPC')),
        { root: join(root, name) },
      );
      await store.write('/a', 'x');
      full = true;
      const commit = store.commit([
        { kind: 'append', path: '/a', content: 'y' },
        { kind: 'write', path: '/b', content: 'z'.repeat(100_000) },
      ]);
      await expect(commit, name).rejects.toMatchObject({
        code: 'store_unavailable',
        retryable: true,
        message: expect.stringContaining('full'),
      });
      if (name !== 'open') expect(await contentsOf(store)).toEqual({ '/a': 'x' });
      full = false;
      expect(await store.append('/a', 'y')).toBe(1);
      expect(readdirSync(join(root, name, 'new'))).toEqual([]);
      await store.close();
    }
  });

  test('that takes no more of a file, for real, refuses that commit and goes on with others', async () => {
    const script = new URL('limited.test.process.ts', import.meta.url).pathname;
    // 200 blocks of 512 bytes or, in some shells, of 1,024; the signal that would end the process is ignored.
    const shell = `trap '' XFSZ; ulimit -f 200; exec "$0" --conditions=@intarsia/source "$1" "$2"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', shell, process.execPath, script, root]);
    const results = Array.from({ length: 200 }, (_, index) =>
      index % 20 === 19 ? { code: 'store_unavailable', retryable: true } : { kind: 'committed' },
    );
    expect(JSON.parse(stdout)).toEqual(results);
    expect(await contentsOf(diskStore({ root }))).toEqual({ '/log': 'x'.repeat(190), '/count': 'x'.repeat(190) });
  });

  test('that gives a name and says that it failed is not believed: the outcome is unknown, and no byte is lost', async () => {
    for (let failing = 1; ; failing += 1) {
      let links = 0;
      let lied = false;
      const calls: DiskCalls = {
        ...systemCalls,
        link(file, name) {
          const made = systemCalls.link(file, name);
          if (!name.includes('/log/')) return made;
          links += 1;
          lied ||= links === failing;
          if (links === failing) systemError('EIO')();
          return made;
        },
      };
      const at = join(root, String(failing));
      const store = diskStoreOn(calls, { root: at });
      let unknown = 0;
      for (let round = 0; round < 3; round += 1) {
        for (const change of [
          () => store.append('/log', `${round}\n`),
          () => store.write('/large', `${round}`.repeat(40_000)),
          () => store.write('/gone/a', 'x'),
          () => store.delete('/gone'),
        ]) {
          await change().catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'store_unavailable', retryable: true, details: { outcome: 'unknown' } });
            unknown += 1;
          });
        }
      }
      await store.close();
      expect(unknown).toBeLessThan(2);
      const again = diskStore({ root: at });
      expect([await again.list(), await again.read('/log'), await again.read('/large')]).toEqual([
        ['large', 'log'],
        '0\n1\n2\n',
        '2'.repeat(40_000),
      ]);
      await again.write('/gone/a', 'x');
      await again.delete('/gone');
      await again.close();
      expect(readdirSync(join(at, 'log'))).toHaveLength(1);
      expect(readdirSync(join(at, 'data'))).toHaveLength(2);
      if (!lied) {
        expect(links).toBeGreaterThan(15);
        break;
      }
    }
  });

  test('that is full while a checkpoint is made only keeps the log longer', async () => {
    let full = false;
    const store = diskStoreOn(
      failing('makeFolder', () => full, systemError('ENOSPC')),
      { root },
    );
    await store.write('/a/b', 'x');
    full = true;
    await store.delete('/a');
    for (let index = 0; index < 300; index += 1) await store.append('/log', 'x');
    full = false;
    for (let index = 0; index < 100; index += 1) await store.append('/log', 'x');
    await store.close();
    const again = diskStore({ root });
    expect((await again.stat('/log'))?.size).toBe(400);
    expect(readdirSync(join(root, 'log')).length).toBe(1);
    await again.close();
  });

  test('that hangs or fails is given up in time: unchanged before the commit, unknown after it', async () => {
    let hangs = false;
    const never = () => new Promise(() => undefined);
    const before = diskStoreOn(
      failing('flush', () => hangs, never),
      { root, timeoutMs: 50 },
    );
    await before.write('/a', 'x');
    hangs = true;
    const details = (outcome: string) => ({ folder: expect.any(String), outcome });
    await expect(before.append('/a', 'y')).rejects.toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      details: details('unchanged'),
    });
    await expect(before.append('/a', 'y')).rejects.toMatchObject({ details: details('unchanged') });
    hangs = false;
    expect(await before.append('/a', 'z')).toBe(1);

    const after = diskStoreOn(
      failing('flushFolder', () => hangs, never),
      { root, timeoutMs: 50 },
    );
    hangs = true;
    await expect(after.append('/a', 'y')).rejects.toMatchObject({
      code: 'store_unavailable',
      retryable: true,
      details: details('unknown'),
    });
    hangs = false;
    const broken = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' }));
    const unsure = diskStoreOn(
      failing('flushFolder', () => hangs, broken),
      { root },
    );
    await unsure.read('/a');
    hangs = true;
    await expect(unsure.append('/a', '!')).rejects.toMatchObject({ code: 'store_unavailable', details: details('unknown') });
    hangs = false;
    expect(await after.read('/a')).toBe('xzy!');
    await unsure.close();
    await before.close();
    await after.close();
  });

  test('whose folder was removed is refused once, and begun anew then', async () => {
    const store = diskStore({ root });
    await store.write('/a', 'x');
    const heard: string[] = [];
    store.onChange('/', (path) => heard.push(path));
    rmSync(join(root, 'log'), { recursive: true });
    expect([await store.read('/a'), await store.list()]).toEqual([null, []]);
    await store.write('/b', 'y');
    expect(await contentsOf(store)).toEqual({ '/b': 'y' });
    await expect.poll(() => heard).toEqual(['/a', '/b']);
    await store.close();
  });
});
