import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../ports/json.ts';
import { request } from './claims.test-support.ts';
import { type ClaimChoice, decideClaim, operationCallKey } from './decide-claim.ts';
import { currentAttempt, foldOperation } from './fold-operation.ts';
import { checkOperationRecord, operationRecord } from './operation-records.ts';

const key = operationCallKey('order', request());
const claimed = (id: string, after: string | null = null, change: JsonObject = {}): JsonObject => ({
  type: 'tool.claimed',
  v: 1,
  id,
  by: `gate of ${id}`,
  at: 0,
  key,
  position: 'direct',
  tool: 'book',
  effect: 'unsafe',
  attempt: 1,
  after,
  arguments_digest: 'arguments',
  definition_digest: 'definition',
  timeout_ms: 30_000,
  budget: null,
  ...change,
});
const about = (type: string, claim: string, change: JsonObject = {}): JsonObject => ({
  type,
  v: 1,
  id: `${type} ${claim}`,
  by: '',
  at: 0,
  key,
  claim,
  ...change,
});
const released = (claim: string) => about('tool.released', claim);
const abandoned = (claim: string) => about('tool.abandoned', claim, { still_runs: true });
const stopped = (claim: string) => about('tool.abandoned', claim, { still_runs: false });
const settled = (claim: string) => about('tool.settled', claim, { end: { status: 'ok', result: claim, effects: [] } });
const resolved = (claim: string, resolution: string, id = `resolved ${claim}`) =>
  about('effect.resolved', claim, { id, resolution, result: `said of ${claim}` });
const keyed = { effect: 'keyed' };

/** `a open, b released: result of the end`. */
function gist(records: readonly JsonObject[]): string {
  const call = foldOperation(records).calls.get(key);
  if (call === undefined) return 'none';
  const attempts = call.attempts.map(({ claim, state }) => `${claim} ${state}`).join(', ');
  const ended = call.end === null ? '' : `: ${call.end.status === 'ok' ? call.end.result : call.end.type}`;
  return `${attempts}${ended}`;
}

describe('the fold of an operation', () => {
  it.each<[string, readonly JsonObject[], string]>([
    ['nothing', [], 'none'],
    ['a claim', [claimed('a')], 'a open'],
    ['two first claims', [claimed('a'), claimed('b')], 'a open'],
    ['a record that arrived twice', [claimed('a'), released('a'), claimed('a'), released('a')], 'a released'],
    ['a claim that follows none', [claimed('b', 'a')], 'none'],
    [
      'a claim that follows the one before the last',
      [claimed('a'), released('a'), claimed('b', 'a'), released('b'), claimed('c', 'a')],
      'a released, b released',
    ],
    ['an end', [claimed('a'), settled('a')], 'a open: a'],
    ['an end of a claim that lost', [claimed('a'), claimed('b'), settled('b')], 'a open'],
    ['two ends', [claimed('a', null, keyed), claimed('b', 'a', keyed), settled('a'), settled('b')], 'a open, b open: a'],
    ['an end after the call was released', [claimed('a'), released('a'), settled('a')], 'a released'],
    ['an end after the call was abandoned', [claimed('a'), abandoned('a'), settled('a')], 'a abandoned: a'],
    ['an end after the call was stopped', [claimed('a'), stopped('a'), settled('a')], 'a stopped: a'],
    [
      'a call that was stopped and may run again',
      [claimed('a'), stopped('a'), resolved('a', 'run_again'), claimed('b', 'a')],
      'a run_again, b open',
    ],
    ['an unsafe call that is stopped', [claimed('a'), stopped('a'), claimed('b', 'a')], 'a stopped'],
    ['a release after the call was abandoned', [claimed('a'), abandoned('a'), released('a')], 'a abandoned'],
    ['a claim after the end', [claimed('a', null, keyed), settled('a'), claimed('b', 'a', keyed)], 'a open: a'],
    ['a claim with other arguments', [claimed('a'), released('a'), claimed('b', 'a', { arguments_digest: 'x' })], 'a released'],
    ['a claim with another definition', [claimed('a'), released('a'), claimed('b', 'a', { definition_digest: 'x' })], 'a released'],
    ['a keyed call that is taken over', [claimed('a', null, keyed), claimed('b', 'a', keyed)], 'a open, b open'],
    ['an unsafe call that is taken over', [claimed('a'), claimed('b', 'a')], 'a open'],
    ['an unsafe call that is abandoned', [claimed('a'), abandoned('a'), claimed('b', 'a')], 'a abandoned'],
    ['an unsafe call that its owner tries again', [claimed('a'), claimed('b', 'a', { by: 'gate of a' })], 'a open, b open'],
    ['a call that happened', [claimed('a'), resolved('a', 'happened')], 'a open: said of a'],
    ['a call that failed', [claimed('a'), resolved('a', 'failed')], 'a open: execution_error'],
    ['a call that may run again', [claimed('a'), resolved('a', 'run_again'), claimed('b', 'a')], 'a run_again, b open'],
    ['two resolutions', [claimed('a'), resolved('a', 'run_again'), resolved('a', 'failed', 'later')], 'a run_again'],
    [
      'a resolution of an attempt that was followed',
      [claimed('a'), resolved('a', 'run_again'), claimed('b', 'a'), resolved('a', 'failed', 'later')],
      'a run_again, b open',
    ],
    ['a resolution of a call that was released', [claimed('a'), released('a'), resolved('a', 'failed')], 'a released'],
    ['a resolution after the end', [claimed('a'), settled('a'), resolved('a', 'failed')], 'a open: a'],
    [
      'an end of an attempt that was given up',
      [claimed('a'), resolved('a', 'run_again'), claimed('b', 'a'), settled('a')],
      'a run_again, b open: a',
    ],
  ])('of %s', (_, records, expected) => {
    for (const record of records) checkOperationRecord(operationRecord(record));
    expect(gist(records)).toBe(expected);
  });

  it('T25 of claims beyond the budget has the first ones, counted where they stand', () => {
    const calls = ['a', 'b', 'c', 'd'].map((id) => claimed(id, null, { key: id, budget: 2 }));
    expect([...foldOperation(calls).calls.keys()]).toEqual(['a', 'b']);
    expect([...foldOperation([...calls.slice(0, 2), { ...released('a'), key: 'a' }, ...calls.slice(2)]).calls.keys()]).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('T25 of a claim that was beyond the budget has nothing, also when it arrives once more after that was freed', () => {
    const [first, second] = ['a', 'b'].map((id) => claimed(id, null, { key: id, budget: 1 }));
    const records = [first, second, { ...released('a'), key: 'a' }, second].filter((record) => record !== undefined);
    expect([...foldOperation(records).calls.keys()]).toEqual(['a']);
  });

  it.each<[string, JsonObject]>([
    ['a newer version', { ...claimed('a'), v: 2 }],
    ['no version', { type: 'tool.claimed' }],
    ['an unknown type', { ...claimed('a'), type: 'tool.paused' }],
    ['a type of another object', { ...claimed('a'), type: 'toString' }],
  ])('refuses %s', (_, record) => {
    expect(() => foldOperation([claimed('a'), record])).toThrow(expect.objectContaining({ code: 'journal_version' }));
  });

  it.each<[string, JsonObject]>([
    ['/', { ...claimed('a'), more: 1 }],
    ['/effect', { ...claimed('a'), effect: 'once' }],
    ['/id', { ...claimed('') }],
    ['/end/type', about('tool.settled', 'a', { end: { status: 'error', type: 'aborted', message: '', details: {} } })],
    ['/end/result', about('tool.settled', 'a', { end: { status: 'ok', effects: [] } })],
    ['/end/result', about('tool.settled', 'a', { end: { status: 'ok', result: Number.NaN, effects: [] } })],
  ])('nothing that is malformed at %s is appended', (path, record) => {
    expect(() => checkOperationRecord(operationRecord(record))).toThrow(
      expect.objectContaining({ code: 'journal_invalid', message: expect.stringContaining(`at ${path}`) }),
    );
  });
});

const names = ['a', 'b', 'c', 'd', 'e'];
const anyRecord = fc
  .tuple(
    fc.constantFrom('claim', 'release', 'abandon', 'settle', 'happened', 'failed', 'run_again'),
    fc.constantFrom(...names),
    fc.option(fc.constantFrom(...names)),
    fc.nat(3),
  )
  .map(([kind, id, after, who]): JsonObject => {
    switch (kind) {
      case 'claim':
        return claimed(id, after, { by: `${who}`, at: who * 20_000, budget: who === 0 ? 3 : null });
      case 'release':
        return released(id);
      case 'abandon':
        return after === null ? stopped(id) : abandoned(id);
      case 'settle':
        return settled(id);
      default:
        return resolved(id, kind, `${kind} ${id}`);
    }
  });
const ofEffect = (effect: string) => (record: JsonObject) => (record['type'] === 'tool.claimed' ? { ...record, effect } : record);
const anyLog = fc
  .tuple(fc.array(anyRecord, { maxLength: 25 }), fc.constantFrom('none', 'keyed', 'unsafe'))
  .map(([records, effect]) => records.map(ofEffect(effect)));

describe('every log of an operation', () => {
  it('is folded without a word of those before being taken back: what ended keeps its end, and attempts are only added', () => {
    fc.assert(
      fc.property(anyLog, (records) => {
        for (let count = 1; count < records.length; count += 1) {
          const before = foldOperation(records.slice(0, count)).calls.get(key);
          const after = foldOperation(records.slice(0, count + 1)).calls.get(key);
          if (before === undefined) continue;
          expect(after?.attempts.map(({ claim }) => claim).slice(0, before.attempts.length)).toEqual(
            before.attempts.map(({ claim }) => claim),
          );
          if (before.end !== null) expect(after).toEqual(before);
        }
      }),
    );
  });

  it('is folded to the same, however often its records arrived', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.nat(24)), (records, again) => {
        const more = again.flatMap((index) => records.slice(index, index + 1));
        expect(foldOperation([...records, ...more])).toEqual(foldOperation(records));
      }),
    );
  });

  it('is the fold of its rest over the fold of its beginning, which it leaves as it was', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(25), (records, cut) => {
        const begun = foldOperation(records.slice(0, cut));
        expect(foldOperation(records.slice(cut), begun)).toEqual(foldOperation(records));
        expect(begun).toEqual(foldOperation(records.slice(0, cut)));
      }),
    );
  });

  it('lets in whoever it tells to claim, so that no gate asks for ever', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyLog, fc.nat(100_000), fc.option(fc.nat(4)), fc.option(fc.constantFrom(...names)), (records, nowMs, budget, own) => {
        const state = foldOperation(records);
        const call = state.calls.get(key);
        const asked = request({ budget, ...(call !== undefined && { effect: call.effect }) });
        const choice = decideClaim(state, 'order', asked, nowMs, own);
        kinds.add(choice.kind);
        if (choice.kind !== 'claim') return;
        const by = call === undefined || own === null ? 'new' : currentAttempt(call).by;
        const claim = claimed('new', choice.after, { by, effect: asked.effect, budget });
        const next = foldOperation([...records, claim]).calls.get(key);
        expect(next === undefined ? null : currentAttempt(next).claim).toBe('new');
        expect(next?.attempts).toHaveLength(choice.attempt);
      }),
      { numRuns: 2000 },
    );
    const expected: ClaimChoice['kind'][] = ['budget_exhausted', 'claim', 'ended', 'held', 'uncertain'];
    expect([...kinds].sort()).toEqual(expected);
  });
});
