import { type CallKey, callKey } from '../../ports/ids.ts';
import type { Fact, FactData } from '../facts.ts';
import type { AttemptEnd, AttemptExplanation, CallExplanation, CallRequest } from './turn-explanation.ts';
import type { TurnSpan } from './turn-spans.ts';

/** What the facts of a turn tell of its calls so far. */
type Calls = ReadonlyMap<CallKey, CallExplanation>;

/**
 * The calls of a turn, in the order in which they were first claimed or requested, each with the status that the fold gives it. Facts about a call that
 * nobody claimed tell nothing.
 */
export function explainCalls({ entries, record }: TurnSpan): readonly CallExplanation[] {
  const calls = entries.reduce<Calls>(
    (known, { fact, envelope }) => (fact === null ? known : told(known, fact, envelope.created_at)),
    new Map(),
  );
  const statusOf = (key: CallKey) => record?.calls.find((call) => call.key === key)?.status;
  return [...calls.values()].map((call) => ({ ...call, status: statusOf(call.key) ?? call.status }));
}

function told(calls: Calls, fact: Fact, at: string): Calls {
  switch (fact.type) {
    case 'intarsia.ui.requested':
      return put(calls, { ...newCall(fact.data), request: requestOf(fact.data, at) });
    case 'intarsia.ui.answered': {
      const { key, action, response } = fact.data;
      const answered = (request: CallRequest | null) => request && { ...request, answer: { at, action, response } };
      return change(calls, key, (call) => ({ ...call, request: answered(call.request) }));
    }
    case 'intarsia.approval.requested': {
      const call = calls.get(callKey(fact.data.key)) ?? newCall(fact.data);
      const { arguments: given, definition, risk } = fact.data;
      return put(calls, { ...call, approval: { at, arguments: given, definition, risk, decision: null } });
    }
    case 'intarsia.approval.decided': {
      const { key, decision, by, reason } = fact.data;
      const decided = (approval: CallExplanation['approval']) => approval && { ...approval, decision: { at, decision, by, reason } };
      return change(calls, key, (call) => ({ ...call, approval: decided(call.approval) }));
    }
    case 'intarsia.tool.claimed': {
      const call = calls.get(callKey(fact.data.key)) ?? newCall(fact.data);
      const { attempt, epoch } = fact.data;
      return put(calls, { ...call, attempts: [...call.attempts, { attempt, epoch, claimedAt: at, end: null, late: null }] });
    }
    case 'intarsia.tool.settled': {
      const { status, code, result, duration_ms: durationMs } = fact.data;
      return ended(calls, fact.data.key, () => ({ kind: 'settled', at, durationMs, status, code, result }));
    }
    case 'intarsia.tool.released':
      return ended(calls, fact.data.key, () => ({ kind: 'released', at }));
    case 'intarsia.tool.late': {
      const { key, attempt: number, status, result, duration_ms: durationMs } = fact.data;
      const late = { at, status, result, durationMs };
      return changeAttempts(calls, key, (attempt) => (attempt.attempt === number ? { ...attempt, late } : attempt));
    }
    case 'intarsia.effect.uncertain':
      return ended(calls, fact.data.key, () => ({ kind: 'uncertain', at, resolution: null }));
    case 'intarsia.effect.resolved':
      return ended(calls, fact.data.key, (before) => resolved(before, fact.data, at));
    default:
      return calls;
  }
}

function newCall(data: FactData<'intarsia.tool.claimed' | 'intarsia.ui.requested' | 'intarsia.approval.requested'>): CallExplanation {
  const { key, position, tool, effect, arguments_digest: argumentsDigest } = data;
  const nothing = { request: null, approval: null, attempts: [] };
  return { key: callKey(key), place: placeOf(position), tool, effect, argumentsDigest, status: 'claimed', ...nothing };
}

/** The place of a call in words, counted from 1: `auto:0`, `model:0:1`. */
function placeOf(position: string): string {
  const [kind, first = '', second = ''] = position.split(':');
  const counted = (text: string) => Number(text) + 1;
  if (kind === 'auto') return `auto tool ${counted(first)}`;
  return kind === 'model' ? `call ${counted(second)} of reply ${counted(first)}` : position;
}

function requestOf(data: FactData<'intarsia.ui.requested'>, at: string): CallRequest {
  const { surface, payload, actions } = data;
  return { at, component: surface.component, mode: surface.mode, payload, actions: actions.map(({ id }) => id), answer: null };
}

function resolved(end: AttemptEnd | null, data: FactData<'intarsia.effect.resolved'>, at: string): AttemptEnd {
  const { resolution, result, by, code = null } = data;
  return { kind: 'uncertain', at: end?.at ?? at, resolution: { at, resolution, result, by, code } };
}

const put = (calls: Calls, call: CallExplanation): Calls => new Map([...calls, [call.key, call]]);

function change(calls: Calls, key: string, changed: (call: CallExplanation) => CallExplanation): Calls {
  const call = calls.get(callKey(key));
  return call === undefined ? calls : put(calls, changed(call));
}

function changeAttempts(calls: Calls, key: string, changed: (attempt: AttemptExplanation, isLatest: boolean) => AttemptExplanation): Calls {
  return change(calls, key, (call) => ({
    ...call,
    attempts: call.attempts.map((attempt, index) => changed(attempt, index === call.attempts.length - 1)),
  }));
}

/** What ends a call ends its latest attempt. */
function ended(calls: Calls, key: string, end: (before: AttemptEnd | null) => AttemptEnd): Calls {
  return changeAttempts(calls, key, (attempt, isLatest) => (isLatest ? { ...attempt, end: end(attempt.end) } : attempt));
}
