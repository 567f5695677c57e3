import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EndPace, endProcesses, type GroupLeader, sandboxQuarry } from './ending.ts';
import { parseRecord, type SandboxRecord } from './record.ts';

/** Where everything of one sandbox is. It lives exactly as long as `folder` does: ending it begins with moving that folder away. */
export interface SandboxFolder {
  readonly root: string;
  readonly id: string;
  readonly folder: string;
  /** Where `folder` is made. */
  readonly draft: string;
  /** Where `folder` is moved to when it ends. */
  readonly removed: string;
  readonly record: string;
  /** Pid and start time of the watchdog, written by itself. */
  readonly watchdog: string;
  readonly files: string;
  readonly home: string;
  readonly temporary: string;
  /** Files that are written but not yet in place. */
  readonly staging: string;
  /** One empty file `<pid>-<start time>` for each process group that was started. */
  readonly leaders: string;
  /** One file `<port>` for each server that was started: pid and start time of its process. */
  readonly services: string;
  readonly log: string;
}

/** How every sandbox is ended: asked first, killed half a second later. */
export const endPace: EndPace = { graceMs: 500, limitMs: 10_000 };

/** The places of the sandbox of that id. */
export function sandboxFolder(root: string, id: string, folder: string = join(root, id)): SandboxFolder {
  return {
    root,
    id,
    folder,
    draft: join(root, `.new-${id}`),
    removed: join(root, `.removed-${id}`),
    record: join(folder, 'sandbox.json'),
    watchdog: join(folder, 'watchdog.json'),
    files: join(folder, 'files'),
    home: join(folder, 'home'),
    temporary: join(folder, 'tmp'),
    staging: join(folder, 'staging'),
    leaders: join(folder, 'processes'),
    services: join(folder, 'services'),
    log: join(folder, 'service.log'),
  };
}

/** Makes the folder with everything in it appear in one step. */
export async function makeFolder(place: SandboxFolder, record: SandboxRecord): Promise<void> {
  const draft = sandboxFolder(place.root, place.id, place.draft);
  await mkdir(draft.folder, { mode: 0o700 });
  const { files, home, temporary, staging, leaders, services } = draft;
  for (const folder of [files, home, temporary, staging, leaders, services]) await mkdir(folder, { mode: 0o700 });
  await writeWhole(draft.record, JSON.stringify(record));
  await rename(draft.folder, place.folder);
}

/** Replaces a file so that a reader sees the old text or the new one. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** The record, or null when the sandbox is gone or its record is torn. */
export async function readRecord(place: SandboxFolder): Promise<SandboxRecord | null> {
  const text = await readFile(place.record, 'utf8').catch(() => '');
  const record = parseRecord(text);
  return record?.id === place.id ? record : null;
}

/** Notes a group leader for whoever ends the sandbox; rejects when the sandbox is gone. */
export async function noteLeader(place: SandboxFolder, leader: GroupLeader): Promise<void> {
  await writeFile(join(place.leaders, leaderName(leader)), '', { mode: 0o600 });
}

/** Forgets a leader whose group was ended. */
export async function forgetLeader(place: SandboxFolder, leader: GroupLeader): Promise<void> {
  await rm(join(place.leaders, leaderName(leader)), { force: true });
}

const leaderName = ({ pid, started }: GroupLeader) => `${pid}-${encodeURIComponent(started)}`;

/** The leaders noted so far, wherever the folder is now. */
export async function readLeaders(place: SandboxFolder): Promise<readonly GroupLeader[]> {
  const folders = [place.folder, place.removed].map((folder) => sandboxFolder(place.root, place.id, folder).leaders);
  const names = (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
  return names.flatMap((name) => {
    const [, pid, started] = /^(\d+)-(.+)$/.exec(name) ?? [];
    return pid === undefined || started === undefined ? [] : [{ pid: Number(pid), started: decodeURIComponent(started) }];
  });
}

/** The pid and start time that a file holds, or null when it is missing or holds none. */
export async function readLeader(file: string): Promise<GroupLeader | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const [pid, started] = [Reflect.get(value, 'pid'), Reflect.get(value, 'started')];
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
  } catch {
    return null;
  }
}

/**
 * Ends everything of a sandbox and deletes its folder. Any number of processes may do it at the same time, and whoever is killed
 * half-way leaves a `.removed-` folder that names what is still to be done. True when nothing of it is left.
 */
export async function endSandbox(place: SandboxFolder, pace: EndPace, known: readonly GroupLeader[] = []): Promise<boolean> {
  await rename(place.folder, place.removed).catch(() => undefined);
  const leaders = [...known, ...(await readLeaders(place))];
  if (!(await endProcesses(sandboxQuarry(place.id, leaders), pace))) return false;
  await releasePorts(place);
  // All of them: a program that was just asked to stop may have made its home folder anew.
  for (const folder of [place.folder, place.removed, place.draft]) {
    if (!(await removeTree(folder))) return false;
  }
  return true;
}

/** Deletes a folder, also one whose owner took the rights away from itself; true when it is not there any more. */
async function removeTree(folder: string): Promise<boolean> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await openRights(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
  return (await lstat(folder).catch(() => null)) === null;
}

async function openRights(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => undefined);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await openRights(join(folder, entry.name));
  }
}

const portsFolder = (root: string) => join(root, '.ports');

/** Keeps a port for a sandbox among all hosts that share the root; false when another living sandbox has it. */
export async function keepPort(place: SandboxFolder, port: number): Promise<boolean> {
  const file = join(portsFolder(place.root), String(port));
  await mkdir(portsFolder(place.root), { recursive: true, mode: 0o700 });
  const holder = await readlink(file).catch(() => null);
  if (holder !== null) {
    if ((await readRecord(sandboxFolder(place.root, holder))) !== null) return false;
    await unlink(file).catch(() => undefined);
  }
  return symlink(place.id, file).then(
    () => true,
    () => false,
  );
}

async function releasePorts(place: SandboxFolder): Promise<void> {
  for (const name of await readdir(portsFolder(place.root)).catch(() => [])) {
    const file = join(portsFolder(place.root), name);
    if ((await readlink(file).catch(() => null)) === place.id) await unlink(file).catch(() => undefined);
  }
}
