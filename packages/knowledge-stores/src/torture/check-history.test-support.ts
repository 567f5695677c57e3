import { epochBreaches } from './check-epochs.test-support.ts';
import { type History, type Logged, lineOf, type Operation, places, readLine } from './history.test-support.ts';

/** Whether an attempt was applied: it was, it was not, or nobody was told. */
export type Outcome = 'applied' | 'refused' | 'unknown';

/** What was told of an attempt that writes. */
export function outcomeOf({ result }: Operation): Outcome {
  if (result === null) return 'unknown';
  switch (result.kind) {
    case 'conflict':
    case 'stale_epoch':
      return 'refused';
    case 'failed':
      return result.unknown ? 'unknown' : 'refused';
    default:
      return 'applied';
  }
}

const short = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 60)}…${text.slice(-20)}` : text);
const isLogged = ({ kind }: Operation['attempt']): boolean => ['append', 'versioned', 'sized', 'fenced'].includes(kind);

/** The lines of the log in their order, and what is wrong with each by itself: torn, never tried, twice. */
function readLog({ operations, found }: History): { readonly logged: readonly Logged[]; readonly breaches: readonly string[] } {
  const tried = new Map(operations.map((operation) => [operation.attempt.id, operation]));
  const seen = new Set<string>();
  const logged: Logged[] = [];
  const breaches: string[] = [];
  let offset = 0;
  const texts = found.log.split('\n');
  const rest = texts.pop();
  if (rest !== '') breaches.push(`torn: the log ends in ${short(rest ?? '')}`);
  for (const text of texts) {
    const id = readLine(text)?.id ?? '';
    const operation = tried.get(id);
    if (operation === undefined || !('padding' in operation.attempt)) breaches.push(`torn or never written: ${short(text)} at ${offset}`);
    else if (`${text}\n` !== lineOf(operation.attempt)) breaches.push(`torn: ${id} is ${short(text)} at ${offset}`);
    else if (seen.has(id)) breaches.push(`doubled: ${id} again at ${offset}`);
    else logged.push({ operation, attempt: operation.attempt, offset });
    seen.add(id);
    offset += Buffer.byteLength(text) + 1;
  }
  return { logged, breaches };
}

/** Every acknowledged line is there, where it was said to be; every refused one is not; no two were given the same bytes. */
function acknowledgementBreaches({ operations }: History, logged: readonly Logged[]): readonly string[] {
  const breaches: string[] = [];
  const offsets = new Map(logged.map(({ attempt, offset }) => [attempt.id, offset]));
  for (const operation of operations.filter(({ attempt }) => isLogged(attempt))) {
    const { attempt, result } = operation;
    const offset = offsets.get(attempt.id);
    const outcome = outcomeOf(operation);
    if (outcome === 'applied' && offset === undefined)
      breaches.push(`lost: ${attempt.kind} ${attempt.id} was acknowledged and is not there`);
    if (outcome === 'refused' && offset !== undefined) breaches.push(`refused and there: ${attempt.kind} ${attempt.id} (${result?.kind})`);
    if (result?.kind === 'appended' && offset !== undefined && result.offset !== offset) {
      breaches.push(`misplaced: ${attempt.id} is at ${offset}, it was told ${result.offset}`);
    }
  }
  return [...breaches, ...overlapBreaches(operations)];
}

function overlapBreaches(operations: readonly Operation[]): readonly string[] {
  const ranges = operations
    .flatMap(({ attempt, result }) =>
      attempt.kind === 'append' && result?.kind === 'appended'
        ? [{ id: attempt.id, start: result.offset, end: result.offset + Buffer.byteLength(lineOf(attempt)) }]
        : [],
    )
    .sort((one, other) => one.start - other.start);
  return ranges.flatMap(({ id, start }, index) => {
    const before = ranges[index - 1];
    return before !== undefined && start < before.end ? [`overlapping: ${before.id} and ${id} were both told bytes at ${start}`] : [];
  });
}

/** What was acknowledged before another attempt began stands before it, also within a process. */
function orderBreaches(logged: readonly Logged[]): readonly string[] {
  const breaches: string[] = [];
  let firstEnd: { readonly at: number; readonly id: string } | null = null;
  for (const { operation, attempt } of logged.toReversed()) {
    if (firstEnd !== null && firstEnd.at < operation.begun)
      breaches.push(`reordered: ${firstEnd.id} ended before ${attempt.id} began and stands behind it`);
    const { ended } = operation;
    if (ended !== null && outcomeOf(operation) === 'applied' && (firstEnd === null || ended < firstEnd.at))
      firstEnd = { at: ended, id: attempt.id };
  }
  return breaches;
}

/** Each commit on a version stands on the one before it, and the last one left all of its files. */
function versionedBreaches({ found }: History, logged: readonly Logged[]): readonly string[] {
  let last = { number: 0, id: '-' };
  const breaches = logged.flatMap(({ attempt }) => {
    if (attempt.kind !== 'versioned') return [];
    const follows = attempt.number === last.number + 1 && attempt.previous === last.id;
    const before = last;
    last = { number: attempt.number, id: attempt.id };
    return follows
      ? []
      : [
          `torn commit: ${attempt.id} stands on ${attempt.number - 1} ${attempt.previous}, the log holds ${before.number} ${before.id} before it`,
        ];
  });
  const expected = last.number === 0 ? null : `${last.number} ${last.id}`;
  if (found.versioned !== expected)
    breaches.push(`torn commit: ${places.versioned} holds ${found.versioned}, the log ends with ${expected}`);
  return [...breaches, ...markBreaches(places.marks.versioned, found.marks.versioned, last.number === 0 ? [] : [last.id])];
}

/** Each commit on a size is in the log and in its file, in one order, at the size it expected. */
function sizedBreaches({ found }: History, logged: readonly Logged[]): readonly string[] {
  const commits = logged.map(({ attempt }) => attempt).filter((attempt) => attempt.kind === 'sized');
  const lines = found.sized.split('\n').slice(0, -1);
  const breaches: string[] = [];
  let size = 0;
  for (let index = 0; index < Math.max(commits.length, lines.length); index += 1) {
    const commit = commits[index];
    const line = lines[index];
    if (commit?.id !== line) breaches.push(`torn commit: ${places.sized} holds ${line} where the log holds ${commit?.id}`);
    else if (commit?.at !== size) breaches.push(`torn commit: ${line} is at ${size} of ${places.sized}, it expected ${commit?.at}`);
    size += Buffer.byteLength(line ?? '') + 1;
  }
  if (!/^$|\n$/.test(found.sized)) breaches.push(`torn: ${places.sized} ends in ${short(found.sized.slice(-40))}`);
  return [
    ...breaches,
    ...markBreaches(
      places.marks.sized,
      found.marks.sized,
      commits.slice(-1).map(({ id }) => id),
    ),
  ];
}

const markBreaches = (folder: string, found: readonly string[], expected: readonly string[]): readonly string[] =>
  found.join() === expected.join()
    ? []
    : [`torn commit: ${folder} holds ${found.join() || 'nothing'}, not ${expected.join() || 'nothing'}`];

/** Plain writes are whole, and there when acknowledged; a commit under a lease has its file exactly where its line is in the log. */
function fileBreaches({ operations, found }: History, logged: readonly Logged[]): readonly string[] {
  const inLog = new Set(logged.map(({ attempt }) => attempt.id));
  const known = new Map<string, string>();
  const breaches: string[] = [];
  for (const operation of operations) {
    const { attempt } = operation;
    if (attempt.kind !== 'file' && attempt.kind !== 'fenced') continue;
    const path = `${attempt.kind === 'file' ? places.files : places.results}/${attempt.id}`;
    const there = found.files.has(path);
    known.set(path, lineOf(attempt));
    if (attempt.kind === 'fenced' && there !== inLog.has(attempt.id))
      breaches.push(`torn commit: ${path} is ${there ? '' : 'not '}there, its line in the log is ${there ? 'not ' : ''}`);
    if (attempt.kind === 'file' && outcomeOf(operation) === 'applied' && !there)
      breaches.push(`lost: ${path} was acknowledged and is not there`);
    if (attempt.kind === 'file' && outcomeOf(operation) === 'refused' && there) breaches.push(`refused and there: ${path}`);
  }
  for (const [path, content] of found.files) {
    if (known.get(path) !== content) breaches.push(`torn or never written: ${path} holds ${short(content ?? 'nothing')}`);
    if (!found.heard.has(path)) breaches.push(`unheard: ${path} is there and nobody was told`);
  }
  return breaches;
}

/** What workers saw meanwhile, and calls that failed as no call may. */
function sightBreaches({ operations }: History): readonly string[] {
  return operations.flatMap(({ attempt: { id }, result }) => {
    if (result?.kind === 'failed') return result.named ? [] : [`failed: ${id}: ${result.message}`];
    if (result?.kind !== 'seen') return [];
    const { before, logged, after, wrong } = result;
    const partial = logged !== null && (logged < before || logged > after);
    return [
      ...(partial ? [`partial commit visible: ${id} read ${before} before, ${logged} in the log, ${after} after it`] : []),
      ...(wrong === null ? [] : [`torn: ${id} saw that ${wrong}`]),
    ];
  });
}

/** Everything in a run that must not be, one line each; none for a store that keeps its promises. */
export function historyBreaches(history: History): readonly string[] {
  const { logged, breaches } = readLog(history);
  return [
    ...breaches,
    ...acknowledgementBreaches(history, logged),
    ...orderBreaches(logged),
    ...versionedBreaches(history, logged),
    ...sizedBreaches(history, logged),
    ...epochBreaches(history, logged),
    ...fileBreaches(history, logged),
    ...sightBreaches(history),
  ];
}
