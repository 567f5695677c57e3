import { type ChannelFacts, type Envelope, events, type Fact, factOf, type JournalSlice, packetOf, textOf } from '@intarsia/core';

/** One envelope as the engineer's view shows it. Unlike visible events it hides nothing. */
export interface JournalEntry {
  /** Its place in the journal, from 1. */
  readonly number: number;
  readonly at: string;
  /** The sender's name; its id when it takes no part in the conversation. */
  readonly sender: string;
  readonly type: string;
  readonly summary: string;
  readonly data: Envelope['event_data'];
}

/** A part of a journal. `next` is where to read on from: opaque, to be handed back as `after`. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly next: string;
  /** Byte offsets of lines that could not be read. */
  readonly quarantined: readonly number[];
}

/** Where a journal view reads on: after so many envelopes, at that position of the store's. */
export interface JournalCursor {
  readonly count: number;
  readonly position: number;
}

/** Reads a cursor that a page gave; null for anything else. Absent means from the first envelope. */
export function journalCursorOf(text: string | undefined): JournalCursor | null {
  if (text === undefined || text === '') return { count: 0, position: 0 };
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text);
  return match === null ? null : { count: Number(match[1]), position: Number(match[2]) };
}

/** A slice of a journal, numbered on from a cursor. */
export function journalPage(facts: ChannelFacts, cursor: JournalCursor, slice: JournalSlice): JournalPage {
  const entries = slice.envelopes.map((envelope, index) => ({
    number: cursor.count + index + 1,
    at: envelope.created_at,
    sender: facts.names[envelope.sender_id] ?? envelope.sender_id,
    type: envelope.event_type,
    summary: oneLine(summaryOf(envelope)),
    data: envelope.event_data,
  }));
  return { entries, next: `${cursor.count + entries.length}-${slice.next}`, quarantined: slice.quarantined };
}

const summaryLimit = 120;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > summaryLimit ? `${line.slice(0, summaryLimit - 1)}…` : line;
}

function summaryOf(envelope: Envelope): string {
  const fact = factOf(envelope);
  if (fact !== null) return factSummary(fact);
  switch (envelope.event_type) {
    case events.text:
      return textOf(envelope) ?? '';
    case events.packet: {
      const packet = packetOf(envelope);
      return packet?.body || `${packet?.routing.kind ?? 'malformed'} without words`;
    }
    case events.contextSet:
      return `sets ${Object.keys(Object(envelope.event_data['set'])).join(', ') || 'nothing'}`;
    default:
      return '';
  }
}

function factSummary({ type, data }: Fact): string {
  switch (type) {
    case 'intarsia.run.started':
      return `${data.workflow} by ${data.reason}, epoch ${data.epoch}`;
    case 'intarsia.run.paused':
      return data.reason;
    case 'intarsia.run.ended':
      return data.code === null ? data.status : `${data.status}: ${data.code}`;
    case 'intarsia.model.replied':
      return data.tool_calls.length === 0 ? data.text : `calls ${data.tool_calls.map((call) => call.name).join(', ')}`;
    case 'intarsia.output.accepted':
      return `${data.model} accepted`;
    case 'intarsia.output.rejected':
      return `${data.model} rejected, ${data.total} problems`;
    case 'intarsia.tool.claimed':
      return `${data.tool}, attempt ${data.attempt}`;
    case 'intarsia.tool.settled':
      return `${data.status}${data.code === null ? '' : `: ${data.code}`} after ${Math.round(data.duration_ms)} ms`;
    case 'intarsia.tool.late':
      return `${data.status}, after the call was settled`;
    case 'intarsia.context.refused':
      return `refused: ${data.writes.map((write) => write.key).join(', ')}`;
    case 'intarsia.ui.requested':
      return `${data.tool} asks a person`;
    case 'intarsia.ui.answered':
      return data.action ?? 'answered';
    case 'intarsia.approval.requested':
      return `${data.tool} needs approval`;
    case 'intarsia.approval.decided':
      return `${data.decision}, by ${data.by}`;
    case 'intarsia.tool.released':
      return `never started, attempt ${data.attempt}`;
    case 'intarsia.effect.uncertain':
      return `${data.tool}, attempt ${data.attempt}`;
    case 'intarsia.effect.resolved':
      return `${data.resolution}, by ${data.by}`;
    case 'intarsia.turn.failed':
      return data.code;
  }
}
