import {
  type ChannelFacts,
  digestOf,
  type Envelope,
  encodeText,
  foldJournal,
  initialState,
  isIntarsiaError,
  isJsonObject,
  type JournalSlice,
  type JournalState,
  type JournalStore,
  journalStateVersion,
  type StoreOperation,
} from '@intarsia/core';

/** A checkpoint is written with the commit that passes this many envelopes since the last one … */
const checkpointEvery = 64;
/** … and this many times its length: so that checkpoints cost a share of what is appended, however large the fold has grown. */
const tailPerCheckpoint = 4;

/** Where a channel's files stand in its namespace (ag2-network 4.3). */
export const channelFolder = (channel: string): string => `/channels/${channel}`;
/** The channel's append-only log. */
export const journalPath = (channel: string): string => `${channelFolder(channel)}/wal.jsonl`;
/** The channel's record. */
export const metadataPath = (channel: string): string => `${channelFolder(channel)}/metadata.json`;
/** A stored fold; an AG2 hub ignores it. */
export const checkpointPath = (channel: string): string => `${channelFolder(channel)}/intarsia/checkpoint.json`;

/** A fold and the bytes of the journal that it covers. */
export interface FoldedJournal {
  readonly state: JournalState;
  readonly bytes: number;
  /** Whether the file ends with the end of a line: else the next commit begins with one. */
  readonly whole: boolean;
  /** Null when none is stored, or none that can be used. */
  readonly checkpoint: Checkpoint | null;
}

/** Where in the journal the stored checkpoint stands, and how long its text is. */
export interface Checkpoint {
  readonly envelopes: number;
  readonly bytes: number;
  readonly length: number;
}

/** Reads the journal from a byte offset on. A line that is not an envelope is left out and reported, never an error. */
export async function readSlice(store: JournalStore, channel: string, after: number, signal?: AbortSignal): Promise<JournalSlice> {
  return slice(await store.readRange(journalPath(channel), after, undefined, signal === undefined ? {} : { signal }), after);
}

function slice(text: string, after: number): JournalSlice {
  const envelopes: Envelope[] = [];
  const quarantined: number[] = [];
  const lines = text.split('\n');
  const tail = lines.pop() ?? '';
  let offset = after;
  for (const line of lines) {
    const envelope = parseLine(line);
    if (envelope !== null) envelopes.push(envelope);
    else if (line !== '') quarantined.push(offset);
    offset += bytesOf(line) + 1;
  }
  // A last line that lost nothing but its end counts, as it does for AG2; the rest of a torn one may still come.
  const last = parseLine(tail);
  return last === null
    ? { envelopes, next: offset, quarantined }
    : { envelopes: [...envelopes, last], next: offset + bytesOf(tail), quarantined };
}

/** Our lines are ASCII, what somebody else put between them need not be. */
const bytesOf = (line: string): number => encodeText(line).length;

/** The envelope of a journal line, or null for one that is none. */
export function parseLine(line: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(line);
    const wellFormed =
      isJsonObject(value) &&
      typeof value['envelope_id'] === 'string' &&
      typeof value['sender_id'] === 'string' &&
      typeof value['event_type'] === 'string' &&
      isJsonObject(value['event_data']);
    return wellFormed ? (value as unknown as Envelope) : null;
  } catch {
    return null;
  }
}

/** The fold at the head: the stored checkpoint and what came after it, or everything. */
export async function hydrate(store: JournalStore, channel: string, facts: ChannelFacts): Promise<FoldedJournal> {
  const size = (await store.stat(journalPath(channel)))?.size ?? 0;
  const stored = await readCheckpoint(store, channel);
  const fromStart = { state: initialState(facts), bytes: 0, whole: true, checkpoint: null };
  return advance(store, channel, facts, stored !== null && stored.bytes <= size ? stored : fromStart);
}

/**
 * The fold brought to the head of the journal. An envelope that cannot be folded is left out, as a line that cannot be read is; one that only a newer release
 * can fold refuses the whole journal (`journal_version`).
 */
export async function advance(store: JournalStore, channel: string, facts: ChannelFacts, from: FoldedJournal): Promise<FoldedJournal> {
  const text = await store.readRange(journalPath(channel), from.bytes);
  if (text === '') return from;
  const { envelopes, next } = slice(text, from.bytes);
  const state = envelopes.reduce((folded, envelope) => foldOrSkip(facts, folded, envelope), from.state);
  return { state, bytes: next, whole: text.endsWith('\n'), checkpoint: from.checkpoint };
}

function foldOrSkip(facts: ChannelFacts, state: JournalState, envelope: Envelope): JournalState {
  try {
    return foldJournal(facts, state, envelope);
  } catch (cause) {
    if (isIntarsiaError(cause, 'journal_version')) throw cause;
    return state;
  }
}

/** The checkpoint to store with a commit that brings the journal to `state` and `bytes`, or null when none is due. */
export function dueCheckpoint(
  channel: string,
  last: Checkpoint | null,
  state: JournalState,
  bytes: number,
): { readonly checkpoint: Checkpoint; readonly write: StoreOperation } | null {
  if (state.envelopes - (last?.envelopes ?? 0) < checkpointEvery) return null;
  if (last !== null && bytes - last.bytes < tailPerCheckpoint * last.length) return null;
  const content = JSON.stringify({ bytes, state, digest: checkpointDigest(bytes, state) });
  const checkpoint = { envelopes: state.envelopes, bytes, length: content.length };
  return { checkpoint, write: { kind: 'write', path: checkpointPath(channel), content } };
}

/** A checkpoint is only a short cut: one that is not exactly what was written is ignored, and the whole journal is folded. */
export async function readCheckpoint(store: JournalStore, channel: string): Promise<FoldedJournal | null> {
  const text = await store.read(checkpointPath(channel));
  if (text === null) return null;
  try {
    const { bytes, state, digest } = JSON.parse(text);
    if (typeof bytes !== 'number' || state.version !== journalStateVersion || digest !== checkpointDigest(bytes, state)) return null;
    return { state, bytes, whole: true, checkpoint: { envelopes: state.envelopes, bytes, length: text.length } };
  } catch {
    return null;
  }
}

/** Of the text, because a text that was read from JSON gives that text again: the keys of a fold need no sorting. */
const checkpointDigest = (bytes: number, state: JournalState): string => digestOf(JSON.stringify({ bytes, state }));
