import { emptyFolders } from './folders.ts';

/** Files of a store by their normalised paths, with the folders that are there because of them. Nothing costs a look at files beside what it is about. */
export interface FileTable<File> {
  get(path: string): File | undefined;
  set(path: string, file: File): void;
  /** Removes the file and everything beneath; the paths of what went. */
  delete(path: string): readonly string[];
  /** Sorted names of the direct children, folders with a trailing `/`. */
  list(folder: string): readonly string[];
  /** True for a file and for a folder. */
  exists(path: string): boolean;
  count(): number;
  entries(): IterableIterator<[path: string, file: File]>;
}

/** A table without a file, for whoever keeps the files of a store in memory. */
export function fileTable<File>(): FileTable<File> {
  const files = new Map<string, File>();
  const folders = emptyFolders();
  return {
    get: (path) => files.get(path),
    set(path, file) {
      if (!files.has(path)) folders.add(path);
      files.set(path, file);
    },
    delete(path) {
      const gone = [path, ...folders.filesBeneath(path)].filter((each) => files.delete(each));
      for (const each of gone) folders.remove(each);
      return gone;
    },
    list: (folder) => folders.list(folder),
    exists: (path) => files.has(path) || folders.exists(path),
    count: () => files.size,
    entries: () => files.entries(),
  };
}
