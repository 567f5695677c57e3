import { namespacePath, type StoreNamespace } from '@intarsia/core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { gatedDatabase } from './gated.test-support.ts';
import { append, erase, handle, handlesOn, write } from './handles.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const on = handlesOn(url ?? '');
afterEach(() => on.close());
afterAll(() => on.server.drop());

describe.skipIf(url === undefined)('a writer that dies before anything was applied', () => {
  test('leaves whole commits, which whoever comes next reads, lists and goes on from', async () => {
    const namespace = on.namespace();
    const dead = handle(namespace, on.database());
    await dead.commit(append('/log', 'one '), write('/folder/a', 'x'));
    await dead.commit(append('/log', 'two '), erase('/folder'), write('/folder/b', 'y'));
    const next = on.view(namespace);
    expect([await next.read('/log'), await next.readRange('/log', 4), (await next.stat('/log'))?.size]).toEqual(['one two ', 'two ', 8]);
    expect(await on.collection('files').countDocuments({ '_id.namespace': namespacePath(namespace) })).toBe(0); // read through what is pending
    expect([await next.list('/'), await next.list('/folder')]).toEqual([['folder/', 'log'], ['b']]);
    expect(await next.append('/log', 'three')).toBe(8);
    expect(await next.read('/log')).toBe('one two three');
  });

  test('has its namespace listed, and not any more when its last commit deleted everything', async () => {
    const namespace = on.namespace();
    const dead = handle(namespace, on.database());
    const store = on.open();
    const listed = async () =>
      ((await store.namespaces?.('sequence')) ?? []).filter((found) => 'chat' in found && found.chat === namespace.chat);
    await dead.commit(write('/a', 'x'));
    expect(await listed()).toEqual([namespace]);
    await dead.commit(erase('/'));
    expect(await listed()).toEqual([]);
    await dead.commit(write('/a', 'x'));
    expect(await listed()).toEqual([namespace]);
  });

  test('leaves no parts of a large commit behind once the next one is applied', async () => {
    const namespace = on.namespace();
    const gated = gatedDatabase(on.database());
    const dead = handle(namespace, gated.database);
    await dead.commit(write('/small', 'x'));
    const asked = gated.hold('entries', 'insertOne');
    const never = dead.commit(write('/large', 'x'.repeat(9_000_000)));
    await asked;
    const parts = () => on.collection('parts').countDocuments({ '_id.namespace': namespacePath(namespace) });
    expect(await parts()).toBe(3);
    const next = handle(namespace, on.database());
    await next.commit(write('/large', 'y'.repeat(600_000)));
    await next.apply();
    expect([await parts(), await next.read('/large')]).toEqual([0, 'y'.repeat(600_000)]);
    gated.release();
    await never; // it lost its number, so it was written again, with parts of its own
    expect(await next.read('/large')).toBe('x'.repeat(9_000_000));
    await next.apply();
    expect(await parts()).toBe(0);
  });
});

describe.skipIf(url === undefined)('one who applies entries late', () => {
  const late = async (namespace: StoreNamespace, meanwhile: (other: ReturnType<typeof handle>) => Promise<void>, awakeMs?: number) => {
    const gated = gatedDatabase(on.database());
    const sleeper = handle(namespace, gated.database, awakeMs);
    const other = handle(namespace, on.database());
    await sleeper.commit(write('/folder/a', 'first'), append('/log', 'one '));
    const asked = gated.hold('files', 'bulkWrite');
    const applied = sleeper.apply();
    await asked;
    await meanwhile(other);
    gated.release();
    await applied;
    return other;
  };
  const chunksOf = async (namespace: StoreNamespace): Promise<number> => {
    const files = await on
      .collection('files')
      .find({ '_id.namespace': namespacePath(namespace) }, { projection: { generation: 1 } })
      .toArray();
    return on.collection('chunks').countDocuments({ '_id.generation': { $in: files.map((file) => String(file['generation'])) } });
  };

  test('changes nothing when others have applied them, and more', async () => {
    const namespace = on.namespace();
    const other = await late(namespace, async (other) => {
      await other.apply();
      await other.commit(write('/folder/a', 'second'), append('/log', 'two '));
      await other.apply();
    });
    const after = on.view(namespace);
    expect([await after.read('/folder/a'), await after.read('/log'), await other.read('/log')]).toEqual(['second', 'one two ', 'one two ']);
    expect(await after.append('/log', 'three')).toBe(8);
  });

  test('brings back nothing that was deleted meanwhile', async () => {
    const namespace = on.namespace();
    await late(namespace, async (other) => {
      await other.commit(erase('/folder')); // both entries are applied as one: the file never got a document
      await other.apply();
    });
    const after = on.view(namespace);
    expect([await after.read('/folder/a'), await after.exists('/folder'), await after.list('/')]).toEqual([null, false, ['log']]);
    expect(await chunksOf(namespace)).toBe(1);
  });

  test('brings back nothing even when it is forgotten that it was deleted', async () => {
    const namespace = on.namespace();
    await late(
      namespace,
      async (other) => {
        await other.commit(erase('/'));
        await other.apply();
        await on.collection('files').deleteMany({ '_id.namespace': namespacePath(namespace), alive: false }); // as the TTL index does
      },
      0, // asleep for longer than it may be from the start
    );
    const after = on.view(namespace);
    expect([await after.list('/'), await after.read('/folder/a'), await after.read('/log')]).toEqual([[], null, null]);
    expect((await on.open().namespaces?.('sequence'))?.filter((found) => 'chat' in found && found.chat === namespace.chat)).toEqual([]);
    const left = await on
      .collection('files')
      .find({ '_id.namespace': namespacePath(namespace) })
      .toArray();
    expect(left.every((file) => file['alive'] === false && file['deletedAt'] instanceof Date)).toBe(true);
    await after.write('/log', 'anew');
    expect([await after.read('/log'), await after.list('/')]).toEqual(['anew', ['log']]);
  });

  test('applies the same twice without harm when two do it at once', async () => {
    const namespace = on.namespace();
    const handles = [handle(namespace, on.database()), handle(namespace, on.database())];
    for (let round = 0; round < 10; round += 1) {
      await handles[round % 2]?.commit(
        append('/log', `${round};`),
        write('/state', `${round}`),
        erase(`/marks/${round - 1}`),
        write(`/marks/${round}`, 'x'),
      );
      await Promise.all(handles.map((each) => each.apply()));
    }
    const after = on.view(namespace);
    expect([await after.read('/log'), await after.read('/state'), await after.list('/marks')]).toEqual([
      '0;1;2;3;4;5;6;7;8;9;',
      '9',
      ['9'],
    ]);
    expect(await chunksOf(namespace)).toBe(12);
  });
});
