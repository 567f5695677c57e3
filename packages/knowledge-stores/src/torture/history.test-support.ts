// What a worker does to the one namespace of a run, and what it writes down of it. Its text says everything about an attempt, so that a check
// can compare every byte that is found with what was tried.

/** The files of a run. */
export const places = {
  /** One line for every append and every commit. */
  log: '/log',
  /** The last commit on an expected version, as `number id`; each commit names the one before. */
  versioned: '/versioned',
  /** One line for every commit on an expected size. */
  sized: '/sized',
  /** The last commit under a lease. */
  fenced: '/fenced',
  /** One file, of the last commit: each deletes the one before. */
  marks: { versioned: '/marks/versioned', sized: '/marks/sized' },
  /** A file for every plain write. */
  files: '/files',
  /** A file for every commit under a lease. */
  results: '/results',
  lease: '/run',
} as const;

/** What a worker is about to do; `id` is its name, a dot and a number that grows. */
export type Attempt = { readonly id: string } & (
  | { readonly kind: 'append' | 'file'; readonly padding: number }
  | { readonly kind: 'versioned'; readonly padding: number; readonly number: number; readonly previous: string }
  | { readonly kind: 'sized'; readonly padding: number; readonly at: number }
  | { readonly kind: 'fenced'; readonly padding: number; readonly epoch: number }
  | { readonly kind: 'acquire'; readonly ttlMs: number }
  | { readonly kind: 'renew'; readonly epoch: number; readonly ttlMs: number }
  | { readonly kind: 'release'; readonly epoch: number }
  | { readonly kind: 'look' }
);

/** An attempt that leaves its line in a file. */
export type LineAttempt = Extract<Attempt, { readonly padding: number }>;

/** What came of an attempt. */
export type Result =
  | { readonly kind: 'done' }
  | { readonly kind: 'appended'; readonly offset: number }
  | { readonly kind: 'committed' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'stale_epoch'; readonly currentEpoch: number }
  | { readonly kind: 'acquired'; readonly epoch: number }
  | { readonly kind: 'held' }
  | { readonly kind: 'renewed'; readonly held: boolean }
  /** A rejected call; `unknown` when it may have been applied, `named` when it is a failure of the store that may pass. */
  | { readonly kind: 'failed'; readonly unknown: boolean; readonly named: boolean; readonly message: string }
  | ({ readonly kind: 'seen' } & Sight);

/** What a worker saw while others wrote; `wrong` says what cannot be, as text. */
export interface Sight {
  /** The number of the last commit on a version: before the log was read, in the log where one is known, and after it was read. */
  readonly before: number;
  readonly logged: number | null;
  readonly after: number;
  readonly wrong: string | null;
}

/** An attempt and what came of it, on the clock that all processes share, in milliseconds; no result when the process was killed before. */
export interface Operation {
  readonly attempt: Attempt;
  readonly begun: number;
  readonly ended: number | null;
  readonly result: Result | null;
}

/** An attempt whose line stands in the log, with where it stands. */
export interface Logged {
  readonly operation: Operation;
  readonly attempt: LineAttempt;
  readonly offset: number;
}

/** One line that a worker writes down, before and after each call. */
export type RecordLine =
  | { readonly at: number; readonly attempt: Attempt }
  | { readonly at: number; readonly id: string; readonly result: Result };

/** What is in the store when all is over; `heard` are the paths that a subscription was told of. */
export interface Found {
  readonly log: string;
  readonly versioned: string | null;
  readonly sized: string;
  readonly fenced: string | null;
  readonly marks: { readonly versioned: readonly string[]; readonly sized: readonly string[] };
  /** The files beneath `places.files` and `places.results`. */
  readonly files: ReadonlyMap<string, string | null>;
  readonly heard: ReadonlySet<string>;
}

/** All that is known of a run. */
export interface History {
  readonly operations: readonly Operation[];
  readonly found: Found;
}

const detailOf = (attempt: LineAttempt): string => {
  switch (attempt.kind) {
    case 'append':
    case 'file':
      return '-';
    case 'versioned':
      return `${attempt.number},${attempt.previous}`;
    case 'sized':
      return String(attempt.at);
    case 'fenced':
      return String(attempt.epoch);
  }
};

/** The line that an attempt writes. */
export const lineOf = (attempt: LineAttempt): string =>
  `${attempt.id} ${attempt.kind} ${detailOf(attempt)} ${'ü'.repeat(attempt.padding)}\n`;

/** The kind and the detail of a line that was read, or null for one that is not whole. */
export function readLine(line: string): { readonly id: string; readonly kind: string; readonly detail: string } | null {
  const [, id = '', kind = '', detail = ''] = /^(\w+\.\d+) (\w+) (\S+) ü*$/.exec(line) ?? [];
  return id === '' ? null : { id, kind, detail };
}

/** The operations that workers wrote down; each text is what one worker wrote, whose last line may be cut. */
export function readRecords(texts: readonly string[]): readonly Operation[] {
  return texts.flatMap((text) => {
    const operations = new Map<string, Operation>();
    for (const line of text.split('\n').slice(0, -1)) {
      const record: RecordLine = JSON.parse(line);
      if ('attempt' in record) {
        operations.set(record.attempt.id, { attempt: record.attempt, begun: record.at, ended: null, result: null });
        continue;
      }
      const operation = operations.get(record.id);
      if (operation !== undefined) operations.set(record.id, { ...operation, ended: record.at, result: record.result });
    }
    return [...operations.values()];
  });
}
