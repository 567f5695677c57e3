import { setImmediate } from 'node:timers/promises';
import {
  type Channel,
  type Clock,
  type ConversationScope,
  checkEnvelope,
  conversationLease,
  type Envelope,
  type EnvelopeDraft,
  type EnvelopeId,
  envelopeOf,
  foldJournal,
  IntarsiaError,
  type JournalState,
  type JournalStore,
  journalLine,
  type StoreOperation,
} from '@intarsia/core';
import { hubTime } from './hub-ids.ts';
import type { ChannelRecord } from './hub-records.ts';
import { dueCheckpoint, type FoldedJournal, journalPath, metadataPath } from './journal-file.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** How many commits are made before timers and requests get their turn. */
const postsInARow = 32;

/** What a channel under a lease is made of. */
export interface OwnedChannelOptions {
  readonly scope: ConversationScope;
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly lease: LeaseKeeper;
  /** What the facts name their owner by; none that the journal named before. */
  readonly epoch: number;
  readonly mint: () => EnvelopeId;
  readonly record: ChannelRecord;
  readonly folded: FoldedJournal;
  /** The metadata to write when an envelope closes the channel. */
  readonly closedMetadata: (reason: string, at: string) => Promise<string>;
}

/** Envelopes that were checked and folded, ready to be written. */
export interface Prepared {
  readonly envelopes: readonly Envelope[];
  readonly state: JournalState;
  readonly lines: string;
}

/** Mints, checks and folds drafts in order; rejects with `journal_invalid` before anything is written. */
export function prepare(
  record: ChannelRecord,
  state: JournalState,
  drafts: readonly EnvelopeDraft[],
  stamp: { readonly mint: () => EnvelopeId; readonly at: string },
): Prepared {
  const envelopes: Envelope[] = [];
  let folded = state;
  for (const draft of drafts) {
    const envelope = envelopeOf(draft, { channel: record.id, id: stamp.mint(), at: stamp.at });
    checkEnvelope(record.facts, folded, envelope);
    folded = foldJournal(record.facts, folded, envelope);
    envelopes.push(envelope);
  }
  return { envelopes, state: folded, lines: envelopes.map(journalLine).join('') };
}

/** The channel of the lease's holder. Posts are written one after another, each as one fenced commit at the known end of the journal. */
export function ownedChannel(options: OwnedChannelOptions): Channel {
  const { scope, store, clock, lease, record, mint } = options;
  const path = journalPath(record.id);
  let head = options.folded;
  let queue: Promise<unknown> = Promise.resolve();

  let posts = 0;

  const post = async (drafts: readonly EnvelopeDraft[]): Promise<readonly Envelope[]> => {
    // With a model and a store that answer at once nothing else ever gives way: no timer would renew the lease, no request for a cancel would be heard.
    posts += 1;
    if (posts % postsInARow === 0) await setImmediate();
    if (lease.signal.aborted) throw staleEpoch();
    const prepared = prepare(record, head.state, drafts, { mint, at: hubTime(clock.now()) });
    // A torn last line is closed first, so that it spoils nothing but itself.
    const lines = head.whole ? prepared.lines : `\n${prepared.lines}`;
    const size = head.whole ? head.bytes : await sizeOf(store, path);
    const bytes = size + lines.length;
    const due = dueCheckpoint(record.id, head.checkpoint, prepared.state, bytes);
    const closing = await closingWrites(prepared.state, prepared.envelopes);
    const operations: readonly StoreOperation[] = [
      { kind: 'append', path, content: lines },
      ...(due === null ? [] : [due.write]),
      ...closing,
    ];
    await commit(operations, size, lines);
    head = { state: prepared.state, bytes, whole: true, checkpoint: due?.checkpoint ?? head.checkpoint };
    return prepared.envelopes;
  };

  const closingWrites = async (state: JournalState, envelopes: readonly Envelope[]): Promise<readonly StoreOperation[]> => {
    if (state.channel.status !== 'closed') return [];
    const content = await options.closedMetadata(state.channel.closeReason, envelopes.at(-1)?.created_at ?? '');
    return [{ kind: 'write', path: metadataPath(record.id), content }];
  };

  const commit = async (operations: readonly StoreOperation[], size: number, lines: string): Promise<void> => {
    const conditions = { fence: { lease: conversationLease, epoch: lease.epoch }, expect: [{ path, size: size === 0 ? -1 : size }] };
    const result = await store.commit(operations, conditions).catch(async (cause: unknown) => {
      // The answer was lost, not necessarily the commit: its lines carry ids that nobody else mints.
      const written = await store.readRange(path, size, size + lines.length).catch(() => null);
      if (written !== lines) throw cause;
      return { kind: 'committed' } as const;
    });
    if (result.kind === 'committed') return;
    if (result.kind === 'conflict') {
      throw new IntarsiaError('conflict', `The journal ${path} is not as long as its owner left it; something else wrote to it.`);
    }
    lease.lose();
    throw staleEpoch();
  };

  return {
    id: record.id,
    scope,
    epoch: options.epoch,
    participants: record.participants,
    labels: record.labels,
    facts: record.facts,
    signal: lease.signal,
    state: () => head.state,
    post(drafts) {
      const posted = queue.then(() => post(drafts));
      queue = posted.catch(() => undefined);
      return posted;
    },
    leaseRemainingMs: () => lease.remainingMs(),
    pendingTurns() {
      const { status, expectedSpeaker, trigger } = head.state.channel;
      return status === 'active' && expectedSpeaker !== null && trigger !== null ? [{ agent: expectedSpeaker, trigger }] : [];
    },
    release: () => queue.then(() => lease.release()),
  };
}

const sizeOf = async (store: JournalStore, path: string): Promise<number> => (await store.stat(path))?.size ?? 0;

const staleEpoch = (): IntarsiaError =>
  new IntarsiaError('stale_epoch', 'Another owner took the conversation over; this one may not write any more.');
