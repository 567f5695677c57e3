import { expect, it } from 'vitest';
import { parseRoute, type Route, routeAddress } from './route.ts';

it.each<[string, string, Route, string]>([
  ['/', '', { conversation: null, tab: 'app', detail: null }, '/'],
  ['/c/abc', '', { conversation: 'abc', tab: 'app', detail: null }, '/c/abc'],
  ['/c/abc', '#app', { conversation: 'abc', tab: 'app', detail: null }, '/c/abc'],
  ['/c/abc/', '#files/public/app.js', { conversation: 'abc', tab: 'files', detail: 'public/app.js' }, '/c/abc#files/public/app.js'],
  ['/c/abc', '#journal/12', { conversation: 'abc', tab: 'journal', detail: '12' }, '/c/abc#journal/12'],
  ['/c/a%2Fb', '#files/a%20b', { conversation: 'a/b', tab: 'files', detail: 'a b' }, '/c/a%2Fb#files/a%20b'],
  ['/c/%', '#nowhere', { conversation: '%', tab: 'app', detail: null }, '/c/%25'],
  ['/c/a/b', '', { conversation: null, tab: 'app', detail: null }, '/'],
])('%s%s', (pathname, hash, route, address) => {
  expect(parseRoute({ pathname, hash })).toEqual(route);
  expect(routeAddress(route)).toBe(address);
});
