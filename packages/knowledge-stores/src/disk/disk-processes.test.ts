import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRacer } from '../races/racers.test-support.ts';
import { storeRaces } from '../races/races.test-support.ts';
import { temporaryRoot } from './disk.test-support.ts';
import { diskStore } from './index.ts';

const share = async () => {
  const { root, remove } = await temporaryRoot();
  return { root, url: `file:${root}`, remove };
};

test.each(storeRaces(share))('$name', { timeout: 60_000 }, ({ run }) => run());

test('writers that are stopped again and again, and go on late, harm nobody', { timeout: 60_000 }, async () => {
  const { root, url, remove } = await share();
  const racers = await Promise.all(Array.from({ length: 3 }, () => startRacer(url)));
  const texts = racers.map((_, owner) => Array.from({ length: 150 }, (_, index) => `<${owner}.${index}>`));
  let writing = true;
  const all = Promise.all(racers.map((racer, owner) => racer.ask({ kind: 'append', path: '/log', texts: texts[owner] ?? [] }))).finally(
    () => {
      writing = false;
    },
  );
  const store = diskStore({ root });
  const own: string[] = [];
  for (let round = 0; writing; round += 1) {
    const stopped = racers[round % racers.length];
    stopped?.signal('SIGSTOP');
    own.push(`<own.${round}>`);
    await store.commit([
      { kind: 'append', path: '/log', content: `<own.${round}>` },
      { kind: 'write', path: '/folder/a', content: 'x' },
    ]);
    await store.delete('/folder'); // brings a new segment of the log, while somebody is about to write to the old one
    stopped?.signal('SIGCONT');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const offsets = (await all).flatMap(Object);
  const log = (await store.read('/log')) ?? '';
  expect(log.match(/<.*?>/g)?.toSorted()).toEqual([...texts.flat(), ...own].toSorted());
  expect(texts.flat().map((text) => log.indexOf(text))).toEqual(offsets);
  await Promise.all(racers.map((racer) => racer.kill()));
  await store.close();
  await remove();
});

test('handles that open the same new store at once all use it', async () => {
  const { folder, remove } = await temporaryRoot();
  for (let round = 0; round < 20; round += 1) {
    const root = join(folder, `new-${round}`);
    const stores = Array.from({ length: 4 }, () => diskStore({ root }));
    const views = stores.map((store) => store.namespace?.({ tenant: 't', chat: 'c' }));
    await Promise.all([...stores, ...views].map((store) => store?.append('/a', 'x')));
    expect([await stores[0]?.read('/a'), await views[0]?.read('/a')]).toEqual(['xxxx', 'xxxx']);
    await Promise.all(stores.map((store) => store.close()));
  }
  await remove();
});
