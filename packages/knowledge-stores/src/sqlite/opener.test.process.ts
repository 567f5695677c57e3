// A process of its own: opens each given file at its moment, which another process is told as well, and answers how many it could use.
import { sqliteStore } from './index.ts';

const [at = '', ...files] = process.argv.slice(2);
const everyMs = 20;

let used = 0;
for (const [index, file] of files.entries()) {
  while (Date.now() < Number(at) + index * everyMs); // the moments are closer together than a timer can be trusted with
  const store = sqliteStore({ file });
  await store.append('/a', 'x');
  await store.close();
  used += 1;
}
process.send?.(used, undefined, undefined, () => process.exit());
