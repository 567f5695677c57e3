import type { ServerResponse } from 'node:http';
import type { Clock } from '@intarsia/core';

/** Bytes that may wait for a client before it counts as behind. */
const behindBytes = 256 * 1024;
/** How long a client that is behind may take nothing before its connection is closed. It comes back with its cursor. */
const stalledMs = 30_000;
/** After this much silence a comment keeps proxies from closing the connection. */
const heartbeatMs = 15_000;

/** Writes to one client, never more than it takes. */
export interface StreamWriter {
  write(text: string): void;
  /** True while too many bytes wait for the client. */
  isBehind(): boolean;
  /** Resolves when the client may be written to again, or is gone. */
  ready(): Promise<void>;
  /** Stops the heartbeat and ends the response. */
  close(): void;
}

/** A writer with a heartbeat. A client that takes nothing for 30 seconds loses its connection. */
export function createStreamWriter(response: ServerResponse, clock: Clock): StreamWriter {
  let written = clock.monotonic();
  let cancelHeartbeat = clock.timer(heartbeatMs, beat);
  let closed = false;
  let waiting: Promise<void> | null = null;

  const isBehind = () => response.writableLength > behindBytes;

  function beat(): void {
    const silentMs = clock.monotonic() - written;
    if (silentMs >= heartbeatMs && !isBehind()) write(':\n\n');
    if (!closed) cancelHeartbeat = clock.timer(silentMs >= heartbeatMs ? heartbeatMs : heartbeatMs - silentMs, beat);
  }

  function write(text: string): void {
    if (closed || response.destroyed) return;
    written = clock.monotonic();
    response.write(text);
  }

  function drained(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.timer(stalledMs, () => response.destroy());
      const done = () => {
        cancel();
        response.off('drain', done);
        response.off('close', done);
        waiting = null;
        resolve();
      };
      response.once('drain', done);
      response.once('close', done);
    });
  }

  return {
    write,
    isBehind,
    ready() {
      if (!isBehind() || response.destroyed) return Promise.resolve();
      waiting ??= drained();
      return waiting;
    },
    close() {
      closed = true;
      cancelHeartbeat();
      if (!response.writableEnded) response.end();
    },
  };
}
