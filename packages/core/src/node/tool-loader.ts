import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToolBinding, Workflow } from '../documents/workflow.ts';
import { IntarsiaError, isIntarsiaError } from '../ports/errors.ts';
import type { ToolLoader, ToolLoadResult } from '../ports/tools.ts';
import { toolFromExport } from '../tools/define-tool.ts';

/**
 * Loads tool files (JavaScript, or TypeScript with types that can be stripped) from `<folder>/<file>`, else `<folder>/tools/<file>`.
 * An edited file is imported again at the next dispatch; an unchanged one is not. A file outside the workflow's folder is refused, and so is
 * one whose import does not end: a top-level `await` would hold the run for ever.
 */
export function toolLoader({ importLimitMs = 30_000 }: { readonly importLimitMs?: number } = {}): ToolLoader {
  return {
    load: (workflow, binding) =>
      load(workflow, binding, importLimitMs).catch((cause: unknown): ToolLoadResult => {
        if (isIntarsiaError(cause))
          return { kind: 'missing', code: cause.code === 'tool_invalid' ? cause.code : 'tool_not_found', message: cause.message, cause };
        return { kind: 'missing', code: 'tool_invalid', message: `The tool file ${binding.file} cannot be imported.`, cause };
      }),
  };
}

async function load(workflow: Workflow, binding: ToolBinding, importLimitMs: number): Promise<ToolLoadResult> {
  if (workflow.folder === null)
    throw new IntarsiaError('tool_not_found', `The workflow "${workflow.name}" has no folder to load ${binding.file} from.`);
  const { path, content } = await find(workflow.folder, binding.file);
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const url = `${pathToFileURL(path).href}?version=${version}`;
  const module: unknown = await within(importLimitMs, import(url));
  const exported: unknown = Reflect.get(Object(module), binding.function);
  const tool = toolFromExport(binding.function, exported);
  if (tool !== null) return { kind: 'loaded', tool };
  const message = `${binding.file} does not export a tool or a function named "${binding.function}".`;
  return { kind: 'missing', code: 'tool_invalid', message };
}

/** What is imported, or a rejection when that takes too long. */
async function within(limitMs: number, imported: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Its import did not end within ${limitMs} ms.`)), limitMs);
  try {
    return await Promise.race([imported, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function find(folder: string, file: string): Promise<{ readonly path: string; readonly content: Buffer }> {
  const root = await realpath(folder).catch(() => folder);
  for (const candidate of [join(root, file), join(root, 'tools', file)]) {
    const path = await realpath(candidate).catch(() => null);
    if (path === null) continue;
    if (!path.startsWith(root + sep)) throw new IntarsiaError('tool_not_found', `${file} is not inside its workflow's folder.`);
    return { path, content: await readFile(path) };
  }
  throw new IntarsiaError(
    'tool_not_found',
    `The tool file ${file} is missing: it is looked for in the workflow's folder and in its tools folder.`,
  );
}
