import { describe, expect, it } from 'vitest';
import { type Errand, type Owner, startOwner } from './owner.ts';
import type { Fate } from './plan.ts';
import { simulatedTime } from './time.ts';

/** An owner whose awaits have these fates in turn; then everything is fine. */
function ownerWith(...fates: readonly Fate[]) {
  const time = simulatedTime();
  const notes: string[] = [];
  const owner = startOwner(
    {
      clock: time.clock,
      during: time.during,
      decide: ({ number }) => fates[number] ?? { kind: 'fine' },
      latencyMs: () => ({ request: 1, answer: 2 }),
      met: () => {},
      note: (_owner, text) => notes.push(text),
    },
    0,
    1,
  );
  return { owner, time, notes };
}

/** Sends an errand and tells when it was done and when its answer came, in milliseconds. */
async function sent(fates: readonly Fate[], extra: Partial<Errand<string>> = {}) {
  const { owner, time } = ownerWith(...fates);
  const { clock } = time;
  const seen: { doneMs: number | null; answeredMs: number | null; answer: string | null } = {
    doneMs: null,
    answeredMs: null,
    answer: null,
  };
  const told = (answer: string) => {
    seen.answer = answer;
    seen.answeredMs = clock.monotonic();
  };
  const errand: Errand<string> = {
    place: 'store.commit',
    apply: () => {
      seen.doneMs = clock.monotonic();
      return 'done';
    },
    unanswered: () => ({ kind: 'failed', cause: 'lost' }),
    ...extra,
  };
  owner.go(errand).then(told, (cause: unknown) => told(String(cause)));
  await clock.advance(1_000);
  return { ...seen, condition: owner.condition };
}

describe('an await of an owner', () => {
  it.each<[string, Fate, Awaited<ReturnType<typeof sent>>]>([
    ['that goes well', { kind: 'fine' }, { doneMs: 1, answeredMs: 3, answer: 'done', condition: 'alive' }],
    ['at which it crashes before', { kind: 'crash', when: 'before' }, { doneMs: null, answeredMs: null, answer: null, condition: 'dead' }],
    ['at which it crashes after', { kind: 'crash', when: 'after' }, { doneMs: 1, answeredMs: null, answer: null, condition: 'dead' }],
    [
      'at which it freezes before: the outside goes on',
      { kind: 'freeze', when: 'before', ms: 500 },
      { doneMs: 1, answeredMs: 501, answer: 'done', condition: 'alive' },
    ],
    [
      'at which it freezes after',
      { kind: 'freeze', when: 'after', ms: 500 },
      { doneMs: 1, answeredMs: 501, answer: 'done', condition: 'alive' },
    ],
    [
      'at which it freezes for longer',
      { kind: 'freeze', when: 'after', ms: 5_000 },
      { doneMs: 1, answeredMs: null, answer: null, condition: 'frozen' },
    ],
    [
      'whose answer is lost, not done',
      { kind: 'unanswered', applied: 'never' },
      { doneMs: null, answeredMs: 3, answer: 'lost', condition: 'alive' },
    ],
    [
      'whose answer is lost, done',
      { kind: 'unanswered', applied: 'before' },
      { doneMs: 1, answeredMs: 3, answer: 'lost', condition: 'alive' },
    ],
    [
      'whose answer is lost, done only later',
      { kind: 'unanswered', applied: 'later', ms: 100 },
      { doneMs: 101, answeredMs: 3, answer: 'lost', condition: 'alive' },
    ],
    [
      'whose request is late',
      { kind: 'late', what: 'request', ms: 100 },
      { doneMs: 101, answeredMs: 103, answer: 'done', condition: 'alive' },
    ],
    ['whose answer is late', { kind: 'late', what: 'answer', ms: 100 }, { doneMs: 1, answeredMs: 103, answer: 'done', condition: 'alive' }],
    [
      'that is cut off, refused',
      { kind: 'cut_off', how: 'refused', ms: 100 },
      { doneMs: null, answeredMs: 3, answer: 'lost', condition: 'alive' },
    ],
    [
      'that is cut off, held',
      { kind: 'cut_off', how: 'held', ms: 100 },
      { doneMs: 1, answeredMs: 103, answer: 'done', condition: 'alive' },
    ],
  ])('%s', async (_, fate, expected) => {
    expect(await sent([fate])).toEqual(expected);
  });

  it('that the owner itself carries out waits until it goes on', async () => {
    const frozen = await sent([{ kind: 'freeze', when: 'before', ms: 500 }], { place: 'tool.effect', by: 'owner' });
    expect(frozen).toEqual({ doneMs: 501, answeredMs: 503, answer: 'done', condition: 'alive' });
  });

  it('that begins at once has no gap in which the owner could freeze', async () => {
    const frozen = await sent([{ kind: 'freeze', when: 'before', ms: 500 }], { place: 'tool.effect', by: 'owner_at_once' });
    expect(frozen).toEqual({ doneMs: 0, answeredMs: 500, answer: 'done', condition: 'alive' });
  });

  it('that rejects rejects', async () => {
    const failed = await sent([], { apply: () => Promise.reject(new Error('no')) });
    expect(failed).toMatchObject({ answeredMs: 3, answer: 'Error: no' });
  });
});

const ask = (owner: Owner, seen: string[], name: string) =>
  owner.go({ place: 'store.read', apply: () => name }).then((answer) => seen.push(answer));

it('a dead owner hears nothing more, and asks nothing more; what is on its way is done all the same', async () => {
  const { owner, time, notes } = ownerWith({ kind: 'late', what: 'request', ms: 50 }, { kind: 'crash', when: 'before' });
  const done: string[] = [];
  const seen: string[] = [];
  const go = (name: string) => owner.go({ place: 'store.commit', apply: () => done.push(name) }).then(() => seen.push(name));
  void go('slow');
  void go('fatal');
  owner.clock.timer(10, () => seen.push('timer'));
  await time.clock.advance(5);
  await owner.died;
  void go('late');
  owner.clock.timer(10, () => seen.push('timer'));
  await time.clock.advance(1_000);
  expect([done, seen, notes]).toEqual([['slow'], [], ['dies']]);
});

it('a frozen owner takes up what came meanwhile, in order, once it goes on', async () => {
  const { owner, time, notes } = ownerWith({ kind: 'freeze', when: 'after', ms: 500 });
  const seen: string[] = [];
  void ask(owner, seen, 'first');
  void ask(owner, seen, 'second');
  owner.clock.timer(100, () => seen.push('timer'));
  const cancel = owner.clock.timer(200, () => seen.push('never'));
  await time.clock.advance(400);
  expect([seen, owner.condition, owner.timers]).toEqual([[], 'frozen', 2]);
  cancel();
  await time.clock.advance(400);
  expect(seen).toEqual(['first', 'second', 'timer']);
  expect(notes).toEqual(['stands still for 500 ms', 'goes on']);
  expect(owner.timers).toBe(0);
});

it('somebody who cancels does so at the await', async () => {
  const { owner, time } = ownerWith({ kind: 'cancel' }, { kind: 'interrupt' });
  const seen: string[] = [];
  owner.onIntervention((kind) => seen.push(kind));
  void ask(owner, seen, 'first');
  void ask(owner, seen, 'second');
  await time.clock.advance(10);
  expect(seen).toEqual(['cancel', 'interrupt', 'first', 'second']);
});
