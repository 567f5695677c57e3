import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { IntarsiaError } from '@intarsia/core';

/** The folder of this user's sandboxes when none is named. */
export function defaultRoot(): string {
  // One level: whoever owned a folder between could put another one in its place.
  return join(tmpdir(), `intarsia-sandboxes-${process.getuid?.() ?? 'user'}`);
}

/**
 * Makes the folder of sandboxes if it is missing and gives its real path. Rejects with `sandbox_unavailable` when it cannot be made or
 * written, or when other users could put records of their own into it.
 */
export async function openRoot(root: string): Promise<string> {
  try {
    await makeFolders(resolve(root));
    const real = await realpath(root);
    await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
    const { uid, mode } = await stat(real);
    const foreign = process.getuid !== undefined && uid !== process.getuid();
    if (foreign || (mode & 0o002) !== 0) throw new Error('other users can write it');
    return real;
  } catch (error) {
    throw new IntarsiaError(
      'sandbox_unavailable',
      `The folder of sandboxes "${root}" cannot be used; give a folder that only you can write.`,
      {
        cause: error,
        details: { root },
      },
    );
  }
}

/** Each missing folder of a path. `mkdir` with `recursive` never returns below a folder that takes none and says ENOENT, as /proc. */
async function makeFolders(path: string, above = true): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !above || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await makeFolders(path, false);
  }
}
