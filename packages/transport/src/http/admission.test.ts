import { expect, test } from 'vitest';
import { isAdmitted } from './admission.ts';

const host = '127.0.0.1:4310';
const allowed = ['https://studio.example', 'http://localhost:5173'];

test.each([
  ['a client that is no browser', { host }],
  ['a page of this server', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
  ['a page behind a proxy that ends TLS', { host: 'studio.example', origin: 'https://studio.example', 'sec-fetch-site': 'same-origin' }],
  ['an address typed by hand', { host: 'localhost:4310', 'sec-fetch-site': 'none' }],
  ['IPv6 loopback', { host: '[::1]:4310' }],
  ['names in capitals', { host: 'LOCALHOST:4310', origin: 'http://localhost:4310' }],
  ['an allowed page of another port', { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' }],
])('%s is admitted', (_title, headers) => {
  expect(isAdmitted(headers, allowed)).toBe(true);
});

test.each([
  ['no host', {}],
  ['a foreign name that resolves to us', { host: 'evil.example:4310' }],
  ['a preview host', { host: 'p1.localhost:4310' }],
  ['a name that only begins like ours', { host: 'localhost.evil.example' }],
  ['a host with a path', { host: '127.0.0.1:4310/x' }],
  ['a foreign page', { host, origin: 'https://evil.example' }],
  ['an opaque page', { host, origin: 'null' }],
  ['a page on another port', { host, origin: 'http://127.0.0.1:4311', 'sec-fetch-site': 'same-site' }],
  ['a preview page', { host: 'localhost:4310', origin: 'http://p1.localhost:4310', 'sec-fetch-site': 'same-site' }],
  ['an origin with ours as user name', { host, origin: `http://${host}@evil.example` }],
  ['a page of the same site, without an origin', { host, 'sec-fetch-site': 'same-site' }],
  ['a page of another site, without an origin', { host, 'sec-fetch-site': 'cross-site' }],
])('%s is refused', (_title, headers) => {
  expect(isAdmitted(headers, allowed)).toBe(false);
});
