import { strict as assert } from 'node:assert';
import { callsWith, contents, rejectsWith, type StoreCase } from './case.ts';

/** Closing the store and aborting a call. */
export const lifetimeCases: readonly StoreCase[] = [
  {
    name: 'close: every call after it is refused, and closing again is fine',
    async body({ store }) {
      await store.write('/a', 'x');
      const heard: string[] = [];
      const subscription = store.onChange('/', (path) => heard.push(path));
      await store.close();
      await store.close();
      for (const [name, call] of callsWith(store, '/a')) await rejectsWith('store_closed', name, call);
      await rejectsWith('store_closed', 'onChange', () => store.onChange('/a', () => undefined));
      subscription.close();
      assert.deepEqual(heard, []);
    },
  },
  {
    name: 'signal: a call whose signal was aborted rejects with its reason and changes nothing',
    async body({ store }) {
      await store.write('/a', 'x');
      const reason = new Error('the caller went away');
      for (const [name, call] of callsWith(store, '/a', { signal: AbortSignal.abort(reason) })) {
        await assert.rejects(call, (error) => error === reason, name);
      }
      assert.deepEqual(await contents(store), { '/a': 'x' });
      assert.equal(await store.lease.holder('/a'), null);
      for (const [name, call] of callsWith(store, '/b', { signal: new AbortController().signal })) await assert.doesNotReject(call, name);
    },
  },
];
