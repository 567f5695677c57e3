import { statSync } from 'node:fs';
import { type ResolveFnOutput, type ResolveHookContext, type ResolveHookSync, registerHooks } from 'node:module';
import { isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImportFailures, outdatedReason } from './import-failures.ts';
import type { InstalledPackages } from './installed-packages.ts';
import { boundsOf, type ModuleFile, realPathOf } from './module-file.ts';
import type { ModuleGraph } from './module-graph.ts';

/** What the hook reads and writes. */
export interface ResolveRecords {
  readonly graph: ModuleGraph;
  readonly packages: InstalledPackages;
  readonly failures: ImportFailures;
}

/**
 * Gives every file that a file of the graph imports its current version, and records the edge. Imports of all other code are passed on untouched. Node asks
 * in the thread that imports, for static and dynamic imports and for `require`.
 */
export function installResolveHook(records: ResolveRecords): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const importer = importerOf(records.graph, context);
      if (importer === null) return nextResolve(specifier, context);
      const found = resolveNext(records, importer, specifier, () => nextResolve(specifier, context));
      return found.url.startsWith('file:') ? inGraph(records, importer, specifier, found) : found;
    },
  } satisfies { resolve: ResolveHookSync });
}

interface Importer {
  readonly file: ModuleFile;
  /** False for a version that was replaced: what it imports says nothing about the new one. */
  readonly isCurrent: boolean;
  /** Whether Node keeps the answer and never asks again: it does for `require`, and for every import of CommonJS code. */
  readonly isKept: boolean;
  readonly isRequire: boolean;
}

function importerOf(graph: ModuleGraph, context: ResolveHookContext): Importer | null {
  const url = context.parentURL;
  const file = url === undefined ? undefined : graph.fileAt(url);
  if (url === undefined || file === undefined) return null;
  // Node 22.18 gives no list of conditions for `require`.
  const isRequire = !(Array.isArray(context.conditions) && context.conditions.includes('import'));
  const version = graph.versionIn(url);
  if (version !== null) return { file, isCurrent: version === file.version, isKept: isRequire, isRequire };
  return isRequire || graph.isKept(file) ? { file, isCurrent: true, isKept: true, isRequire } : null;
}

function resolveNext({ failures }: ResolveRecords, { file }: Importer, specifier: string, next: () => ResolveFnOutput): ResolveFnOutput {
  try {
    return next();
  } catch (cause) {
    failures.explain(cause, file, specifier, 'which cannot be found');
    throw cause;
  }
}

function inGraph(
  { graph, packages, failures }: ResolveRecords,
  importer: Importer,
  specifier: string,
  found: ResolveFnOutput,
): ResolveFnOutput {
  const link = importer.isRequire ? null : writtenPath(importer.file, specifier);
  // Node remembers for ever where a link led, so it is followed here.
  const path = (link === null ? null : realPathOf(link)) ?? fileURLToPath(found.url);
  const bounds = boundsOf(path, importer.file.bounds);
  if (bounds === null) {
    if (specifier.startsWith('.') && !isInstalled(path))
      throw failures.refusal(
        importer.file,
        specifier,
        'which is neither in the folder of its workflow nor in the _shared folder beside it',
      );
    packages.record(importer.file, specifier, found.url);
    return found;
  }
  const file = graph.file(path, () => bounds);
  graph.refresh(file);
  const outdated = graph.outdatedBelow(file);
  if (outdated !== undefined) throw failures.refusal(importer.file, specifier, `and ${outdatedReason(outdated)}`);
  if (importer.isKept) importer.file.required(file);
  else if (importer.isCurrent) importer.file.imported(file, link ?? path);
  return importer.isRequire ? found : { ...found, url: graph.urlOf(file, found.url) };
}

const isByPath = (specifier: string): boolean => /^(\.|file:)/.test(specifier) || isAbsolute(specifier);

const isInstalled = (path: string): boolean => path.includes(`${sep}node_modules${sep}`);

/** The path of a file that an import by path says; null when no file has that path as it is written. */
function writtenPath({ href }: ModuleFile, specifier: string): string | null {
  if (!isByPath(specifier) || !URL.canParse(specifier, href)) return null;
  const path = fileURLToPath(new URL(specifier, href));
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? path : null;
}
