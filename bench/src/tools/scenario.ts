import { z } from 'zod';

/** An operation of one contestant: `rounds` rounds with one call each, then the final answer. Rejects when it ended otherwise. */
export interface Contestant {
  readonly name: string;
  readonly operation: (rounds: number) => Promise<void>;
}

/** What everybody is asked. */
export const prompt = 'Multiply the numbers one after the other.';

/** The only tool. */
export const multiply = {
  name: 'multiply',
  description: 'Multiplies two whole numbers.',
  input: z.object({ a: z.int(), b: z.int() }),
  run: ({ a, b }: { readonly a: number; readonly b: number }) => ({ product: a * b }),
};

/** What every reply costs. */
export const tokens = { input: 20, output: 10 };

export const answer = 'That was all.';

/** The arguments of the call of a round, from 0; other ones in each, because a repeated round is something of its own. */
export const argumentsOf = (round: number): string => `{"a":${round},"b":7}`;

/** Throws when an operation was not the one that is measured. */
export function checkOperation(name: string, text: unknown, calls: number, rounds: number): void {
  if (text !== answer || calls !== rounds) throw new Error(`${name} ended after ${calls} of ${rounds} calls with "${String(text)}".`);
}
