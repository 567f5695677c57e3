/** Known names beyond these are not looked at: a document can declare any number, and name as many wrongly. */
const maxKnown = 1000;

/**
 * The known name that a misspelt one most likely stands for: at most a third of its letters apart, or one of two (insertions, deletions, changes, swaps of
 * neighbours), case and `_`, `-`, space aside. Null when none is near; a name of one letter is near nothing else.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  const wanted = folded(name.slice(0, 200));
  let best: string | null = null;
  const mostApart = wanted.length < 2 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  let bestDistance = mostApart + 1;
  let seen = 0;
  for (const candidate of known) {
    seen += 1;
    if (seen > maxKnown) break;
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance + 2) continue;
    const distance = editDistance(wanted, folded(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** "did you mean `x`?", or undefined when no known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known);
  return nearest === null ? undefined : `did you mean \`${nearest}\`?`;
}

const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** The distance, or `limit` when it is that or more. Only what is nearer than the limit to the diagonal is worked out. */
function editDistance(left: string, right: string, limit: number): number {
  if (limit === 1) return left === right ? 0 : 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  let lastLeast = 0;
  for (let row = 1; row <= left.length; row += 1) {
    const current = new Array<number>(right.length + 1).fill(limit);
    let least = limit;
    if (row < limit) {
      current[0] = row;
      least = row;
    }
    for (let column = Math.max(1, row - limit + 1); column <= Math.min(right.length, row + limit - 1); column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    // A swap looks two rows back; once two rows are too far, every later one is.
    if (least >= limit && lastLeast >= limit) return limit;
    lastLeast = least;
    beforeLast = last;
    last = current;
  }
  return Math.min(limit, at(last, right.length));
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
