import type { JsonObject } from '@intarsia/core';
import type { StorePart } from '@intarsia/knowledge-stores';
import { oneLine } from './one-line.ts';

/** A part of a store in words. */
export function partText(part: StorePart): string {
  if (part === 'root') return 'root';
  return 'chat' in part ? `conversation ${oneLine(part.tenant)}/${oneLine(part.chat)}` : `app ${oneLine(part.tenant)}/${oneLine(part.app)}`;
}

/** The same for a program. */
export function partJson(part: StorePart): JsonObject {
  if (part === 'root') return { kind: 'root' };
  const { tenant } = part;
  return 'chat' in part ? { kind: 'conversation', tenant, conversation: part.chat } : { kind: 'app', tenant, app: part.app };
}

/** A number with its thousands apart. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** `1 file, 12,345 bytes`. */
export const contentText = ({ files, bytes }: { readonly files: number; readonly bytes: number }): string =>
  `${grouped(files)} ${files === 1 ? 'file' : 'files'}, ${grouped(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
