import { expect, it } from 'vitest';
import type { StoreNamespace } from '../ports/store.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { memoryStore } from './memory-store.ts';
import { namespaceOfPath, namespacePath, namespaceStore, storeNamespaces } from './namespaces.ts';

const hostile: readonly StoreNamespace[] = [
  { tenant: 'a', chat: 'b' },
  { tenant: 'a', app: 'b' },
  { tenant: 'a/b', chat: '..' },
  { tenant: '%2F', chat: '*' },
  { tenant: '{a}', app: '$gt' },
  { tenant: 'é\u0000', chat: '.' },
];

it.each(hostile)('%j has a folder of its own that leads back to it', (namespace) => {
  expect(namespaceOfPath(namespacePath(namespace))).toEqual(namespace);
});

it.each(['/', '/conversations/a', '/conversations/a/b/c', '/conversations//b', '/other/a/b', '/apps/a/%62', '/apps/%/b'])(
  '%s is refused as the folder of a namespace',
  (path) => {
    expect(() => namespaceOfPath(path)).toThrowError(expect.objectContaining({ code: 'store_corrupt' }));
  },
);

it('namespaces see their own files only, and those that hold one are listed', async () => {
  const store = memoryStore(virtualClock());
  for (const [index, namespace] of hostile.entries()) await namespaceStore(store, namespace).write('/a', String(index));
  for (const [index, namespace] of hostile.entries()) {
    expect([await namespaceStore(store, namespace).list('/'), await namespaceStore(store, namespace).read('/a')]).toEqual([
      ['a'],
      String(index),
    ]);
  }
  const byPath = (left: StoreNamespace, right: StoreNamespace) => (namespacePath(left) < namespacePath(right) ? -1 : 1);
  expect([...(await storeNamespaces(store))].sort(byPath)).toEqual([...hostile].sort(byPath));
  expect(await storeNamespaces(store, 'a')).toEqual([
    { tenant: 'a', chat: 'b' },
    { tenant: 'a', app: 'b' },
  ]);
});
