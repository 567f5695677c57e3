import { describe, expect, test } from 'vitest';
import { readItem } from './field-item.ts';
import { splitItems } from './field-list.ts';

function shown(text: string): string {
  const item = readItem(text);
  if (item.kind !== 'field') return item.kind === 'doubt' ? `doubt ${item.doubt.kind}` : item.kind;
  const { choices, label, max, min, required, type } = item.field;
  return [
    label,
    type,
    ...(required ? ['required'] : []),
    ...(choices.length > 0 ? [choices.join('|')] : []),
    ...(min === null && max === null ? [] : [`${min}..${max}`]),
  ].join(' / ');
}

describe('types that a label tells', () => {
  test.each([
    ['date', 'last check date; due date; birthday; date of birth; day; deadline; last watered; joined on; date completed; date; due'],
    [
      'number',
      'temperature; price in euros; weight; amount due; score; cost; salary; price per month; honey yield in kg; how much; total paid',
    ],
    ['integer', 'count; quantity; age; year; number of seats; how many guests; page count; release year; stars'],
    ['boolean', 'is active; has warranty; active; done; in stock; paid; fully paid; needs sun; can swim; vaccinated?'],
    ['email', 'email; email address; contact email; e-mail'],
    ['url', 'url; website; link; link to manual; home page'],
    ['long_text', 'notes; description; comment; job description; photo description; remarks'],
    [
      'text',
      'name; zone; phone number; serial number; reason for leave; ISBN; colour; day of the week; name of the owner; what was done; 名称; größe',
    ],
  ])('%s', (type, labels) => {
    for (const label of labels.split('; ')) expect(shown(label)).toBe(`${label.replace(/\?$/, '')} / ${type}`);
  });
});

describe('hints', () => {
  test.each([
    ['name (text)', 'name / text'],
    ['a (number)', 'a / number'],
    ['b (date, required)', 'b / date / required'],
    ['c (one of red, green or blue)', 'c / choice / red|green|blue'],
    ['c one of red, green or blue', 'c / choice / red|green|blue'],
    ['d yes/no', 'd / boolean'],
    ['in stock (yes/no)', 'in stock / boolean'],
    ['status (open, in progress or done)', 'status / choice / open|in progress|done'],
    ['status: open/closed', 'status / choice / open|closed'],
    ['priority low/medium/high', 'priority / choice / low|medium|high'],
    ['size (S | M | L)', 'size / choice / S|M|L'],
    ['rating from 1 to 5', 'rating / integer / 1..5'],
    ['temperature (number, -20 to 60.5)', 'temperature / number / -20..60.5'],
    ['score between 0 and 10', 'score / number / 0..10'],
    ['salary (number, min 0)', 'salary / number / 0..null'],
    ['age at least 18', 'age / integer / 18..null'],
    ['quantity (whole number)', 'quantity / integer'],
    ['notes (long)', 'notes / long_text'],
    ['name - required', 'name / text / required'],
    ['name*', 'name / text / required'],
    ['required name', 'name / text / required'],
    ['an optional date called planted', 'planted / date'],
    ['a date called last seen', 'last seen / date'],
    ['a number named humidity (required)', 'humidity / number / required'],
    ['zone as text', 'zone / text'],
    ['checked which is a date', 'checked / date'],
    ['a checkbox for active', 'active / boolean'],
    ['a field for the owner', 'owner / text'],
    ['whether it has been paid', 'paid / boolean'],
    ['whether they have a driving licence', 'driving licence / boolean'],
    ['zone: where the sensor stands', 'zone / text'],
    ['email (text)', 'email / text'],
    ['weight (kg)', 'weight (kg) / number'],
    ['"terms: and conditions"', 'terms: and conditions / text'],
    ['and its current zone', 'current zone / text'],
    ['a rating from 1 to 100', 'rating / integer / 1..100'],
    ['status with the options new, used and broken', 'status / choice / new|used|broken'],
    ['colour (choice)', 'colour / choice'],
    ['etc', 'doubt open_list'],
    ['and so on', 'doubt open_list'],
    ['some stuff', 'doubt unclear_field'],
    ['I do not know', 'doubt unclear_field'],
    ['asdf', 'doubt unclear_field'],
    ['a search box', 'wish'],
    ['dark mode', 'wish'],
    ['--', 'nothing'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe('lists', () => {
  test.each([
    ['a, b and c', ['a', 'b', 'c']],
    ['a, b, and c', ['a', 'b', 'c']],
    ['name; zone; size', ['name', 'zone', 'size']],
    ['- name\n- zone: A, B or C\n3. size, required', ['name', 'zone: A, B or C', 'size, required']],
    ['name, terms and conditions, and size', ['name', 'terms and conditions', 'size']],
    ['name, terms and conditions and size', ['name', 'terms and conditions', 'size']],
    ['name and address', ['name', 'address']],
    ['make and model', ['make', 'model']],
    ['status (open, in progress or done), size', ['status (open, in progress or done)', 'size']],
    ['colour one of red, green or blue and size', ['colour one of red, green or blue', 'size']],
    ['zone and colour as one of red, green or blue', ['zone', 'colour as one of red, green or blue']],
    ['name, required, zone', ['name (required)', 'zone']],
    ['price: number, min 0, zone', ['price: number (min 0)', 'zone']],
    ['score between 0 and 10 and size', ['score between 0 and 10', 'size']],
    ['weight 1,5, size', ['weight 1,5', 'size']],
    ['name - zone - size', ['name', 'zone', 'size']],
    ['name | zone', ['name', 'zone']],
    ['"a, b", c', ['"a, b"', 'c']],
  ])('%s', (text, items) => {
    expect(splitItems(text)).toEqual(items);
  });
});
