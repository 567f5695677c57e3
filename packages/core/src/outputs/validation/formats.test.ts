import { expect, it } from 'vitest';
import { type TextFormat, textFormats } from '../shapes/shapes.ts';
import { formats } from './formats.ts';

const label63 = 'a'.repeat(63);

const cases: { readonly [Name in TextFormat]: readonly [taken: readonly string[], refused: readonly string[]] } = {
  date: [
    ['2031-04-09', '2024-02-29', '2000-02-29', '0000-01-01', '9999-12-31'],
    [
      '2023-02-29',
      '1900-02-29',
      '2031-04-31',
      '2031-13-01',
      '2031-00-10',
      '2031-04-00',
      '2031-4-9',
      '31-04-09',
      '2031-04-09\n',
      '２０３１-04-09',
    ],
  ],
  time: [
    ['14:30:00Z', '14:30:00z', '00:00:00.123456789+00:00', '23:59:59-23:59', '23:59:60Z', '01:29:60+01:30', '15:59:60-08:00'],
    [
      '14:30:00',
      '14:30Z',
      '24:00:00Z',
      '14:60:00Z',
      '14:30:60Z',
      '14:30:61Z',
      '14:30:00+24:00',
      '14:30:00+01:60',
      '14:30:00.Z',
      '14:30:00+0100',
      '',
    ],
  ],
  'date-time': [
    ['2031-04-09T14:30:00Z', '2031-04-09t14:30:00.5+02:00', '1998-12-31T23:59:60Z'],
    [
      '2031-04-09 14:30:00Z',
      '2031-04-09',
      '2031-04-09T14:30:00',
      '2031-02-30T14:30:00Z',
      '2031-04-09T25:30:00Z',
      'T14:30:00Z',
      '2031-04-09T',
    ],
  ],
  duration: [
    ['P3DT4H', 'PT30M', 'P1Y2M3DT4H5M6S', 'P2W', 'P0D', 'PT0S', 'P1Y2D', 'PT1H30S'],
    ['P', 'PT', 'P1', 'P1DT', 'PT1D', 'P1H', 'P2D1Y', 'P1Y2W', 'P-1D', 'P1.5D', '3D', 'p1d', 'P1D\n', ''],
  ],
  email: [
    ['amara@harbour.example', "o'neil+a_b/c=d@x-y.z", 'a@localhost', `a@${label63}.de`, '.a..b.@x'],
    [
      'amara',
      '@x',
      'a@',
      'a@b@c',
      'a b@c',
      'a@-x',
      'a@x-',
      'a@x..y',
      'a@.x',
      `a@${label63}a.de`,
      '"a b"@c',
      'ä@x',
      'a@[127.0.0.1]',
      'a@x\n',
      '',
    ],
  ],
  uuid: [
    ['019535d9-3df7-79fb-b466-fa907fa17f9e', '019535D9-3DF7-79FB-B466-FA907FA17F9E', '00000000-0000-0000-0000-000000000000'],
    [
      '019535d93df779fbb466fa907fa17f9e',
      '{019535d9-3df7-79fb-b466-fa907fa17f9e}',
      '019535d9-3df7-79fb-b466-fa907fa17f9',
      '019535d9-3df7-79fb-b466-fa907fa17f9g',
      '',
    ],
  ],
  uri: [
    [
      'https://example.com',
      'https://u:p@example.com:8080/a/b;c?d=e&f=%20#g',
      'HTTP://[2001:db8::1]:80/',
      'http://[v1.fe:x]/',
      'http://',
      'file:///a',
      'mailto:a@b.c',
      'urn:isbn:0451450523',
      'a:',
      'x+y-z.1:/p',
      'http://example.com?q#/?',
    ],
    [
      'example.com',
      '//example.com/a',
      '/a',
      '1a:b',
      'http://a b',
      'http://a/ü',
      'http://a/%zz',
      'http://a/%2',
      'http://a/%2%205',
      'http://a/<b>',
      'http://a/\\b',
      'http://a:b/',
      'http://[::1',
      'http://[::g]/',
      'http://[1.2.3.4]/',
      'http://a@b@c/',
      'http://a/#b#c',
      'http://a/[b]',
      'http://a\n',
      ':a',
      '',
    ],
  ],
  hostname: [
    ['example.com', 'localhost', 'a', 'xn--bcher-kva.example', '1.2', 'A-B.c', `${label63}.${label63}.${label63}.${'a'.repeat(61)}`],
    ['-a', 'a-', 'a..b', '.a', 'a.', 'a_b', 'ü', 'a b', `${label63}a`, `${label63}.${label63}.${label63}.${'a'.repeat(62)}`, 'a\n', ''],
  ],
  ipv4: [
    ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
    ['192.0.2', '192.0.2.1.1', '256.0.0.1', '01.0.0.1', '1.2.3.-4', '1.2.3.', ' 1.2.3.4', '0x1.2.3.4', '1.2.3.4\n', '١.2.3.4', ''],
  ],
  ipv6: [
    [
      '::',
      '::1',
      '1::',
      '2001:db8::1',
      '1:2:3:4:5:6:7:8',
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      '::ffff:192.0.2.1',
      '1:2:3:4:5:6:192.0.2.1',
      'ABCD::',
    ],
    [
      ':',
      ':::',
      '1',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7:8::',
      '::1::2',
      ':1::2',
      '1::2:',
      '12345::',
      'g::',
      '1.2.3.4',
      '1.2.3.4::',
      '::1.2.3.4:1',
      '::1.2.3.256',
      '1:2:3:4:5:6:7:1.2.3.4',
      'fe80::1%eth0',
      '[::1]',
      '::1\n',
      '',
    ],
  ],
};

it.each(textFormats)('%s is decided exactly', (name) => {
  const { holds } = formats[name];
  const [taken, refused] = cases[name];
  expect(taken.filter((text) => !holds(text))).toEqual([]);
  expect(refused.filter((text) => holds(text))).toEqual([]);
});

it.each(textFormats)('%s shows examples that it takes', (name) => {
  const { holds, shown } = formats[name];
  expect([...shown.matchAll(/`([^`]*)`/g)].every(([, example]) => example !== undefined && holds(example))).toBe(true);
});

it('no text makes a format slow', () => {
  const start = performance.now();
  for (const name of textFormats)
    for (const text of ['a', '1', ':', '.', '-', '1.', 'a-', '%', '@']) formats[name].holds(text.repeat(50_000));
  expect(performance.now() - start).toBeLessThan(10_000);
});
