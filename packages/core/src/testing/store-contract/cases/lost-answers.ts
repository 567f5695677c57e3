import { strict as assert } from 'node:assert';
import { isIntarsiaError } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import type { StoreHarness } from '../harness.ts';
import { acquired, contents, inTime } from '../looking.ts';

const line = (path: string, content: string) => [{ kind: 'append', path, content }] as const;

/** What a caller learns of a call whose answer got lost: its outcome after all, or that nobody knows it. */
async function lost<Result>(
  { loseAnswer }: StoreHarness,
  call: () => Promise<Result>,
): Promise<{ readonly kind: 'told'; readonly result: Result } | { readonly kind: 'unknown' }> {
  assert.ok(loseAnswer !== undefined, 'the harness offers `losesAnswers` and has no `loseAnswer`');
  try {
    return { kind: 'told', result: await inTime('a call whose answer got lost', loseAnswer(call)) };
  } catch (error) {
    assert.ok(
      isIntarsiaError(error, 'store_unavailable') && error.retryable,
      `expected a retryable store_unavailable, got ${String(error)}`,
    );
    assert.equal(error.details['outcome'], 'unknown', 'it says that the outcome is unknown');
    return { kind: 'unknown' };
  }
}

/** Calls that were made, or not, and nobody heard which. */
export const lostAnswerCases: readonly StoreCase[] = [
  {
    name: 'lost answer: a commit that is repeated with what it expected is not made twice',
    async body({ store }) {
      await store.append('/log', '1');
      const expect = [{ path: '/log', size: 1 }];
      await store.commit(line('/log', '2'), { expect }); // made, and its answer thrown away
      assert.deepEqual(await store.commit(line('/log', '2'), { expect }), { kind: 'conflict', path: '/log' });
      assert.deepEqual([await store.read('/log'), (await store.stat('/log'))?.size], ['12', 2]);
    },
  },
  {
    name: 'lost answer: an owner that did not hear of its lease takes it again',
    async body({ store }) {
      const unheard = await acquired(store, '/run', 'a');
      const epoch = await acquired(store, '/run', 'a');
      assert.ok(epoch > unheard);
      assert.deepEqual(await store.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: unheard } }), {
        kind: 'stale_epoch',
        currentEpoch: epoch,
      });
      await store.lease.release('/run', { epoch });
      await store.lease.release('/run', { epoch }); // nobody heard of the first one
      assert.equal(await store.lease.holder('/run'), null);
    },
  },
  {
    name: 'lost answer: a commit is made once at most, whole, and never told as refused',
    needs: 'losesAnswers',
    async body(harness) {
      const { store } = harness;
      const epoch = await acquired(store, '/run', 'a');
      for (let round = 0; round < 4; round += 1) {
        const size = (await store.stat('/log'))?.size ?? -1;
        const conditions = round % 2 === 0 ? { expect: [{ path: '/log', size }] } : { fence: { lease: '/run', epoch } };
        const operations = [...line('/log', `<${round}>`), { kind: 'write', path: `/marks/${round}`, content: 'x' }] as const;
        const outcome = await lost(harness, () => store.commit(operations, conditions));
        if (outcome.kind === 'told') assert.deepEqual(outcome.result, { kind: 'committed' });
        const times = ((await store.read('/log')) ?? '').split(`<${round}>`).length - 1;
        assert.ok(outcome.kind === 'told' ? times === 1 : times <= 1, `the commit was ${outcome.kind} and stands there ${times} times`);
        assert.equal(await store.exists(`/marks/${round}`), times === 1, 'both files or none');
      }
    },
  },
  {
    name: 'lost answer: an append is made once at most, and an offset that is told is right',
    needs: 'losesAnswers',
    async body(harness) {
      const { store } = harness;
      await store.append('/log', 'ü');
      for (let round = 0; round < 3; round += 1) {
        const outcome = await lost(harness, () => store.append('/log', `<${round}>`));
        const times = ((await store.read('/log')) ?? '').split(`<${round}>`).length - 1;
        assert.ok(outcome.kind === 'told' ? times === 1 : times <= 1, `the append was ${outcome.kind} and stands there ${times} times`);
        if (outcome.kind === 'told') assert.equal(await store.readRange('/log', outcome.result, outcome.result + 3), `<${round}>`);
      }
      const size = (await store.stat('/log'))?.size;
      assert.equal(await store.append('/log', 'end'), size, 'the store goes on');
    },
  },
  {
    name: 'lost answer: a write and a delete were made or not, and can be repeated',
    needs: 'losesAnswers',
    async body(harness) {
      const { store } = harness;
      await store.write('/a', 'old');
      await store.write('/b/c', 'old');
      await lost(harness, () => store.write('/a', 'new'));
      assert.ok(['old', 'new'].includes((await store.read('/a')) ?? ''));
      await store.write('/a', 'new');
      await lost(harness, () => store.delete('/b'));
      await store.delete('/b');
      assert.deepEqual(await contents(store), { '/a': 'new' });
    },
  },
  {
    name: 'lost answer: a lease was granted or not, and its owner gets it in the end',
    needs: 'losesAnswers',
    async body(harness) {
      const { store } = harness;
      const first = await acquired(store, '/run', 'a');
      const outcome = await lost(harness, () => store.lease.acquire('/run', { owner: 'a', ttlMs: 60_000 }));
      const holder = await store.lease.holder('/run');
      assert.ok(holder?.owner === 'a' && holder.epoch >= first);
      if (outcome.kind === 'told') assert.ok(outcome.result.kind === 'acquired' && outcome.result.epoch === holder.epoch);
      const last = await acquired(store, '/run', 'a');
      assert.ok(last > holder.epoch);
      assert.equal((await store.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: holder.epoch } })).kind, 'stale_epoch');
      await lost(harness, () => store.lease.renew('/run', { epoch: last, ttlMs: 120_000 }));
      await lost(harness, () => store.lease.release('/run', { epoch: last }));
      await store.lease.release('/run', { epoch: last });
      assert.equal(await store.lease.holder('/run'), null);
    },
  },
  {
    name: 'lost answer: what is only read is read in the end',
    needs: 'losesAnswers',
    async body(harness) {
      const { store } = harness;
      await store.write('/a/b', 'text');
      for (const read of [() => store.read('/a/b'), () => store.readRange('/a/b', 0)]) {
        const outcome = await lost(harness, read);
        if (outcome.kind === 'told') assert.equal(outcome.result, 'text');
        assert.equal(await read(), 'text');
      }
      await lost(harness, () => store.list('/a'));
      await lost(harness, () => store.stat('/a/b'));
      assert.deepEqual([await store.list('/a'), (await store.stat('/a/b'))?.size], [['b'], 4]);
    },
  },
];
