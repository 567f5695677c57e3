const rounds = 61;
const warmUpRounds = 15;
const callsInARound = 1000;

/**
 * Microseconds a call of each of them, the median of the rounds. They take turns within each round, so that what disturbs the machine disturbs them all; the
 * first rounds, in which the compiler is at work, do not count.
 */
export function measured(races: readonly ((turn: number) => boolean)[]): readonly number[] {
  const times = races.map(() => [] as number[]);
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [index, race] of races.entries()) {
      const time = timed(race);
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times.map(median);
}

function timed(race: (turn: number) => boolean): number {
  const start = performance.now();
  let accepted = 0;
  for (let turn = 0; turn < callsInARound; turn += 1) if (race(turn)) accepted += 1;
  const time = performance.now() - start;
  if (accepted % callsInARound !== 0) throw new Error('A verdict changed from call to call.');
  return (time * 1000) / callsInARound;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
