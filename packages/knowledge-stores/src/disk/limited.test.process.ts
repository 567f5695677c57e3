// A process whose files may not grow beyond a limit, for the test beside it: small commits pass, one that is too large does not.
import { diskStore } from './index.ts';

const [root = ''] = process.argv.slice(2);
const store = diskStore({ root });
const results: unknown[] = [];
for (let index = 0; index < 200; index += 1) {
  const content = index % 20 === 19 ? 'z'.repeat(300_000) : 'x';
  const commit = store.commit([
    { kind: 'append', path: '/log', content },
    { kind: 'append', path: '/count', content: 'x' },
  ]);
  results.push(
    await commit.catch((error: unknown) => ({
      code: Reflect.get(Object(error), 'code'),
      retryable: Reflect.get(Object(error), 'retryable'),
    })),
  );
}
await store.close();
process.stdout.write(JSON.stringify(results));
