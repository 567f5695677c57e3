import { findPackageJSON } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type FileState, readState } from './file-state.ts';
import type { ModuleFile } from './module-file.ts';

/**
 * The installed packages that tools import. Node loads a package once in the life of a process, so an update of one is not seen; this tells it when a tool
 * fails to load. It looks at the imported module and at the package's package.json.
 */
export class InstalledPackages {
  /** The files of a package as they were when a tool first imported it, by the URL of the module. */
  readonly #first = new Map<string, readonly { readonly path: string; readonly state: FileState | null }[]>();

  /** Records that a file imports the package by that name. */
  record(importer: ModuleFile, name: string, url: string): void {
    importer.packages.set(url, name);
    if (this.#first.has(url)) return;
    const paths = [fileURLToPath(url), findPackageJSON(url)].filter((path) => path !== undefined);
    this.#first.set(
      url,
      paths.map((path) => ({ path, state: readState(path) })),
    );
  }

  /** The names by which the files import packages that changed since. */
  changedAmong(files: Iterable<ModuleFile>): readonly string[] {
    const imported = new Map([...files].flatMap((file) => [...file.packages]));
    return [...imported].filter(([url]) => this.#hasChanged(url)).map(([, name]) => name);
  }

  #hasChanged(url: string): boolean {
    return this.#first.get(url)?.some(({ path, state }) => readState(path)?.hash !== state?.hash) ?? false;
  }
}
