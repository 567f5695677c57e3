import { randomUUID } from 'node:crypto';
import { type JournalStore, namespacePath, namespaceStore, type StoreNamespace } from '@intarsia/core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { mongoDatabase } from './connection.ts';
import { gatedDatabase } from './gated.test-support.ts';
import { mongoStore } from './index.ts';
import { mongoNamespace } from './namespace.ts';
import { testDatabase } from './test-database.test-support.ts';
import { wakeupsOf } from './wakeups.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const server = testDatabase(url ?? '');
const options = () => ({ client: server.client(), database: server.name });
const stores: JournalStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});
afterAll(() => server.drop());

const namespaceForTest = (): StoreNamespace => ({ tenant: 'changes', chat: randomUUID() });
const view = (namespace: StoreNamespace): JournalStore => {
  const store = mongoStore(options());
  stores.push(store);
  return namespaceStore(store, namespace);
};

describe.skipIf(url === undefined)('a subscription to a mongo store', () => {
  test('that slept while entries were written over hears of every file that there is and was', async () => {
    const namespace = namespaceForTest();
    const other = view(namespace);
    await other.write('/a/deleted', 'x');
    await other.write('/a/kept', 'x');
    await other.write('/b/beside', 'x');
    const gated = gatedDatabase(mongoDatabase(options()));
    const wakeups = wakeupsOf(gated.database);
    const sleeper = mongoNamespace(namespacePath(namespace), gated.database, wakeups);
    await sleeper.sequence.fresh();
    const heard: string[] = [];
    const subscription = sleeper.follower.add('/a', (path) => heard.push(path));
    await other.write('/a/first', 'x');
    await expect.poll(() => heard).toContain('/a/first');

    const asked = gated.hold('entries', 'aggregate');
    await asked;
    heard.splice(0);
    for (let index = 0; index < 20; index += 1) await other.write(`/a/${index}`, 'x');
    await other.delete('/a/deleted');
    await other.delete('/a/3');
    const commits = server.client().db(server.name).collection('intarsia_commits');
    for (let index = 0; index < 330; index += 1) await other.append('/b/log', 'x');
    await expect.poll(() => commits.countDocuments({ '_id.namespace': namespacePath(namespace) })).toBeLessThan(330);
    gated.release();

    const files = Array.from({ length: 20 }, (_, index) => `/a/${index}`);
    await expect.poll(() => [...files, '/a/deleted'].filter((path) => !heard.includes(path)), { timeout: 5_000 }).toEqual([]);
    expect(heard.every((path) => path === '/a' || path.startsWith('/a/'))).toBe(true);
    expect(heard).not.toContain('/a/kept');
    subscription.close();
    wakeups.close();
  });

  test('of a handle that knows nothing yet hears of what others do from now on', async () => {
    const namespace = namespaceForTest();
    const other = view(namespace);
    await other.write('/old', 'x');
    const heard = new Set<string>();
    view(namespace).onChange('/', (path) => heard.add(path));
    await other.write('/new', 'x');
    await other.delete('/old');
    await expect.poll(() => [...heard].sort()).toEqual(['/new', '/old']);
  });

  test('is told by a change stream, and by a new one when the server ends it', async () => {
    const other = testDatabase(url ?? '');
    const database = mongoDatabase(other.options());
    const writer = mongoStore(other.options());
    stores.push(writer);
    await writer.write('/a', 'x');
    const wakeups = wakeupsOf(database);
    let woken = 0;
    const subscription = wakeups.add('/', () => {
      woken += 1;
    });
    await expect.poll(() => wakeups.live(), { timeout: 20_000 }).toBe(true);
    await writer.write('/b', 'x');
    await expect.poll(() => woken, { timeout: 20_000 }).toBe(1);

    await other.client().db(other.name).renameCollection('intarsia_commits', 'elsewhere');
    await expect.poll(() => wakeups.live(), { timeout: 20_000 }).toBe(false);
    await other.client().db(other.name).renameCollection('elsewhere', 'intarsia_commits');
    await expect.poll(() => wakeups.live(), { timeout: 20_000 }).toBe(true);
    await writer.write('/c', 'x');
    await expect.poll(() => woken, { timeout: 20_000 }).toBe(2);
    subscription.close();
    wakeups.close();
    await writer.close();
    await database.close();
    await other.drop();
  });

  test('is woken by the server, sooner than it looks by itself', async () => {
    const namespace = namespaceForTest();
    const [store, other] = [view(namespace), view(namespace)];
    let heard = Promise.withResolvers<string>();
    store.onChange('/', (path) => heard.resolve(path));
    await other.write('/warm', 'x');
    await heard.promise;
    const took: number[] = [];
    for (let index = 0; index < 15; index += 1) {
      heard = Promise.withResolvers();
      const began = performance.now();
      await other.write(`/${index}`, 'x');
      expect(await heard.promise).toBe(`/${index}`);
      took.push(performance.now() - began);
    }
    expect(took.sort((one, other) => one - other)[7]).toBeLessThan(900); // by itself it looks once a second
  });
});
