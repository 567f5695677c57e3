import type { DocumentProblem, ToolBinding } from '@intarsia/core';
import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';

/** Where something stands in a document. */
export type Place = Pick<DocumentProblem, 'file' | 'line' | 'column' | 'path'>;

const document = 'tools.yaml';

/** Where the entry of a tool names its file, in the text of a tools.yaml that was loaded without problems. */
export function placeOfTool(text: string, binding: ToolBinding): Place {
  const lines = new LineCounter();
  const tools = parseDocument(text.replace(/^\ufeff/, ''), { lineCounter: lines }).get('tools');
  const entries: readonly unknown[] = isSeq(tools) ? tools.items : [];
  const isEntry = (entry: unknown) =>
    isMap(entry) && trimmed(entry.get('file')) === binding.file && trimmed(entry.get('function')) === binding.function;
  const index = entries.findIndex(isEntry);
  const entry = entries[index];
  const file: unknown = isMap(entry) ? entry.get('file', true) : undefined;
  const offset = isNode(file) ? file.range?.[0] : undefined;
  if (offset === undefined) return { file: document, line: 1, column: 1, path: '' };
  const { line, col } = lines.linePos(offset);
  return { file: document, line, column: col, path: `/tools/${index}/file` };
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
