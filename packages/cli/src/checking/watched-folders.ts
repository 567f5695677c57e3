import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { IntarsiaError } from '@intarsia/core';
import { isWorkflow } from './workflow-folders.ts';

/** Folders whose changes are waited for. */
export interface WatchedFolders {
  /** Resolves at the first change after this call. Each call looks anew at what is there, so it takes the place of the one before. */
  changed(): Promise<'changed'>;
  close(): void;
}

/**
 * Watches workflow folders and folders of workflows, with what their tools import from `_shared` beside them, also while they are not there. A watch holds on
 * to a folder, not to its name; so every folder above is watched for that name, and all watches are opened anew after each change.
 */
export function watchedFolders(named: readonly string[]): WatchedFolders {
  let open: Watches | null = null;
  return {
    changed() {
      const before = open;
      const { promise, resolve: tell } = Promise.withResolvers<'changed'>();
      open = new Watches(() => tell('changed'));
      for (const folder of named) open.addNamed(resolve(folder));
      before?.close();
      return promise;
    },
    close: () => open?.close(),
  };
}

/** What a workflow is made of. Other files, like one that a tool writes while it is imported, change nothing. */
const isPart = (name: string): boolean => /\.(ya?ml|[cm]?[jt]s|json|py)$/i.test(name) || !name.includes('.');

class Watches {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  addNamed(folder: string): void {
    this.#addAbove(folder);
    for (const shared of [join(dirname(folder), '_shared'), join(folder, '_shared')]) this.#addTree(shared);
    if (isWorkflow(folder)) this.#addTree(folder);
    else this.#addRoot(folder);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  /** A folder of workflows. What is in it and is no workflow may become one. */
  #addRoot(folder: string): void {
    if (!this.#add(folder, isPart)) return;
    for (const name of foldersIn(folder)) {
      const inside = join(folder, name);
      if (isWorkflow(inside)) this.#addTree(inside);
      else this.#add(inside, isPart);
    }
  }

  /** A folder is watched before it is listed: what is made in between is an event. */
  #addTree(folder: string): void {
    if (!this.#add(folder, isPart)) return;
    for (const name of foldersIn(folder)) {
      if (name !== 'node_modules' && !name.startsWith('.')) this.#addTree(join(folder, name));
    }
  }

  #addAbove(folder: string): void {
    const above = dirname(folder);
    if (above === folder) return;
    this.#add(above, (name) => name === basename(folder), 'rename', `${above}\0${basename(folder)}`);
    this.#addAbove(above);
  }

  /** False when there is no such folder. */
  #add(folder: string, isMeant: (name: string) => boolean, kind: 'rename' | 'any' = 'any', key = folder): boolean {
    if (this.#watchers.has(key)) return true;
    try {
      const watcher = watch(folder, (event, name) => {
        const isItself = name === basename(folder) && event === 'rename';
        if (name === null || isItself || ((kind === 'any' || event === kind) && isMeant(name))) this.#changed();
      });
      watcher.on('error', this.#changed);
      this.#watchers.set(key, watcher);
      return true;
    } catch (cause) {
      const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return false; // the check tells what is wrong with it
      throw new IntarsiaError('internal', `Changes in ${folder} cannot be watched.`, { cause });
    }
  }
}

/** The names of the folders in a folder; none when it cannot be read. */
function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
