import { beforeEach, expect, it } from 'vitest';
import { memoryStore } from '../../journal/memory-store.ts';
import { scopedStore } from '../../journal/scoped-store.ts';
import type { JournalStore } from '../../ports/store.ts';
import { virtualClock } from '../../testing/index.ts';
import { claimGate } from './claim-gate.ts';
import { storeClaims } from './store-claims.ts';
import { isOperationPath, verifyOperation } from './verify-operation.ts';

const path = '/intarsia/operations/order%2017.jsonl';
let store: JournalStore;

async function claimIn(space: JournalStore): Promise<void> {
  const gate = claimGate({ claims: storeClaims(space), operationId: 'order 17' });
  const request = { effect: 'unsafe', argumentsDigest: 'a', definitionDigest: 'd', timeoutMs: 30_000, budget: null } as const;
  const claimed = await gate.claim({ ...request, position: 'model:0:0', tool: 'look' });
  if (claimed.kind === 'run') await claimed.settle({ status: 'ok', result: 1, effects: [] });
}

beforeEach(() => {
  store = memoryStore(virtualClock());
});

it('an operation has its records, in the store and in a view of it', async () => {
  await claimIn(store);
  await claimIn(scopedStore(store, '/tenants/acme'));
  expect(await verifyOperation(store, path)).toEqual({ path, entries: 2, problems: [] });
  const scoped = `/tenants/acme${path}`;
  expect(await verifyOperation(store, scoped)).toEqual({ path: scoped, entries: 2, problems: [] });
});

it.each([
  ['cannot be read', '\n{half\n\n{}\n', 'store_corrupt'],
  ['is of a newer release', '\n{"type":"tool.claimed","v":99}\n', 'journal_version'],
])('a record that %s is named', async (_, text, code) => {
  await claimIn(store);
  await store.append(path, text);
  expect(await verifyOperation(store, path)).toMatchObject({ entries: 0, problems: [{ path, offset: null, code }] });
});

it('a file whose name is none of ours is named', async () => {
  const foreign = '/intarsia/operations/%zz.jsonl';
  await store.write(foreign, '');
  expect(await verifyOperation(store, foreign)).toMatchObject({ problems: [{ path: foreign, code: 'path_invalid' }] });
});

it.each([
  [path, true],
  [`/a/b${path}`, true],
  ['/intarsia/operations/deep/a.jsonl', false],
  ['/intarsia/app.jsonl', false],
])('%s holds an operation: %s', (found, expected) => {
  expect(isOperationPath(found)).toBe(expected);
});
