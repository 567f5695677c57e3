import { folderPrefix, isAtOrBeneath } from '@intarsia/core';
import type { Changes } from './documents.ts';

/** The folder that a path stands for, because its name is known by this path alone; null for a path that stands for itself. */
export type StandsFor = (path: string) => string | null;

/** The folder in `folder` that a path is beneath, or null for a file of `folder` itself. */
export const childFolder =
  (folder: string): StandsFor =>
  (path) => {
    const slash = path.indexOf('/', folderPrefix(folder).length);
    return slash === -1 ? null : path.slice(0, slash);
  };

/** The names that paths beneath a folder have in it, sorted, folders with a trailing `/`. */
export function namesIn(folder: string, paths: Iterable<string>): readonly string[] {
  const { length } = folderPrefix(folder);
  const names = new Set<string>();
  for (const path of paths) {
    const slash = path.indexOf('/', length);
    names.add(path.slice(length, slash === -1 ? undefined : slash + 1));
  }
  return [...names].sort();
}

/**
 * The live paths beneath a folder after some entries, out of those that were found while these were being applied. What an entry says of a
 * path counts, whether it was applied then or not. Null when a folder lost the paths that stood for it, and it may have others.
 */
export function pathsAfter(
  folder: string,
  found: Iterable<string>,
  changes: readonly Pick<Changes, 'files' | 'deletes'>[],
  standsFor: StandsFor,
): readonly string[] | null {
  const prefix = folderPrefix(folder);
  const paths = new Set(found);
  const doubtful = new Set<string>();
  for (const { files, deletes } of changes) {
    for (const deleted of deletes) {
      for (const path of paths) {
        if (!isAtOrBeneath(path, deleted)) continue;
        paths.delete(path);
        const stoodFor = standsFor(path);
        if (stoodFor !== null) doubtful.add(stoodFor);
      }
      for (const place of doubtful) if (isAtOrBeneath(place, deleted)) doubtful.delete(place);
    }
    for (const { path } of files) if (path.startsWith(prefix)) paths.add(path); // what an entry writes is behind its deletes
  }
  const settled = [...paths];
  return [...doubtful].every((place) => settled.some((path) => path.startsWith(folderPrefix(place)))) ? settled : null;
}
