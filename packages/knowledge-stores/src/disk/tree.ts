/** Bytes of a file that stand in an entry of the log: `length` of them at `offset` of that entry's file. */
export interface Extent {
  readonly segment: string;
  readonly number: number;
  readonly offset: number;
  /** Where they start in the file of the store. */
  readonly start: number;
  readonly length: number;
}

/** The first `size` bytes of a file, in a data file: alone in it and growing there, or one of many. */
export interface Base {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly alone: boolean;
}

/** A file of the store. It only grows: what replaces it is another object. */
export interface StoredFile {
  size: number;
  version: string;
  base: Base | null;
  /** What the base does not hold, in order and without gaps. */
  tail: Extent[];
}

interface Node {
  file: StoredFile | null;
  readonly children: Map<string, Node>;
}

/** Which files there are: a tree, so that a folder is found, listed and deleted without a look at anything beside it. */
export interface FileTree {
  find(path: string): StoredFile | null;
  /** The file at a path, made by `create` where there is none. */
  put(path: string, file: StoredFile): void;
  /** Removes the file and everything beneath; the paths of what went. */
  remove(path: string): readonly string[];
  list(path: string): readonly string[];
  exists(path: string): boolean;
  count(): number;
  files(): Generator<readonly [path: string, file: StoredFile]>;
}

const newNode = (): Node => ({ file: null, children: new Map() });
const segmentsOf = (path: string): readonly string[] => (path === '/' ? [] : path.slice(1).split('/'));

function* filesBeneath(node: Node, path: string): Generator<readonly [path: string, file: StoredFile]> {
  // With a list of its own instead of calls in calls, because a path can have any number of segments.
  const open: (readonly [string, Node])[] = [[path, node]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, found] = next;
    if (found.file !== null) yield [at, found.file];
    for (const [name, child] of found.children) open.push([`${at === '/' ? '' : at}/${name}`, child]);
  }
}

/** An empty tree. Takes normalised paths. */
export function fileTree(): FileTree {
  const root = newNode();
  let count = 0;

  const nodeAt = (path: string): Node | undefined => {
    let node: Node | undefined = root;
    for (const name of segmentsOf(path)) node = node?.children.get(name);
    return node;
  };

  return {
    find: (path) => nodeAt(path)?.file ?? null,
    put(path, file) {
      let node = root;
      for (const name of segmentsOf(path)) {
        const next = node.children.get(name) ?? newNode();
        node.children.set(name, next);
        node = next;
      }
      if (node.file === null) count += 1;
      node.file = file;
    },
    remove(path) {
      const way: (readonly [Node, string])[] = [];
      let node: Node | undefined = root;
      for (const name of segmentsOf(path)) {
        if (node !== undefined) way.push([node, name]);
        node = node?.children.get(name);
      }
      if (node === undefined) return [];
      const paths = [...filesBeneath(node, path)].map(([found]) => found);
      count -= paths.length;
      node.children.clear();
      node.file = null;
      for (const [parent, name] of way.reverse()) {
        parent.children.delete(name);
        if (parent.file !== null || parent.children.size > 0) break; // folders exist because files do
      }
      return paths;
    },
    list(path) {
      const names: string[] = [];
      for (const [name, child] of nodeAt(path)?.children ?? []) {
        if (child.file !== null) names.push(name);
        if (child.children.size > 0) names.push(`${name}/`);
      }
      return names.sort();
    },
    exists(path) {
      const node = nodeAt(path);
      return node !== undefined && (node.file !== null || node.children.size > 0);
    },
    count: () => count,
    files: () => filesBeneath(root, '/'),
  };
}

/** The paths at which two trees do not have the same version. */
export function differences(before: FileTree, after: FileTree): readonly string[] {
  const paths: string[] = [];
  for (const [path, file] of before.files()) if (after.find(path)?.version !== file.version) paths.push(path);
  for (const [path] of after.files()) if (before.find(path) === null) paths.push(path);
  return paths;
}
