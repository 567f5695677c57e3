import { agentId, type CallExplanation, callKey, envelopeId, type RuleExplanation, type TurnExplanation, turnId } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { paintFor } from './paint.ts';
import { turnTable, turnText } from './turn-text.ts';

const plain = paintFor({}, {});
const at = '2026-01-01T00:00:00+00:00';

/** A turn in which everything happened that can be told, with this text wherever a journal holds one. */
function eventful(text: string): TurnExplanation {
  const call: CallExplanation = {
    key: callKey(text),
    place: 'auto tool 1',
    tool: text,
    effect: 'unsafe',
    argumentsDigest: text,
    status: 'settled',
    request: {
      at: text,
      component: text,
      mode: text,
      payload: { [text]: text },
      actions: [text],
      answer: { at: text, action: text, response: { [text]: text } },
    },
    approval: {
      at: text,
      risk: 'high',
      definition: text,
      arguments: { [text]: text },
      decision: { at: text, decision: 'deny', by: text, reason: text },
    },
    attempts: [
      { attempt: 1, epoch: 1, claimedAt: text, end: { kind: 'released', at }, late: null },
      { attempt: 2, epoch: 1, claimedAt: text, end: null, late: null },
      { attempt: 3, epoch: 2, claimedAt: text, end: { kind: 'uncertain', at, resolution: null }, late: null },
      {
        attempt: 4,
        epoch: 2,
        claimedAt: text,
        end: { kind: 'uncertain', at, resolution: { at, resolution: 'happened', result: text, by: text, code: null } },
        late: null,
      },
      {
        attempt: 5,
        epoch: 3,
        claimedAt: text,
        end: { kind: 'settled', at, durationMs: 5, status: 'error', code: 'tool_timeout', result: text },
        late: { at, status: 'ok', result: text, durationMs: 90 },
      },
    ],
  };
  const write = { key: text, operation: 'set', value: text, writer: null, committed: 'packet' } as const;
  const rule = (place: number, verdict: RuleExplanation['verdict'], when: RuleExplanation['transition']['when']): RuleExplanation => ({
    transition: { when, then: { name: 'terminate', args: { reason: text } }, priority: place },
    place,
    verdict,
    values: 'key' in when.args || 'expression' in when.args ? { [text]: text } : {},
  });
  const ann = agentId('ann');
  return {
    id: turnId(text),
    place: 1,
    agent: text,
    status: 'answered',
    envelopes: { first: 1, last: 9 },
    at: text,
    names: { ann: text },
    trigger: { envelope: envelopeId(text), sender: text, text },
    replies: [
      {
        ordinal: 0,
        at,
        model: text,
        text,
        toolCalls: [text],
        finishReason: text,
        usage: { inputTokens: 9, outputTokens: 2 },
        visibility: 'shown',
        hiddenBecause: null,
      },
    ],
    judgements: [{ kind: 'rejected', ordinal: 0, model: text, problems: [{ path: text, code: text, message: text }], total: 7 }],
    calls: [call],
    writes: [
      { ...write, origin: { kind: 'outcome', call: call.key, tool: text } },
      { ...write, operation: 'delete', value: null, origin: { kind: 'ui_response', call: call.key, tool: text }, committed: 'context_set' },
      { ...write, writer: 'agent_text', origin: { kind: 'agent_text', sender: text }, committed: 'overwritten' },
      { ...write, origin: { kind: 'participant', sender: text }, committed: 'pending' },
    ],
    refusedWrites: [{ key: text, operation: 'set', writer: text, rule: text, message: text, call: null }],
    runEvents: [
      { kind: 'started', at: text, reason: 'resume', epoch: 2 },
      { kind: 'paused', at: text, reason: 'ui_required' },
      { kind: 'turn_failed', at: text, code: 'output_rejected', message: text, retryable: true },
      { kind: 'ended', at: text, status: 'failed', code: 'max_turns', message: text, resumable: false },
      { kind: 'closed', at: text, reason: text },
    ],
    said: { envelope: envelopeId(text), text, routing: { kind: 'handoff', tool: text, reason: text } },
    next: {
      by: {
        kind: 'graph',
        explanation: {
          speaker: ann,
          tool: text,
          rules: [
            rule(1, 'other_value', { name: 'context_equals', args: { key: text, value: text } }),
            rule(2, 'expression_false', { name: 'speaker_context_expression', args: { agent_id: ann, expression: text } }),
            rule(3, 'other_tool', { name: 'tool_called', args: { tool_name: text } }),
            rule(4, 'no_tool', { name: 'speaker_tool_called', args: { agent_id: ann, tool_name: text } }),
            rule(5, 'other_speaker', { name: 'from_speaker', args: { agent_id: ann } }),
          ],
          defaultTarget: { name: 'agent', args: { agent_id: agentId(text) } },
          target: { name: 'agent', args: { agent_id: agentId(text) } },
        },
      },
      leads: { kind: 'speaks', agent: text },
      closes: 'max_turns',
    },
    contextVariables: { [text]: text },
  };
}

describe('a turn as text', () => {
  it('tells everything that can happen in one', () => {
    expect(turnText(eventful('X'), plain)).toBe(`turn 1: X, answered
  id X
  envelopes 1 to 9, from X
  answers X: "X"
replies
  reply 1: shown, X, X, 9 + 2 tokens, calls X
    "X"
output
  reply 1 is not exactly X: 7 problems
    X X: X
    and 6 more
calls
  auto tool 1: X, effect unsafe, settled
    key X, arguments X
    asked at X with X (X), actions X: {"X":"X"}
    answered at X: X {"X":"X"}
    approval asked for at X, risk high: {"X":"X"}
    denied at X by X: X
    attempt 1, epoch 1, claimed at X: given back, it was never started
    attempt 2, epoch 1, claimed at X: no end was recorded
    attempt 3, epoch 2, claimed at X: uncertain, nobody saw it end
    attempt 4, epoch 2, claimed at X: uncertain, then resolved by X: happened "X"
    attempt 5, epoch 3, claimed at X: error (tool_timeout) after 5 ms, "X"
      ended late, after 90 ms, and was not used: ok "X"
context writes
  X = "X", by the outcome of X, with the packet
  X deleted, by the answer to X, with ag2.context.set
  X = "X", by the words of X as agent_text, overwritten by a later call
  X = "X", by X, in no commit of the context yet
refused writes
  set X, by the words of X as X: X: X
run
  X run began: resume, epoch 2
  X run paused: ui_required
  X turn failed: output_rejected: X
  X run failed: max_turns: X
  X channel closed: X
said
  "X"
  routing handoff, tool X
next: nobody (max_turns) instead of X, no rule applies
    rule 1: after anybody, when X is "X" → terminate (X): no, X is "X"
    rule 2: after X, when X → terminate (X): false, X is "X"
    rule 3: after anybody, when it called X → terminate (X): no, X decides: of the called tools that have a rule it came first
    rule 4: after X, when it called X → terminate (X): no, it was not called
    for the turns of others: rule 5
  → no rule → X: chosen
context after it
  X = "X"`);
  });

  it('tells of one that is not there yet, and of one that a packet routed', () => {
    const open = { ...eventful('X'), status: 'open', envelopes: null, at: null, trigger: null, said: null, next: null } as const;
    const text = turnText(open, plain);
    expect(text).toContain('turn 1: X, open\n  id X\n  nothing of it is recorded yet\nreplies');
    expect(text).toContain('\nnext: not decided, the turn is open\ncontext after it');
    const routing = { kind: 'handoff', target: 'ann', reason: 'tool_failed' } as const;
    const routed = { ...open, next: { by: { kind: 'packet', routing }, leads: { kind: 'speaks', agent: 'Ann' }, closes: null } } as const;
    expect(turnText(routed, plain)).toContain('next: Ann, by the packet itself (handoff, tool_failed), past the graph\n');
  });

  it.each(['\u001b[2J', '\u009b1m', '\u202e', 'a\nturn 9: b', 'a\r\tb', '\ud800', '\u0000\u0007', 'x'.repeat(100_000)])(
    'lets no text of a journal steer the terminal, make a line of its own or fill the screen: %j',
    (text) => {
      const lines = turnText(eventful(text), plain).split('\n');
      expect(lines).toHaveLength(turnText(eventful('X'), plain).split('\n').length);
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|.{1500}/u);
      expect(turnTable([eventful(text)]).split('\n')).toHaveLength(1);
    },
  );

  it('has titles in bold on a terminal', () => {
    expect(turnText(eventful('X'), paintFor({ isTTY: true }, {}))).toContain('\u001b[1mreplies\u001b[22m\n');
  });
});

describe('the table of turns', () => {
  it('is one a line, with the numbers beneath each other', () => {
    const turn = (place: number) => ({ ...eventful('X'), place, agent: `A${place}` });
    const waiting = { ...turn(10), status: 'open', envelopes: null, at: null } as const;
    const lines = turnTable([...Array.from({ length: 9 }, (_, index) => turn(index + 1)), waiting]).split('\n');
    expect(lines[0]).toBe('   1  A1, answered, envelopes 1 to 9');
    expect(lines[9]).toBe('  10  A10, open, nothing recorded yet');
  });
});
