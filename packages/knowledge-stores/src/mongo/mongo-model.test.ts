import { namespaceStore } from '@intarsia/core';
import { afterAll, describe, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { sameAsMemory } from '../model/test/same-as-memory.ts';
import { mongoStore } from './index.ts';
import { testDatabase } from './test-database.test-support.ts';

const url = requireService('INTARSIA_TEST_MONGO_URL');
const database = testDatabase(url ?? '');
afterAll(() => database.drop());

describe.skipIf(url === undefined)('the mongo store beside the one in memory', () => {
  test('does the same with any sequence of calls, whichever of two handles takes each', { timeout: 90_000 }, async () => {
    const open = () => mongoStore({ client: database.client(), database: database.name });
    const [one, two] = [open(), open()];
    await sameAsMemory({
      place(chat) {
        const namespace = { tenant: 'model', chat };
        return [namespaceStore(one, namespace), namespaceStore(two, namespace)];
      },
      runs: 25,
      hazards: { contents: ['$a', 'y'.repeat(300_000)], segments: ['$set', 'a.b', '\u{1f600}'], leases: ['/$other.'] },
    });
    await Promise.all([one.close(), two.close()]);
  });
});
