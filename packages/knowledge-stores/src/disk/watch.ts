import { type FSWatcher, watch } from 'node:fs';

const pollMs = 200;

/** Something that looks again and again. */
export interface SegmentWatch {
  close(): void;
}

/**
 * Calls `look` soon after a commit of any process: a name appears in the watched folder with each. The file system tells of it where it can;
 * a look at every tick misses nothing where it cannot, and follows the log to its next segment. Keeps no process alive.
 */
export function watchSegments(watched: () => string | null, look: () => void): SegmentWatch {
  let watching: string | null = null;
  let watcher: FSWatcher | undefined;

  const lookQuietly = (): void => {
    try {
      look();
    } catch {
      // A store that cannot be read is looked at again at the next tick; the callers of the store learn of the failure.
    }
  };
  const stop = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const follow = (): void => {
    const folder = watched();
    if (folder === watching) return;
    stop();
    watching = folder;
    if (folder === null) return;
    try {
      watcher = watch(folder, { persistent: false }, tick);
      watcher.on('error', stop);
    } catch {
      stop(); // the machine has no watch left, or the segment has just been replaced: the ticks go on
    }
  };
  const tick = (): void => {
    lookQuietly();
    follow();
  };

  follow();
  const timer = setInterval(tick, pollMs).unref();
  return {
    close() {
      clearInterval(timer);
      stop();
    },
  };
}
