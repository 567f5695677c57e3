import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { documentSchemas, IntarsiaError, isJsonObject, type JsonObject } from '@intarsia/core';
import type { Streams } from '../terminal/streams.ts';

const mark = 'Written by "intarsia schema", which may write it again.';

/** Writes the JSON Schema of every document to a folder and prints how editors find them. Overwrites only what it wrote itself. */
export async function schema({ out }: { readonly out: string }, streams: Streams): Promise<void> {
  const files = Object.entries(documentSchemas()).map(([document, schema]) => ({
    document,
    path: join(out, fileName(document)),
    text: `${JSON.stringify(marked(schema), null, 2)}\n`,
  }));
  await writing(out, () => makeFolder(resolve(out)));
  for (const { path } of files) await refuseForeign(path);
  for (const { path, text } of files) await writing(path, () => writeFile(path, text));
  streams.stdout.write(settings(files));
  streams.stderr.write(`${files.length} schemas in ${out}.\n`);
}

/** `extended_orchestration/task_batches.yaml` is `task_batches.schema.json`. */
const fileName = (document: string): string => document.replace(/^.*\//, '').replace(/\.yaml$/, '.schema.json');

function marked({ $schema, ...rest }: JsonObject): JsonObject {
  return { ...($schema === undefined ? {} : { $schema }), $comment: mark, ...rest };
}

/** Makes a folder and those it lies in. Node's own `recursive` never ends in a file system that takes no folders, like /proc. */
async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (made === null || hasCode(made, 'EEXIST')) return;
  if (!hasCode(made, 'ENOENT') || dirname(path) === path) throw made;
  await makeFolder(dirname(path));
  await mkdir(path);
}

const hasCode = (cause: unknown, code: string): boolean => cause instanceof Error && Reflect.get(cause, 'code') === code;

async function refuseForeign(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return null;
    throw new IntarsiaError('file_unwritable', `${path} cannot be read, so it is not overwritten.`, { cause });
  });
  if (text === null || isOwn(text)) return;
  throw new IntarsiaError('file_unwritable', `${path} was not written by this command, so it is not overwritten: name another folder.`);
}

function isOwn(text: string): boolean {
  try {
    const found: unknown = JSON.parse(text);
    return isJsonObject(found) && found['$comment'] === mark;
  } catch {
    return false;
  }
}

async function writing(path: string, write: () => Promise<unknown>): Promise<void> {
  await write().catch((cause: unknown) => {
    throw new IntarsiaError('file_unwritable', `${path} cannot be written.`, { cause });
  });
}

/** What to tell an editor, for both ways there are. Paths are told from the working folder, which is the workspace. */
function settings(files: readonly { readonly document: string; readonly path: string }[]): string {
  const associated = files.map(({ document, path }): [string, string] => {
    const inside = relative('', path).split(sep).join('/');
    return [inside.startsWith('../') ? resolve(path) : `./${inside}`, `**/${document}`];
  });
  const [[schema = '', document = ''] = []] = associated;
  return [
    '// VS Code with the YAML extension (redhat.vscode-yaml): .vscode/settings.json',
    JSON.stringify({ 'yaml.schemas': Object.fromEntries(associated) }, null, 2),
    '',
    `// Any editor with yaml-language-server: the first line of a document, here of workflows/NAME/${document.slice('**/'.length)}`,
    `# yaml-language-server: $schema=${schema.startsWith('./') ? `../../${schema.slice('./'.length)}` : schema}`,
    '',
  ].join('\n');
}
