import { expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { mongoStore } from './index.ts';
import { ownServer } from './own-server.test-support.ts';

const binary = requireService('INTARSIA_TEST_MONGOD');

test.skipIf(binary === undefined)(
  'a store whose first calls came while the server was down works when it is back',
  { timeout: 60_000 },
  async () => {
    const server = await ownServer(binary ?? '', { replicaSet: true });
    const store = mongoStore({ url: server.url, timeoutMs: 1_500 });
    await server.kill();
    for (let call = 0; call < 2; call += 1) {
      await expect(store.write('/a', 'x')).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    }
    await server.start();
    await store.write('/a', 'x');
    expect(await store.read('/a')).toBe('x');
    await store.close();
    await server.remove();
  },
);
