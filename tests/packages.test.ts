import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const packages = join(import.meta.dirname, '..', 'packages');
const license = readFileSync(join(packages, '..', 'LICENSE'), 'utf8');

it.each(readdirSync(packages))('%s is published with the licence and a page of its own', (name) => {
  expect(readFileSync(join(packages, name, 'LICENSE'), 'utf8')).toBe(license);
  expect(existsSync(join(packages, name, 'README.md'))).toBe(true);
});
