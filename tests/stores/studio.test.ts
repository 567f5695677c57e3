import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Command, startSource } from '../support/command.ts';
import { storeKinds } from '../support/store-kinds.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'studio-stores-'));
});
afterEach(() => rm(data, { recursive: true }));

const studio = (store: string): Command =>
  startSource('apps/demo/src/server.ts', [], { PORT: '0', INTARSIA_DATA: data, INTARSIA_STORE: store });

async function request(address: string, path: string, body?: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${address}${path}`, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.json();
}

const namesIn = (list: unknown): readonly unknown[] => Array.from(Object(list).conversations, (summary) => Object(summary).conversation);

describe('the studio with INTARSIA_STORE', { timeout: 60_000 }, () => {
  test.for(storeKinds)('keeps its conversations in $kind', async ({ open }, { onTestFinished }) => {
    const own = await open();
    onTestFinished(() => own.remove());
    const listed: unknown[] = [];
    for (const starts of [true, false]) {
      const command = studio(own.url);
      onTestFinished(() => command.signal('SIGKILL'));
      const [, address = ''] = await command.printed(/(http:\/\/localhost:\d+)/);
      if (starts) await request(address, '/api/conversations', { input: 'a tracker for recipes', request: 'r1' });
      listed.push(namesIn(await request(address, '/api/conversations')));
      command.signal('SIGTERM');
      expect(await command.ended).toMatchObject({ exitCode: 0 });
    }
    expect(listed).toEqual([[expect.any(String)], listed[0]]);
  });

  test.for([
    ['a server that is not there', 'redis://ann:sesame@127.0.0.1:9/0', 'store_unavailable'],
    ['no store', 'postgres://ann:sesame@127.0.0.1/db', 'wiring_invalid'],
  ] as const)('is told that the URL names %s, and no password', async ([, url, code]) => {
    const ended = await studio(url).ended;
    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(code) });
    expect(ended.stderr).not.toContain('sesame');
  });
});
