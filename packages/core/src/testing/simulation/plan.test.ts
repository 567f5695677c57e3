import { expect, it } from 'vitest';
import { calmPlan, crashPlan, drawPlan, type Fate, type Step } from './plan.ts';

const places = ['store.commit', 'store.read', 'lease.renew', 'model', 'tool.effect', 'timer'] as const;
const steps: readonly Step[] = [0, 1].flatMap((slot) =>
  [1, 2].flatMap((life) =>
    Array.from({ length: 60 }, (_, number) => ({ slot, life, number, place: places[number % places.length] ?? 'model' })),
  ),
);
const fatesOf = (seed: number, asked: readonly Step[] = steps): readonly Fate[] => {
  const plan = drawPlan(seed);
  return asked.map((step) => plan.fate(step));
};

it('a step has the same fate whenever it is asked for, and however often', () => {
  for (const seed of [1, 2, 3, 4]) expect(fatesOf(seed, [...steps].reverse())).toEqual([...fatesOf(seed)].reverse());
  expect(fatesOf(1)).not.toEqual(fatesOf(2));
});

it('some seed has each kind of fault', () => {
  const kinds = new Set(Array.from({ length: 60 }, (_, seed) => fatesOf(seed)).flatMap((fates) => fates.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(['cancel', 'crash', 'cut_off', 'fine', 'freeze', 'interrupt', 'late', 'unanswered']);
});

it('some seeds have one process at a time, others two', () => {
  expect(new Set(Array.from({ length: 20 }, (_, seed) => drawPlan(seed).slots))).toEqual(new Set([1, 2]));
});

it('the calm plan has no faults, and a crash plan one', () => {
  const { fate } = calmPlan();
  expect(new Set(steps.map((step) => fate(step).kind))).toEqual(new Set(['fine']));
  const crash = crashPlan(2, 17, 'after');
  const crashed = steps.filter((step) => crash.fate(step).kind !== 'fine');
  expect(crashed).toEqual([{ slot: 0, life: 1, number: 17, place: places[17 % places.length] }]);
  expect([crash.turnTo(false), crash.turnTo(true)]).toEqual([0, 1]);
});
