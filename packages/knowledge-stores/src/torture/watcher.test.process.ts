// A process that hears of changes: writes each path that it was told of to its own standard output, a file, and ends when it hears of a last one.
import { writeSync } from 'node:fs';
import { namespaceStore } from '@intarsia/core';
import { openStore } from '../url/index.ts';
import { namespace } from './worker-plan.test-support.ts';

const [url = '', last = ''] = process.argv.slice(2);
const handle = await openStore(url);
const store = namespaceStore(handle, namespace);
const heard = new Set<string>();
const { promise: over, resolve } = Promise.withResolvers<void>();
store.onChange('/', (path) => {
  if (path === '/subscribed' && !heard.has(path)) process.send?.({ kind: 'acknowledged' });
  if (!heard.has(path)) writeSync(1, `${path}\n`);
  heard.add(path);
  if (path === last) resolve();
});
process.on('disconnect', () => process.exit());
await store.write('/subscribed', 'x'); // when this one is heard of, all that come behind it are
await over;
await handle.close();
process.disconnect();
