import { grouped } from './part-text.ts';

/** A line at the end of a terminal that says how far something is; nothing is shown anywhere else. */
export interface Progress {
  show(what: string, done: { readonly bytes: number; readonly totalBytes: number }): void;
  /** Takes the line away, so that something else can be printed. */
  clear(): void;
}

const barWidth = 24;
const everyMs = 100;
const clearLine = '\r\u001b[K';

/** Shows progress on a stream, at most ten times a second. */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(what, { bytes, totalBytes }) {
      if (stream.isTTY !== true || performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      const share = totalBytes === 0 ? 1 : Math.min(1, bytes / totalBytes);
      const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth);
      const line = `[${bar}] ${Math.floor(share * 100)}% of ${grouped(totalBytes)} bytes, ${what}`;
      stream.write(`${clearLine}${line.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    clear() {
      if (shownAt !== Number.NEGATIVE_INFINITY) stream.write(clearLine);
      shownAt = Number.NEGATIVE_INFINITY;
    },
  };
}
