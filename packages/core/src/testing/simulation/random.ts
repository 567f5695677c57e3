/** A stream of numbers that is the same for the same seed. */
export interface Random {
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<const Values extends readonly [unknown, ...unknown[]]>(values: Values): Values[number];
}

/** A stream that begins at these whole numbers: a seed, and what else tells this stream from others of the same seed. */
export function seededRandom(...seed: readonly number[]): Random {
  let state = seed.reduce((mixed, part) => scramble(mixed ^ Math.imul(part | 0, 0x9e3779b1)), 0x243f6a88);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return (scramble(state) >>> 0) / 0x1_0000_0000;
  };
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)],
  };
}

/** The finisher of MurmurHash3: every bit of the input changes half of the bits. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
