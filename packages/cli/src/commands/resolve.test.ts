import { expect, it } from 'vitest';
import type { Streams } from '../terminal/streams.ts';
import { resolve } from './resolve.ts';

it.each(['0', '1.5', '-1', 'two', ''])('an attempt "%s" is none, and nothing is resolved', async (attempt) => {
  const options = { store: 'absent.sqlite', conversation: 'c1', tenant: 'local', call: 'k1', failed: true, attempt };
  await expect(resolve(options, {} as Streams)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('--attempt'),
  });
});
