import { describe, expect, it } from 'vitest';
import type { Envelope, EnvelopeDraft } from '../journal/envelope.ts';
import { foldJournal, initialState } from '../journal/fold.ts';
import { envelope, facts } from '../journal/journal.test-support.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { agentId, channelId } from '../ports/ids.ts';
import type { Channel } from '../ports/network.ts';
import { openLedger } from './ledger.ts';

const note = (key: string, value: number): EnvelopeDraft => ({
  sender: agentId('a1'),
  type: 'ag2.context.set',
  data: { set: { [key]: value }, delete: [] },
  audience: null,
  causation: null,
});

/** A channel that folds what is posted once it is told that the write is through. */
function slowChannel() {
  let state = initialState(facts);
  const writes: { readonly drafts: readonly EnvelopeDraft[]; through(): void; fails(cause: unknown): void }[] = [];
  const post = (drafts: readonly EnvelopeDraft[]) =>
    new Promise<readonly Envelope[]>((resolve, reject) => {
      const through = () => {
        const envelopes = drafts.map((draft) => envelope(draft.type, draft.data));
        for (const each of envelopes) state = foldJournal(facts, state, each);
        resolve(envelopes);
      };
      writes.push({ drafts, through, fails: reject });
    });
  const channel = { id: channelId('c0'), facts, state: () => state, post } as unknown as Channel;
  return { channel, writes };
}

const contextOf = (ledger: ReturnType<typeof openLedger>) => ledger.state().channel.contextVariables;

it('shows what is pending, writes it in one post, and says so once', async () => {
  const { channel, writes } = slowChannel();
  const told: number[] = [];
  const ledger = openLedger(channel, (envelopes) => told.push(envelopes.length));
  await ledger.commit();
  expect(writes).toEqual([]);
  ledger.append(note('a', 1), note('b', 2));
  expect(contextOf(ledger)).toMatchObject({ a: 1, b: 2 });
  const committed = ledger.commit();
  writes[0]?.through();
  await committed;
  expect(writes).toHaveLength(1);
  expect(told).toEqual([2]);
  expect(ledger.state()).toBe(channel.state());
});

it('keeps showing what is being written while more is added', async () => {
  const { channel, writes } = slowChannel();
  const ledger = openLedger(channel, () => {});
  ledger.append(note('a', 1));
  const first = ledger.commit();
  expect(contextOf(ledger)).toMatchObject({ a: 1 });
  ledger.append(note('b', 2));
  const second = ledger.commit();
  ledger.append(note('c', 3));
  writes[0]?.through();
  await first;
  expect(contextOf(ledger)).toMatchObject({ a: 1, b: 2, c: 3 });
  writes[1]?.through();
  await second;
  expect(contextOf(ledger)).toMatchObject({ a: 1, b: 2, c: 3 });
  expect(writes.map(({ drafts }) => drafts.length)).toEqual([1, 1]);
});

it('has what a store did not take pending again, before what came later', async () => {
  const { channel, writes } = slowChannel();
  const ledger = openLedger(channel, () => {});
  ledger.append(note('a', 1));
  const first = ledger.commit();
  ledger.append(note('b', 2));
  writes[0]?.fails(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  expect(contextOf(ledger)).toMatchObject({ a: 1, b: 2 });
  const second = ledger.commit();
  expect(writes[1]?.drafts).toEqual([note('a', 1), note('b', 2)]);
  writes[1]?.through();
  await second;
});

it('drops what can never be written', async () => {
  const { channel, writes } = slowChannel();
  const ledger = openLedger(channel, () => {});
  ledger.append(note('a', 1));
  const first = ledger.commit();
  writes[0]?.fails(new IntarsiaError('journal_invalid', 'It cannot be folded.'));
  await expect(first).rejects.toThrow('cannot be folded');
  expect(contextOf(ledger)).not.toHaveProperty('a');
  await ledger.commit();
  expect(writes).toHaveLength(1);
});

describe('a note for readers', () => {
  const fact = (type: 'intarsia.run.started' | 'intarsia.run.ended'): EnvelopeDraft => {
    const data =
      type === 'intarsia.run.started'
        ? ({ v: 1, run: 'r1', workflow: 'W', digest: 'd', reason: 'start', seed: 'none', epoch: 1, request: null } as const)
        : ({ v: 1, run: 'r1', status: 'completed', code: null, message: '', resumable: false } as const);
    return { sender: agentId('a1'), type, data, audience: [], causation: null };
  };

  it('waits for the next commit of a run that goes on', async () => {
    const { channel, writes } = slowChannel();
    const ledger = openLedger(channel, () => {});
    ledger.append(fact('intarsia.run.started'));
    expect(ledger.note(note('late', 1))).toBe(true);
    expect(writes).toEqual([]);
    const committed = ledger.commit();
    writes[0]?.through();
    await committed;
    expect(writes[0]?.drafts.map(({ type }) => type)).toEqual(['intarsia.run.started', 'ag2.context.set']);
  });

  it.each<[string, (ledger: ReturnType<typeof openLedger>) => void]>([
    ['before a run began', () => {}],
    ['once the end of the run is decided', (ledger) => ledger.append(fact('intarsia.run.started'), fact('intarsia.run.ended'))],
    [
      'once the activation leaves',
      (ledger) => {
        ledger.append(fact('intarsia.run.started'));
        ledger.close();
      },
    ],
  ])('is refused %s: nothing would commit it', (_, prepare) => {
    const ledger = openLedger(slowChannel().channel, () => {});
    prepare(ledger);
    expect(ledger.note(note('late', 1))).toBe(false);
    expect(contextOf(ledger)).not.toHaveProperty('late');
  });

  it('is refused while the end of the run is on its way', async () => {
    const { channel, writes } = slowChannel();
    const ledger = openLedger(channel, () => {});
    ledger.append(fact('intarsia.run.started'), fact('intarsia.run.ended'));
    const committed = ledger.commit();
    expect(ledger.note(note('late', 1))).toBe(false);
    writes[0]?.through();
    await committed;
    expect(ledger.note(note('late', 1))).toBe(false);
  });
});
