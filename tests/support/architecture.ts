import { builtinModules } from 'node:module';
import { posix } from 'node:path';

/** A source file by its path from the root of the repository, with every module it names (types included), as written. */
export interface SourceFile {
  readonly file: string;
  readonly imports: readonly string[];
  readonly lines?: number;
}

export interface Package {
  readonly folder: string;
  readonly name: string;
  /** The keys of `exports`: `.`, `./node`. */
  readonly entries: readonly string[];
  /** What `dependencies`, `peerDependencies` and `optionalDependencies` name. */
  readonly dependencies: readonly string[];
}

const MAX_LINES = 350;
const CORE = 'packages/core';
const CORE_NAME = '@intarsia/core';
const CORE_DEPENDENCIES = ['@noble/hashes', 'yaml', 'zod'];
/** The only ones that put packages together; the benchmarks measure them together. */
const COMPOSERS = ['apps/demo', 'packages/cli', 'bench'];
const builtins = new Set(builtinModules);

type Target =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'builtin' }
  | { readonly kind: 'ours'; readonly name: string; readonly entry: string }
  | { readonly kind: 'external'; readonly name: string };

export function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/(fixtures|tests?)\//.test(file);
}

function isWithin(file: string, ...folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

function targetOf(file: string, specifier: string): Target {
  if (/^\.\.?(\/|$)/.test(specifier)) return { kind: 'file', file: posix.join(posix.dirname(file), specifier) };
  if (specifier.startsWith('node:') || builtins.has(specifier)) return { kind: 'builtin' };
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  if (!name.startsWith('@intarsia/')) return { kind: 'external', name };
  return { kind: 'ours', name, entry: ['.', ...parts.slice(2)].join('/') };
}

/** Every breach of the rules of the layout, each a line that names the file and the import. */
export function breaches(files: readonly SourceFile[], packages: readonly Package[]): string[] {
  const found = files.flatMap((source) => {
    const owner = packages.find(({ folder }) => isWithin(source.file, folder));
    if (!owner || source.file.endsWith('.config.ts')) return [];
    const named = source.imports.flatMap((specifier) =>
      importBreaches(source.file, specifier, owner, packages).map((reason) => `${source.file} imports '${specifier}': ${reason}`),
    );
    return [...named, ...lengthBreaches(source, owner)];
  });
  return [...new Set([...found, ...rootEntryBreaches(files)])];
}

function lengthBreaches({ file, lines = 0 }: SourceFile, owner: Package): string[] {
  if (isTest(file) || !isWithin(file, `${owner.folder}/src`) || lines < MAX_LINES) return [];
  return [`${file} has ${lines} lines: split it, a file stays under ${MAX_LINES}`];
}

function importBreaches(file: string, specifier: string, owner: Package, packages: readonly Package[]): string[] {
  const target = targetOf(file, specifier);
  if (target.kind === 'file') {
    if (isTest(file) || (file.endsWith('.test-support.ts') && isWithin(target.file, 'tests/support'))) return [];
    if (!isWithin(target.file, owner.folder)) return ['a relative path stays inside its package'];
    return posix.extname(target.file) === '' ? ['a relative import is written with its extension'] : [];
  }
  if (target.kind === 'ours') return ourBreaches(file, target.name, target.entry, owner, packages);
  if (isTest(file)) return [];
  if (target.kind === 'builtin') {
    const allowed = owner.folder !== CORE || isWithin(file, `${CORE}/src/node`, `${CORE}/src/testing`);
    return allowed ? [] : ['inside core only src/node and src/testing use Node built-ins'];
  }
  return externalBreaches(file, target.name, owner);
}

function ourBreaches(file: string, name: string, entry: string, owner: Package, packages: readonly Package[]): string[] {
  if (name === owner.name) return ['inside its own package a file is imported by a relative path'];
  const target = packages.find((candidate) => candidate.name === name);
  if (!target) return ['there is no such package in this repository'];
  if (COMPOSERS.includes(target.folder)) return ['nothing imports what composes the packages'];
  if (owner.folder === CORE) return ['core imports no other package of ours'];
  const reasons: string[] = [];
  if (!target.entries.includes(entry)) reasons.push(`a deep path, ${name} has the entries ${target.entries.join(', ')}`);
  if (name !== CORE_NAME && !COMPOSERS.includes(owner.folder))
    reasons.push('only apps/demo and packages/cli compose packages, others import core');
  if (!isTest(file) && !owner.dependencies.includes(name)) reasons.push(`${owner.folder}/package.json does not depend on it`);
  return reasons;
}

function externalBreaches(file: string, name: string, owner: Package): string[] {
  const reasons: string[] = [];
  if (name === 'inversify' && !COMPOSERS.includes(owner.folder) && !isWithin(file, `${owner.folder}/src/di`)) {
    reasons.push('only src/di uses inversify');
  } else if (!owner.dependencies.includes(name)) reasons.push(`${owner.folder}/package.json does not depend on it`);
  if (owner.folder === CORE && !isWithin(file, `${CORE}/src/di`, `${CORE}/src/testing`) && !CORE_DEPENDENCIES.includes(name)) {
    reasons.push(`core uses only ${CORE_DEPENDENCIES.join(', ')}`);
  }
  return reasons;
}

/** The root entry of core runs anywhere: nothing that it reaches, directly or not, needs Node, a container or another package. */
function rootEntryBreaches(files: readonly SourceFile[]): string[] {
  const byName = new Map(files.map((source) => [source.file, source]));
  const entry = `${CORE}/src/index.ts`;
  const cameFrom = new Map<string, string | undefined>([[entry, undefined]]);
  const found: string[] = [];
  for (const file of cameFrom.keys()) {
    for (const specifier of byName.get(file)?.imports ?? []) {
      const target = targetOf(file, specifier);
      if (target.kind === 'file') {
        if (!cameFrom.has(target.file)) cameFrom.set(target.file, file);
      } else if (target.kind !== 'external' || !CORE_DEPENDENCIES.includes(target.name)) {
        found.push(`${file} imports '${specifier}': the root entry of core reaches it (${chain(cameFrom, file)})`);
      }
    }
  }
  return found;
}

function chain(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string {
  const path: string[] = [];
  for (let file: string | undefined = end; file; file = cameFrom.get(file)) path.unshift(file.replace(`${CORE}/src/`, ''));
  return path.join(' > ');
}
