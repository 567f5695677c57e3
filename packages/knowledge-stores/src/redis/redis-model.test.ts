import { namespaceStore } from '@intarsia/core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { sameAsMemory } from '../model/test/same-as-memory.ts';
import { growingTrack } from '../model/test/steps.ts';
import { redisStore } from './index.ts';
import { type OwnRedis, sharedRedis, startRedis } from './redis-servers.test-support.ts';

describe.skipIf(sharedRedis === undefined)('the redis store beside the memory store', () => {
  let server: OwnRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.stop());

  test('any sequence of calls does the same on redis as in memory', { timeout: 60_000 }, async () => {
    const redis = redisStore({ url: server.url });
    await sameAsMemory({
      place: (chat) => [namespaceStore(redis, { tenant: 't', chat })],
      runs: 150,
      hazards: {
        contents: ['x'.repeat(700_000)], // two of them reach into a second chunk
        segments: ['{b}'],
        sizes: [700_000, 1_048_575, 1_400_000],
      },
      track: growingTrack,
    });
    await redis.close();
  });
});
