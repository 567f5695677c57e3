import { beforeEach, expect, it } from 'vitest';
import { memoryStore } from '../journal/memory-store.ts';
import { namespaceStore } from '../journal/namespaces.ts';
import type { JournalStore } from '../ports/store.ts';
import { countingIds, virtualClock } from '../testing/index.ts';
import { artifactStore } from './artifact-store.ts';
import { verifyApp } from './verify-app.ts';

const scope = { tenant: 't', app: 'shop' };
const journal = '/intarsia/app.jsonl';
let space: JournalStore;

beforeEach(async () => {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const artifacts = artifactStore({ store, clock, ids: countingIds() });
  const files = [
    { path: 'a.mjs', content: 'export {};' },
    { path: 'b.mjs', content: 'export {};' },
  ];
  const { id } = await artifacts.save(scope, { family: 'app', key: 'k1', files });
  await artifacts.recordOutcome(scope, { key: 'k2', version: id, sandbox: 's', strategy: 'x', status: 'passed', details: {} });
  space = namespaceStore(store, scope);
});

it('an app as it was written has nothing wrong', async () => {
  expect(await verifyApp(space)).toEqual({ path: journal, entries: 2, problems: [] });
});

it('a namespace without an app has nothing to verify', async () => {
  expect(await verifyApp(memoryStore(virtualClock()))).toBe(null);
});

it('a line that is left out is named with its byte', async () => {
  const size = (await space.stat(journal))?.size ?? 0;
  await space.append(journal, '{"v":2}\n');
  const message = `the line at byte ${size} is no record of an app and is left out`;
  expect(await verifyApp(space)).toMatchObject({ entries: 2, problems: [{ path: journal, offset: size, code: 'store_corrupt', message }] });
});

it.each([
  ['is missing', (path: string) => space.delete(path)],
  ['is another one', (path: string) => space.write(path, 'other')],
])('a file of a version that %s is named once', async (_, change) => {
  const [name = ''] = await space.list('/artifacts/blobs');
  await change(`/artifacts/blobs/${name}`);
  expect(await verifyApp(space)).toMatchObject({
    entries: 2,
    problems: [{ path: `/artifacts/blobs/${name}`, offset: null, code: 'store_corrupt' }],
  });
});

it('a store that does not answer is no problem of the app', async () => {
  const silent: JournalStore = { ...space, read: () => Promise.reject(new Error('away')) };
  await expect(verifyApp(silent)).rejects.toThrow('away');
});
