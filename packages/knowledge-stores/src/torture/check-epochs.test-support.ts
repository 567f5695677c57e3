import { type Attempt, type History, type Logged, type Operation, places } from './history.test-support.ts';

/** A lease that was granted. */
interface Grant {
  readonly id: string;
  readonly owner: string;
  readonly epoch: number;
  readonly begun: number;
  readonly ended: number;
  readonly ttlMs: number;
}

/** Leases are counted on the store's clock in whole milliseconds, operations on the machine's. */
const clockSlackMs = 10;

const ownerOf = ({ id }: Attempt): string => id.slice(0, id.indexOf('.'));

const grantsIn = (operations: readonly Operation[]): readonly Grant[] =>
  operations.flatMap(({ attempt, begun, ended, result }) =>
    attempt.kind === 'acquire' && result?.kind === 'acquired' && ended !== null
      ? [{ id: attempt.id, owner: ownerOf(attempt), epoch: result.epoch, begun, ended, ttlMs: attempt.ttlMs }]
      : [],
  );

/** No epoch is granted twice, and one that is granted later is greater. */
function grantBreaches(byEpoch: readonly Grant[]): readonly string[] {
  const twice = byEpoch.flatMap(({ id, epoch }, index) => {
    const before = byEpoch[index - 1];
    return before?.epoch === epoch ? [`two holders of one epoch: ${before.id} and ${id} were both granted ${epoch}`] : [];
  });
  const breaches: string[] = [];
  let first: Grant | null = null;
  for (const grant of byEpoch.toReversed()) {
    if (first !== null && first.ended < grant.begun)
      breaches.push(`epoch went back: ${grant.id} was granted ${grant.epoch} after ${first.id} had ${first.epoch}`);
    if (first === null || grant.ended < first.ended) first = grant;
  }
  return [...twice, ...breaches];
}

/** Nobody takes a lease that another owner still holds. */
function earlyBreaches(operations: readonly Operation[], byEpoch: readonly Grant[]): readonly string[] {
  const released = new Set<number>();
  const heldFrom = new Map<number, number>();
  for (const { attempt, begun, result } of operations) {
    if (attempt.kind === 'release') released.add(attempt.epoch);
    if (attempt.kind === 'renew' && result?.kind === 'renewed' && result.held) {
      heldFrom.set(attempt.epoch, Math.max(begun, heldFrom.get(attempt.epoch) ?? 0));
    }
  }
  return byEpoch.flatMap((grant, index) => {
    const before = byEpoch[index - 1];
    if (before === undefined || before.epoch !== grant.epoch - 1 || before.owner === grant.owner || released.has(before.epoch)) return [];
    const until = Math.max(before.begun, heldFrom.get(before.epoch) ?? 0) + before.ttlMs;
    return grant.ended < until - clockSlackMs
      ? [`taken early: ${grant.id} was granted ${grant.epoch} while ${before.owner} held ${before.epoch}`]
      : [];
  });
}

/** No commit under an epoch stands behind one of a later epoch, none passes that began after a later one was granted. */
function staleBreaches(operations: readonly Operation[], logged: readonly Logged[], grants: readonly Grant[]): readonly string[] {
  const breaches: string[] = [];
  let current = 0;
  for (const { attempt } of logged) {
    if (attempt.kind !== 'fenced') continue;
    if (attempt.epoch < current)
      breaches.push(`stale epoch committed: ${attempt.id} of epoch ${attempt.epoch} stands behind one of ${current}`);
    current = Math.max(current, attempt.epoch);
  }
  const byEnd = grants.toSorted((one, other) => one.ended - other.ended);
  let next = 0;
  let granted = 0;
  for (const { operation, attempt } of logged.toSorted((one, other) => one.operation.begun - other.operation.begun)) {
    for (let grant = byEnd[next]; grant !== undefined && grant.ended < operation.begun; grant = byEnd[next]) {
      granted = Math.max(granted, grant.epoch);
      next += 1;
    }
    if (attempt.kind === 'fenced' && attempt.epoch < granted)
      breaches.push(`stale epoch committed: ${attempt.id} of epoch ${attempt.epoch} began after ${granted} was granted`);
  }
  return [...breaches, ...refusalBreaches(operations)];
}

/** A commit is refused as stale only behind a later epoch or a release. */
function refusalBreaches(operations: readonly Operation[]): readonly string[] {
  const released = new Set(operations.flatMap(({ attempt }) => (attempt.kind === 'release' ? [attempt.epoch] : [])));
  return operations.flatMap(({ attempt, result }) => {
    if (attempt.kind !== 'fenced' || result?.kind !== 'stale_epoch') return [];
    const rightly = result.currentEpoch > attempt.epoch || (result.currentEpoch === attempt.epoch && released.has(attempt.epoch));
    return rightly ? [] : [`refused without reason: ${attempt.id} of epoch ${attempt.epoch}, current ${result.currentEpoch}`];
  });
}

/** What is wrong with leases and with commits under them. */
export function epochBreaches({ operations, found }: History, logged: readonly Logged[]): readonly string[] {
  const grants = grantsIn(operations);
  const byEpoch = grants.toSorted((one, other) => one.epoch - other.epoch);
  const last = logged.findLast(({ attempt }) => attempt.kind === 'fenced')?.attempt.id ?? null;
  return [
    ...grantBreaches(byEpoch),
    ...earlyBreaches(operations, byEpoch),
    ...staleBreaches(operations, logged, grants),
    ...(found.fenced === last ? [] : [`torn commit: ${places.fenced} holds ${found.fenced}, the last in the log is ${last}`]),
  ];
}
