import { expect, it } from 'vitest';
import { withoutCredentials } from './without-credentials.ts';

it.each([
  ['cannot reach redis://ann:sesame@host:1/0 now', 'cannot reach redis://host:1/0 now'],
  ['(mongodb+srv://ann:se@same/x@host/a and rediss://:sesame@b)', '(mongodb+srv://host/a and rediss://b)'],
  ['see https://example.org/a, or write to ann@example.org', 'see https://example.org/a, or write to ann@example.org'],
])('%s', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown);
});
