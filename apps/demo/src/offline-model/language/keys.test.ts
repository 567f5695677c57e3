import { expect, test } from 'vitest';
import { freeKey, keyOf } from './keys.ts';

test.each([
  ['last check date', 'last_check_date'],
  ['Größe', 'grosse'],
  ['état', 'etat'],
  ['Price (€)', 'price_euro'],
  ['lastCheckDate', 'last_check_date'],
  ["queen's age", 'queens_age'],
  ['2nd contact', 'field_2nd_contact'],
  ['R&D', 'r_and_d'],
  ['名称', ''],
  ['<script>', 'script'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('%s becomes %s', (label, key) => {
  expect(keyOf(label)).toBe(key);
});

test('a key is free, and none of the app’s own', () => {
  expect(freeKey('name', new Set(['name', 'name_2']), 3)).toBe('name_3');
  expect(freeKey('名称', new Set(), 2)).toBe('field_2');
  expect(freeKey('ID', new Set(), 1)).toBe('own_id');
});
