/** One thing that is measured: its name and what gives one figure of it. */
export interface Contestant {
  readonly name: string;
  readonly measure: () => Promise<number>;
}

/** The figures of one contestant. */
export interface Figures {
  readonly name: string;
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** Every contestant takes a turn in each round, so that what disturbs the machine disturbs them all; the rounds that warm up do not count. */
export async function measured(
  contestants: readonly Contestant[],
  rounds: { readonly warmUp: number; readonly counted: number },
): Promise<readonly Figures[]> {
  const figures = contestants.map(() => [] as number[]);
  for (let round = -rounds.warmUp; round < rounds.counted; round += 1) {
    for (const [index, { measure }] of contestants.entries()) {
      const figure = await measure();
      if (round >= 0) figures[index]?.push(figure);
    }
  }
  return contestants.map(({ name }, index) => {
    const sorted = (figures[index] ?? []).toSorted((left, right) => left - right);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    return { name, least: at(0), median: at(0.5), most: at(1) };
  });
}
