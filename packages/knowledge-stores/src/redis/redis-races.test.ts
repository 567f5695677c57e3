import { describe, it } from 'vitest';
import { storeRaces } from '../races/races.test-support.ts';
import { ownPrefix, sharedRedis } from './redis-servers.test-support.ts';

const url = sharedRedis ?? '';

describe.skipIf(sharedRedis === undefined)('processes that share a redis store', () => {
  const share = async () => {
    const { keyPrefix, remove } = ownPrefix(url);
    return { url: `${url}/0?keyPrefix=${keyPrefix}`, remove: async () => remove() };
  };
  it.each(storeRaces(share))('$name', ({ run }) => run());
});
