const pathsAtOnce = 1_000;
const charactersAtOnce = 2_000_000; // of up to three bytes: a question ends at 16 MB

/** Paths in groups that each fit into one question. */
export function pathBatches(paths: Iterable<string>): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let room = 0;
  for (const path of paths) {
    const last = batches.at(-1);
    if (last !== undefined && last.length < pathsAtOnce && path.length <= room) {
      last.push(path);
    } else {
      batches.push([path]);
      room = charactersAtOnce;
    }
    room -= path.length;
  }
  return batches;
}
