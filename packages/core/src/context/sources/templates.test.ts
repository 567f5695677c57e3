import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../ports/json.ts';
import { fillTemplate, referenceOf, referencesIn } from './templates.ts';

const values: Readonly<Record<string, Json>> = {
  text: "a'b",
  count: 3,
  flag: false,
  empty: '',
  nothing: null,
  operator: { $ne: null },
  list: [1],
  template: '{{count}}',
};
const fill = (query: JsonObject) => fillTemplate(query, (reference) => values[reference]);

test.each<[string, JsonObject, JsonObject]>([
  ['one template keeps its type', { id: '{{count}}', is: ' {{ flag }} ' }, { id: 3, is: false }],
  ['templates inside a text become text', { id: 'n-{{count}}-{{flag}}' }, { id: 'n-3-false' }],
  ['at every depth', { or: [{ id: '{{text}}' }, 1, null] }, { or: [{ id: "a'b" }, 1, null] }],
  ['an empty text is a value', { id: '{{empty}}' }, { id: '' }],
  ['no template', { id: 'a {b} {{ }', n: 1.5 }, { id: 'a {b} {{ }', n: 1.5 }],
  ['keys are never filled in', { '{{count}}': 1, ['__proto__']: '{{count}}' }, { '{{count}}': 1, ['__proto__']: 3 }],
  [
    'a value that looks like a template is not filled in again',
    { id: '{{template}}', in: 'x{{template}}' },
    { id: '{{count}}', in: 'x{{count}}' },
  ],
])('fills in: %s', (_, query, expected) => {
  expect(fill(query)).toEqual({ kind: 'filled', query: expected });
});

test.each(['nothing', 'operator', 'list', 'unknown', 'toString'])(
  'does not fill in what is not text, a number or a boolean: %s',
  (name) => {
    expect(fill({ a: '{{count}}', b: `{{${name}}}` })).toEqual({ kind: 'unfilled', template: name });
    expect(fill({ b: [`x {{ ${name} }}`] })).toEqual({ kind: 'unfilled', template: name });
  },
);

test('references are found in their order', () => {
  expect(referencesIn('{{a}} {{ b.c }}{{}}')).toEqual(['a', 'b.c', '']);
});

test.each<[string, ReturnType<typeof referenceOf>]>([
  ['runtime.app_id', { kind: 'run_fact', fact: 'app_id' }],
  ['runtime.tenant_id', { kind: 'run_fact', fact: 'tenant_id' }],
  ['runtime.toString', { kind: 'unknown_fact', name: 'toString' }],
  ['order', { kind: 'variable', name: 'order', path: '' }],
  ['order.customer.id', { kind: 'variable', name: 'order', path: 'customer.id' }],
  ['shop.order.id', { kind: 'variable', name: 'shop.order', path: 'id' }],
  ['nowhere.id', { kind: 'variable', name: 'nowhere', path: 'id' }],
])('{{%s}}', (text, expected) => {
  expect(referenceOf(text, new Set(['order', 'shop.order']))).toEqual(expected);
});
