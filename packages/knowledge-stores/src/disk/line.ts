/** A place in a line. */
export interface Place {
  /** Whether nobody else was in the line. */
  readonly first: boolean;
  /** Ends when few enough of those before are left. */
  readonly room: Promise<void>;
  /** Ends when none of those before is left. */
  readonly turn: Promise<void>;
  leave(): void;
}

/** Calls that may work side by side, at most `most` of them, and end in the order in which they came. */
export interface WaitingLine {
  enter(): Place;
  /** Ends when all that are in the line now have left it. */
  ended(): Promise<void>;
}

/** An empty line. */
export function waitingLine(most: number): WaitingLine {
  const left: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  return {
    enter() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const place = { first: left.length === 0, room: left.at(-most) ?? Promise.resolve(), turn: last };
      last = Promise.all([last, promise]).then(() => undefined);
      left.push(promise);
      return {
        ...place,
        leave() {
          left.splice(left.indexOf(promise), 1);
          resolve();
        },
      };
    },
    ended: () => last,
  };
}
