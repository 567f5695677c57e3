import type { JournalRow } from '../connection/index.ts';

/** What an envelope is: words, a change of the context, a fact of the run, or the channel's own business. */
export type EnvelopeKind = 'message' | 'context' | 'fact' | 'channel';

/** The kind of an envelope by its type. */
export function envelopeKind(type: string): EnvelopeKind {
  if (type.startsWith('intarsia.')) return 'fact';
  if (type === 'ag2.context.set') return 'context';
  return type === 'ag2.msg.text' || type === 'ag2.packet' ? 'message' : 'channel';
}

/** The type without the part that says whose it is: `tool.claimed`, `packet`. */
export function shortType(type: string): string {
  return type.replace(/^(intarsia|ag2)\./, '');
}

/** What the journal is narrowed to; null shows all. */
export interface JournalFilter {
  readonly type: string | null;
  readonly sender: string | null;
}

/** The rows that fit. */
export function filterRows(rows: readonly JournalRow[], { type, sender }: JournalFilter): readonly JournalRow[] {
  return rows.filter((row) => (type === null || row.type === type) && (sender === null || row.sender === sender));
}

/** The values that can be filtered by, in order of their first appearance. */
export function distinct(rows: readonly JournalRow[], name: 'type' | 'sender'): readonly string[] {
  return [...new Set(rows.map((row) => row[name]))];
}

/** Joins newly read rows to those at hand; a row that was read before is not taken twice. */
export function joinRows(rows: readonly JournalRow[], added: readonly JournalRow[]): readonly JournalRow[] {
  const last = rows.at(-1)?.number ?? 0;
  const fresh = added.filter(({ number }) => number > last);
  return fresh.length === 0 ? rows : [...rows, ...fresh];
}

/** The lane of a sender: the same one as long as the journal goes on. */
export function laneOf(senders: readonly string[], sender: string): number {
  return Math.max(0, senders.indexOf(sender));
}
