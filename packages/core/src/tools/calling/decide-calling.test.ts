import { describe, expect, it } from 'vitest';
import { type CallingPhase, type CallingState, type OpenCall, openState } from './calling-state.ts';
import { type CallingLimits, type CallingStep, decideCalling } from './decide-calling.ts';

const limits: CallingLimits = { autoExecute: true, maxTurns: 2, tokenBudget: null, outputRetries: null, hintOnRepeat: true };
const call = { id: 'a', name: 'tool', arguments: {}, position: 'model:0:0' };
const pending = { ...call, approvalId: 'x', definitionDigest: 'd' };
const end = { toolCallId: 'a', toolName: 'tool', attempts: 1, durationMs: 0 };
const failure = (type: 'timeout' | 'aborted' | 'conflict' | 'uncertain') =>
  ({ ...end, status: 'error', error: { type, message: '', details: {}, retryable: false } }) as const;
const asked: OpenCall = { call, status: 'asked' };
const ready: OpenCall = { call, status: 'ready' };
const waiting: OpenCall = { call, status: 'waiting', pending };
const ended: OpenCall = { call, status: 'ended', result: failure('timeout') };
const uncertain: OpenCall = { call, status: 'ended', result: failure('uncertain') };
const round = (calls: readonly OpenCall[], resumed = false): CallingPhase => ({ kind: 'round', text: 'So.', calls, resumed });
const answer = { kind: 'answer', text: '{}', parts: [] } as const;
const useless = { kind: 'useless', code: 'length', message: '', retryable: false } as const;
const ends = (given: Extract<CallingStep, { kind: 'end' }>['end']): CallingStep => ({ kind: 'end', end: given });
const unfinished = (isLimit: boolean, calls = [asked]) => ends({ kind: 'tool_calls', isLimit, text: 'So.', calls });

const rows: readonly [string, CallingPhase, Partial<CallingState>, Partial<CallingLimits>, CallingStep][] = [
  ['a question is asked', { kind: 'question' }, {}, {}, { kind: 'ask_model', isRepair: false }],
  ['one beyond the tokens is not', { kind: 'question' }, {}, { tokenBudget: 0 }, ends({ kind: 'token_budget', budget: 0 })],
  ['an answer is the end', answer, {}, {}, ends({ kind: 'final_answer', answer, value: null })],
  ['one under a contract is judged', answer, {}, { outputRetries: 1 }, { kind: 'judge', text: '{}' }],
  [
    'an accepted one is the end',
    { kind: 'accepted', answer, value: { a: 1 } },
    {},
    {},
    ends({ kind: 'final_answer', answer, value: { a: 1 } }),
  ],
  [
    'a rejected one is mended',
    { kind: 'rejected', problems: 'p' },
    { rejections: 1 },
    { outputRetries: 1 },
    { kind: 'ask_model', isRepair: true },
  ],
  [
    'but not for ever',
    { kind: 'rejected', problems: 'p' },
    { rejections: 2 },
    { outputRetries: 1 },
    ends({ kind: 'rejected', problems: 'p' }),
  ],
  ['nothing is taken of a useless reply', useless, {}, {}, ends({ kind: 'incomplete', reply: useless })],
  ['new calls are looked at', round([asked]), {}, {}, { kind: 'examine', calls: [asked] }],
  ['not where nothing runs by itself', round([asked]), {}, { autoExecute: false }, unfinished(false)],
  ['unless whoever resumed says so', round([asked], true), {}, { autoExecute: false }, { kind: 'examine', calls: [asked] }],
  ['nor beyond the rounds', round([asked]), { turnsNow: 2 }, {}, unfinished(true)],
  ['what was looked at waits for the rest', round([ready, asked]), {}, {}, { kind: 'examine', calls: [asked] }],
  ['ready ones run beside those that wait', round([waiting, ready]), {}, {}, { kind: 'run', calls: [ready] }],
  ['then a person is asked', round([waiting, ended]), {}, {}, ends({ kind: 'approval_required', text: 'So.', pending: [pending] })],
  ['an end that is none comes first', round([waiting, uncertain]), {}, {}, ends({ kind: 'unclaimed', result: failure('uncertain') })],
];

describe('the next step of an operation', () => {
  it.each(rows)('%s', (_, phase, state, given, expected) => {
    expect(decideCalling({ ...limits, ...given }, { ...openState([], ''), ...state, phase })).toEqual(expected);
  });

  it('takes an end that a resume let stand for what the call came to', () => {
    const state = {
      ...openState([], ''),
      earlierResults: uncertain.status === 'ended' ? [uncertain.result] : [],
      phase: round([waiting, uncertain]),
    };
    expect(decideCalling(limits, state)).toMatchObject({ end: { kind: 'approval_required' } });
  });
});
