import { readdir, stat } from 'node:fs/promises';
import { isArmed } from './arm.ts';
import { endPace, endSandbox, readRecord, type SandboxFolder, sandboxFolder } from './folder.ts';
import { hasPassed, isSandboxName, type SandboxRecord } from './record.ts';

/** A folder that is being made or deleted is older than this only when whoever does it died. */
const abandonedAfterMs = 60_000;

/**
 * The record of a living sandbox, or null. One that should have ended, and whose watchdog is not there to end it, is ended here: its
 * record is torn or its deadline passed.
 */
export async function livingRecord(place: SandboxFolder): Promise<SandboxRecord | null> {
  const record = await readRecord(place);
  if (record !== null && !hasPassed(record)) return record;
  if ((await exists(place.folder)) && !(await isArmed(place))) await endSandbox(place, endPace);
  return null;
}

/** The records of all living sandboxes of a root, oldest first. What dead processes left half made or half deleted is ended. */
export async function livingRecords(root: string, afterMs = abandonedAfterMs): Promise<readonly SandboxRecord[]> {
  const names = await readdir(root);
  const records = await Promise.all(names.filter(isSandboxName).map((name) => livingRecord(sandboxFolder(root, name))));
  await Promise.all(names.map((name) => endAbandoned(root, name, afterMs)));
  return records.filter((record) => record !== null).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

async function endAbandoned(root: string, name: string, afterMs: number): Promise<void> {
  const [, kind, id] = /^\.(new|removed)-(.+)$/.exec(name) ?? [];
  if (kind === undefined || id === undefined || !isSandboxName(id)) return;
  const place = sandboxFolder(root, id);
  // Renaming a folder sets the time of its last change.
  const since = await stat(kind === 'new' ? place.draft : place.removed).catch(() => null);
  if (since !== null && Date.now() - since.ctimeMs > afterMs) await endSandbox(place, endPace);
}

async function exists(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null)) !== null;
}
