import { describe, expect, it } from 'vitest';
import type { Envelope } from './envelope.ts';
import type { FactData } from './facts.ts';
import { claim, decided, envelope, fact, foldAll, inTurn, reply, settle, started, unapproved } from './journal.test-support.ts';

describe('the run', () => {
  it('starts, pauses, starts again, ends', () => {
    const run = foldAll([started({ request: 'q1' })]);
    expect(run.run).toEqual({
      id: 'r1',
      workflow: 'W',
      digest: 'd',
      epoch: 1,
      buildContext: null,
      status: 'running',
      reason: null,
      code: null,
      message: '',
      resumable: true,
    });
    const paused = foldAll([fact('intarsia.run.paused', { v: 1, run: 'r1', reason: 'input_required', calls: [] })], run);
    expect(paused.run).toMatchObject({ id: 'r1', status: 'paused', reason: 'input_required' });
    const answered = foldAll([started({ run: 'r2', reason: 'answer', epoch: 2, request: 'q2' })], paused);
    expect(answered.run).toMatchObject({ id: 'r2', status: 'running', reason: null, epoch: 2 });
    const failed = { v: 1, run: 'r2', status: 'failed', code: 'max_turns', message: 'm', resumable: false } as const;
    expect(foldAll([fact('intarsia.run.ended', failed)], answered)).toMatchObject({
      run: { id: 'r2', status: 'failed', code: 'max_turns', message: 'm', resumable: false },
      requests: ['q1', 'q2'],
    });
  });

  it('keeps the digest of its build context while later activations do not say another', () => {
    const begun = foldAll([started({ build_context: 'b1' })]);
    expect(begun.run?.buildContext).toBe('b1');
    expect(foldAll([started({ run: 'r2', reason: 'resume' })], begun).run?.buildContext).toBe('b1');
  });

  it('remembers the latest 64 requests', () => {
    const { requests } = foldAll(Array.from({ length: 70 }, (_, index) => started({ request: `q${index}` })));
    expect(requests).toHaveLength(64);
    expect(requests[0]).toBe('q6');
  });

  it('a pause or an end without a start changes nothing', () => {
    const paused = fact('intarsia.run.paused', { v: 1, run: 'r1', reason: 'input_required', calls: [] });
    const ended = fact('intarsia.run.ended', { v: 1, run: 'r1', status: 'completed', code: null, message: '', resumable: false });
    expect(foldAll([paused, ended]).run).toBeNull();
  });
});

describe('the open turn', () => {
  it('collects replies; a rejected one is dropped and its ordinal is not used again', () => {
    const rejected = fact('intarsia.output.rejected', { ...inTurn, ordinal: 0, model: 'M', problems: [], total: 1 });
    const { turn } = foldAll([reply(), rejected]);
    expect(turn).toMatchObject({ id: 't1', agent: 'Ann', replies: [], nextOrdinal: 1 });
    expect(foldAll([reply(), rejected, reply({ ordinal: 1 })]).turn).toMatchObject({ replies: [{ ordinal: 1 }], nextOrdinal: 2 });
  });

  it('a rejected reply takes no earlier one with it', () => {
    const rejected = fact('intarsia.output.rejected', { ...inTurn, ordinal: 1, model: 'M', problems: [], total: 1 });
    expect(foldAll([reply(), reply({ ordinal: 1 }), rejected]).turn?.replies.map(({ ordinal }) => ordinal)).toEqual([0]);
  });

  it('keeps the accepted output', () => {
    const accepted = fact('intarsia.output.accepted', {
      ...inTurn,
      ordinal: 0,
      model: 'M',
      data: { a: 1 },
      repair: 'fence',
      auto_tool_call: true,
    });
    expect(foldAll([reply(), accepted]).turn?.accepted).toEqual({ ordinal: 0, model: 'M', data: { a: 1 } });
    const older = envelope('intarsia.output.accepted', { ...inTurn, ordinal: 0, model: 'M', data: { a: 1 }, fence_removed: true });
    expect(foldAll([reply(), older]).turn?.accepted).toEqual({ ordinal: 0, model: 'M', data: { a: 1 } });
  });

  it('is another one for another turn id, and a failed turn keeps its record', () => {
    const failed = fact('intarsia.turn.failed', { ...inTurn, code: 'output_rejected', message: 'm', retryable: true });
    expect(foldAll([reply(), failed]).turn?.replies).toHaveLength(1);
    expect(foldAll([reply(), reply({ turn: 't2' })]).turn).toMatchObject({ id: 't2', replies: [{ ordinal: 0 }] });
  });

  const statusOf = (...envelopes: readonly Envelope[]) => foldAll([claim(), ...envelopes]).turn?.calls[0];
  const released = fact('intarsia.tool.released', { ...inTurn, key: 'k1', attempt: 1 });
  const uncertain = fact('intarsia.effect.uncertain', { ...inTurn, key: 'k1', tool: 'save', attempt: 1 });
  const resolved = (resolution: 'happened' | 'failed' | 'run_again', judged: Partial<FactData<'intarsia.effect.resolved'>> = {}) =>
    fact('intarsia.effect.resolved', {
      ...inTurn,
      key: 'k1',
      attempt: 1,
      resolution,
      result: resolution === 'happened' ? { paid: 1 } : null,
      by: 'ops',
      ...judged,
    });
  const judged = { result: { status: 'blocked' }, delta: { set: { result: 'blocked', tries: 1 }, delete: [] } };

  it.each([
    ['claimed', [], { status: 'claimed', outcome: null, attempt: 1, epoch: 1 }],
    ['settled', [settle()], { status: 'settled', outcome: { status: 'ok', result: { saved: true }, code: null } }],
    [
      'settled as an error',
      [settle({ status: 'error', result: null, code: 'tool_execution_failed' })],
      { status: 'settled', outcome: { status: 'error', result: null, code: 'tool_execution_failed' } },
    ],
    ['released', [released], { status: 'released' }],
    ['uncertain', [uncertain], { status: 'uncertain' }],
    [
      'resolved as happened',
      [uncertain, resolved('happened')],
      { status: 'settled', outcome: { status: 'ok', result: { paid: 1 }, code: null } },
    ],
    [
      'resolved as failed',
      [uncertain, resolved('failed')],
      { status: 'settled', outcome: { status: 'error', code: 'tool_execution_failed' } },
    ],
    [
      'resolved as happened, with an outcome',
      [uncertain, resolved('happened', judged)],
      { status: 'settled', outcome: { status: 'ok', result: judged.result, code: null }, delta: judged.delta },
    ],
    [
      'resolved as happened, with none of its outcomes',
      [uncertain, resolved('happened', { ...judged, code: 'invalid_tool_outcome' })],
      { status: 'settled', outcome: { status: 'error', result: judged.result, code: 'invalid_tool_outcome' }, delta: judged.delta },
    ],
    [
      'resolved as failed, with an outcome',
      [uncertain, resolved('failed', { ...judged, code: 'tool_execution_interrupted' })],
      { status: 'settled', outcome: { status: 'error', result: judged.result, code: 'tool_execution_interrupted' }, delta: judged.delta },
    ],
    ['to run again', [uncertain, resolved('run_again')], { status: 'run_again', attempt: 1 }],
    ['asked for', [unapproved()], { status: 'requested', attempt: 1, approval: { definition: 'f', decision: null } }],
    ['allowed', [unapproved(), decided()], { status: 'answered', outcome: null, approval: { definition: 'f', decision: 'allow' } }],
    [
      'claimed once it was allowed',
      [unapproved(), decided(), claim()],
      { status: 'claimed', approval: { definition: 'f', decision: 'allow' } },
    ],
    [
      'denied',
      [unapproved(), decided({ decision: 'deny', result: judged.result, delta: judged.delta })],
      { status: 'settled', outcome: { status: 'error', result: judged.result, code: 'approval_denied' }, delta: judged.delta },
    ],
    [
      'asked for again',
      [unapproved(), decided(), unapproved({ definition: 'g' })],
      { status: 'requested', approval: { definition: 'g', decision: null } },
    ],
    ['claimed again', [released, claim({ attempt: 2, epoch: 5 })], { status: 'claimed', attempt: 2, epoch: 5 }],
  ])('has a call that is %s', (_, envelopes, expected) => {
    expect(statusOf(...envelopes)).toMatchObject(expected);
  });

  it('keeps the place of a call that is claimed again', () => {
    const second = claim({ key: 'k2', position: 'auto:1' });
    const { turn } = foldAll([claim(), second, released, claim({ attempt: 2 })]);
    expect(turn?.calls.map(({ key, attempt }) => [key, attempt])).toEqual([
      ['k1', 2],
      ['k2', 1],
    ]);
  });

  it('ignores facts about a call that it does not know', () => {
    expect(foldAll([settle()]).turn?.calls).toEqual([]);
  });
});
