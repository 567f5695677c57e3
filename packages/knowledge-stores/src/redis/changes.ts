/** One change of a namespace. */
export interface Change {
  /** How many changes there were with it. A server that lost some counts them anew. */
  readonly number: number;
  /** What the stream of changes knows it by, which also tells it from another one of the same number. */
  readonly id: string;
}

/** Before every change. */
export const noChange: Change = { number: 0, id: '0-0' };

/** Whether a change with this id came later in its stream: ids are milliseconds and a count. */
export function isLater(id: string, than: string): boolean {
  const [[time = 0, count = 0], [timeThan = 0, countThan = 0]] = [partsOf(id), partsOf(than)];
  return time === timeThan ? count > countThan : time > timeThan;
}

const partsOf = (id: string): readonly number[] => id.split('-').map(Number);
