import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { SandboxCommand } from '@intarsia/core';

/** How much of each stream of a command is kept and told to its listener; the rest is read and dropped. */
export const outputLimitBytes = 1024 * 1024;

/** What a command wrote so far. */
export interface BoundedOutput {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly truncated: () => boolean;
}

/** Reads both streams of a command. A listener that throws is told to `failed` and not called again. */
export function boundedOutput(
  streams: { readonly stdout: Readable; readonly stderr: Readable },
  listener: SandboxCommand['onOutput'],
  failed: (reason: unknown) => void,
): BoundedOutput {
  let told = listener;
  const tell = (stream: 'stdout' | 'stderr', text: string) => {
    try {
      told?.({ stream, text });
    } catch (reason) {
      told = undefined;
      failed(reason);
    }
  };
  const stdout = boundedStream(streams.stdout, (text) => tell('stdout', text));
  const stderr = boundedStream(streams.stderr, (text) => tell('stderr', text));
  return { stdout: stdout.text, stderr: stderr.text, truncated: () => stdout.truncated() || stderr.truncated() };
}

function boundedStream(stream: Readable, tell: (text: string) => void) {
  const decoder = new StringDecoder('utf8');
  let text = '';
  let bytes = 0;
  let truncated = false;
  const take = (piece: string) => {
    if (piece === '') return;
    text += piece;
    tell(piece);
  };
  stream.on('data', (chunk: Buffer) => {
    if (truncated) return;
    const room = outputLimitBytes - bytes;
    truncated = chunk.length > room;
    bytes += Math.min(chunk.length, room);
    take(decoder.write(chunk.subarray(0, room)));
  });
  // The bytes of a character that the program, not the limit, left incomplete.
  stream.on('end', () => truncated || take(decoder.end()));
  return { text: () => text, truncated: () => truncated };
}
