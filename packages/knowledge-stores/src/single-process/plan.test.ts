import { expect, it } from 'vitest';
import { planOf, planOfRecord, recordOf } from './plan.ts';

it('brings operations into a form that can be carried out again', () => {
  const sizes = new Map([
    ['/log', 7],
    ['/a/x', 3],
  ]);
  const plan = planOf(
    [
      { kind: 'append', path: '/log', content: '1' },
      { kind: 'append', path: '/log', content: '2' },
      { kind: 'write', path: '/a/y', content: 'gone' },
      { kind: 'append', path: '/a/x', content: 'gone' },
      { kind: 'delete', path: '/a' },
      { kind: 'append', path: '/a/x', content: 'new' },
      { kind: 'append', path: '/missing', content: '' },
      { kind: 'write', path: '/b', content: 'old' },
      { kind: 'write', path: '/b', content: 'b' },
      { kind: 'append', path: '/b', content: 'c' },
    ],
    sizes,
  );
  expect(plan).toEqual({
    deletes: ['/a'],
    puts: [
      { kind: 'append', path: '/log', content: '12', start: 7 },
      { kind: 'write', path: '/a/x', content: 'new' },
      { kind: 'write', path: '/missing', content: '' },
      { kind: 'write', path: '/b', content: 'bc' },
    ],
  });
  const record = recordOf(plan);
  expect(planOfRecord(record)).toEqual(plan);
  for (const cut of [0, 1, 64, 65, 80, record.length - 1]) expect(planOfRecord(record.slice(0, cut))).toBe(null);
});
