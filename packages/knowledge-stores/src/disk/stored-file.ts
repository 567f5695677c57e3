import type { FileTable } from '@intarsia/core';

/** Bytes of a file that stand in an entry of the log: `length` of them at `offset` of that entry's file. */
export interface Extent {
  readonly segment: string;
  readonly number: number;
  readonly offset: number;
  /** Where they start in the file of the store. */
  readonly start: number;
  readonly length: number;
  readonly checksums: readonly number[];
}

/** The first `size` bytes of a file, in a data file: alone in it and growing there, or one of many. */
export interface Base {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly alone: boolean;
  /** Of its blocks; null where a checkpoint of version 1 names it. */
  readonly checksums: readonly number[] | null;
}

/** A file of the store. It only grows: what replaces it is another object. */
export interface StoredFile {
  size: number;
  version: string;
  base: Base | null;
  /** What the base does not hold, in order and without gaps. */
  tail: Extent[];
}

/** The paths at which two tables do not have the same version. */
export function differences(before: FileTable<StoredFile>, after: FileTable<StoredFile>): readonly string[] {
  const paths: string[] = [];
  for (const [path, file] of before.entries()) if (after.get(path)?.version !== file.version) paths.push(path);
  for (const [path] of after.entries()) if (before.get(path) === undefined) paths.push(path);
  return paths;
}
