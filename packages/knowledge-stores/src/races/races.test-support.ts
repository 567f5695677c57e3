import { strict as assert } from 'node:assert';
import type { JournalStore } from '@intarsia/core';
import type { ContractCase } from '@intarsia/core/testing';
import { openStore } from '../url/index.ts';
import type { RacerRequest } from './racer.test.process.ts';
import { type Racer, startRacer } from './racers.test-support.ts';

/** Data of its own that several processes reach by one URL. */
export interface SharedData {
  readonly url: string;
  remove(): Promise<void>;
}

interface Track {
  /** The store as this process sees it. */
  readonly store: JournalStore;
  start(): Promise<Racer>;
}

interface Race {
  readonly name: string;
  run(track: Track): Promise<void>;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

async function appends({ store, start }: Track, processes: number, each: number): Promise<void> {
  const racers = await Promise.all(Array.from({ length: processes }, start));
  const texts = racers.map((_, owner) => Array.from({ length: each }, (_, index) => `<${owner}.${index}:${'ü'.repeat(index % 9)}>`));
  const offsets = await Promise.all(racers.map((racer, owner) => racer.ask({ kind: 'append', path: '/log', texts: texts[owner] ?? [] })));
  const written = texts.flat();
  for (const [index, offset] of offsets.flat().entries()) {
    const text = written[index] ?? '';
    assert.equal(await store.readRange('/log', Number(offset), Number(offset) + bytesOf(text)), text);
  }
  assert.equal((await store.stat('/log'))?.size, bytesOf(written.join('')));
}

/** Lets a process write until it acknowledged some commits, then kills it in the middle of the next; the last acknowledged number. */
async function writeAndKill(start: Track['start'], first: number, commits: number): Promise<number> {
  const racer = await start();
  let acknowledged = first - 1;
  await new Promise<void>((resolve, reject) => {
    racer.follow({ kind: 'write_until_killed', first }, (message) => {
      if (typeof message !== 'number') return reject(new Error(`A commit failed: ${JSON.stringify(message)}`));
      acknowledged = message;
      if (acknowledged >= first + commits) resolve();
    });
  });
  await racer.kill();
  return acknowledged;
}

/** What a killed process left, as one state: a commit that it had sent may still arrive. */
async function leftIn(store: JournalStore) {
  for (;;) {
    const log = await store.read('/log');
    const [state, marks] = [await store.read('/state'), await store.list('/marks')];
    if ((await store.read('/log')) === log) return { log: log ?? '', state, marks };
  }
}

const commitUnder = (epoch: number, content: string): RacerRequest => ({
  kind: 'commit',
  operations: [{ kind: 'append', path: '/result', content }],
  conditions: { fence: { lease: '/run', epoch } },
});

const races: readonly Race[] = [
  { name: 'two processes append to one file: nothing is lost, nothing overlaps', run: (track) => appends(track, 2, 60) },
  { name: 'four processes append to one file: nothing is lost, nothing overlaps', run: (track) => appends(track, 4, 60) },
  {
    name: 'two processes compare and set: every one is applied',
    async run({ store, start }) {
      const racers = await Promise.all([start(), start()]);
      await Promise.all(racers.map((racer) => racer.ask({ kind: 'increment', path: '/count', times: 60 })));
      assert.equal(await store.read('/count'), '120');
    },
  },
  {
    name: 'two processes race for a lease: exactly one wins each epoch',
    async run({ store, start }) {
      const racers = await Promise.all([start(), start()]);
      let last = 0;
      for (let round = 0; round < 20; round += 1) {
        const results = await Promise.all(
          racers.map((racer, index) => racer.ask({ kind: 'acquire', lease: '/run', owner: `owner ${index}`, ttlMs: 60_000 })),
        );
        const epoch = (await store.lease.holder('/run'))?.epoch ?? 0;
        const won = results.filter((result) => Object(result).kind === 'acquired');
        assert.deepEqual(won, [{ kind: 'acquired', epoch, ttlMs: 60_000 }]);
        assert.ok(epoch > last, `epoch ${epoch} after ${last}`);
        last = epoch;
        await store.lease.release('/run', { epoch });
      }
    },
  },
  {
    name: 'K9: a process that lost its lease cannot commit any more',
    async run({ store, start }) {
      const [slow, fast] = await Promise.all([start(), start()]);
      const first = Object(await slow.ask({ kind: 'acquire', lease: '/run', owner: 'slow', ttlMs: 20 })).epoch;
      while ((await store.lease.holder('/run')) !== null);
      const second = Object(await fast.ask({ kind: 'acquire', lease: '/run', owner: 'fast', ttlMs: 60_000 })).epoch;
      assert.ok(second > first, `epoch ${second} after ${first}`);
      assert.deepEqual(await slow.ask(commitUnder(first, 'late')), { kind: 'stale_epoch', currentEpoch: second });
      assert.deepEqual(await fast.ask(commitUnder(second, 'once')), { kind: 'committed' });
      assert.equal(await store.read('/result'), 'once');
    },
  },
  {
    name: 'K9: an owner that stood still for longer than its lease, and goes on behind another one, cannot commit any more',
    async run({ store, start }) {
      const [frozen, other] = await Promise.all([start(), start()]);
      const first = Object(await frozen.ask({ kind: 'acquire', lease: '/run', owner: 'frozen', ttlMs: 300 })).epoch;
      assert.deepEqual(await frozen.ask(commitUnder(first, 'first ')), { kind: 'committed' });
      frozen.signal('SIGSTOP');
      const late = frozen.ask(commitUnder(first, 'late')); // it finds this when it goes on
      while ((await store.lease.holder('/run')) !== null);
      const second = Object(await other.ask({ kind: 'acquire', lease: '/run', owner: 'other', ttlMs: 60_000 })).epoch;
      assert.deepEqual(await other.ask(commitUnder(second, 'second')), { kind: 'committed' });
      frozen.signal('SIGCONT');
      assert.deepEqual(await late, { kind: 'stale_epoch', currentEpoch: second });
      assert.equal(await store.read('/result'), 'first second');
    },
  },
  {
    name: 'a subscription in one process hears of every file that two others change',
    async run({ store, start }) {
      const [watcher, ...writers] = await Promise.all([start(), start(), start()]);
      const heard = watcher.ask({ kind: 'watch', path: '/watched', until: '/watched/last' });
      while ((await store.read('/watched/subscribed')) === null);
      const paths = writers.map((_, owner) => Array.from({ length: 30 }, (_, index) => `/watched/${owner}/${index}`));
      for (let index = 0; index < 30; index += 1) {
        await Promise.all(writers.map((writer, owner) => writer.ask({ kind: 'append', path: `/watched/${owner}/${index}`, texts: ['x'] })));
      }
      await store.write('/watched/last', 'x');
      assert.deepEqual(await heard, [...paths.flat(), '/watched/last', '/watched/subscribed'].sort());
    },
  },
  {
    name: 'a writer that is killed loses no acknowledged commit and leaves none half done',
    async run({ store, start }) {
      let last = 0;
      for (let kill = 0; kill < 4; kill += 1) {
        const acknowledged = await writeAndKill(start, last + 1, Math.floor(Math.random() * 12));
        const { log, state, marks } = await leftIn(store);
        const numbers = log.split('\n').slice(0, -1).map(Number);
        last = numbers.length;
        assert.deepEqual(
          numbers,
          Array.from({ length: last }, (_, index) => index + 1),
        );
        assert.ok(last >= acknowledged, `${acknowledged} commits were acknowledged, ${last} are there`);
        assert.equal(state, `${last}:${'x'.repeat(100_000)}`);
        assert.deepEqual(marks, [String(last)]);
      }
    },
  },
];

/** What must hold between processes, each race on data of its own. For a backend whose data several processes reach by a URL. */
export const storeRaces = (share: () => Promise<SharedData>): readonly ContractCase[] =>
  races.map(({ name, run }) => ({
    name,
    async run() {
      const data = await share();
      const racers: Racer[] = [];
      const store = await openStore(data.url);
      const start = async (): Promise<Racer> => {
        const racer = await startRacer(data.url);
        racers.push(racer);
        return racer;
      };
      try {
        await run({ store, start });
      } finally {
        await Promise.all(racers.map((racer) => racer.kill()));
        await store.close();
        await data.remove();
      }
    },
  }));
