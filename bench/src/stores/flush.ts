import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import type { Contestant } from '../turn/rounds.ts';
import { repeated } from './repeated.ts';

/** What durability costs at the least on this disk: 100 bytes appended to a file and flushed. */
export function bareFlush(file: string): Contestant & { close(): void } {
  const descriptor = openSync(file, 'a');
  const bytes = Buffer.alloc(100, 'a');
  const contestant = repeated('a bare append and its flush', async () => {
    writeSync(descriptor, bytes);
    fdatasyncSync(descriptor);
  });
  return { ...contestant, close: () => closeSync(descriptor) };
}
