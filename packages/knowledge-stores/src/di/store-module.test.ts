import { tokens } from '@intarsia/core/di';
import { Container } from 'inversify';
import { expect, test } from 'vitest';
import { memoryStore } from '../index.ts';
import { openStore } from '../url/index.ts';
import { storeModule } from './index.ts';

test.each([
  ['made at once', () => memoryStore()],
  ['opened by its URL', () => openStore('memory:')],
])('a store that is %s is bound, one for all who ask', async (_, factory) => {
  const container = new Container();
  await container.load(storeModule(factory));
  const store = await container.getAsync(tokens.store);
  await store.write('/a', 'x');
  expect(await container.getAsync(tokens.store)).toBe(store);
  expect(await store.read('/a')).toBe('x');
});
