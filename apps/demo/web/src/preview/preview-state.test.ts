import { describe, expect, it } from 'vitest';
import type { Preview } from '../connection/wire.ts';
import { previewStateAt, previewWords, resolvesLocalNames } from './preview-state.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const preview = (state: Preview['state'], deadline: string | null): Preview => ({
  state,
  deadline,
  url: null,
  localUrl: null,
  sandbox: null,
});

describe('a preview', () => {
  it.each<[Preview, Preview['state'], string]>([
    [preview('ready', '2026-11-30T12:12:00Z'), 'ready', 'Running, stops in 12 min'],
    [preview('ready', '2026-11-30T12:00:10Z'), 'ready', 'Running, stops now'],
    [preview('ready', null), 'ready', 'Running'],
    [preview('ready', '2026-11-30T11:59:59Z'), 'expired', 'Expired'],
    [preview('starting', null), 'starting', 'Starting'],
    [preview('stopped', '2026-11-30T11:00:00Z'), 'stopped', 'Stopped'],
    [preview('none', null), 'none', 'Not started'],
  ])('%o is %s', (given, state, words) => {
    expect([previewStateAt(given, now), previewWords(given, now)]).toEqual([state, words]);
  });

  it('of which nothing is known is none', () => {
    expect(previewStateAt(null, now)).toBe('none');
  });
});

it.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', true],
])('%s', (userAgent, resolves) => {
  expect(resolvesLocalNames(userAgent)).toBe(resolves);
});
