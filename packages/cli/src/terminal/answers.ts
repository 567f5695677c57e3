import { createInterface } from 'node:readline/promises';
import type { Streams } from './streams.ts';

/** Answers to a conversation's questions: those given on the command line first, then a person's at a terminal. */
export interface Answers {
  /** Null when nobody is there to answer. */
  next(): Promise<string | null>;
  close(): void;
}

/** Asks at the terminal only when `streams` has one on both ends. */
export function answersFrom(given: readonly string[], streams: Streams | null): Answers {
  const left = [...given];
  const terminal = streams?.stdin.isTTY && streams.stderr.isTTY ? streams : null;
  const reader = terminal === null ? null : createInterface({ input: terminal.stdin, output: terminal.stderr });
  return {
    async next() {
      const text = left.shift();
      if (text !== undefined) return text;
      if (reader === null) return null;
      const closed = new Promise<null>((resolve) => reader.once('close', () => resolve(null)));
      const typed = await Promise.race([reader.question('> '), closed]);
      return typed === null || typed.trim() === '' ? null : typed;
    },
    close: () => reader?.close(),
  };
}
