import { describe, expect, it } from 'vitest';
import { virtualClock } from '../testing/index.ts';
import { memoryStore } from './memory-store.ts';
import { scopedStore } from './scoped-store.ts';

describe('a scope of a store', () => {
  it('empties itself and nothing else', async () => {
    const store = memoryStore(virtualClock());
    for (const path of ['/a/b/c', '/a/bc', '/a/b/d/e', '/x']) await store.write(path, 'x');
    await scopedStore(store, '/a/b').delete('/');
    expect([await store.list('/'), await store.list('/a')]).toEqual([['a/', 'x'], ['bc']]);
  });

  it('refuses to empty itself over a file at its own path, which it does not see', async () => {
    const store = memoryStore(virtualClock());
    const scope = scopedStore(store, 'a/');
    await store.write('/a', 'of the owner');
    await scope.write('/b', 'x');
    expect([await scope.read('/'), await scope.stat('/'), await scope.list()]).toEqual([null, null, ['b']]);
    await expect(scope.delete('/')).rejects.toMatchObject({ code: 'conflict' });
    expect(await scope.commit([{ kind: 'delete', path: '/' }])).toEqual({ kind: 'conflict', path: '/' });
    expect([await store.read('/a'), await scope.read('/b')]).toEqual(['of the owner', 'x']);
    await scope.delete('/b');
    expect(await scope.exists('/')).toBe(false);
  });

  it('hears of its own part in its own paths', async () => {
    const store = memoryStore(virtualClock());
    const heard: string[] = [];
    scopedStore(store, '/a').onChange('/', (path) => heard.push(path));
    for (const path of ['/a', '/ab', '/b/a', '/a/b']) await store.write(path, 'x');
    expect(heard).toEqual(['/b']);
  });

  it('is the same part however it is nested: files, leases and fences', async () => {
    const store = memoryStore(virtualClock());
    const flat = scopedStore(store, '/a/b');
    const nested = scopedStore(scopedStore(store, '/a'), '/b');
    const taken = await flat.lease.acquire('run', { owner: 'one', ttlMs: 1_000 });
    expect(taken.kind).toBe('acquired');
    expect(await nested.lease.acquire('/run', { owner: 'two', ttlMs: 1_000 })).toMatchObject({ kind: 'held', owner: 'one' });
    const write = { kind: 'append', path: '/log', content: 'x' } as const;
    expect(await nested.commit([write], { fence: { lease: 'run', epoch: 1 }, expect: [{ path: '/log', size: -1 }] })).toEqual({
      kind: 'committed',
    });
    expect(await nested.commit([write], { expect: [{ path: '/log', size: 7 }] })).toEqual({ kind: 'conflict', path: '/log' });
    expect(await flat.read('/log')).toBe('x');
  });

  it('keeps neighbours apart', async () => {
    const store = memoryStore(virtualClock());
    const [left, right] = [scopedStore(store, '/tenants/1'), scopedStore(store, '/tenants/11')];
    await left.write('/1/x', 'left');
    await left.lease.acquire('/run', { owner: 'one', ttlMs: 1_000 });
    expect([await right.list(), await right.exists('/1'), await right.lease.holder('/run')]).toEqual([[], false, null]);
  });

  it('closes without closing the store', async () => {
    const store = memoryStore(virtualClock());
    const scope = scopedStore(store, '/a');
    const heard: string[] = [];
    scope.onChange('/', (path) => heard.push(path));
    await scope.close();
    await expect(scope.read('/b')).rejects.toMatchObject({ code: 'store_closed' });
    await store.write('/a/b', 'x');
    expect([await store.read('/a/b'), heard]).toEqual(['x', []]);
  });

  it('of the root is the whole store', async () => {
    const store = memoryStore(virtualClock());
    const whole = scopedStore(store, '/');
    await whole.write('/a', 'x');
    expect(await store.read('/a')).toBe('x');
    await whole.delete('/');
    expect(await store.list()).toEqual([]);
  });
});
