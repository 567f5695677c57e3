import { createHash } from 'node:crypto';
import { type BigIntStats, readFileSync, statSync } from 'node:fs';

/** A file as it was when it was last read. */
export interface FileState {
  readonly stats: BigIntStats;
  readonly hash: string;
  /** False when it was written so shortly before it was read that a later write could leave the same times: a stat proves nothing then. */
  readonly settled: boolean;
}

/** What the file is now; null when it is not there or cannot be read. */
export function readState(path: string): FileState | null {
  try {
    const stats = statSync(path, { bigint: true });
    const readAt = BigInt(Date.now()) * 1_000_000n;
    const hash = createHash('sha256').update(readFileSync(path)).digest('base64');
    return { stats, hash, settled: readAt - latest(stats) > granularity(stats) };
  } catch {
    return null;
  }
}

/** What the file is now: `known` itself when a stat proves that nothing was written since. */
export function currentState(path: string, known: FileState | null): FileState | null {
  if (known?.settled === true) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined && isSame(stats, known.stats)) return known;
  }
  return readState(path);
}

/** The time of the change of the inode is compared too: tools that keep a file's times (`cp -p`, `rsync -t`, `touch -r`) cannot set it. */
const isSame = (one: BigIntStats, other: BigIntStats): boolean =>
  one.ino === other.ino &&
  one.dev === other.dev &&
  one.size === other.size &&
  one.mtimeNs === other.mtimeNs &&
  one.ctimeNs === other.ctimeNs;

const latest = ({ mtimeNs, ctimeNs }: BigIntStats): bigint => (mtimeNs > ctimeNs ? mtimeNs : ctimeNs);

/** How far apart two writes must be for their times to differ, in nanoseconds: a few ticks of a clock, or two seconds where times are whole seconds. */
const granularity = (stats: BigIntStats): bigint => (latest(stats) % 1_000_000_000n === 0n ? 2_500_000_000n : 100_000_000n);
