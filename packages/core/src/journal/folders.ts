import { folderPrefix } from './store-path.ts';

/** Which names the folders of a store have, so that a folder is found, listed and deleted without a look at anything beside it. Takes normalised paths. */
export interface Folders {
  /** Adds a file, and the folders around it. */
  add(path: string): void;
  /** Removes a file that was added, and the folders that are empty without it. */
  remove(path: string): void;
  /** Sorted names, folders with a trailing `/`; none for what is no folder. */
  list(folder: string): readonly string[];
  exists(folder: string): boolean;
  /** Every file beneath, in no order. */
  filesBeneath(folder: string): readonly string[];
}

/** Folders without a file. */
export function emptyFolders(): Folders {
  /** By what every path in the folder begins with. */
  const namesOf = new Map<string, Set<string>>();

  return {
    add(path) {
      for (const [prefix, name] of wayUp(path)) {
        const names = namesOf.get(prefix);
        if (names === undefined) namesOf.set(prefix, new Set([name]));
        else {
          names.add(name);
          return; // the folders around this one are there already
        }
      }
    },
    remove(path) {
      for (const [prefix, name] of wayUp(path)) {
        const names = namesOf.get(prefix);
        names?.delete(name);
        if (names === undefined || names.size > 0) return;
        namesOf.delete(prefix);
      }
    },
    list: (folder) => [...(namesOf.get(folderPrefix(folder)) ?? [])].sort(),
    exists: (folder) => namesOf.has(folderPrefix(folder)),
    filesBeneath(folder) {
      const files: string[] = [];
      const open = [folderPrefix(folder)];
      for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
        for (const name of namesOf.get(prefix) ?? []) (name.endsWith('/') ? open : files).push(prefix + name);
      }
      return files;
    },
  };
}

/** The folders around a path, the nearest first, and the name that it has there or that leads to it. */
function* wayUp(path: string): Generator<readonly [prefix: string, name: string]> {
  for (let end = path.length, rest = ''; end > 0; rest = '/') {
    const slash = path.lastIndexOf('/', end - 1);
    yield [path.slice(0, slash + 1), path.slice(slash + 1, end) + rest];
    end = slash;
  }
}
