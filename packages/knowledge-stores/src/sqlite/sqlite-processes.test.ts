import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRacer } from '../races/racers.test-support.ts';
import { storeRaces } from '../races/races.test-support.ts';
import { sqliteStore } from './index.ts';
import { temporaryDatabase } from './temporary-database.test-support.ts';

test.each(storeRaces(temporaryDatabase))('$name', { timeout: 60_000 }, ({ run }) => run());

test('K1: two processes compare and set 2,000 times each: every one is applied', { timeout: 60_000 }, async () => {
  const { file, url, remove } = await temporaryDatabase();
  const racers = await Promise.all([startRacer(url), startRacer(url)]);
  const refusals = await Promise.all(racers.map((racer) => racer.ask({ kind: 'increment', path: '/count', times: 2_000 })));
  expect(refusals).toEqual([expect.any(Number), expect.any(Number)]);
  const store = sqliteStore({ file });
  expect(await store.read('/count')).toBe('4000');
  await store.close();
  await Promise.all(racers.map((racer) => racer.kill()));
  await remove();
});

test('two processes open the same new files at the same moments: both can use every one', { timeout: 60_000 }, async () => {
  const { folder, remove } = await temporaryDatabase();
  const files = Array.from({ length: 60 }, (_, index) => join(folder, `new-${index}.db`));
  const at = Date.now() + 1_000; // both have started by then; a slow one only comes later to the first files
  const opened = [1, 2].map(async () => {
    const opener = fork(new URL('opener.test.process.ts', import.meta.url), [String(at), ...files], {
      execArgv: ['--conditions=@intarsia/source'],
    });
    const [used] = await once(opener, 'message');
    return used;
  });
  expect(await Promise.all(opened)).toEqual([60, 60]);
  const store = sqliteStore({ file: files[0] ?? '' });
  expect(await store.read('/a')).toBe('xx');
  await store.close();
  await remove();
});
