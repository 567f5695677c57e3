import { describe, expect, test } from 'vitest';
import { entityText, toEntity } from './entity.ts';

const pairs = [
  'book/books',
  'greenhouse sensor/greenhouse sensors',
  'job application/job applications',
  'fire extinguisher/fire extinguishers',
  'kombucha batch/kombucha batches',
  'fitness class/fitness classes',
  'kitchen knife/kitchen knives',
  'geocache/geocaches',
  'beach/beaches',
  'diagnosis/diagnoses',
  'criterion/criteria',
  'TV series/TV series',
  'aircraft/aircraft',
  '3D printer/3D printers',
  'vinyl record/vinyl records',
  'request for leave/requests for leave',
  'bill of lading/bills of lading',
  'cup and saucer/cups and saucers',
  'watering can/watering cans',
];

describe('both forms of an entity, from either one', () => {
  test.each(pairs)('%s', (pair) => {
    const [singular = '', plural = ''] = pair.split('/');
    expect(toEntity(singular)).toEqual({ singular, plural });
    expect(toEntity(plural)).toEqual({ singular, plural });
  });
});

describe('words that name no entity', () => {
  test.each([
    'so far',
    'So far',
    'until now',
    'so far so good',
    'the bus is late',
    'we used a notebook',
    'open or closed',
    'something',
    'data',
    'asdf',
    'it',
  ])('%s', (text) => {
    expect(entityText(text)).toBeNull();
  });
});
