import { describe, expect, it } from 'vitest';
import { memoryStore } from '../journal/memory-store.ts';
import { versionId } from '../ports/ids.ts';
import { countingIds, virtualClock } from '../testing/index.ts';
import { artifactStore } from './artifact-store.ts';

const scope = { tenant: 't', app: 'a/../b' };
const files = [
  { path: 'server.mjs', content: 'export {};' },
  { path: 'é.txt', content: 'ü' },
];

function open() {
  const clock = virtualClock();
  const store = memoryStore(clock);
  return { store, artifacts: artifactStore({ store, clock, ids: countingIds() }) };
}

describe('artifactStore', () => {
  it('gives a version back whole, with sizes in bytes', async () => {
    const { artifacts } = open();
    const version = await artifacts.save(scope, { family: 'app', key: 'k1', files });
    expect(version).toMatchObject({ number: 1, family: 'app' });
    expect(version.files.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['server.mjs', 10],
      ['é.txt', 2],
    ]);
    expect(await artifacts.read(scope, version.id)).toEqual(files);
  });

  it('saves once per key, also when asked at the same time', async () => {
    const { artifacts } = open();
    const versions = await Promise.all([1, 2, 3].map(() => artifacts.save(scope, { family: 'app', key: 'k1', files })));
    expect(new Set(versions.map((version) => version.id)).size).toBe(1);
    expect(await artifacts.list(scope)).toHaveLength(1);
  });

  it('numbers versions within their family, whoever writes first', async () => {
    const { artifacts } = open();
    const keys = ['a', 'b', 'c', 'd'];
    await Promise.all(keys.map((key) => artifacts.save(scope, { family: key < 'c' ? 'app' : 'plan', key, files })));
    const numbers = (await artifacts.list(scope)).map(({ family, number }) => `${family}${number}`).sort();
    expect(numbers).toEqual(['app1', 'app2', 'plan1', 'plan2']);
  });

  it('refuses other content under a used key, and keeps the first', async () => {
    const { artifacts } = open();
    const first = await artifacts.save(scope, { family: 'app', key: 'k1', files });
    const other = artifacts.save(scope, { family: 'app', key: 'k1', files: files.slice(0, 1) });
    await expect(other).rejects.toMatchObject({ code: 'artifact_conflict' });
    expect(await artifacts.read(scope, first.id)).toEqual(files);
  });

  it('keeps apps apart and says what is unknown', async () => {
    const { artifacts } = open();
    const version = await artifacts.save(scope, { family: 'app', key: 'k1', files });
    const elsewhere = { tenant: 't', app: 'b' };
    expect(await artifacts.list(elsewhere)).toEqual([]);
    await expect(artifacts.read(elsewhere, version.id)).rejects.toMatchObject({ code: 'artifact_unknown' });
    await expect(artifacts.read(scope, versionId('nope'))).rejects.toMatchObject({ code: 'artifact_unknown' });
  });

  it('records an outcome once per key', async () => {
    const { artifacts } = open();
    const version = await artifacts.save(scope, { family: 'app', key: 'k1', files });
    const outcome = {
      key: 'o1',
      version: version.id,
      sandbox: 's1',
      strategy: 'process',
      status: 'passed',
      details: { tests: 3 },
    } as const;
    await artifacts.recordOutcome(scope, outcome);
    await artifacts.recordOutcome(scope, { ...outcome, status: 'failed' });
    expect(await artifacts.outcomes(scope)).toEqual([outcome]);
  });

  it('notices a stored file that was changed', async () => {
    const { artifacts, store } = open();
    const version = await artifacts.save(scope, { family: 'app', key: 'k1', files });
    const blob = `/apps/t/a%2F..%2Fb/artifacts/blobs/${version.files[0]?.digest}`;
    expect(await store.exists(blob)).toBe(true);
    await store.write(blob, 'changed');
    await expect(artifacts.read(scope, version.id)).rejects.toMatchObject({ code: 'store_corrupt' });
  });
});
