import { type Envelope, type EnvelopeDraft, envelopeOf } from '../journal/envelope.ts';
import { foldJournal } from '../journal/fold.ts';
import type { JournalState } from '../journal/state.ts';
import { isIntarsiaError } from '../ports/errors.ts';
import { envelopeId } from '../ports/ids.ts';
import type { Channel } from '../ports/network.ts';

/** What was decided and not committed yet, on top of a channel. The next effect, or the end of the turn, commits it in one write. */
export interface Ledger {
  /** The channel's state with everything that is pending or being written folded in. */
  state(): JournalState;
  /** Adds drafts to the next commit. */
  append(...drafts: readonly EnvelopeDraft[]): void;
  /** Adds what only readers use to the next commit. False, and nothing is added, once the run has its end or the ledger is closed: no commit would follow. */
  note(draft: EnvelopeDraft): boolean;
  /** The activation leaves: what is pending is still committed, and nothing is noted any more. */
  close(): void;
  /** Writes what is pending; does nothing when nothing is. After a rejection the drafts are pending again, unless they can never be written. */
  commit(): Promise<void>;
}

/** Opens a ledger; `onCommitted` is told of every commit that succeeded. */
export function openLedger(channel: Channel, onCommitted: (envelopes: readonly Envelope[]) => void): Ledger {
  let pending: EnvelopeDraft[] = [];
  /** Drafts of commits that are on their way: calls that run side by side commit while others still end. */
  let underway: readonly EnvelopeDraft[] = [];
  let folded: JournalState | null = null;
  let isClosed = false;

  const fold = (state: JournalState, draft: EnvelopeDraft): JournalState => {
    // No decision depends on the id or the time of an envelope that is not committed yet.
    const provisional = envelopeOf(draft, { channel: channel.id, id: envelopeId(''), at: '' });
    return foldJournal(channel.facts, state, provisional);
  };

  const state = () => folded ?? channel.state();
  const append = (...drafts: readonly EnvelopeDraft[]) => {
    pending.push(...drafts);
    folded = drafts.reduce(fold, state());
  };

  return {
    state,
    append,
    note(draft) {
      if (isClosed || state().run?.status !== 'running') return false;
      append(draft);
      return true;
    },
    close() {
      isClosed = true;
    },
    async commit() {
      const drafts = pending;
      if (drafts.length === 0) return;
      pending = [];
      underway = [...underway, ...drafts];
      try {
        onCommitted(await channel.post(drafts));
      } catch (cause) {
        // What a store did not take may be tried again: the channel knows where its journal ends, so nothing is written twice.
        if (!isIntarsiaError(cause, 'journal_invalid')) pending = [...drafts, ...pending];
        throw cause;
      } finally {
        underway = underway.filter((draft) => !drafts.includes(draft));
        const open = [...underway, ...pending];
        folded = open.length === 0 ? null : open.reduce(fold, channel.state());
      }
    },
  };
}
