import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Streams } from './streams.ts';

/** A person at a terminal: types keys when the prompt is there, and sees what is said. */
export interface Person {
  readonly streams: Streams & EventEmitter;
  /** Waits for the next prompt, then types. */
  type(keys: string): Promise<void>;
  /** All that the terminal showed, of either stream. */
  seen(): string;
}

/** What Ctrl-C and Ctrl-D send while a question is open. */
export const controlC = '\u0003';
export const controlD = '\u0004';

/** A terminal on both ends. A signal is emitted on `streams`. */
export function personAt(env: NodeJS.ProcessEnv = {}): Person {
  const output = new PassThrough().setEncoding('utf8');
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  let text = '';
  let prompts = 0;
  let look = () => {};
  output.on('data', (piece: string) => {
    text += piece;
    look();
  });
  const terminal = Object.assign(output, { isTTY: true, columns: 80 });
  const streams = Object.assign(new EventEmitter(), { stdin: input, stdout: output, stderr: terminal, env }) as unknown as Streams &
    EventEmitter;
  return {
    streams,
    seen: () => text,
    async type(keys) {
      await new Promise<void>((resolve) => {
        look = () => {
          if (text.split('> ').length - 1 <= prompts) return;
          prompts += 1;
          look = () => {};
          resolve();
        };
        look();
      });
      input.write(keys);
    },
  };
}
