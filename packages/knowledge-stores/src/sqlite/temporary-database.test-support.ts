import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a database may be, and nothing is yet. */
export interface TemporaryDatabase {
  readonly folder: string;
  readonly file: string;
  readonly url: string;
  /** Removes the folder and what is in it. */
  remove(): Promise<void>;
}

/** A new folder with the name of a database in it. */
export async function temporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-sqlite-'));
  const file = join(folder, 'store.db');
  return { folder, file, url: `sqlite:${file}`, remove: () => rm(folder, { recursive: true }) };
}
