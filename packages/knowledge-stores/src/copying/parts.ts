import { type CallOptions, type FileStat, type JournalStore, namespaceStore, type StoreNamespace, storeNamespaces } from '@intarsia/core';

/** A namespace of a store, or the files at its root that are in none: the records of operations outside of a run, for one. */
export type StorePart = StoreNamespace | 'root';

/** A file of a part, by its path in it. */
export interface StoredFile extends FileStat {
  readonly path: string;
}

/** Written before the first file of a copy and deleted with its last: a part that holds it is half copied. */
export const markerPath = '/intarsia/unfinished-copy.json';

/** Whether a file says that the part that holds it is half copied. */
export const isMarker = (path: string): boolean => path === markerPath;

/** Where a store that keeps namespaces as folders has them. */
const namespaceFolder = /^\/(?:conversations|apps)\/[^/]+\/[^/]+$/;
const statsAtOnce = 16;

/** The parts of a tenant, or of the whole store with its root, that hold a file, sorted by name. */
export async function storeParts(store: JournalStore, tenant?: string, options?: CallOptions): Promise<readonly StorePart[]> {
  const namespaces = [...(await storeNamespaces(store, tenant, options))].sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  return tenant === undefined && (await holdsFile(store, 'root', options)) ? ['root', ...namespaces] : namespaces;
}

/** Conversations before apps of a tenant. */
const nameOf = (part: StoreNamespace): string => JSON.stringify('chat' in part ? [part.tenant, 0, part.chat] : [part.tenant, 1, part.app]);

/** Whether a part holds a file. */
export async function holdsFile(store: JournalStore, part: StorePart, options?: CallOptions): Promise<boolean> {
  return inPart(store, part, async (space) => (await filesOf(space, part, options).next()).done !== true);
}

/** Uses a part as a store of its own. */
export async function inPart<Result>(store: JournalStore, part: StorePart, use: (space: JournalStore) => Promise<Result>): Promise<Result> {
  if (part === 'root') return use(store);
  const space = namespaceStore(store, part);
  try {
    return await use(space);
  } finally {
    await space.close();
  }
}

/** Whether a path of a root would be inside of a namespace, in a store that keeps them as folders. */
export const isInNamespace = (path: string): boolean => namespaceFolder.test(path.split('/').slice(0, 4).join('/'));

/** Every file of a part, in the order of `list`, folder by folder. A file that is deleted meanwhile is left out. */
export async function* filesOf(space: JournalStore, part: StorePart, options?: CallOptions): AsyncGenerator<StoredFile> {
  const areFolders = part === 'root' && space.namespace === undefined;
  const isOther = (folder: string): boolean => areFolders && namespaceFolder.test(folder);
  const folders = ['/'];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = await space.list(folder, options);
    const paths = names.map((name) => `${folder === '/' ? '' : folder}/${name}`);
    const beneath = paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
    for (const path of beneath.reverse()) if (!isOther(path)) folders.push(path);
    yield* statted(
      space,
      paths.filter((path) => !path.endsWith('/')),
      options,
    );
  }
}

async function* statted(space: JournalStore, paths: readonly string[], options?: CallOptions): AsyncGenerator<StoredFile> {
  for (let first = 0; first < paths.length; first += statsAtOnce) {
    const some = paths.slice(first, first + statsAtOnce);
    const stats = await Promise.all(some.map(async (path) => ({ path, found: await space.stat(path, options) })));
    for (const { path, found } of stats) if (found !== null) yield { path, ...found };
  }
}

/** All that a generator gives. */
export async function listed<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
