import type { Envelope } from '../../journal/envelope.ts';
import { factOf } from '../../journal/facts.ts';
import type { JournalState } from '../../journal/state.ts';

/** Where calls stand in a conversation, in words that are the same in another run of it: keys hold ids, which are not. */
export interface CallPlaces {
  /** Learns from a state and the envelopes that led to it. */
  see(state: JournalState, envelopes: readonly Envelope[]): void;
  /** The message that the call's turn answers, counted from 1, and the call's position in it. */
  of(key: string): string;
}

/** Knows nothing yet. */
export function callPlaces(): CallPlaces {
  const turnCounts = new Map<string, number>();
  const calls = new Map<string, { readonly trigger: string; readonly position: string }>();
  return {
    see({ channel }, envelopes) {
      if (channel.trigger !== null) turnCounts.set(channel.trigger, channel.turnCount);
      for (const envelope of envelopes) {
        const fact = factOf(envelope);
        if (fact?.type !== 'intarsia.tool.claimed') continue;
        const { key, turn, agent, position } = fact.data;
        calls.set(key, { trigger: turn.slice(0, -1 - agent.length), position });
      }
    },
    of(key) {
      const call = calls.get(key);
      return call === undefined ? '' : `${turnCounts.get(call.trigger)} ${call.position}`;
    },
  };
}
