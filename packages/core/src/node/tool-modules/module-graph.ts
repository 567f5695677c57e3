import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { CodeBounds } from './module-file.ts';
import { ModuleFile } from './module-file.ts';

/**
 * The files that tools are made of, and which imports which. Nothing is parsed: the edges are what Node asked for while it imported. A file that changed,
 * and every file that imports it at any distance, gets a new version and with it a new URL; all others keep theirs, and so their module objects.
 */
export class ModuleGraph {
  readonly #files = new Map<string, ModuleFile>();
  readonly #filesByHref = new Map<string, ModuleFile>();
  /** Two copies of this package in one process do not take each other's versions for their own. */
  readonly #mark = `intarsia-tool=${randomBytes(4).toString('hex')}-`;
  readonly #commonJs = createRequire(import.meta.url).cache;
  #versions = 0;

  /** The file of a real path; `bounds` are asked for when it is not known yet. */
  file(path: string, bounds: () => CodeBounds): ModuleFile {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    this.#versions += 1;
    const file = new ModuleFile(path, bounds(), this.#versions);
    this.#files.set(path, file);
    this.#filesByHref.set(file.href, file);
    return file;
  }

  /** The known file of a URL, whatever its query and fragment. */
  fileAt(url: string): ModuleFile | undefined {
    return this.#filesByHref.get(url.replace(/[?#].*$/, ''));
  }

  /** The URL to import a file by: its version, beside the query and the fragment that an author wrote. */
  urlOf(file: ModuleFile, written = ''): string {
    const [, query = '', fragment = ''] = /^[^?#]*(\?[^#]*)?(#.*)?$/.exec(written) ?? [];
    return `${file.href}${query === '' ? '?' : `${query}&`}${this.#mark}${file.version}${fragment}`;
  }

  /** The version that a URL of `urlOf` says; null for every other URL. */
  versionIn(url: string): number | null {
    const at = url.lastIndexOf(this.#mark);
    return at < 0 ? null : Number.parseInt(url.slice(at + this.#mark.length), 10);
  }

  /** Everything a file is made of, itself first. */
  below(file: ModuleFile): ReadonlySet<ModuleFile> {
    const files = new Set([file]);
    for (const each of files) {
      for (const imported of each.imports) files.add(imported);
      for (const required of each.requires) files.add(required);
    }
    return files;
  }

  /** The first file of which Node keeps code that is older than what is written, among everything a file is made of. */
  outdatedBelow(file: ModuleFile): ModuleFile | undefined {
    for (const each of this.below(file)) if (each.outdated) return each;
    return undefined;
  }

  /** Looks at everything a file is made of, by a stat each, and renews what changed. */
  refresh(file: ModuleFile): void {
    const changed: ModuleFile[] = [];
    for (const each of this.below(file)) if (each.takeChange()) changed.push(each);
    for (const each of this.#renew(changed)) if (this.isKept(each)) each.outdated = true;
  }

  /** After an import that failed: what did not run yet is imported anew the next time, as its cause may lie outside the files. */
  retry(file: ModuleFile): void {
    this.#renew([...this.below(file)].filter((each) => !each.ran && !this.isKept(each)));
  }

  /** Whether Node holds it in the cache of CommonJS modules, where a path has one module for the life of the process. */
  isKept(file: ModuleFile): boolean {
    return this.#commonJs[file.path] !== undefined;
  }

  #renew(files: readonly ModuleFile[]): ReadonlySet<ModuleFile> {
    const renewed = new Set(files);
    for (const each of renewed) for (const importer of each.importers) renewed.add(importer);
    for (const each of renewed) {
      this.#versions += 1;
      each.renew(this.#versions);
    }
    return renewed;
  }
}
