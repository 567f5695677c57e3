// A thread with a store of its own, for the test beside it: while the thread of the test stands still in the middle of a call, it commits,
// deletes a folder, which replaces the whole log, and commits again.
import { parentPort, workerData } from 'node:worker_threads';
import { diskStore } from './index.ts';

/** What the thread of the test asks for, and what it waits for: 1 at `done`. */
export interface ThawRequest {
  readonly root: string;
  readonly mark: string;
  /** Whether a folder is deleted, so that the log is replaced. */
  readonly replaces: boolean;
}

const done = new Int32Array(workerData);

parentPort?.on('message', async ({ root, mark, replaces }: ThawRequest) => {
  const store = diskStore({ root });
  await store.append('/log', `<${mark}.1>`);
  await store.commit([
    { kind: 'append', path: '/log', content: `<${mark}.2>` },
    { kind: 'write', path: '/other/a', content: 'x' },
  ]);
  if (replaces) await store.delete('/other');
  await store.append('/log', `<${mark}.3>`);
  await store.close();
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
