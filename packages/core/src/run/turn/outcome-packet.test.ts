import { describe, expect, it } from 'vitest';
import type { Agent, ToolBinding, ToolOutcome } from '../../documents/workflow.ts';
import type { GraphCondition, GraphTarget } from '../../graph/transition-graph.ts';
import type { CallRecord, ChannelFacts, OpenTurn } from '../../journal/state.ts';
import { agentId, callKey, turnId } from '../../ports/ids.ts';
import type { Json } from '../../ports/json.ts';
import { refusePacket, refuseRouting } from './outcome-packet.ts';

const ann = agentId('a1');
const ben = agentId('b1');
const user = agentId('u1');
const outcome: ToolOutcome = {
  contextKey: 'result',
  attemptsKey: 'tries',
  resultField: 'status',
  values: ['ready', 'blocked'],
  errorValue: 'blocked',
  maxAttempts: 1,
  retryOn: [],
};
const check: ToolBinding = {
  agent: 'Ann',
  index: 0,
  file: 'check.ts',
  function: 'check',
  description: null,
  type: 'Agent_Tool',
  surface: null,
  timeoutMs: null,
  onError: { kind: 'continue' },
  outcome,
  ui: null,
  selfEmitsUi: false,
};
const agentWith = (...autoTools: readonly ToolBinding[]): Agent => ({
  name: 'Ann',
  description: null,
  prompt: '',
  structuredOutputsRequired: true,
  pendingTurnReplay: 'allow',
  output: null,
  view: [],
  autoTools,
  callableTools: [],
});

describe('the routing of an agent whose tool has an outcome', () => {
  const to = (agent_id: typeof ann): GraphTarget => ({ name: 'agent', args: { agent_id } });
  const end = (reason: string): GraphTarget => ({ name: 'terminate', args: { reason } });
  const on = (value: Json, key = 'result', agent_id = ann): GraphCondition => ({
    name: 'speaker_context_equals',
    args: { agent_id, key, value },
  });
  const afterTurn = (agent_id: typeof ann): GraphCondition => ({ name: 'from_speaker', args: { agent_id } });
  type Rules = readonly (readonly [GraphCondition, GraphTarget])[];
  const facts = (rules: Rules): ChannelFacts => ({
    graph: {
      initial_speaker: user,
      transitions: rules.map(([when, then], priority) => ({ when, then, priority })),
      default_target: null,
      max_turns: null,
    },
    contextVariables: {},
    names: { [user]: 'user', [ann]: 'Ann', [ben]: 'Ben' },
  });
  const readyOn: Rules[number] = [on('ready'), to(ben)];
  const blockedOn: Rules[number] = [on('blocked'), to(user)];
  const others: Rules = [
    [{ name: 'speaker_tool_called', args: { agent_id: ben, tool_name: 'look' } }, to(ann)],
    [afterTurn(ben), to(ann)],
  ];

  it.each<[string, Rules]>([
    ['each value leads on, the error to the person', [readyOn, blockedOn, ...others]],
    ['the error ends the workflow as failed', [...others, readyOn, [on('blocked'), end('workflow_failed')]]],
    ['there is a fallback, too', [readyOn, blockedOn, [afterTurn(ann), to(user)]]],
  ])('is the graph’s when %s', (_, rules) => {
    expect(refuseRouting(agentWith(check), ann, facts(rules))).toBeNull();
  });

  it.each<[string, Rules, string]>([
    ['no rule', others, 'no rule for "ready"'],
    ['a rule for some values', [readyOn], 'no rule for "blocked"'],
    ['rules of another agent for it', [[on('ready', 'result', ben), to(ann)], blockedOn], 'no rule for "ready"'],
    ['a rule for another value of that kind', [[on(true), to(ben)], blockedOn], 'no rule for "ready"'],
    ['a rule that looks at another variable', [readyOn, blockedOn, [on('ready', 'mood'), to(ben)]], 'something else'],
    [
      'a rule that looks at calls',
      [readyOn, blockedOn, [{ name: 'speaker_tool_called', args: { agent_id: ann, tool_name: 'x' } }, to(ben)]],
      'something else',
    ],
    ['an error that leads to the next agent', [readyOn, [on('blocked'), to(ben)]], 'as if that were a success'],
    ['an error that ends the workflow well', [readyOn, [on('blocked'), end('workflow_complete')]], 'as if that were a success'],
  ])('TO8 is requires_declared_graph when the conversation has %s', (_, rules, message) => {
    expect(refuseRouting(agentWith(check), ann, facts(rules))).toEqual({
      code: 'requires_declared_graph',
      message: expect.stringContaining(message),
    });
  });

  it.each(['Ben', 'user', 'terminate'])('TO8 is requires_declared_graph when a failure hands over to %s past the graph', (target) => {
    const own = agentWith({ ...check, onError: { kind: 'route', target } });
    expect(refuseRouting(own, ann, facts([readyOn, blockedOn]))).toEqual({
      code: 'requires_declared_graph',
      message: expect.stringContaining('on_error'),
    });
  });

  it('is nobody’s business for an agent without one', () => {
    const free = agentWith({ ...check, outcome: null, onError: { kind: 'route', target: 'Ben' } });
    expect(refuseRouting(free, ann, facts([]))).toBeNull();
    expect(refusePacket(free, null)).toBeNull();
  });
});

describe('the packet of an agent whose tool has an outcome', () => {
  const call = (changed: Partial<CallRecord> = {}): CallRecord => ({
    key: callKey('k'),
    position: 'auto:0',
    callId: null,
    tool: 'check',
    effect: 'keyed',
    attempt: 1,
    argumentsDigest: 'd',
    epoch: 1,
    status: 'settled',
    outcome: { status: 'ok', result: { status: 'ready' }, code: null },
    delta: { set: { result: 'ready', tries: 1 }, delete: [] },
    written: false,
    declaredOutcome: null,
    answer: null,
    approval: null,
    ...changed,
  });
  const turn = (...calls: readonly CallRecord[]): OpenTurn => ({
    id: turnId('t'),
    agent: 'Ann',
    nextOrdinal: 1,
    replies: [],
    accepted: null,
    calls,
  });
  const written = (set: CallRecord['delta']['set']) => turn(call({ delta: { set, delete: [] } }));

  it.each<[string, OpenTurn]>([
    ['a success', turn(call())],
    ['an error value', written({ result: 'blocked', tries: 1 })],
    ['an outcome whose writes stand in the journal', turn(call({ written: true }))],
  ])('is sent with %s of this turn', (_, record) => {
    expect(refusePacket(agentWith(check), record)).toBeNull();
  });

  it.each<[string, OpenTurn | null]>([
    ['nothing recorded', null],
    ['no call', turn()],
    ['a call that has not ended', turn(call({ status: 'claimed', outcome: null, delta: { set: {}, delete: [] } }))],
    ['the end of another tool in its place', turn(call({ tool: 'look' }))],
    ['its end in another place', turn(call({ position: 'auto:1' }))],
    ['an end from before it had an outcome', written({})],
    ['an end from before, whose tool wrote the variable itself', written({ result: 'ready' })],
    ['an end under other values', written({ result: 'fine', tries: 1 })],
  ])('TO8 is missing_current_result with %s', (_, record) => {
    expect(refusePacket(agentWith(check), record)).toEqual({
      code: 'missing_current_result',
      message: expect.stringContaining('Ann has no outcome of "check" from this turn'),
    });
  });
});
