import { type Envelope, type EnvelopeDraft, envelopeOf } from '../journal/envelope.ts';
import { foldJournal } from '../journal/fold.ts';
import type { JournalState } from '../journal/state.ts';
import { envelopeId } from '../ports/ids.ts';
import type { Channel } from '../ports/network.ts';

/** What was decided and not committed yet, on top of a channel. The next effect, or the end of the turn, commits it in one write. */
export interface Ledger {
  /** The channel's state with everything pending folded in. */
  state(): JournalState;
  /** Adds drafts to the next commit. */
  append(...drafts: readonly EnvelopeDraft[]): void;
  /** Writes what is pending; does nothing when nothing is. */
  commit(): Promise<void>;
}

/** Opens a ledger; `onCommitted` is told of every commit that succeeded. */
export function openLedger(channel: Channel, onCommitted: (envelopes: readonly Envelope[]) => void): Ledger {
  let pending: EnvelopeDraft[] = [];
  let folded: JournalState | null = null;
  return {
    state: () => folded ?? channel.state(),
    append(...drafts) {
      for (const draft of drafts) {
        pending.push(draft);
        // No decision depends on the id or the time of an envelope that is not committed yet.
        const provisional = envelopeOf(draft, { channel: channel.id, id: envelopeId(''), at: '' });
        folded = foldJournal(channel.facts, folded ?? channel.state(), provisional);
      }
    },
    async commit() {
      const drafts = pending;
      pending = [];
      folded = null;
      if (drafts.length > 0) onCommitted(await channel.post(drafts));
    },
  };
}
