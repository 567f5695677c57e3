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
  type JsonObject,
  journalStateVersion,
  type StoreOperation,
} from '@intarsia/core';

/** A checkpoint is written with the commit that passes this many envelopes since the last one. */
const checkpointEvery = 64;

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

function parseLine(line: string): Envelope | null {
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
  const checkpoint = await readCheckpoint(store, channel);
  const from = checkpoint !== null && checkpoint.bytes <= size ? checkpoint : { state: initialState(facts), bytes: 0, whole: true };
  return advance(store, channel, facts, from);
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
  return { state, bytes: next, whole: text.endsWith('\n') };
}

function foldOrSkip(facts: ChannelFacts, state: JournalState, envelope: Envelope): JournalState {
  try {
    return foldJournal(facts, state, envelope);
  } catch (cause) {
    if (isIntarsiaError(cause, 'journal_version')) throw cause;
    return state;
  }
}

/** The write of a checkpoint when one is due, or nothing. */
export function checkpointWrite(channel: string, before: JournalState, after: JournalState, bytes: number): readonly StoreOperation[] {
  if (Math.floor(before.envelopes / checkpointEvery) === Math.floor(after.envelopes / checkpointEvery)) return [];
  const covered = { bytes, state: asJson(after) };
  return [{ kind: 'write', path: checkpointPath(channel), content: JSON.stringify({ ...covered, digest: digestOf(covered) }) }];
}

/** A checkpoint is only a short cut: one that is not exactly what was written is ignored, and the whole journal is folded. */
async function readCheckpoint(store: JournalStore, channel: string): Promise<FoldedJournal | null> {
  const text = await store.read(checkpointPath(channel));
  if (text === null) return null;
  try {
    const { bytes, state, digest } = JSON.parse(text);
    if (typeof bytes !== 'number' || state.version !== journalStateVersion || digest !== digestOf({ bytes, state })) return null;
    return { state, bytes, whole: true };
  } catch {
    return null;
  }
}

/** A fold is plain JSON by its contract; its interfaces only have no index signature. */
const asJson = (state: JournalState): JsonObject => state as unknown as JsonObject;
