import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { IntarsiaError, namespacePath, type StoreNamespace } from '@intarsia/core';
import { type DiskCalls, isMissing, quietly, readWhole, writeAll } from './calls.ts';
import { corruptFailure } from './failures.ts';
import { jsonReader } from './frame.ts';
import { mustBeFolder, writeFlushed } from './layout.ts';

const storeKind = 'intarsia-disk';
const storeVersion = 2; // 1 had no checksums in its checkpoints
const own: readonly string[] = ['log', 'data', 'new', 'namespaces'];
const ofTheSystem: readonly string[] = ['lost+found', '.DS_Store']; // what a fresh disk or a look at a folder brings
const longestName = 200; // file systems keep names of up to 255 bytes

/** The folder of a store, made and marked as one. Throws `store_version`, `store_corrupt`, `store_read_only` and `store_unavailable`. */
export function openRoot(calls: DiskCalls, root: string): string {
  const absolute = resolve(root);
  mkdirSync(absolute, { recursive: true, mode: 0o700 });
  const folder = realpathSync(absolute); // the root itself may be a link; nothing beneath it may
  const mark = join(folder, 'store.json');
  if (calls.look(mark) === null) markAsStore(calls, folder, mark);
  knownVersion(calls, folder);
  return folder;
}

/** The version that a store is marked with. Throws `store_version` for one that is newer than this program. */
function knownVersion(calls: DiskCalls, folder: string): number {
  const mark = join(folder, 'store.json');
  const found = versionOf(mark, readWhole(calls, mark));
  if (found <= storeVersion) return found;
  throw new IntarsiaError(
    'store_version',
    `${folder} was written in form ${found}, this version knows form ${storeVersion}: update the program.`,
    { details: { folder, found, known: storeVersion } },
  );
}

/**
 * Marks a store that an older version made as one of this version: that one is refused from then on. To be called before the first thing is
 * written that it would not keep. Both read all that the other writes, so that one which still has the store open does no harm.
 */
export async function upgradeRoot(calls: DiskCalls, folder: string): Promise<void> {
  if (knownVersion(calls, folder) === storeVersion) return;
  const temporary = join(folder, 'new', randomUUID());
  try {
    await writeFlushed(calls, temporary, markOf(storeVersion));
    calls.move(temporary, join(folder, 'store.json'));
  } finally {
    quietly(() => calls.remove(temporary));
  }
  await calls.flushFolder(folder);
}

const markOf = (version: number): Uint8Array => Buffer.from(`${JSON.stringify({ store: storeKind, version })}\n`);

/** Makes the folder of the store and those around it durable: some of them may be new. */
export async function flushAround(calls: DiskCalls, root: string): Promise<void> {
  for (let folder = root; dirname(folder) !== folder; folder = dirname(folder)) {
    await calls.flushFolder(dirname(folder)).catch(() => undefined); // one that this process may not open is not one that it made
  }
}

function markAsStore(calls: DiskCalls, folder: string, mark: string): void {
  const foreign = calls.names(folder).find((name) => !own.includes(name) && !ofTheSystem.includes(name));
  if (foreign !== undefined && calls.look(mark) === null) {
    throw corruptFailure(folder, `is no store, it holds ${JSON.stringify(foreign)}: name an empty folder or one that does not exist`);
  }
  const fresh = join(folder, 'new');
  const temporary = join(fresh, randomUUID());
  mustBeFolder(calls, fresh);
  calls.makeFolder(fresh);
  const descriptor = calls.open(temporary, 'create');
  try {
    writeAll(calls, descriptor, markOf(storeVersion));
    calls.flushNow(descriptor);
    calls.link(temporary, mark);
  } finally {
    quietly(() => calls.close(descriptor));
    quietly(() => calls.remove(temporary));
  }
}

function versionOf(mark: string, bytes: Uint8Array): number {
  const { member, text, count } = jsonReader(mark);
  const json = parsed(mark, bytes);
  if (text(member(json, 'store')) !== storeKind) throw corruptFailure(mark, 'belongs to another program: name another folder');
  return count(member(json, 'version'));
}

function parsed(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw corruptFailure(file, 'cannot be read. Restore a backup', cause);
  }
}

/**
 * A name for any text, another one for every other text, also where the file system takes upper and lower case, or two forms of an accent, for
 * the same, refuses dots at the end, or keeps some words to itself.
 */
export function folderName(kind: 'tenant' | 'chat' | 'app', name: string): string {
  const plain = Array.from(Buffer.from(name), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  const short = plain.length <= longestName ? plain : `~${createHash('sha256').update(name).digest('hex')}`;
  return `${kind}-${short}`;
}

/** The folder of a namespace in a store. Throws `path_invalid` for a name that is empty, too long or malformed. */
export function namespaceFolder(root: string, namespace: StoreNamespace): string {
  namespacePath(namespace); // checks the names
  const name = 'chat' in namespace ? folderName('chat', namespace.chat) : folderName('app', namespace.app);
  return join(root, 'namespaces', folderName('tenant', namespace.tenant), name);
}

/** Makes the folder of a namespace, with its names in it: those of the folders cannot always be read back. */
export async function makeNamespaceFolder(calls: DiskCalls, root: string, namespace: StoreNamespace): Promise<void> {
  const folder = namespaceFolder(root, namespace);
  const tenant = dirname(folder);
  for (const path of [dirname(tenant), tenant, folder]) {
    mustBeFolder(calls, path);
    calls.makeFolder(path);
    await calls.flushFolder(dirname(path));
  }
  const fresh = join(folder, 'new');
  calls.makeFolder(fresh);
  const temporary = join(fresh, randomUUID());
  await writeFlushed(calls, temporary, Buffer.from(`${JSON.stringify(namespace)}\n`));
  calls.link(temporary, join(folder, 'namespace.json'));
  quietly(() => calls.remove(temporary));
}

/** The namespaces that have a folder, of one tenant or of all. */
export function* namespacesIn(calls: DiskCalls, root: string, tenant?: string): Generator<StoreNamespace> {
  const all = join(root, 'namespaces');
  const tenants = tenant === undefined ? namesIn(calls, all) : [folderName('tenant', tenant)];
  for (const tenantName of tenants) {
    for (const name of namesIn(calls, join(all, tenantName))) {
      const folder = join(all, tenantName, name);
      const file = join(folder, 'namespace.json');
      mustBeFolder(calls, folder);
      const isNamed = () => calls.look(file)?.kind === 'file';
      if (!isNamed() && calls.look(join(folder, 'log')) === null) continue; // another process is about to make it, or died then
      if (!isNamed()) throw corruptFailure(file, 'is missing, and the log beside it is not. Restore a backup');
      yield readNamespace(calls, root, file);
    }
  }
}

function namesIn(calls: DiskCalls, folder: string): readonly string[] {
  mustBeFolder(calls, folder);
  try {
    return calls.names(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function readNamespace(calls: DiskCalls, root: string, file: string): StoreNamespace {
  const { member, text } = jsonReader(file);
  const json = parsed(file, readWhole(calls, file));
  const tenant = text(member(json, 'tenant'));
  const chat = member(json, 'chat');
  const namespace = chat === undefined ? { tenant, app: text(member(json, 'app')) } : { tenant, chat: text(chat) };
  if (namespaceFolder(root, namespace) !== dirname(file)) throw corruptFailure(file, 'names another folder than the one it stands in');
  return namespace;
}
