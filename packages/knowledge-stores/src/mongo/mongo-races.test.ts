import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, it } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { storeRaces } from '../races/races.test-support.ts';

const server = requireService('INTARSIA_TEST_MONGO_URL');

async function share() {
  const url = new URL(server ?? '');
  url.pathname = `/intarsia_test_${randomUUID()}`;
  return {
    url: url.href,
    async remove() {
      const client = new MongoClient(url.href);
      await client.db().dropDatabase();
      await client.close();
    },
  };
}

describe.skipIf(server === undefined)('processes on one MongoDB database', () => {
  it.each(storeRaces(share))('$name', ({ run }) => run());
});
