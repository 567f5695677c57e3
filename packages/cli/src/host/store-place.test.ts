import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../command.test-support.ts';
import { neededPlace, openKept, openPlace, placeOf, sandboxRoot, storePlace } from './store-place.ts';

const env = { INTARSIA_STORE: 'redis://:sesame@host/3', OTHER: 'sqlite:other', EMPTY: '' };

describe('a store', () => {
  it.each([
    ['a.sqlite', 'sqlite:a.sqlite', '--store a.sqlite'],
    ['a b', 'sqlite:a b', "--store 'a b'"],
    ['file:stores/a', 'file:stores/a', '--store file:stores/a'],
    ['redis://host/3?keyPrefix=a', 'redis://host/3?keyPrefix=a', "--store 'redis://host/3?keyPrefix=a'"],
    ['env:OTHER', 'sqlite:other', '--store env:OTHER'],
    ['redis://:sesame@host/3', 'redis://:sesame@host/3', '--store env:INTARSIA_STORE'],
    ['mongodb://ann:sesame@h1,h2/app', 'mongodb://ann:sesame@h1,h2/app', '--store env:INTARSIA_STORE'],
  ])('written as %s is %s, and a later command finds it by: %s', (given, url, words) => {
    expect(placeOf(given, env)).toMatchObject({ url, words });
    expect(placeOf(given, env).words).not.toContain('sesame');
  });

  it('that no command names is that of the environment, where later commands find it too', () => {
    expect(storePlace(undefined, env)).toEqual({ url: env.INTARSIA_STORE, variable: 'INTARSIA_STORE', words: '' });
    expect(storePlace('a.sqlite', env)).toMatchObject({ url: 'sqlite:a.sqlite', variable: null });
    expect(storePlace(undefined, {})).toBe(undefined);
    expect(storePlace(undefined, { INTARSIA_STORE: '' })).toBe(undefined);
  });

  it.each(['', 'env:EMPTY', 'env:MISSING'])('written as "%s" is none', (given) => {
    expect(() => placeOf(given, env)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('that is needed and not named is asked for', () => {
    expect(() => neededPlace(undefined, {})).toThrow(/--store STORE, or INTARSIA_STORE/);
  });
});

describe('a store that was kept', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it.each([
    ['memory:', 'memory: keeps nothing'],
    ['missing.sqlite', 'There is no store file'],
    ['sqlite:missing.sqlite', 'There is no store file'],
    ['file:missing', 'There is no store folder'],
  ])('is not made anew: %s', async (name, message) => {
    const [scheme, path = ''] = name.includes(':') ? name.split(/(?<=:)/) : ['', name];
    const given = path === '' ? name : `${scheme}${join(folder.path, path)}`;
    await expect(openKept(placeOf(given, {}))).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(message),
    });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it.each(['', 'sqlite:', 'file:'])('is opened again: %sNAME', async (scheme) => {
    const place = placeOf(`${scheme}${join(folder.path, 'kept')}`, {});
    const store = await openPlace(place);
    await store.write('/a', 'x');
    await store.close();
    const again = await openKept(place);
    expect(await again.read('/a')).toBe('x');
    await again.close();
  });

  it('is no device', async () => {
    await expect(openKept(placeOf('/dev/null', {}))).rejects.toMatchObject({ code: 'store_unavailable' });
    await mkdir(join(folder.path, 'folder'));
    const store = openPlace(placeOf(join(folder.path, 'folder'), {})).then((opened) => opened.exists('/'));
    await expect(store).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describe('the sandboxes of a store', () => {
  const rootOf = (given: string) => sandboxRoot(placeOf(given, {}));

  it('are beside its file or folder', () => {
    expect(rootOf('/a/b.sqlite')).toBe('/a/b.sqlite.sandboxes');
    expect(rootOf('sqlite:/a/b.sqlite')).toBe('/a/b.sqlite.sandboxes');
    expect(rootOf('file:/a/b/')).toBe('/a/b.sandboxes');
    expect(rootOf('memory:')).toBe(undefined);
  });

  it('are apart for each server, whoever logs in', () => {
    const root = rootOf('redis://:sesame@host/3');
    expect(root).toMatch(new RegExp(`^${tmpdir()}/intarsia-sandboxes-\\w+-[0-9a-f]{16}$`));
    expect(rootOf('redis://:other@host/3')).toBe(root);
    expect(rootOf('redis://host/4')).not.toBe(root);
  });
});
