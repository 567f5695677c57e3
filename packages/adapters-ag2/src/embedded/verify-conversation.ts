import {
  type CallOptions,
  digestOf,
  foldJournal,
  initialState,
  isIntarsiaError,
  type JournalState,
  type JournalStore,
  type Json,
  lostLine,
  type StoredProblem,
  textLines,
  type VerifiedLog,
} from '@intarsia/core';
import type { ChannelRecord } from './hub-records.ts';
import { checkpointPath, type FoldedJournal, journalPath, metadataPath, parseLine, readCheckpoint } from './journal-file.ts';
import { channelsOf, readRecord } from './stored-channel.ts';

/**
 * Reads the journals of a conversation's namespace from their first byte and folds them as whoever opens the conversation does, and compares what the stored
 * checkpoint says at its place. Observation: takes no lease and changes nothing.
 */
export async function verifyConversation(space: JournalStore, options?: CallOptions): Promise<readonly VerifiedLog[]> {
  const found: VerifiedLog[] = [];
  for (const channel of await channelsOf(space)) found.push(await verifyChannel(space, channel, options));
  return found;
}

async function verifyChannel(space: JournalStore, channel: string, options?: CallOptions): Promise<VerifiedLog> {
  const path = journalPath(channel);
  try {
    const record = await readRecord(space, channel);
    const checkpoint = await readCheckpoint(space, channel); // before the size: the journal may grow meanwhile, and the checkpoint with it
    const size = (await space.stat(path, options))?.size ?? 0;
    return { path, ...(await foldWhole(space, record, size, checkpoint, options)) };
  } catch (cause) {
    if (!isIntarsiaError(cause, 'store_corrupt')) throw cause;
    return { path, entries: 0, problems: [{ path: metadataPath(channel), offset: null, code: cause.code, message: cause.message }] };
  }
}

async function foldWhole(
  space: JournalStore,
  { id, facts }: ChannelRecord,
  size: number,
  stored: FoldedJournal | null,
  options?: CallOptions,
): Promise<Pick<VerifiedLog, 'entries' | 'problems'>> {
  const path = journalPath(id);
  const problems: StoredProblem[] = [];
  let [state, entries] = [initialState(facts), 0];
  let checkpoint = stored; // until it was compared
  const compare = (at: number): void => {
    if (checkpoint === null || at < checkpoint.bytes) return;
    if (at > checkpoint.bytes || !isEqual(state, checkpoint.state)) problems.push(otherCheckpoint(id, checkpoint.bytes));
    checkpoint = null;
  };
  for await (const { text, offset, isWhole } of textLines(space, path, { ...options, end: size })) {
    compare(offset);
    const envelope = parseLine(text);
    if (envelope === null) {
      if (text !== '') problems.push(lostLine(path, offset, isWhole ? 'is no envelope' : 'is torn'));
      continue;
    }
    try {
      state = foldJournal(facts, state, envelope);
      entries += 1;
    } catch (cause) {
      if (isIntarsiaError(cause, 'journal_version'))
        return { entries, problems: [...problems, { path, offset, code: cause.code, message: cause.message }] };
      problems.push(lostLine(path, offset, 'cannot be folded'));
    }
  }
  compare(size);
  if (checkpoint !== null) problems.push(otherCheckpoint(id, checkpoint.bytes));
  return { entries, problems };
}

/** As texts: what was read from JSON has no members that are undefined. */
const isEqual = (left: JournalState, right: JournalState): boolean => digestOf(plain(left)) === digestOf(plain(right));
const plain = (state: JournalState): Json => JSON.parse(JSON.stringify(state));

const otherCheckpoint = (channel: string, bytes: number): StoredProblem => ({
  path: checkpointPath(channel),
  offset: null,
  code: 'store_corrupt',
  message: `the checkpoint is not what the journal says at byte ${bytes}: delete it, and the journal is folded anew`,
});
