import {
  type ChannelFacts,
  type Envelope,
  foldJournal,
  initialState,
  isJsonObject,
  type JournalSlice,
  type JournalState,
  type JournalStore,
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
  /** Whether the file ends with a complete line. */
  readonly whole: boolean;
}

/** Reads the journal from a byte offset on. A line that is not an envelope is left out and reported, never an error. */
export async function readSlice(store: JournalStore, channel: string, after: number, signal?: AbortSignal): Promise<JournalSlice> {
  const text = await store.readRange(journalPath(channel), after, undefined, signal === undefined ? {} : { signal });
  const envelopes: Envelope[] = [];
  const quarantined: number[] = [];
  let offset = after;
  for (const line of text.split('\n').slice(0, -1)) {
    const envelope = parseLine(line);
    if (envelope !== null) envelopes.push(envelope);
    else if (line !== '') quarantined.push(offset);
    offset += line.length + 1; // lines are ASCII: characters are bytes
  }
  return { envelopes, next: offset, quarantined };
}

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
  const from = (await readCheckpoint(store, channel)) ?? { state: initialState(facts), bytes: 0, whole: true };
  return advance(store, channel, facts, from);
}

/** The fold brought to the head of the journal. An envelope that cannot be folded is left out, as a line that cannot be read is. */
export async function advance(store: JournalStore, channel: string, facts: ChannelFacts, from: FoldedJournal): Promise<FoldedJournal> {
  const slice = await readSlice(store, channel, from.bytes);
  const state = slice.envelopes.reduce((folded, envelope) => foldOrSkip(facts, folded, envelope), from.state);
  const size = (await store.stat(journalPath(channel)))?.size ?? 0;
  return { state, bytes: slice.next, whole: size === slice.next };
}

function foldOrSkip(facts: ChannelFacts, state: JournalState, envelope: Envelope): JournalState {
  try {
    return foldJournal(facts, state, envelope);
  } catch {
    return state;
  }
}

/** The write of a checkpoint when one is due, or nothing. */
export function checkpointWrite(channel: string, before: JournalState, after: JournalState, bytes: number): readonly StoreOperation[] {
  if (Math.floor(before.envelopes / checkpointEvery) === Math.floor(after.envelopes / checkpointEvery)) return [];
  return [{ kind: 'write', path: checkpointPath(channel), content: JSON.stringify({ bytes, state: after }) }];
}

async function readCheckpoint(store: JournalStore, channel: string): Promise<FoldedJournal | null> {
  const text = await store.read(checkpointPath(channel));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || !isJsonObject(value['state']) || typeof value['bytes'] !== 'number' || value['state']['version'] !== 1)
      return null;
    return { state: value['state'] as unknown as JournalState, bytes: value['bytes'], whole: true };
  } catch {
    return null; // a checkpoint is only a short cut: without it the whole journal is folded
  }
}
