import { strict as assert } from 'node:assert';
import { getEventListeners } from 'node:events';
import { type CallOptions, isIntarsiaError, type KnowledgeStore } from '../../../ports/index.ts';
import type { KnowledgeCase, StoreCase } from '../case.ts';
import { bytesOf, contents, fileCallsWith, inTime, journalCallsWith, type NamedCall, rejectsWith } from '../looking.ts';

async function refusesAfterClose(store: KnowledgeStore, calls: readonly NamedCall[]): Promise<void> {
  const heard: string[] = [];
  const subscription = store.onChange('/', (path) => heard.push(path));
  await store.close();
  await store.close();
  for (const [name, call] of calls) await rejectsWith('store_closed', name, call);
  await rejectsWith('store_closed', 'onChange', () => store.onChange('/a', () => undefined));
  subscription.close();
  assert.deepEqual(heard, []);
}

async function refusesAborted(callsWith: (path: string, options: CallOptions) => readonly NamedCall[]): Promise<void> {
  const reason = new Error('the caller went away');
  for (const [name, call] of callsWith('/a', { signal: AbortSignal.abort(reason) })) {
    await assert.rejects(call, (error) => error === reason, name);
  }
}

async function leavesNoListener(callsWith: (path: string, options: CallOptions) => readonly NamedCall[]): Promise<void> {
  const { signal } = new AbortController();
  for (const [name, call] of callsWith('/a', { signal })) {
    await call();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(getEventListeners(signal, 'abort').length, 0, name);
  }
}

/** Closing the store and aborting a call. */
export const lifetimeCases: readonly KnowledgeCase[] = [
  {
    name: 'close: every call after it is refused, and closing again is fine',
    async body({ store }) {
      await store.write('/a', 'x');
      await refusesAfterClose(store, fileCallsWith(store, '/a'));
    },
  },
  {
    name: 'close: calls that are under way end, and so does it',
    async body({ store }) {
      await store.write('/a', 'x');
      const calls = Array.from({ length: 10 }, (_, index) => [
        store.append('/a', 'x'),
        store.read('/a'),
        store.write(`/${index}`, 'x'),
      ]).flat();
      const outcomes = Promise.allSettled(calls);
      await inTime('the close', Promise.all([store.close(), store.close()]));
      for (const outcome of await inTime('the calls', outcomes)) {
        assert.ok(outcome.status === 'fulfilled' || isIntarsiaError(outcome.reason), 'a call that fails says why');
      }
    },
  },
  {
    name: 'signal: a call whose signal was aborted rejects with its reason and changes nothing',
    async body({ store }) {
      await store.write('/a', 'x');
      await refusesAborted((path, options) => fileCallsWith(store, path, options));
      assert.deepEqual(await contents(store), { '/a': 'x' });
      for (const [name, call] of fileCallsWith(store, '/b', { signal: new AbortController().signal }))
        await assert.doesNotReject(call, name);
    },
  },
  {
    name: 'signal: a call that ended leaves no listener on it',
    body: ({ store }) => leavesNoListener((path, options) => fileCallsWith(store, path, options)),
  },
  {
    name: 'signal: a call that is aborted under way was made or was not, and ends',
    async body({ store }) {
      const reason = new Error('the caller went away');
      const outcomes: ('made' | 'aborted')[] = [];
      for (let ticks = 0; ticks < 12; ticks += 1) {
        const controller = new AbortController();
        const append = store.append('/a', `<${ticks}>`, { signal: controller.signal }).then(
          () => 'made' as const,
          (error: unknown) => {
            assert.equal(error, reason);
            return 'aborted' as const;
          },
        );
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
        controller.abort(reason);
        outcomes.push(await inTime('the append', append));
      }
      const text = (await store.read('/a')) ?? '';
      assert.match(text, /^(?:<\d+>)*$/);
      for (const [index, outcome] of outcomes.entries()) {
        const times = text.split(`<${index}>`).length - 1;
        assert.ok(outcome === 'made' ? times === 1 : times <= 1, `append ${index} was ${outcome} and stands there ${times} times`);
      }
      assert.equal(await store.append('/a', 'end'), bytesOf(text));
    },
  },
];

/** The same for what only a journal's store has. */
export const journalLifetimeCases: readonly StoreCase[] = [
  {
    name: 'close: commits, leases and stat after it are refused too',
    async body({ store }) {
      await store.lease.acquire('/a', { owner: 'a', ttlMs: 60_000 });
      await refusesAfterClose(store, journalCallsWith(store, '/a'));
    },
  },
  {
    name: 'signal: an aborted commit, stat or lease call rejects with its reason and changes nothing',
    async body({ store }) {
      await store.write('/a', 'x');
      await refusesAborted((path, options) => journalCallsWith(store, path, options));
      assert.deepEqual(await contents(store), { '/a': 'x' });
      assert.equal(await store.lease.holder('/a'), null);
      for (const [name, call] of journalCallsWith(store, '/b', { signal: new AbortController().signal })) {
        await assert.doesNotReject(call, name);
      }
    },
  },
  {
    name: 'signal: a commit, stat or lease call that ended leaves no listener on it',
    body: ({ store }) => leavesNoListener((path, options) => journalCallsWith(store, path, options)),
  },
  {
    name: 'signal: a commit that is aborted under way is made whole or not at all, and ends',
    async body({ store }) {
      const reason = new Error('the caller went away');
      const rounds = Array.from({ length: 12 }, (_, index) => index);
      for (const ticks of rounds) {
        const controller = new AbortController();
        const operations = [
          { kind: 'append', path: '/log', content: `<${ticks}>` },
          { kind: 'write', path: `/marks/${ticks}`, content: 'x' },
        ] as const;
        const commit = store.commit(operations, {}, { signal: controller.signal }).catch((error: unknown) => assert.equal(error, reason));
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
        controller.abort(reason);
        await inTime('the commit', commit);
      }
      await store.append('/log', 'end'); // stands behind what is still on its way
      const log = (await store.read('/log')) ?? '';
      const marks = await store.list('/marks');
      for (const index of rounds) {
        const times = log.split(`<${index}>`).length - 1;
        assert.equal(marks.includes(String(index)) ? 1 : 0, times, `commit ${index}: one of its two files`);
      }
    },
  },
];
