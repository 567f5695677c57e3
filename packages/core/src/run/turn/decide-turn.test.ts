import { describe, expect, it } from 'vitest';
import type { Agent, ToolBinding } from '../../documents/workflow.ts';
import type { CallRecord, OpenTurn, RecordedReply } from '../../journal/state.ts';
import type { OutputModel } from '../../outputs/output-model.ts';
import { callKey, turnId } from '../../ports/ids.ts';
import { autoPosition, calledTools, decideTurn, maxToolRounds, modelPosition } from './decide-turn.ts';

const mine = 2;
const model: OutputModel = {
  name: 'M',
  shapes: new Map(),
  digest: 'd',
  providerSchema: () => ({ schema: {}, strict: false, reasons: [], unsaid: [] }),
  matches: () => false,
  validate: () => ({ kind: 'rejected', problems: [], total: 0 }),
};
const binding = (index: number): ToolBinding => ({
  agent: 'Ann',
  index,
  file: 'a.ts',
  function: `tool${index}`,
  description: null,
  type: 'Agent_Tool',
  surface: null,
  timeoutMs: null,
  onError: { kind: 'continue' },
  outcome: null,
  ui: null,
  selfEmitsUi: false,
});
const agent = (extra: Partial<Agent> = {}): Agent => ({
  name: 'Ann',
  description: null,
  prompt: '',
  structuredOutputsRequired: false,
  pendingTurnReplay: 'allow',
  output: null,
  view: [],
  autoTools: [],
  callableTools: [],
  ...extra,
});
const auto = agent({ output: model, autoTools: [binding(0), binding(1)] });
const reply = (extra: Partial<RecordedReply> = {}): RecordedReply => ({
  ordinal: 0,
  text: 'said',
  toolCalls: [],
  visibility: 'shown',
  ...extra,
});
const asking = reply({ toolCalls: [{ id: 'i', name: 'look', arguments: '{}' }] });
const call = (position: string, extra: Partial<CallRecord> = {}): CallRecord => ({
  key: callKey(`k:${position}`),
  position,
  callId: null,
  tool: 'tool',
  effect: 'keyed',
  attempt: 1,
  argumentsDigest: 'd',
  epoch: mine,
  status: 'claimed',
  outcome: null,
  delta: { set: {}, delete: [] },
  written: false,
  declaredOutcome: null,
  answer: null,
  approval: null,
  ...extra,
});
const settled = (position: string) => call(position, { status: 'settled', outcome: { status: 'ok', result: null, code: null } });
const turn = (extra: Partial<OpenTurn> = {}): OpenTurn => ({
  id: turnId('t'),
  agent: 'Ann',
  nextOrdinal: 1,
  replies: [reply()],
  accepted: null,
  calls: [],
  ...extra,
});
const accepted = { ordinal: 0, model: 'M', data: {} };

describe('a turn without open calls', () => {
  it.each([
    ['begins by asking the model', agent(), null, { kind: 'ask_model' }],
    ['asks again when its reply was rejected', auto, turn({ replies: [], nextOrdinal: 1 }), { kind: 'ask_model' }],
    [
      'asks again when the tools of a reply have settled',
      agent(),
      turn({ replies: [asking], calls: [settled('model:0:0')] }),
      { kind: 'ask_model' },
    ],
    ['ends with a final reply', agent(), turn(), { kind: 'finish', reply: reply(), errorTarget: null }],
    ['judges a final reply of an agent with a model', auto, turn(), { kind: 'judge', reply: reply() }],
    ['claims the first auto tool of an accepted output', auto, turn({ accepted }), { kind: 'claim_auto', binding: binding(0) }],
    ['claims the next one', auto, turn({ accepted, calls: [settled('auto:0')] }), { kind: 'claim_auto', binding: binding(1) }],
    [
      'ends when the last one settled',
      auto,
      turn({ accepted, calls: [settled('auto:0'), settled('auto:1')] }),
      { kind: 'finish', reply: reply(), errorTarget: null },
    ],
    [
      'does not take a model’s call for an auto tool',
      auto,
      turn({ accepted, calls: [settled('model:0:0')] }),
      { kind: 'claim_auto', binding: binding(0) },
    ],
    [
      'goes on from a failed auto tool',
      auto,
      turn({ accepted, calls: [{ ...settled('auto:0'), outcome: { status: 'error', result: null, code: 'tool_execution_failed' } }] }),
      { kind: 'claim_auto', binding: binding(1) },
    ],
  ] as const)('%s', (_, who, record, expected) => {
    expect(decideTurn(who, record, mine)).toEqual(expected);
  });

  it('asks for tools at most so often', () => {
    const rounds = (count: number) => turn({ replies: Array.from({ length: count }, (_, ordinal) => ({ ...asking, ordinal })) });
    expect(decideTurn(agent(), rounds(maxToolRounds - 1), mine)).toEqual({ kind: 'ask_model' });
    expect(decideTurn(agent(), rounds(maxToolRounds), mine)).toEqual({ kind: 'too_many_rounds' });
  });
});

describe('a call that is open', () => {
  it.each([
    ['claimed by this owner', {}, 'run_calls'],
    ['claimed by this owner, whatever its effect', { effect: 'unsafe' }, 'run_calls'],
    ['of no effect, claimed by a dead owner', { epoch: 1, effect: 'none' }, 'reclaim'],
    ['keyed, claimed by a dead owner', { epoch: 1, effect: 'keyed' }, 'reclaim'],
    ['unsafe, claimed by a dead owner', { epoch: 1, effect: 'unsafe' }, 'reconcile'],
    ['given back before it started, whatever its effect', { status: 'released', effect: 'unsafe', epoch: 1 }, 'reclaim'],
    ['to run again because somebody said so', { status: 'run_again', effect: 'unsafe', epoch: 1 }, 'reclaim'],
    ['uncertain', { status: 'uncertain', effect: 'unsafe', epoch: 1 }, 'pause_uncertain'],
  ] as const)('%s', (_, extra, kind) => {
    const open = call('auto:0', extra);
    const step = decideTurn(auto, turn({ accepted, calls: [open] }), mine);
    expect(step).toEqual(kind === 'reclaim' || kind === 'reconcile' ? { kind, call: open } : { kind, calls: [open] });
  });

  it('is run together with those beside it, and not with those that settled', () => {
    const one = call('model:0:0');
    const two = call('model:0:2');
    const step = decideTurn(agent(), turn({ replies: [asking], calls: [one, settled('model:0:1'), two] }), mine);
    expect(step).toEqual({ kind: 'run_calls', calls: [one, two] });
  });

  it('is claimed again before any other runs', () => {
    const ready = call('model:0:0');
    const dead = call('model:0:1', { epoch: 1 });
    expect(decideTurn(agent(), turn({ replies: [asking], calls: [ready, dead] }), mine)).toEqual({ kind: 'reclaim', call: dead });
  });

  it('and uncertain waits until those that can run have run', () => {
    const uncertain = call('model:0:0', { status: 'uncertain', effect: 'unsafe' });
    const ready = call('model:0:1');
    const record = turn({ replies: [asking], calls: [uncertain, ready] });
    expect(decideTurn(agent(), record, mine)).toEqual({ kind: 'run_calls', calls: [ready] });
    expect(decideTurn(agent(), { ...record, calls: [uncertain, settled('model:0:1')] }, mine)).toEqual({
      kind: 'pause_uncertain',
      calls: [uncertain],
    });
  });
});

it('positions tell auto tools and the calls of each reply apart', () => {
  expect([autoPosition(binding(1)), modelPosition(1, 0), modelPosition(0, 1)]).toEqual(['auto:1', 'model:1:0', 'model:0:1']);
});

describe('the tools that the model called', () => {
  it('come in the order of its calls, whatever became of them; auto tools are not among them', () => {
    const calls = [
      call(modelPosition(0, 0), {
        tool: 'look',
        status: 'settled',
        outcome: { status: 'error', result: null, code: 'tool_arguments_invalid' },
      }),
      call(modelPosition(0, 1), { tool: 'ask', attempt: 2 }),
      call(modelPosition(1, 0), { tool: 'look', status: 'settled', outcome: { status: 'ok', result: 1, code: null } }),
      call(autoPosition(binding(0)), { tool: 'save' }),
    ];
    expect(calledTools(turn({ calls }))).toEqual(['look', 'ask', 'look']);
    expect(calledTools(null)).toEqual([]);
  });
});
