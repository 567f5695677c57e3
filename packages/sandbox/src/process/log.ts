import { open } from 'node:fs/promises';

/** The log of a sandbox's services is cut to its newest part when it passes this size. */
export const logLimitBytes = 1024 * 1024;
/** How much of its end is kept, and how much a reader gets at most. */
export const logTailBytes = 64 * 1024;

/** The end of a log, from its first whole character on; '' when there is none. */
export async function readLogTail(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return '';
  try {
    const { size } = await handle.stat();
    const bytes = await endOf(handle, size);
    // Only a cut can have split a character: its continuation bytes (10xxxxxx) go.
    const start = size > bytes.length ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
    return bytes.toString('utf8', Math.max(0, start));
  } finally {
    await handle.close();
  }
}

/**
 * Cuts a log that grew past its limit, and says whether it had to. Its writers append, so they go on behind what was kept; what they
 * write meanwhile may be lost.
 */
export async function boundLog(file: string): Promise<boolean> {
  const handle = await open(file, 'r+').catch(() => null);
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    if (size <= logLimitBytes) return false;
    const kept = await endOf(handle, size);
    await handle.truncate(0);
    await handle.write(kept, 0, kept.length, 0);
    return true;
  } finally {
    await handle.close();
  }
}

async function endOf(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<Buffer> {
  const length = Math.min(size, logTailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  return buffer.subarray(0, bytesRead);
}
