import { changeListeners, type Subscription } from '@intarsia/core';
import { type DiskLog, type LogOptions, openLog } from './log.ts';
import { type SegmentWatch, watchSegments } from './watch.ts';

/** A log with the subscriptions of one store to it, whatever view they were made through. */
export interface SharedLog {
  readonly folder: string;
  readonly log: DiskLog;
  /** Tells of every commit that lands from now on. */
  subscribe(path: string, listener: (path: string) => void): Subscription;
  close(): Promise<void>;
}

/** Opens the log of a folder. */
export function sharedLog(options: Omit<LogOptions, 'listeners'>): SharedLog {
  let watch: SegmentWatch | undefined;
  const stop = (): void => {
    watch?.close();
    watch = undefined;
  };
  const listeners = changeListeners(stop);
  const log = openLog({ ...options, listeners });
  return {
    folder: options.folder,
    log,
    subscribe(path, listener) {
      log.state(); // so that what landed before is not told
      const subscription = listeners.add(path, listener);
      watch ??= watchSegments(log.watched, log.state);
      return subscription;
    },
    async close() {
      listeners.close();
      stop();
      await log.close();
    },
  };
}
