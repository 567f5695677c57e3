import type { Contestant } from '../turn/rounds.ts';

const sliceMs = 10;

/**
 * A contestant that does its work again and again for 10 ms a round, once at least, and gives the mean of one, in µs. One more before that
 * is not counted: on a busy machine it pays for the time that the contestant before it took.
 */
export function repeated(name: string, work: () => Promise<unknown>): Contestant {
  return {
    name,
    async measure() {
      await work();
      const start = performance.now();
      for (let times = 1; ; times += 1) {
        await work();
        const elapsed = performance.now() - start;
        if (elapsed >= sliceMs) return (elapsed * 1000) / times;
      }
    },
  };
}
