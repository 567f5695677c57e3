import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freezeDeep } from '../context/frozen-json.ts';
import type { JsonObject } from '../ports/json.ts';
import { checkEnvelope } from './check.ts';
import type { Envelope } from './envelope.ts';
import { applyUpdates, foldJournal, initialState } from './fold.ts';
import { facts } from './journal.test-support.ts';
import type { JournalState } from './state.ts';
import { anyJournal as journal, updates, values } from './test/arbitrary-journals.ts';

const mayEnter = (state: JournalState, given: Envelope): boolean => {
  try {
    checkEnvelope(facts, state, given);
    return true;
  } catch {
    return false;
  }
};
const fold = (envelopes: readonly Envelope[], from: JournalState = initialState(facts)) =>
  envelopes.reduce((state, each) => foldJournal(facts, state, each), from);
const roundTrip = (state: JournalState): JournalState => JSON.parse(JSON.stringify(state));

it('the generated journals are worth folding: most envelopes may enter', () => {
  const sizes = fc.sample(journal, { numRuns: 100, seed: 7 }).map((envelopes) => {
    let state = initialState(facts);
    const entered = envelopes.filter((each) => {
      const may = mayEnter(state, each);
      if (may) state = foldJournal(facts, state, each);
      return may;
    });
    return [entered.length, envelopes.length] as const;
  });
  const [entered, all] = sizes.reduce(([left, right], [one, other]) => [left + one, right + other], [0, 0]);
  expect(entered / all).toBeGreaterThan(0.6);
});

it('a checked envelope never makes the fold throw, and neither state nor envelope is changed', () => {
  fc.assert(
    fc.property(journal, (envelopes) => {
      let state = initialState(facts);
      for (const each of envelopes) {
        if (!mayEnter(state, each)) continue;
        freezeDeep(each.event_data);
        freezeDeep(state as unknown as JsonObject); // a write to either would throw
        const next = foldJournal(facts, state, each);
        expect(next.envelopes).toBe(state.envelopes + 1);
        expect(next.lastEnvelope).toBe(each.envelope_id);
        state = next;
      }
    }),
  );
});

it('the fold of a journal is the fold of its rest over the fold of its beginning, also when that was stored as JSON in between', () => {
  fc.assert(
    fc.property(journal, fc.nat(40), (envelopes, cut) => {
      const whole = fold(envelopes);
      expect(fold(envelopes)).toEqual(whole);
      const begun = fold(envelopes.slice(0, cut));
      expect(roundTrip(begun)).toEqual(begun);
      expect(fold(envelopes.slice(cut), roundTrip(begun))).toEqual(whole);
    }),
  );
});

it('envelopes that went through their lines fold to the same state', () => {
  fc.assert(
    fc.property(journal, (envelopes) => {
      expect(fold(JSON.parse(JSON.stringify(envelopes)))).toEqual(fold(envelopes));
    }),
  );
});

it('context updates delete first and set then', () => {
  fc.assert(
    fc.property(values, updates, (variables, given) => {
      const expected = new Map(Object.entries(variables));
      for (const name of given.delete) expected.delete(name);
      for (const [name, value] of Object.entries(given.set)) expected.set(name, value);
      expect(new Map(Object.entries(applyUpdates(variables, given)))).toEqual(expected);
    }),
  );
});
