import { expect, it } from 'vitest';
import { compileShapes } from '../compile-models.ts';
import type { FieldShape } from '../shapes/shapes.ts';

const field = (name: string, extra: Partial<FieldShape> = {}): FieldShape => {
  return { name, shape: { kind: 'string' }, description: null, optional: true, default: null, ...extra };
};
const result = compileShapes(
  new Map([
    [
      'Note',
      { name: 'Note', description: null, fields: [field('constructor', { omitted: true }), field('title'), field('b', { omitted: true })] },
    ],
  ]),
);

it.each([
  [{}, { title: null }],
  [{ b: null, title: 'x' }, { title: 'x' }],
  [
    { constructor: null, title: 'x', b: 'y' },
    { title: 'x', b: 'y' },
  ],
  [
    { title: 'x', b: 'y' },
    { title: 'x', b: 'y' },
  ],
])('a field that stays absent is left out of %j; another one becomes its default', (candidate, value) => {
  expect((result.kind === 'compiled' ? result.models.get('Note') : undefined)?.validate(candidate)).toStrictEqual({
    kind: 'accepted',
    value,
  });
});
