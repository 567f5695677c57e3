import { IntarsiaError } from '../ports/errors.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }); // a byte order mark is content like any other

/**
 * The UTF-8 bytes of a text; half a surrogate pair becomes U+FFFD. Throws `content_invalid` for what is no text, whatever its type says: `undefined`
 * would become an empty file, which no reader of JSON takes (cases C3).
 */
export function encodeText(text: string): Uint8Array {
  if (typeof text !== 'string') throw new IntarsiaError('content_invalid', `The content of a file is a text, and this is ${typeof text}.`);
  return encoder.encode(text);
}

/** The text of the bytes [start, end) of a file. Throws `path_invalid` where the cut is inside a character. */
export function decodeText(path: string, bytes: Uint8Array, start = 0): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    const end = start + bytes.length;
    const message = `The bytes ${start} to ${end} of ${path} begin or end inside a character: cut at an offset that an append returned.`;
    throw new IntarsiaError('path_invalid', message, { cause, details: { path, start, end } });
  }
}

/** The range [start, end) within a file of `size` bytes; both ends are whole numbers and clipped, and an end before the start gives an empty range. */
export function clipRange(size: number, start: number, end: number | undefined): { readonly start: number; readonly end: number } {
  const from = Math.min(Math.max(0, wholeNumber(start)), size);
  return { start: from, end: Math.max(from, Math.min(wholeNumber(end ?? size), size)) };
}

const wholeNumber = (value: number): number => (Number.isNaN(value) ? 0 : Math.trunc(value));
