import { readdirSync, readFileSync } from 'node:fs';
import { embeddedNetwork } from '@intarsia/adapters-ag2';
import { memoryStore } from '@intarsia/core';
import { countingIds, virtualClock } from '@intarsia/core/testing';
import { initialProjection, type NumberedEvent, project } from '@intarsia/transport';
import { expect, it } from 'vitest';

const folder = new URL('../packages/adapters-ag2/src/embedded/fixtures/journals/', import.meta.url);

it.each(readdirSync(folder))('C20 a person is shown of the journal in %s what the release that wrote it showed', async (name) => {
  const { scope, files, visible } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  const clock = virtualClock();
  const store = memoryStore(clock);
  for (const [path, content] of Object.entries<string>(files)) await store.write(path, content);
  const network = embeddedNetwork({ store, clock, ids: countingIds() });
  const facts = (await network.inspect(scope))?.facts;
  if (facts === undefined) throw new Error('There is no conversation.');
  let state = initialProjection(facts);
  const shown: NumberedEvent[] = [];
  for (const envelope of (await network.read(scope, 0)).envelopes) {
    const projected = project(facts, state, envelope);
    state = projected.state;
    shown.push(...projected.events);
  }
  expect(shown).toMatchObject(visible);
});
