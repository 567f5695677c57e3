import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Envelope } from '../envelope.ts';
import { closeReasonOf, foldJournal, initialState } from '../fold.ts';
import { facts } from '../journal.test-support.ts';
import type { JournalState } from '../state.ts';
import { anyJournal } from '../test/arbitrary-journals.ts';
import { explainTurn, turnsOf } from './index.ts';

const statesOf = (envelopes: readonly Envelope[]): readonly JournalState[] => {
  let state = initialState(facts);
  return envelopes.map((envelope) => {
    state = foldJournal(facts, state, envelope);
    return state;
  });
};
const explained = (envelopes: readonly Envelope[]) =>
  turnsOf(facts, envelopes).map((turn) => {
    const explanation = explainTurn(facts, envelopes, turn.id);
    if (explanation === null) throw new Error(`Turn ${turn.place} is not explained.`);
    expect(explanation).toMatchObject(turn);
    return explanation;
  });

it('any journal is cut into turns that can all be explained, everything said into one each, and one more at most is owed', () => {
  fc.assert(
    fc.property(anyJournal, (envelopes) => {
      const turns = explained(envelopes);
      expect(new Set(turns.map(({ id }) => id)).size).toBe(turns.length);
      expect(turns.map(({ place }) => place)).toEqual(turns.map((_, index) => index + 1));
      const states = statesOf(envelopes);
      const spoken = envelopes.filter((_, index) => (states[index]?.channel.turnCount ?? 0) > (states[index - 1]?.channel.turnCount ?? 0));
      expect(turns.flatMap(({ said }) => (said === null ? [] : [said.envelope])).sort()).toEqual(
        spoken.map(({ envelope_id }) => envelope_id).sort(),
      );
    }),
  );
});

it('what is said to come next is what the fold made of the words', () => {
  fc.assert(
    fc.property(anyJournal, (envelopes) => {
      const states = statesOf(envelopes);
      for (const { said, next, names } of explained(envelopes)) {
        if (said === null || next === null) continue;
        const channel = states[envelopes.findIndex(({ envelope_id }) => envelope_id === said.envelope)]?.channel;
        if (channel === undefined) throw new Error('What was said is not in the journal.');
        const { expectedSpeaker } = channel;
        expect(next.leads).toEqual(
          expectedSpeaker === null
            ? { kind: 'ends', reason: channel.pendingCloseReason }
            : { kind: 'speaks', agent: names[expectedSpeaker] },
        );
        expect(next.closes).toBe(closeReasonOf(facts, channel));
      }
    }),
  );
});

it('an explanation is JSON, and the same after the journal went through its lines', () => {
  fc.assert(
    fc.property(anyJournal, (envelopes) => {
      const turns = explained(envelopes);
      expect(JSON.parse(JSON.stringify(turns))).toEqual(turns);
      expect(explained(JSON.parse(JSON.stringify(envelopes)))).toEqual(turns);
    }),
  );
});

it('what came before a cut stays as it was when the journal goes on, but for the turn that was open', () => {
  fc.assert(
    fc.property(anyJournal, fc.nat(40), (envelopes, cut) => {
      const before = turnsOf(facts, envelopes.slice(0, cut)).filter(({ status }) => status === 'answered');
      const after = turnsOf(facts, envelopes);
      for (const { id, place, agent } of before) expect(after[place - 1]).toMatchObject({ id, place, agent, status: 'answered' });
    }),
  );
});
