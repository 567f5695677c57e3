import { writeFile } from 'node:fs/promises';
import { IntarsiaError, typeScriptOf } from '@intarsia/core';
import { loadOrExplain } from '../host/load.ts';
import type { Streams } from '../terminal/streams.ts';

/** Prints the TypeScript types of a workflow's models, or writes them to a file. Needs no tool files: they may be what the types are for. */
export async function types(folder: string, { out }: { readonly out?: string }, streams: Streams): Promise<void> {
  const text = typeScriptOf(await loadOrExplain(folder, streams, { withoutTools: true }));
  if (out === undefined) {
    streams.stdout.write(text);
    return;
  }
  await writeFile(out, text).catch((cause: unknown) => {
    throw new IntarsiaError('file_unwritable', `${out} cannot be written.`, { cause });
  });
}
