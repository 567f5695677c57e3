import type { Version } from '../connection/index.ts';

/** What became of a file since the version before. */
export type FileChange = 'added' | 'changed' | 'removed' | null;

/** A file in the tree; its size in bytes. */
export interface TreeFile {
  readonly kind: 'file';
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly change: FileChange;
}

/** A folder with what stands in it, folders first. */
export interface TreeFolder {
  readonly kind: 'folder';
  readonly name: string;
  readonly path: string;
  readonly children: readonly TreeNode[];
}

/** A line of the tree. */
export type TreeNode = TreeFile | TreeFolder;

/** The tree of a version, with what changed since the one before (null: there was none, nothing is marked). */
export function fileTree(version: Version, before: Version | null): readonly TreeNode[] {
  const earlier = new Map(before?.files.map((file) => [file.path, file.digest]));
  const change = (path: string, digest: string): FileChange => {
    if (before === null) return null;
    const known = earlier.get(path);
    if (known === undefined) return 'added';
    return known === digest ? null : 'changed';
  };
  const here = new Set(version.files.map(({ path }) => path));
  const removed = (before?.files ?? []).filter(({ path }) => !here.has(path));
  const files: readonly TreeFile[] = [
    ...version.files.map(({ path, bytes, digest }) => ({
      kind: 'file' as const,
      name: nameOf(path),
      path,
      bytes,
      change: change(path, digest),
    })),
    ...removed.map(({ path, bytes }) => ({ kind: 'file' as const, name: nameOf(path), path, bytes, change: 'removed' as const })),
  ];
  return grouped(files, '');
}

function grouped(files: readonly TreeFile[], folder: string): readonly TreeNode[] {
  const direct = files.filter(({ path }) => !path.slice(folder.length).includes('/'));
  const nested = Map.groupBy(
    files.filter(({ path }) => path.slice(folder.length).includes('/')),
    ({ path }) => path.slice(folder.length).split('/')[0] ?? '',
  );
  const folders = [...nested].map(([name, inside]): TreeFolder => {
    const path = `${folder}${name}`;
    return { kind: 'folder', name, path, children: grouped(inside, `${path}/`) };
  });
  const byName = (left: TreeNode, right: TreeNode) => left.name.localeCompare(right.name, 'en');
  return [...folders.toSorted(byName), ...direct.toSorted(byName)];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The file to show first: what a reader of an app looks at. */
export function firstFile(version: Version): string | null {
  const paths = version.files.map(({ path }) => path);
  return paths.find((path) => /(^|\/)README\.md$/i.test(path)) ?? paths.find((path) => /index\.html$/.test(path)) ?? paths[0] ?? null;
}
