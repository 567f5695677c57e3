import { realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentState, type FileState, readState } from './file-state.ts';

/** Where the code that a file imports by path may lie. All paths are real ones. */
export interface CodeBounds {
  readonly folder: string;
  /** The `_shared` folder beside the workflow's folder; null for the files of `_shared` themselves, which may not import a workflow's. */
  readonly shared: string | null;
  /** What paths are shown relative to. */
  readonly shownFrom: string;
}

/** The bounds of a workflow's folder (a real path). */
export function workflowBounds(folder: string): CodeBounds {
  const shared = join(dirname(folder), '_shared');
  return { folder, shared: realPathOf(shared) ?? shared, shownFrom: folder };
}

/** The bounds that a file has which is imported by a file of these bounds; null when it lies outside. An installed package is outside everywhere. */
export function boundsOf(path: string, { folder, shared, shownFrom }: CodeBounds): CodeBounds | null {
  if (isInside(folder, path)) return { folder, shared, shownFrom };
  if (shared !== null && isInside(shared, path)) return { folder: shared, shared: null, shownFrom: dirname(shared) };
  return null;
}

const isInside = (folder: string, path: string): boolean =>
  path.startsWith(folder + sep) && !path.slice(folder.length).includes(`${sep}node_modules${sep}`);

/** A file of a workflow or of `_shared` that is imported, whatever its version. One of them for each path in the process, as Node keeps its modules. */
export class ModuleFile {
  readonly path: string;
  /** Its URL without a version. */
  readonly href: string;
  readonly bounds: CodeBounds;
  /** What its URL says: a new one makes Node import it anew. */
  version: number;
  /** Whether an import of this version ended well. */
  ran = false;
  /** Whether Node keeps old code of it that no new URL replaces. */
  outdated = false;
  /** What this version imports. */
  readonly imports = new Set<ModuleFile>();
  /** What CommonJS code asked for, in any version: Node keeps the answer and does not ask again. */
  readonly requires = new Set<ModuleFile>();
  readonly importers = new Set<ModuleFile>();
  /** The installed packages that this version imports: the name by the URL. */
  readonly packages = new Map<string, string>();
  /** The paths of symbolic links through which this version imports, and where each led. */
  readonly links = new Map<string, string>();
  #state: FileState | null;

  constructor(path: string, bounds: CodeBounds, version: number) {
    this.path = path;
    this.href = pathToFileURL(path).href;
    this.bounds = bounds;
    this.version = version;
    this.#state = readState(path);
  }

  /** The path as a person knows it: relative to the workflow's folder, or `_shared/…`. */
  get shown(): string {
    return relative(this.bounds.shownFrom, this.path).replaceAll(sep, '/');
  }

  /** When it was written, for the order in which suspects are looked at. */
  get writtenNs(): bigint {
    return this.#state?.stats.mtimeNs ?? 0n;
  }

  /** Whether its content changed since the last call, or where a link leads: one that it imports by, or one that it has become. */
  takeChange(): boolean {
    const before = this.#state;
    this.#state = currentState(this.path, before);
    if (this.#state?.hash !== before?.hash) return true;
    if (this.#state !== before && realPathOf(this.path) !== this.path) return true;
    for (const [link, path] of this.links) if (realPathOf(link) !== path) return true;
    return false;
  }

  /** Records that this version imports a file, by a path that leads to it. */
  imported(file: ModuleFile, path: string): void {
    this.imports.add(file);
    file.importers.add(this);
    if (path !== file.path) this.links.set(path, file.path);
  }

  /** Records that CommonJS code, in any version, asked for a file. */
  required(file: ModuleFile): void {
    this.requires.add(file);
    file.importers.add(this);
  }

  /** Begins a version of which nothing is known yet. */
  renew(version: number): void {
    this.version = version;
    this.ran = false;
    for (const imported of this.imports) imported.importers.delete(this);
    this.imports.clear();
    this.packages.clear();
    this.links.clear();
  }
}

/** Where a path leads, links followed; null when nothing is there. Unlike Node's imports it does not remember where a link led before. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
