import { describe, expect, it } from 'vitest';
import type { Envelope } from '../envelope.ts';
import { asked, claim, decided, fact, inTurn, packet, reply, settle, unapproved } from '../journal.test-support.ts';
import { annExplained } from './story.test-support.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}+00:00`;
const released = fact('intarsia.tool.released', { ...inTurn, key: 'k1', attempt: 1 });
const uncertain = fact('intarsia.effect.uncertain', { ...inTurn, key: 'k1', tool: 'save', attempt: 1 });
const resolved = (resolution: 'happened' | 'failed' | 'run_again') =>
  fact('intarsia.effect.resolved', { ...inTurn, key: 'k1', attempt: 1, resolution, result: null, by: 'operator' });
const late = fact('intarsia.tool.late', { ...inTurn, key: 'k1', attempt: 1, status: 'ok', result: 'saved', duration_ms: 90 });
const answered = fact('intarsia.ui.answered', { ...inTurn, key: 'k1', action: 'approve', response: { note: 'fine' } });

describe('a call', () => {
  it('is told with its place, its key, its effect and its end', () => {
    expect(annExplained(reply(), claim(), settle()).calls).toEqual([
      {
        key: 'k1',
        place: 'auto tool 1',
        tool: 'save',
        effect: 'keyed',
        argumentsDigest: 'd',
        status: 'settled',
        request: null,
        approval: null,
        attempts: [
          {
            attempt: 1,
            epoch: 1,
            claimedAt: at(4),
            end: { kind: 'settled', at: at(5), durationMs: 3, status: 'ok', code: null, result: { saved: true } },
            late: null,
          },
        ],
      },
    ]);
  });

  it.each([
    ['auto:2', 'auto tool 3'],
    ['model:0:1', 'call 2 of reply 1'],
    ['batch:a:b', 'batch:a:b'],
  ])('at %s is %s', (position, place) => {
    expect(annExplained(claim({ position })).calls).toMatchObject([{ place }]);
  });

  it.each<[string, readonly Envelope[], object]>([
    ['claimed', [], { status: 'claimed', attempts: [{ end: null }] }],
    ['released', [released], { status: 'released', attempts: [{ end: { kind: 'released', at: at(4) } }] }],
    ['uncertain', [uncertain], { status: 'uncertain', attempts: [{ end: { kind: 'uncertain', at: at(4), resolution: null } }] }],
    [
      'resolved by a person',
      [uncertain, resolved('happened')],
      {
        status: 'settled',
        attempts: [{ end: { kind: 'uncertain', at: at(4), resolution: { resolution: 'happened', by: 'operator', at: at(5) } } }],
      },
    ],
    ['to be run again', [uncertain, resolved('run_again')], { status: 'run_again' }],
    [
      'run again by another owner',
      [claim({ attempt: 2, epoch: 5 }), settle({ attempt: 2 })],
      {
        status: 'settled',
        attempts: [
          { attempt: 1, epoch: 1, end: null },
          { attempt: 2, epoch: 5, end: { kind: 'settled' } },
        ],
      },
    ],
    [
      'timed out, and ended late',
      [settle({ status: 'error', code: 'tool_timeout', result: null }), late],
      {
        status: 'settled',
        attempts: [{ end: { status: 'error', code: 'tool_timeout' }, late: { at: at(5), status: 'ok', result: 'saved', durationMs: 90 } }],
      },
    ],
    [
      'run again, while the first attempt ended late',
      [claim({ attempt: 2 }), late],
      {
        attempts: [
          { attempt: 1, late: { result: 'saved' } },
          { attempt: 2, late: null },
        ],
      },
    ],
  ])('that is %s', (_, envelopes, expected) => {
    expect(annExplained(claim(), ...envelopes).calls).toMatchObject([expected]);
  });

  it('that asks a person is told with what was asked and answered', () => {
    const request = { at: at(3), component: 'ApprovalCard', mode: 'inline', payload: { total: 100 }, actions: ['approve'] };
    expect(annExplained(asked()).calls).toMatchObject([{ status: 'requested', attempts: [], request: { ...request, answer: null } }]);
    const answer = { at: at(4), action: 'approve', response: { note: 'fine' } };
    expect(annExplained(asked(), answered).calls).toMatchObject([{ status: 'answered', attempts: [], request: { ...request, answer } }]);
    expect(annExplained(asked(), answered, claim(), settle()).calls).toMatchObject([
      { status: 'settled', attempts: [{ attempt: 1, end: { kind: 'settled' } }], request: { ...request, answer } },
    ]);
  });

  it('that needs approval is told with what was asked and decided', () => {
    const approval = { at: at(3), arguments: { amount: 5 }, definition: 'f', risk: 'high' };
    expect(annExplained(unapproved()).calls).toMatchObject([
      { status: 'requested', attempts: [], approval: { ...approval, decision: null } },
    ]);
    const denied = decided({ decision: 'deny', reason: 'no', result: { status: 'error' }, delta: { set: { paid: 'broken' }, delete: [] } });
    const told = annExplained(unapproved(), denied);
    const decision = { at: at(4), decision: 'deny', by: 'boss', reason: 'no' };
    expect(told.calls).toMatchObject([{ status: 'settled', attempts: [], approval: { ...approval, decision } }]);
    expect(told.writes).toMatchObject([{ key: 'paid', value: 'broken', origin: { kind: 'tool', tool: 'pay' } }]);
    expect(annExplained(unapproved(), decided(), claim(), settle()).calls).toMatchObject([
      {
        status: 'settled',
        attempts: [{ attempt: 1, end: { kind: 'settled' } }],
        approval: { decision: { decision: 'allow', reason: null } },
      },
    ]);
  });

  it('keeps its place and its end when the turn is answered', () => {
    const second = claim({ key: 'k2', position: 'auto:1', tool: 'send' });
    const { calls } = annExplained(claim(), settle(), second, settle({ key: 'k2' }), packet());
    expect(calls.map(({ key, place, status }) => [key, place, status])).toEqual([
      ['k1', 'auto tool 1', 'settled'],
      ['k2', 'auto tool 2', 'settled'],
    ]);
  });

  it('that nobody claimed is not told of', () => {
    expect(annExplained(settle(), late, answered).calls).toEqual([]);
  });
});
