import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isSecretName, refusedPath } from '../context/sources/file-path.ts';
import type { ContextSources, FileRequest, FileResult } from '../ports/context-sources.ts';
import { codeOf, isInside, readBounded } from './bounded-file.ts';

/** A larger file is not read. */
const maxFileBytes = 1024 * 1024;

/**
 * Files for `file` variables, from a folder and nowhere else (workflow-documents 7.1): without `root` from the folder of the workflow. A path that leads out of
 * it, also over a link, a file with the name of one with secrets (`.env…`, `.pem`, `.key`, `.pfx`, `.p12`), a folder, more than 1 MiB, and what is no UTF-8
 * are as good as missing. Rejects when the machine fails to read a file that is there.
 */
export function fileSources({ root }: { readonly root?: string } = {}): Pick<Required<ContextSources>, 'file'> {
  return {
    async file({ path, workflow, signal }: FileRequest): Promise<FileResult> {
      signal.throwIfAborted();
      const folder = root ?? workflow.folder;
      if (folder === null) return missing('has no folder to be read from');
      const refused = refusedPath(path);
      if (refused !== null) return missing(refused);
      const found = await placeOf(folder, path);
      return found.kind === 'missing' ? found : readText(found.path);
    },
  };
}

const missing = (why: string): Extract<FileResult, { readonly kind: 'missing' }> => ({ kind: 'missing', why });

/** The real path of a file that may be read. Where a link leads counts as much as what it is called. */
async function placeOf(folder: string, path: string): Promise<{ readonly kind: 'at'; readonly path: string } | ReturnType<typeof missing>> {
  try {
    const root = await realpath(folder);
    const place = await realpath(join(root, path));
    if (!isInside(root, place)) return missing('leads out of its folder');
    if (relative(root, place).split(sep).some(isSecretName)) return missing('leads to a file with the name of one with secrets');
    return { kind: 'at', path: place };
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
      case 'ENAMETOOLONG':
        return missing('is not there');
      case 'ELOOP':
        return missing('is a link that leads back to itself');
      default:
        throw error;
    }
  }
}

async function readText(path: string): Promise<FileResult> {
  const found = await readBounded(path, maxFileBytes);
  switch (found.kind) {
    case 'no_file':
      return missing(found.isFolder ? 'is a folder' : 'is no file that can be read');
    case 'too_large':
      return missing(`has ${found.size} bytes; at most ${maxFileBytes} are read`);
    case 'read':
      return decoded(found.bytes);
  }
}

function decoded(bytes: Buffer): FileResult {
  try {
    return { kind: 'found', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return missing('is not valid UTF-8 text');
  }
}
