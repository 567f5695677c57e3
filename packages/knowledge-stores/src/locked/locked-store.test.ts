import type { JournalStore, KnowledgeStore } from '@intarsia/core';
import { journalStoreContract, type StoreOpener } from '@intarsia/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../memory/index.ts';
import { lockedStore, type StoreLock } from './index.ts';

/** A lock in memory that also shows who came by. */
function memoryLock() {
  const held = new Set<string>();
  const asked: string[] = [];
  const lock: StoreLock = {
    async acquire(name, ttlMs) {
      asked.push(`${name} ${ttlMs}`);
      if (held.has(name)) return false;
      held.add(name);
      return true;
    },
    async release(name) {
      held.delete(name);
    },
  };
  return { lock, held, asked: () => asked.splice(0) };
}

/** A lock that is patient: the contract has writers that meet, and expects each of them to get through. */
function patientLock(): StoreLock {
  const tails = new Map<string, Promise<void>>();
  const ends = new Map<string, () => void>();
  return {
    async acquire(name) {
      const before = tails.get(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      tails.set(name, promise);
      await before;
      ends.set(name, resolve);
      return true;
    },
    async release(name) {
      ends.get(name)?.();
    },
  };
}

const open: StoreOpener = async () => {
  const store = lockedStore(memoryStore(), patientLock());
  return { store, close: () => store.close() };
};

describe('a locked memory store', () => {
  it.each(journalStoreContract(open))('$name', ({ run }) => run());
});

const refused = { code: 'store_unavailable', retryable: true, details: { path: '/a/b' } };

it('locks every write by its normalised path, and lets go of it', async () => {
  const { lock, held, asked } = memoryLock();
  const store: KnowledgeStore = lockedStore(memoryStore(), lock);
  await store.write('a//b/', 'x');
  await store.append('/a/b', 'x');
  await store.delete('//a/b');
  expect(asked()).toEqual(Array(3).fill('store:write:/a/b 30000'));
  await store.read('/a/b');
  await store.list();
  await store.exists('/a/b');
  await store.readRange('/a/b', 0);
  store.onChange('/', () => undefined).close();
  expect([asked(), held.size]).toEqual([[], 0]);
  await expect(store.write('/a/../b', 'x')).rejects.toMatchObject({ code: 'path_invalid' });
  expect(asked()).toEqual([]);
});

it('refuses a write whose lock another holds, whatever the spelling, and writes nothing', async () => {
  const { lock, held } = memoryLock();
  const inner = memoryStore();
  const store = lockedStore(inner, lock);
  await store.write('/a/b', 'x');
  held.add('store:write:/a/b');
  await expect(store.write('a/b', 'y')).rejects.toMatchObject(refused);
  await expect(store.append('//a//b', 'y')).rejects.toMatchObject(refused);
  await expect(store.delete('/a/b/')).rejects.toMatchObject(refused);
  await expect(store.delete('/a')).rejects.toMatchObject(refused);
  await expect(store.delete('/')).rejects.toMatchObject(refused);
  const commit = store.commit([
    { kind: 'write', path: '/z', content: 'y' },
    { kind: 'append', path: '/a/b', content: 'y' },
  ]);
  await expect(commit).rejects.toMatchObject(refused);
  expect(await inner.list()).toEqual(['a/']);
  expect(await store.read('/a/b')).toBe('x');
  expect([...held]).toEqual(['store:write:/a/b']);
});

it('takes the locks of a commit in one order, each once', async () => {
  const { lock, asked } = memoryLock();
  const store = lockedStore(memoryStore(), lock);
  await store.write('/c/d', 'x');
  asked();
  await store.commit([
    { kind: 'write', path: '/z', content: 'x' },
    { kind: 'delete', path: '/c' },
    { kind: 'append', path: '/b', content: 'x' },
    { kind: 'append', path: '/b', content: 'x' },
  ]);
  expect(asked()).toEqual(['/b', '/c', '/c/d', '/z'].map((path) => `store:write:${path} 30000`));
});

it('frees the locks when the write fails, and forgives a lock that cannot be freed', async () => {
  const { lock, held } = memoryLock();
  const failing: JournalStore = { ...memoryStore(), write: () => Promise.reject(new Error('disk')) };
  await expect(lockedStore(failing, lock).write('/a', 'x')).rejects.toThrow('disk');
  expect(held.size).toBe(0);
  const stuck: StoreLock = { acquire: lock.acquire, release: () => Promise.reject(new Error('gone')) };
  await expect(lockedStore(memoryStore(), stuck).append('/a', 'x')).resolves.toBe(0);
  const gone: StoreLock = { acquire: () => Promise.reject(new Error('gone')), release: lock.release };
  await expect(lockedStore(memoryStore(), gone).append('/a', 'x')).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
});

describe('a writer that stood still until its locks had ended', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const standStill = () => {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 31_000);
  };

  it('writes nothing when it had not begun', async () => {
    const { lock, held } = memoryLock();
    const inner = memoryStore();
    await inner.write('/a/b', 'x');
    const slow: StoreLock = {
      ...lock,
      async acquire(name, ttlMs) {
        const taken = await lock.acquire(name, ttlMs);
        if (name.endsWith('/a')) standStill();
        return taken;
      },
    };
    await expect(lockedStore(inner, slow).delete('/a')).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    expect([await inner.read('/a/b'), [...held]]).toEqual(['x', ['store:write:/a']]);
  });

  it('does not free the lock of the next one', async () => {
    const { lock, held } = memoryLock();
    const inner = memoryStore();
    const slow: JournalStore = {
      ...inner,
      async write(path, content) {
        standStill(); // meanwhile the lock is free, and another takes it
        await inner.write(path, content);
      },
    };
    await lockedStore(slow, lock).write('/a', 'x');
    expect([...held]).toEqual(['store:write:/a']);
  });
});

it('locks a namespace by names of its own, and knows namespaces only where the store does', async () => {
  const { lock, asked } = memoryLock();
  const root = memoryStore();
  expect(lockedStore(root, lock)).not.toHaveProperty('namespace');
  const part = memoryStore();
  const whole: JournalStore = { ...root, namespace: () => part, namespaces: async () => [{ tenant: 't', chat: 'c' }] };
  const store = lockedStore(whole, lock);
  await store.namespace?.({ tenant: 't', chat: 'c' }).write('/a', 'x');
  expect(asked()).toEqual(['store:write:/conversations/t/c/a 30000']);
  expect([await part.read('/a'), await store.namespaces?.()]).toEqual(['x', [{ tenant: 't', chat: 'c' }]]);
});
