import { agentId, callKey, channelId, envelopeId, envelopeOf, factDraft, type PauseReason, type Runtime } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { answersFrom } from '../terminal/answers.ts';
import { answerRun } from './answer-run.ts';

const scope = { tenant: 'local', chat: 'c1' };
const call = callKey('k1');

/** A paused run of which one tool asks; it takes `approve` alone. */
function asked(actions: readonly string[], given: readonly string[]) {
  const taken: unknown[] = [];
  let said = '';
  const action = (id: string) => ({ id, label: null, description: null, variant: null, approved: null, payload: null });
  const requested = factDraft(agentId('a1'), 'intarsia.ui.requested', {
    v: 1,
    turn: 't1:Ann',
    agent: 'Ann',
    key: call,
    position: 'auto:0',
    call_id: null,
    tool: 'ask_approval',
    effect: 'keyed',
    arguments_digest: '',
    surface: { component: 'ApprovalCard', mode: 'inline' },
    payload: {},
    actions: actions.map(action),
  });
  const envelope = envelopeOf(requested, { channel: channelId('c'), id: envelopeId('e'), at: '2026-01-01T00:00:00+00:00' });
  const runtime: Pick<Runtime, 'inspect' | 'read' | 'answer' | 'respond' | 'decide'> = {
    read: async (_scope, after) => ({ envelopes: after === 0 ? [envelope] : [], next: 1, quarantined: [] }),
    async answer(answer) {
      taken.push(answer);
      return { kind: 'repeated' };
    },
    async inspect() {
      const calls = [{ key: call, approval: { definition: 'd1', decision: null } }];
      return { state: { turn: { calls } } } as unknown as Awaited<ReturnType<Runtime['inspect']>>;
    },
    async decide(decision) {
      taken.push(decision);
      return { kind: 'repeated' };
    },
    async respond(answer) {
      if (answer.action === 'reject') return { kind: 'refused', code: 'ui_answer_invalid', message: '/reason: is missing' };
      taken.push(answer);
      return { kind: 'repeated' };
    },
  };
  const streams = { stderr: { write: (text: string) => (said += text) } } as unknown as Parameters<typeof answerRun>[4];
  const answers = answersFrom(given, null);
  const run = (reason: PauseReason) => answerRun(runtime, scope, { reason, calls: [call] }, answers, streams);
  return { run, taken, said: () => said };
}

describe('the answer to a paused run', () => {
  it('of a tool is asked for again until the tool takes one', async () => {
    const { run, taken, said } = asked(['approve', 'reject'], ['yes', 'reject {}', 'approve {"note":"fine"}']);
    expect(await run('ui_required')).toEqual({ kind: 'repeated' });
    expect(taken).toEqual([{ scope, call, action: 'approve', response: { note: 'fine' } }]);
    expect(said().split('\n')).toEqual([
      'Answer with approve or reject, and a JSON object behind it if the action takes one.',
      '"yes" begins with no action. Answer with approve or reject, and a JSON object behind it if the action takes one.',
      '/reason: is missing',
      '',
    ]);
  });

  it('of a tool without actions is an object alone', async () => {
    const { run, taken } = asked([], ['{"date":"2026-02-01"}']);
    await run('ui_required');
    expect(taken).toEqual([{ scope, call, response: { date: '2026-02-01' } }]);
  });

  it('of a call that needs approval is a decision, and asked for again until it is one', async () => {
    const { run, taken, said } = asked([], ['perhaps', 'n too much', 'y']);
    await run('approval_required');
    await run('approval_required');
    expect(taken).toEqual([
      { scope, call, decision: 'deny', reason: 'too much', definition: 'd1', by: 'terminal' },
      { scope, call, decision: 'allow', definition: 'd1', by: 'terminal' },
    ]);
    expect(said().match(/Allow it\?/g)).toHaveLength(3);
  });

  it.each(['ui_required', 'input_required', 'approval_required'] as const)('is none when nobody is there (%s)', async (reason) => {
    const { run, taken } = asked(['approve'], []);
    expect([await run(reason), taken]).toEqual([null, []]);
  });

  it('of an agent is words; what became of a call is said otherwise', async () => {
    const { run, taken } = asked([], ['hello']);
    expect(await run('effect_uncertain')).toBeNull();
    await run('input_required');
    expect(taken).toEqual([{ scope, text: 'hello' }]);
  });
});
