import { describe, expect, it } from 'vitest';
import type { Envelope } from './envelope.ts';
import { factOf } from './facts.ts';
import { foldJournal, initialState } from './fold.ts';
import { claim, envelope, facts, foldAll, reply, settle, started } from './journal.test-support.ts';

const withVersion = (fact: Envelope, v?: unknown): Envelope => {
  const { v: _, ...data } = fact.event_data;
  return { ...fact, event_data: JSON.parse(JSON.stringify({ ...data, v })) };
};

describe('a record of ours that this release does not know', () => {
  it.each<[string, Envelope, string]>([
    ['of a newer version', withVersion(claim(), 2), '"intarsia.tool.claimed" of version 2'],
    ['of a version before the first', withVersion(settle(), 0), '"intarsia.tool.settled" of version 0'],
    ['whose version is a text', withVersion(started(), '1'), '"intarsia.run.started" without a version'],
    ['whose version is null', withVersion(started(), null), '"intarsia.run.started" without a version'],
    ['without a version', withVersion(reply()), '"intarsia.model.replied" without a version'],
    ['of a type that came later', envelope('intarsia.later.fact', { v: 1 }), '"intarsia.later.fact" of version 1'],
    ['of a type named like a member of every object', envelope('intarsia.constructor', { v: 1 }), '"intarsia.constructor" of version 1'],
  ])('C20 %s is refused by type and version, and is no fact to anybody', (_, record, named) => {
    expect(() => foldJournal(facts, initialState(facts), record)).toThrow(
      expect.objectContaining({ code: 'journal_version', message: expect.stringContaining(named) }),
    );
    expect(factOf(record)).toBeNull();
  });

  it('C20 a type of somebody else is folded past, whatever its version', () => {
    const before = foldAll([started()]);
    const after = foldJournal(facts, before, envelope('acme.note', { v: 7 }));
    expect({ ...after, envelopes: 1, lastEnvelope: before.lastEnvelope }).toEqual(before);
  });
});
