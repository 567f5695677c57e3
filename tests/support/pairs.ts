/** Runs work in the order it was given, two pieces at a time: whole jobs start many processes. */
export function inPairs(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const lanes: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
  let turn: 0 | 1 = 0;
  return (work) => {
    const lane = turn;
    turn = turn === 0 ? 1 : 0;
    const done = lanes[lane].then(work, work);
    lanes[lane] = done.catch(() => undefined);
    return done;
  };
}
