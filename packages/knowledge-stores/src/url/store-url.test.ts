import { expect, test } from 'vitest';
import { shownStoreUrl, storePathOf, storeUrlOf } from './index.ts';

test.each([
  ['journals.sqlite', 'sqlite:journals.sqlite'],
  ['/a b/c:d', 'sqlite:/a b/c:d'],
  ['C:\\store', 'sqlite:C:\\store'],
  ['sqlite:a', 'sqlite:a'],
  ['file:folder', 'file:folder'],
  ['memory:', 'memory:'],
  ['redis://host/0', 'redis://host/0'],
  ['postgres://host/db', 'postgres://host/db'],
])('%s means %s', (text, url) => {
  expect(storeUrlOf(text)).toBe(url);
});

test.each([
  ['sqlite:a b', 'a b'],
  ['file:a', 'a'],
  ['file:///a%20b', '/a b'],
  ['redis://host/0', null],
  ['memory:', null],
])('the path of %s is %s', (url, path) => {
  expect(storePathOf(url)).toBe(path);
});

test('a URL without a path is refused', () => {
  expect(() => storePathOf('sqlite:')).toThrow(expect.objectContaining({ code: 'wiring_invalid' }));
});

test.each([
  ['redis://host:6379/3?prefix=a', 'redis://host:6379/3?prefix=a'],
  ['mongodb://h1:1,h2:2/app?replicaSet=rs0&authSource=admin', 'mongodb://h1:1,h2:2/app?replicaSet=rs0&authSource=admin'],
  ['file:/a@b?password=c', 'file:/a@b?password=c'],
  ['redis://:sesame@host:6379/3?prefix=a', 'redis://host:6379/3?prefix=a'],
  ['rediss://ann:se/s@a?me#x@host/3', 'rediss://host/3'],
  ['redis://host/3?password=sesame&prefix=a&username=ann', 'redis://host/3?prefix=a'],
  ['mongodb+srv://ann:sesame@host/app?authMechanismProperties=AWS_SESSION_TOKEN:sesame', 'mongodb+srv://host/app'],
  ['mongodb://host/app?tlsCertificateKeyFilePassword=sesame&w=1', 'mongodb://host/app?w=1'],
])('%s is shown as %s', (url, shown) => {
  expect(shownStoreUrl(url)).toBe(shown);
  expect(shownStoreUrl(shown)).toBe(shown);
});
