import { isIntarsiaError } from '../ports/errors.ts';
import type { CallOptions, KnowledgeStore } from '../ports/store.ts';
import { encodeText } from './store-text.ts';

const chunkBytes = 1024 * 1024;
/** A character of UTF-8 has at most four bytes, so a cut that is moved by three has met its beginning. */
const widestCut = 3;

/** A piece of a file, and the bytes of the file that it stands at. */
export interface TextChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes [start, end) of a file in pieces of about 1 MB, cut between characters, so that a large file never has to be held whole. Ends early where the file does.
 * Rejects with what `readRange` rejects with: `path_invalid` when `start` or `end` is inside a character.
 */
export async function* textChunks(
  store: Pick<KnowledgeStore, 'readRange'>,
  path: string,
  { start = 0, end, signal }: { readonly start?: number; readonly end: number } & CallOptions,
): AsyncGenerator<TextChunk> {
  for (let at = start; at < end; ) {
    const text = await readChunk(store, path, at, end, signal === undefined ? {} : { signal });
    const bytes = encodeText(text).length;
    if (bytes === 0) return;
    yield { text, start: at, end: at + bytes };
    at += bytes;
  }
}

async function readChunk(
  store: Pick<KnowledgeStore, 'readRange'>,
  path: string,
  start: number,
  end: number,
  options: CallOptions,
): Promise<string> {
  const last = Math.min(start + chunkBytes, end);
  for (let moved = 0; ; moved += 1) {
    try {
      return await store.readRange(path, start, last - moved, options);
    } catch (cause) {
      if (last === end || moved === widestCut || !isIntarsiaError(cause, 'path_invalid')) throw cause;
    }
  }
}

/** A line of a file without its end, and the byte it begins at. `isWhole`: its end is there, too. */
export interface TextLine {
  readonly text: string;
  readonly offset: number;
  readonly isWhole: boolean;
}

/** The lines within the first `end` bytes of a file, read piece by piece; a last line without an end is one, an empty one is none. */
export async function* textLines(
  store: Pick<KnowledgeStore, 'readRange'>,
  path: string,
  options: { readonly end: number } & CallOptions,
): AsyncGenerator<TextLine> {
  let offset = 0;
  let begun: string[] = [];
  for await (const { text } of textChunks(store, path, options)) {
    const [first = '', ...others] = text.split('\n');
    begun.push(first);
    for (const next of others) {
      const line = begun.join('');
      yield { text: line, offset, isWhole: true };
      offset += encodeText(line).length + 1;
      begun = [next];
    }
  }
  const rest = begun.join('');
  if (rest !== '') yield { text: rest, offset, isWhole: false };
}
