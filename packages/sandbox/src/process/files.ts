import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SandboxFile } from '@intarsia/core';
import type { SandboxFolder } from './folder.ts';
import { checkFiles, clash, fileLimits, pathSegments, tooMuch } from './paths.ts';

/**
 * Writes all files or none: they are staged, each place is checked, then they are renamed into place, and a failure moves back what
 * was already moved. Rejects with `path_invalid` and `sandbox_limit`.
 */
export async function writeFiles(place: SandboxFolder, files: readonly SandboxFile[]): Promise<void> {
  checkFiles(files);
  const stage = join(place.staging, randomBytes(8).toString('hex'));
  await mkdir(stage, { mode: 0o700 });
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const [index, file] of files.entries()) await writeFile(join(stage, String(index)), file.content, { mode: 0o600 });
    for (const [index, file] of files.entries()) await putInPlace(place, stage, index, file.path, undo);
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function putInPlace(
  place: SandboxFolder,
  stage: string,
  index: number,
  path: string,
  undo: (() => Promise<unknown>)[],
): Promise<void> {
  const target = join(place.files, ...pathSegments(path));
  await makeParents(place, path, undo);
  const before = await lstat(target).catch(() => null);
  if (before !== null && !before.isFile()) throw clash(path, 'names something that is not a file');
  if (before !== null) {
    const kept = join(stage, `${index}.before`);
    await rename(target, kept);
    undo.push(() => rename(kept, target));
  }
  await rename(join(stage, String(index)), target);
  undo.push(() => rm(target, { force: true }));
}

/** Makes the missing folders above a file; each that is there must be a folder inside the sandbox, also behind a symbolic link. */
async function makeParents(place: SandboxFolder, path: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  let folder = place.files;
  for (const segment of pathSegments(path).slice(0, -1)) {
    folder = join(folder, segment);
    const made = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (made) {
      const madeFolder = folder;
      undo.push(() => rmdir(madeFolder));
    } else if (!(await isFolderInside(place, folder))) throw clash(path, 'leads through something that is not a folder of the sandbox');
  }
}

async function isFolderInside(place: SandboxFolder, folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => null);
  return real !== null && isInside(place, real) && (await lstat(real)).isDirectory();
}

function isInside(place: SandboxFolder, real: string): boolean {
  return real === place.files || real.startsWith(place.files + sep);
}

/** The text of a file, or null when there is none. A symbolic link out of the sandbox rejects with `path_invalid`, size with `sandbox_limit`. */
export async function readFileText(place: SandboxFolder, path: string): Promise<string | null> {
  const wanted = join(place.files, ...pathSegments(path));
  const real = await realpath(wanted).catch(() => null);
  if (real === null) return null;
  if (!isInside(place, real)) throw clash(path, 'leads out of the sandbox');
  // Without waiting: opening a pipe that nobody writes would never return.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) return null;
    // Bounded by what is read, not by the size: a program may be writing it.
    const pieces: Buffer[] = [];
    for await (const piece of handle.createReadStream({ end: fileLimits.fileBytes, autoClose: false })) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (bytes.length > fileLimits.fileBytes) throw tooMuch(`a file that is read has at most ${fileLimits.fileBytes} bytes`);
    return bytes.toString('utf8');
  } finally {
    await handle.close();
  }
}
