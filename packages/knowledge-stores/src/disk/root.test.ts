import { expect, test } from 'vitest';
import { folderName } from './root.ts';

test('names of namespaces differ on every file system, and fit it', () => {
  const names = [
    'a',
    'A',
    '\u00e9',
    'e\u0301',
    'con',
    'NUL',
    'a.',
    'a',
    'a ',
    '.',
    '..',
    '.a',
    'a/b',
    'a%2fb',
    '~',
    'x'.repeat(128),
    'X'.repeat(128),
  ];
  const long = ['\u{1f600}'.repeat(128), `${'\u{1f600}'.repeat(127)}a`];
  const made = [...new Set([...names, ...long])].flatMap((name) => [
    folderName('chat', name),
    folderName('app', name),
    folderName('tenant', name),
  ]);
  expect(new Set(made.map((name) => name.toLowerCase().normalize('NFKC'))).size).toBe(made.length);
  for (const name of made) expect(name).toMatch(/^(chat|app|tenant)-[a-z0-9_%~-]{1,200}$/);
});
