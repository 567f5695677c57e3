import { expect, it } from 'vitest';

it('runs under a Node that strips types, and from the sources of the packages', () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  expect(major * 100 + minor).toBeGreaterThanOrEqual(2218);
  expect(import.meta.resolve('@intarsia/core')).toMatch(/src\/index\.ts$/);
});
