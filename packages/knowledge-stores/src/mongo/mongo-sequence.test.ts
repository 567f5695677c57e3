import { namespacePath, prepareConditions, prepareOperation } from '@intarsia/core';
import { BSON } from 'mongodb';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { ringSize } from './documents.ts';
import type { Wish } from './draft.ts';
import { gatedDatabase } from './gated.test-support.ts';
import { append, erase, handle, handlesOn, write } from './handles.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const on = handlesOn(url ?? '');
afterEach(() => on.close());
afterAll(() => on.server.drop());

describe.skipIf(url === undefined)('old entries', () => {
  test('are written over, so that a bounded tail stays; a handle and a subscription that slept through it go on', async () => {
    const namespace = on.namespace();
    const [busy, idle] = [on.view(namespace), on.view(namespace)];
    await idle.write('/old', 'x');
    for (let round = 0; round < 360; round += 1) await busy.append('/log', `${round}\n`);
    await expect.poll(() => on.entriesOf(namespace), { timeout: 5_000 }).toBeLessThan(340);
    await busy.delete('/old');
    expect([await idle.read('/old'), (await idle.read('/log'))?.split('\n').length]).toEqual([null, 361]);
    expect(await idle.append('/log', 'last')).toBe((await busy.read('/log'))?.indexOf('last'));
  });

  test('a writer that slept until its number was taken, applied and cleared decides anew', async () => {
    const namespace = on.namespace();
    const gated = gatedDatabase(on.database());
    const sleeper = handle(namespace, gated.database);
    await sleeper.commit(append('/a', 'first'));
    const asked = gated.hold('entries', 'insertOne');
    const slept = sleeper.commit(append('/a', 'late'));
    await asked;
    const other = on.view(namespace);
    await other.append('/a', 'second');
    await other.delete('/'); // an empty namespace keeps its last entry only
    await expect.poll(() => on.entriesOf(namespace)).toBe(1);
    gated.release();
    expect(await slept).toMatchObject({ granted: true, offset: 0 });
    for (const reader of [other, on.view(namespace)]) expect(await reader.read('/a')).toBe('late');
  });

  test('a writer that slept until another wrote over the same old entry compares what it expected anew', async () => {
    const namespace = on.namespace();
    const other = on.view(namespace);
    for (let round = 0; round < ringSize; round += 1) await other.write('/a', `${round}`);
    const gated = gatedDatabase(on.database());
    const sleeper = handle(namespace, gated.database);
    await sleeper.sequence.fresh();
    const head = await sleeper.sequence.head('/a');
    const asked = gated.hold('entries', 'replaceOne');
    const slept = sleeper.want({
      kind: 'commit',
      operations: [prepareOperation(write('/a', 'late'))],
      conditions: prepareConditions({ expect: [{ path: '/a', version: head?.version ?? '' }] }),
    });
    await asked;
    await other.write('/a', 'last');
    gated.release();
    expect((await slept).commit).toEqual({ kind: 'conflict', path: '/a' });
    expect(await on.view(namespace).read('/a')).toBe('last');
  });

  test('a commit whose answer came after others had written over it is told as unknown, and is there once', async () => {
    const namespace = on.namespace();
    const inner = on.database();
    let lose = false;
    const asked = Promise.withResolvers<void>();
    const overwritten = Promise.withResolvers<void>();
    const writer = handle(namespace, {
      ...inner,
      async ask(question) {
        const answer = await inner.ask(question);
        if (!lose || answer !== true) return answer;
        lose = false;
        asked.resolve();
        await overwritten.promise;
        throw new Error('The answer was lost.');
      },
    });
    await writer.commit(write('/a', 'x'));
    lose = true;
    const lost = writer.commit(append('/log', 'once;')).catch((error: unknown) => error);
    await asked.promise;
    const other = on.view(namespace);
    for (let round = 0; round < ringSize + 10; round += 1) await other.write('/a', `${round}`);
    overwritten.resolve();
    expect(await lost).toMatchObject({ code: 'store_unavailable', details: { outcome: 'unknown' } });
    expect(await on.view(namespace).read('/log')).toBe('once;');
  });

  test('of an emptied namespace hold nothing that was written to it', async () => {
    const namespace = on.namespace();
    const store = on.view(namespace);
    await store.write('/secret', 'sesame '.repeat(100));
    await store.append('/large', 'sesame '.repeat(100_000));
    await store.delete('/');
    await expect.poll(() => on.entriesOf(namespace)).toBe(1);
    for (const name of ['commits', 'parts', 'chunks', 'files']) {
      const documents = await on.collection(name).find().toArray();
      expect(documents.some((document) => Buffer.from(BSON.serialize(document)).includes('sesame'))).toBe(false);
    }
  });
});

describe.skipIf(url === undefined)('a fence', () => {
  test('K9 a worker that sleeps between its decision and its write, until another took over, is refused, and one result is stored', async () => {
    const namespace = on.namespace();
    const gated = gatedDatabase(on.database());
    const slow = handle(namespace, gated.database);
    const result = (epoch: number, content: string): Wish => ({
      kind: 'commit',
      operations: [prepareOperation(append('/result', content))],
      conditions: prepareConditions({ fence: { lease: '/run', epoch } }),
    });
    expect((await slow.want({ kind: 'acquire', lease: '/run', owner: 'slow', ttlMs: 1 })).lease).toMatchObject({ epoch: 1 });
    const asked = gated.hold('entries', 'insertOne');
    const late = slow.want(result(1, 'late'));
    await asked;
    const fast = handle(namespace, on.database());
    const takeOver = () => fast.want({ kind: 'acquire', lease: '/run', owner: 'fast', ttlMs: 60_000 });
    await expect.poll(async () => (await takeOver()).lease).toMatchObject({ kind: 'acquired' });
    const epoch = (await fast.sequence.lease('/run'))?.epoch ?? 0;
    expect((await fast.want(result(epoch, 'once'))).commit).toEqual({ kind: 'committed' });
    gated.release();
    expect((await late).commit).toEqual({ kind: 'stale_epoch', currentEpoch: epoch });
    expect(await on.view(namespace).read('/result')).toBe('once');
  });
});

describe.skipIf(url === undefined)('a reader', () => {
  test('sees one whole state of a file that is deleted, rewritten and appended to all the time', async () => {
    const namespace = on.namespace();
    const [writer, reader] = [on.view(namespace), on.view(namespace)];
    const body = (round: number): string => `${round}:${String.fromCharCode(97 + (round % 26)).repeat(70_000 + round)}`;
    const rounds = 25;
    let finished = false;
    const writing = (async () => {
      for (let round = 0; round < rounds; round += 1) {
        if (round % 3 === 0) await writer.commit([erase('/a'), write('/a', body(round))]);
        else await writer.write('/a', body(round));
        await writer.append('/a', `;${round}`);
      }
      finished = true;
    })();
    let seen = 0;
    while (!finished) {
      const found = await reader.read('/a');
      if (found === null) continue;
      seen += 1;
      const round = Number(found.slice(0, found.indexOf(':')));
      expect([body(round), `${body(round)};${round}`]).toContain(found);
    }
    await writing;
    expect(seen).toBeGreaterThan(0);
  });

  test('never sees half of a commit in a folder', async () => {
    const namespace = on.namespace();
    const [writer, reader] = [on.view(namespace), on.view(namespace)];
    await writer.write('/marks/0', 'x');
    let finished = false;
    const writing = (async () => {
      for (let round = 1; round < 40; round += 1) await writer.commit([erase(`/marks/${round - 1}`), write(`/marks/${round}`, 'x')]);
      finished = true;
    })();
    while (!finished) expect(await reader.list('/marks')).toHaveLength(1);
    await writing;
  });

  test('never sees half of a commit in a folder while it writes there itself', async () => {
    const store = on.view(on.namespace());
    const three = ['/marks/0', '/marks/1', '/marks/2'].map((path) => write(path, 'x'));
    let finished = false;
    const writing = (async () => {
      for (let round = 0; round < 100; round += 1) {
        await store.commit(three);
        await store.commit([erase('/marks')]);
      }
      finished = true;
    })();
    const reading = async (): Promise<void> => {
      while (!finished) expect([0, 3]).toContain((await store.list('/marks')).length);
    };
    await Promise.all([writing, reading(), reading(), reading()]);
  });

  test('that was answered with a later entry and not yet the one before asks again; when that is gone it is told so', async () => {
    const namespace = on.namespace();
    const other = on.view(namespace);
    const inner = on.database();
    let hidden = 0;
    const reader = handle(namespace, {
      ...inner,
      async ask(question) {
        const answer = await inner.ask(question);
        const place = Array.isArray(answer) ? answer.findIndex(({ number }) => number === 2) : -1;
        if (hidden > 0 && place !== -1 && Array.isArray(answer)) {
          hidden -= 1;
          answer.splice(place, 1);
        }
        return answer;
      },
    });
    await other.append('/log', 'one ');
    expect(await reader.read('/log')).toBe('one ');
    await other.append('/log', 'two ');
    await other.append('/log', 'three');
    hidden = 1;
    expect([await reader.read('/log'), hidden]).toEqual(['one two three', 0]);
    await reader.commit(append('/log', ' four'));
    expect(await other.read('/log')).toBe('one two three four');

    await on.collection('commits').deleteMany({ '_id.namespace': namespacePath(namespace), number: 3 });
    const late = handle(namespace, on.database());
    const goOn = async (): Promise<void> => {
      await late.sequence.fresh();
      late.sequence.state.forget(2); // by now all may be applied
      await late.sequence.fresh();
    };
    await expect(goOn()).rejects.toMatchObject({ code: 'store_corrupt', details: { number: 3 } });
  });

  test('is told when bytes are gone that should be there', async () => {
    const namespace = on.namespace();
    const writer = handle(namespace, on.database()); // applies nothing by itself, which could bring the bytes back
    await writer.commit(write('/a', 'x'.repeat(100)));
    await writer.apply();
    const store = on.view(namespace);
    const [file] = await on
      .collection('files')
      .find({ '_id.namespace': namespacePath(namespace) })
      .toArray();
    await on.collection('chunks').deleteMany({ '_id.generation': String(file?.['generation']) });
    await expect(store.read('/a')).rejects.toMatchObject({ code: 'store_corrupt', details: { path: '/a' } });
  });
});

describe.skipIf(url === undefined)('the cost of a call', () => {
  test('a list skips over what is in folders, and a range reads only the chunks that it overlaps', async () => {
    const namespace = on.namespace();
    const store = on.view(namespace);
    await store.commit(Array.from({ length: 1_500 }, (_, index) => write(`/deep/${index % 3}/${index}`, 'x')));
    for (let index = 0; index < 200; index += 1) void store.append('/log', '0123456789'.repeat(100));
    await store.append('/log', 'end');
    await on.close(); // so that nothing is under way while the looks are counted
    const gated = handle(namespace, on.database());
    await gated.apply();
    const database = on.server.client().db(on.server.name);
    const count = async (name: string, op: string, work: () => Promise<unknown>): Promise<number> => {
      await database.command({ profile: 2 });
      await work();
      await database.command({ profile: 0 });
      const calls = await database
        .collection('system.profile')
        .find({ op, ns: `${on.server.name}.intarsia_${name}` })
        .toArray();
      await database.collection('system.profile').drop();
      expect(calls.length).toBeGreaterThan(0);
      return calls.reduce((sum, call) => sum + Number(call['docsExamined']) + Number(call['keysExamined']), 0);
    };
    const list = async () => expect(await gated.reader.list('/deep')).toEqual(['0/', '1/', '2/']);
    expect(await count('files', 'query', list)).toBeLessThan(700);
    expect(await count('chunks', 'command', () => gated.reader.range('/log', 100_500, 101_500))).toBeLessThan(10);
  });
});
