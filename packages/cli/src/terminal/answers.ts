import { createInterface, type Interface } from 'node:readline/promises';
import type { Streams } from './streams.ts';

/** Answers to a conversation's questions: those given on the command line first, then a person's at a terminal. */
export interface Answers {
  /** Null when nobody is there to answer, or the question was interrupted. */
  next(): Promise<string | null>;
  /** Ends the question that is open at the terminal; false when none is. */
  interrupt(): boolean;
  /** True once a question was interrupted, by `interrupt` or by Ctrl-C at its prompt. */
  isInterrupted(): boolean;
}

/** Asks at the terminal only when `streams` has one on both ends. The terminal is held while a question is open: otherwise Ctrl-C is a signal. */
export function answersFrom(given: readonly string[], streams: Pick<Streams, 'stdin' | 'stderr'> | null): Answers {
  const left = [...given];
  const terminal = streams?.stdin.isTTY && streams.stderr.isTTY ? streams : null;
  let reader: Interface | null = null;
  let isInterrupted = false;
  const interrupt = (): boolean => {
    if (reader === null) return false;
    isInterrupted = true;
    terminal?.stderr.write('\n');
    reader.close();
    return true;
  };
  return {
    async next() {
      const text = left.shift();
      if (text !== undefined || terminal === null) return text ?? null;
      reader = createInterface({ input: terminal.stdin, output: terminal.stderr });
      reader.once('SIGINT', interrupt);
      const typed = await wordsFrom(reader);
      reader.close();
      reader = null;
      return typed;
    },
    interrupt,
    isInterrupted: () => isInterrupted,
  };
}

/** A line that says something; null when the reader is closed before. */
async function wordsFrom(reader: Interface): Promise<string | null> {
  const closed = new Promise<null>((resolve) => reader.once('close', () => resolve(null)));
  for (;;) {
    const typed = await Promise.race([reader.question('> '), closed]);
    if (typed === null || typed.trim() !== '') return typed;
  }
}
