import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ErrorCode } from '../../ports/errors.ts';
import { ImportFailures, outdatedReason } from './import-failures.ts';
import { InstalledPackages } from './installed-packages.ts';
import { type ModuleFile, workflowBounds } from './module-file.ts';
import { ModuleGraph } from './module-graph.ts';
import { installResolveHook } from './resolve-hook.ts';

/** The module of a tool file as it is written now, or why there is none. */
export type ToolModule =
  | { readonly kind: 'imported'; readonly module: unknown }
  | {
      readonly kind: 'missing';
      readonly code: Extract<ErrorCode, 'tool_not_found' | 'tool_invalid'>;
      readonly message: string;
      readonly cause?: unknown;
    };

/** One import of one version. */
interface Attempt {
  readonly version: number;
  readonly ended: Promise<ToolModule>;
  result: ToolModule | null;
}

// One of each in a process, as Node has one map of modules.
const graph = new ModuleGraph();
const packages = new InstalledPackages();
const failures = new ImportFailures();
const attempts = new WeakMap<ModuleFile, Attempt>();
let isHooked = false;

/**
 * Imports `<folder>/<file>`, else `<folder>/tools/<file>`, as it is written now. What it is made of are that file and all it imports by path in the workflow's
 * folder and in the `_shared` folder beside it: each is looked at by one stat, and only what changed, with what imports it, is imported again. A module that
 * did not change stays the same object, with its state.
 *
 * - A relative import of anything else is refused, as is a file that is a link out of the folder.
 * - JSON (`with { type: 'json' }`) is as fresh as code. Code with types must need no more than that they are stripped.
 * - CommonJS code runs, and Node keeps it: once such a file changed, tools that need it are missing until the process restarts.
 * - Installed packages, and what an absolute path or URL names elsewhere, are loaded once in a process; when an import fails and one of them changed since, the
 *   message says so.
 * - A failed import is tried again at the next call, because its cause may lie outside the files; a syntax error only once a file changed.
 *
 * Node cannot unload an ES module. Each edit that is imported keeps what a plain import keeps: 4 KiB for a small file, 20 to 90 KiB for one of 17 KB, depending
 * on how much of it is code, of the edited file and of each that imports it. A call without an edit keeps nothing and costs some 15 µs, and 2 µs a file.
 *
 * Never rejects on account of the code. `importLimitMs` bounds how long a call waits; an import that ends later serves the calls after it.
 */
export async function toolModule(folder: string, file: string, importLimitMs: number): Promise<ToolModule> {
  const found = findFile(folder, file);
  if ('kind' in found) return found;
  graph.refresh(found);
  const outdated = graph.outdatedBelow(found);
  if (outdated !== undefined) return invalid(file, outdatedReason(outdated));
  const attempt = attemptOf(found, file);
  return attempt.result ?? within(importLimitMs, attempt.ended, file);
}

function findFile(folder: string, file: string): ModuleFile | Extract<ToolModule, { kind: 'missing' }> {
  for (const candidate of [join(folder, file), join(folder, 'tools', file)]) {
    if (statSync(candidate, { throwIfNoEntry: false }) === undefined) continue;
    const [root, path] = [realpathSync.native(folder), realpathSync.native(candidate)];
    if (!path.startsWith(root + sep))
      return { kind: 'missing', code: 'tool_not_found', message: `${file} is not inside its workflow's folder.` };
    return graph.file(path, () => workflowBounds(root));
  }
  const message = `The tool file ${file} is missing: it is looked for in the workflow's folder and in its tools folder.`;
  return { kind: 'missing', code: 'tool_not_found', message };
}

/** The import of the file's current version, which goes on or begins now. */
function attemptOf(entry: ModuleFile, file: string): Attempt {
  const known = attempts.get(entry);
  if (known?.version === entry.version) return known;
  if (!isHooked) installResolveHook({ graph, packages, failures });
  isHooked = true;
  const { version } = entry;
  const imported: Promise<unknown> = import(graph.urlOf(entry));
  const attempt: Attempt = {
    version,
    result: null,
    ended: imported.then(
      (module): ToolModule => {
        if (entry.version === version) for (const each of graph.below(entry)) each.ran = true;
        return { kind: 'imported', module };
      },
      async (cause: unknown): Promise<ToolModule> => {
        const files = [...graph.below(entry)];
        const { reason, isLasting } = await failures.describe(files, cause);
        const changedPackages = packages.changedAmong(files);
        if (!isLasting && entry.version === version) graph.retry(entry);
        return invalid(file, reason, changedPackages, cause);
      },
    ),
  };
  attempt.ended.then((result) => {
    attempt.result = result;
  });
  attempts.set(entry, attempt);
  return attempt;
}

function invalid(file: string, reason: string, changedPackages: readonly string[] = [], cause?: unknown): ToolModule {
  const restart = changedPackages.map(
    (name) => ` The package "${name}" changed since it was loaded, which a process does once: restart it.`,
  );
  const message = `The tool file ${file} cannot be imported: ${reason.replace(/\.$/, '')}.${restart.join('')}`;
  return { kind: 'missing', code: 'tool_invalid', message, ...(cause === undefined ? {} : { cause }) };
}

/** How the import ended, or that it took too long. */
async function within(limitMs: number, ended: Promise<ToolModule>, file: string): Promise<ToolModule> {
  const late = Promise.withResolvers<ToolModule>();
  const timer = setTimeout(() => late.resolve(invalid(file, `its import did not end within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
