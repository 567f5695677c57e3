import { IntarsiaError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { ClaimedEnd, ClaimRequest } from '../execution/tool-call.ts';
import { type OperationRecord, type OperationRecordOf, operationRecord } from './operation-records.ts';

/** One entry of a call by one owner. */
export interface CallAttempt {
  /** Id of its claim. */
  readonly claim: string;
  /** The gate that claimed. */
  readonly by: string;
  /** When it was claimed, in milliseconds since the Unix epoch on the owner's clock. */
  readonly at: number;
  readonly timeoutMs: number;
  /** `abandoned`: its owner waits for no end; `stopped`: the same, and its code stopped, too. `run_again`: nobody saw its end, and it was resolved so. */
  readonly state: 'open' | 'released' | 'abandoned' | 'stopped' | 'run_again';
}

/** One call of an operation, by its key. */
export interface OperationCall {
  readonly key: string;
  readonly position: string;
  readonly tool: string;
  readonly effect: ClaimRequest['effect'];
  readonly argumentsDigest: string;
  readonly definitionDigest: string;
  /** Never empty; the last one is the current one. */
  readonly attempts: readonly CallAttempt[];
  readonly end: ClaimedEnd | null;
  /** Id of the record that said last what became of it, when nobody saw that; null for a call that needed none. */
  readonly resolution: string | null;
}

/** What a person decided. */
export interface RecordedDecision {
  /** Id of its record. */
  readonly id: string;
  readonly kind: 'allow' | 'deny';
  readonly scope: 'call' | 'tool';
  readonly reason: string | null;
  readonly by: string;
}

/** A call that waits for a person, or was decided. Null request: it was decided without having been recorded as waiting. */
export interface OperationApproval {
  readonly approval: string;
  readonly tool: string;
  readonly definitionDigest: string;
  readonly request: OperationRecordOf<'approval.requested'> | null;
  readonly decision: RecordedDecision | null;
}

/** What the records of an operation say. */
export interface OperationState {
  readonly calls: ReadonlyMap<string, OperationCall>;
  readonly approvals: ReadonlyMap<string, OperationApproval>;
  /** Decisions for every call of a tool with one definition, by `standingKey`; the one that was decided last. */
  readonly standing: ReadonlyMap<string, RecordedDecision>;
  /** Ids of the records. */
  readonly ids: ReadonlySet<string>;
}

/** The state of an operation that has no record. */
export const noRecords: OperationState = { calls: new Map(), approvals: new Map(), standing: new Map(), ids: new Set() };

/** What a standing decision is for. */
export const standingKey = (tool: string, definitionDigest: string): string => JSON.stringify([tool, definitionDigest]);

/** How often a tool was entered, or may have been: every claim that was not released. */
export const timesEntered = (calls: Iterable<OperationCall>, tool: string): number =>
  [...calls].filter((call) => call.tool === tool).flatMap(({ attempts }) => attempts.filter(({ state }) => state !== 'released')).length;

/** The attempt that counts now. */
export function currentAttempt({ attempts }: OperationCall): CallAttempt {
  const current = attempts.at(-1);
  if (current === undefined) throw new IntarsiaError('internal', 'A call was folded without a claim.');
  return current;
}

/**
 * What the records of an operation say, whoever wrote them and in which order they meant to: of two that contradict each other the earlier one counts, and a
 * later one is as if it were not there. Pure: no clock is read, so an owner's silence is nothing that a fold knows. Throws `journal_version` for a record of a
 * newer release. `before`: what the records before these say.
 */
export function foldOperation(records: readonly JsonObject[], before: OperationState = noRecords): OperationState {
  if (records.length === 0) return before;
  const folding = openFolding(before);
  foldInto(folding, records);
  return folding;
}

/** A state of its own to fold further records into, in place: a copy for each record would make an operation slower the longer it is. */
export const openFolding = (before: OperationState = noRecords): Folding => ({
  calls: new Map(before.calls),
  approvals: new Map(before.approvals),
  standing: new Map(before.standing),
  ids: new Set(before.ids),
});

/** Folds the records that come next, as `foldOperation` does; one that is there already changes nothing. */
export function foldInto(state: Folding, records: readonly JsonObject[]): void {
  for (const record of records.map(operationRecord)) {
    if (state.ids.has(record.id)) continue;
    state.ids.add(record.id);
    foldRecord(state, record);
  }
}

/** An `OperationState` that goes on. */
export interface Folding {
  readonly calls: Map<string, OperationCall>;
  readonly approvals: Map<string, OperationApproval>;
  readonly standing: Map<string, RecordedDecision>;
  readonly ids: Set<string>;
}

function foldRecord(state: Folding, record: OperationRecord): void {
  switch (record.type) {
    case 'tool.claimed':
      foldClaim(state, record);
      break;
    case 'approval.requested':
      foldRequest(state, record);
      break;
    case 'approval.decided':
      foldDecision(state, record);
      break;
    default:
      foldCall(state, record);
  }
}

function foldClaim({ calls }: Folding, record: OperationRecordOf<'tool.claimed'>): void {
  const call = calls.get(record.key);
  if (call === undefined ? record.after !== null : !mayFollow(call, record)) return;
  if (record.budget !== null && timesEntered(calls.values(), record.tool) >= record.budget) return;
  const attempt: CallAttempt = { claim: record.id, by: record.by, at: record.at, timeoutMs: record.timeout_ms, state: 'open' };
  calls.set(record.key, {
    key: record.key,
    position: record.position,
    tool: record.tool,
    effect: record.effect,
    argumentsDigest: record.arguments_digest,
    definitionDigest: record.definition_digest,
    attempts: [...(call?.attempts ?? []), attempt],
    end: null,
    resolution: call?.resolution ?? null,
  });
}

/** An `unsafe` tool is entered again only after nobody entered it, after somebody said it may be, or by the owner that saw how its own try failed. */
function mayFollow(call: OperationCall, record: OperationRecordOf<'tool.claimed'>): boolean {
  const current = currentAttempt(call);
  if (call.end !== null || record.after !== current.claim) return false;
  if (call.argumentsDigest !== record.arguments_digest || call.definitionDigest !== record.definition_digest) return false;
  const isFree = current.state === 'released' || current.state === 'run_again';
  return call.effect !== 'unsafe' || isFree || current.by === record.by;
}

type AboutClaim = Extract<OperationRecord, { readonly claim: string }>;

/** A call that ended changes no more. */
function foldCall({ calls }: Folding, record: AboutClaim): void {
  const call = calls.get(record.key);
  const attempt = call?.attempts.find(({ claim }) => claim === record.claim);
  if (call !== undefined && attempt !== undefined && call.end === null) calls.set(record.key, afterwards(call, attempt, record));
}

function afterwards(call: OperationCall, attempt: CallAttempt, record: AboutClaim): OperationCall {
  switch (record.type) {
    case 'tool.settled':
      return attempt.state === 'released' ? call : { ...call, end: record.end };
    case 'tool.released':
      return attempt.state === 'open' ? moved(call, attempt, 'released') : call;
    case 'tool.abandoned':
      return attempt.state === 'open' ? moved(call, attempt, record.still_runs ? 'abandoned' : 'stopped') : call;
    case 'effect.resolved':
      return resolved(call, attempt, record);
  }
}

const moved = (call: OperationCall, attempt: CallAttempt, state: CallAttempt['state']): OperationCall => ({
  ...call,
  attempts: call.attempts.map((each) => (each === attempt ? { ...each, state } : each)),
});

/** Only of the attempt that counts, and only while its end is not known: somebody who may run the call again is asked no more. */
function resolved(call: OperationCall, attempt: CallAttempt, record: OperationRecordOf<'effect.resolved'>): OperationCall {
  const isSaid = attempt.state === 'released' || attempt.state === 'run_again';
  if (attempt !== currentAttempt(call) || isSaid) return call;
  const named = { ...call, resolution: record.id };
  switch (record.resolution) {
    case 'run_again':
      return moved(named, attempt, 'run_again');
    case 'happened':
      return { ...named, end: { status: 'ok', result: record.result, effects: [] } };
    case 'failed':
      return { ...named, end: { status: 'error', type: 'execution_error', message: 'The tool failed; nobody saw how.', details: {} } };
  }
}

function foldRequest({ approvals }: Folding, record: OperationRecordOf<'approval.requested'>): void {
  if (approvals.has(record.approval)) return;
  const { approval, tool, definition_digest: definitionDigest } = record;
  approvals.set(approval, { approval, tool, definitionDigest, request: record, decision: null });
}

function foldDecision({ approvals, standing }: Folding, record: OperationRecordOf<'approval.decided'>): void {
  const { approval, tool, definition_digest: definitionDigest, id, decision: kind, scope, reason, by } = record;
  const known = approvals.get(approval);
  if (known !== undefined && known.decision !== null) return;
  const decision: RecordedDecision = { id, kind, scope, reason, by };
  approvals.set(approval, { approval, tool, definitionDigest, request: known?.request ?? null, decision });
  if (scope === 'tool') standing.set(standingKey(tool, definitionDigest), decision);
}
