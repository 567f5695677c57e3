import { expect, test } from 'vitest';
import type { Json } from '../../ports/json.ts';
import { recordValue } from './record-value.ts';

const document = { _id: 'x1', status: 'open', lines: [1], address: { city: 'Lisbon', zip: '1' }, 'a.b': 2 };

test.each<[string, readonly string[], Json | undefined]>([
  ['of one field its value', ['status'], 'open'],
  ['of one field inside', ['address.city'], 'Lisbon'],
  ['of one field with a dot in its name', ['a.b'], 2],
  ['of one field that is not there nothing', ['total'], undefined],
  ['of one inherited field nothing', ['toString'], undefined],
  ['of the id alone its value', ['_id'], 'x1'],
  ['of several fields these, without the id', ['_id', 'status', 'address.city', 'total'], { status: 'open', address: document.address }],
  ['of no field the document without its id', [], { status: 'open', lines: [1], address: document.address, 'a.b': 2 }],
])('%s', (_, fields, expected) => {
  expect(recordValue(document, fields)).toEqual(expected);
});
