import {
  agentId,
  callKey,
  channelId,
  type EnvelopeDraft,
  envelopeId,
  envelopeOf,
  factDraft,
  type PauseReason,
  type Runtime,
} from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { answersFrom } from '../terminal/answers.ts';
import { answerRun } from './answer-run.ts';

const scope = { tenant: 'local', chat: 'c1' };
const call = callKey('k1');

const at = '2026-01-01T00:00:00+00:00';
const place = {
  v: 1,
  turn: 't1:Ann',
  agent: 'Ann',
  key: call,
  position: 'auto:0',
  call_id: null,
  tool: 'pay',
  effect: 'unsafe',
  arguments_digest: '',
} as const;
const wantsToPay = (definition: string, to: string): EnvelopeDraft =>
  factDraft(agentId('a1'), 'intarsia.approval.requested', { ...place, arguments: { to }, definition, risk: 'high' });

/** A paused run of which one tool asks; it takes `approve` alone. `requests`: what was asked instead. */
function asked(actions: readonly string[], given: readonly string[], requests?: readonly EnvelopeDraft[]) {
  const taken: unknown[] = [];
  let said = '';
  const action = (id: string) => ({ id, label: null, description: null, variant: null, approved: null, payload: null });
  const surface = { component: 'ApprovalCard', mode: 'inline' } as const;
  const asks = { ...place, tool: 'ask_approval', surface, payload: {}, actions: actions.map(action) };
  const journal = (requests ?? [factDraft(agentId('a1'), 'intarsia.ui.requested', asks)]).map((draft, index) =>
    envelopeOf(draft, { channel: channelId('c'), id: envelopeId(`e${index}`), at }),
  );
  const runtime: Pick<Runtime, 'read' | 'answer' | 'respond' | 'decide'> = {
    read: async (_scope, after) => ({ envelopes: journal.slice(after, after + 1), next: after + 1, quarantined: [] }),
    async answer(answer) {
      taken.push(answer);
      return { kind: 'repeated' };
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

  it('of a call that needs approval is a decision, asked for by what it is about, and asked for again until it is one', async () => {
    const { run, taken, said } = asked([], ['perhaps', 'n too much', 'y'], [wantsToPay('d1', 'Bob'), wantsToPay('d2', 'Eve\u202e')]);
    await run('approval_required');
    await run('approval_required');
    expect(taken).toEqual([
      { scope, call, decision: 'deny', reason: 'too much', definition: 'd2', by: 'terminal' },
      { scope, call, decision: 'allow', definition: 'd2', by: 'terminal' },
    ]);
    expect(said().split('\n')[0]).toBe('Allow pay {"to":"Eve\\u202e"}? Answer with y (allow) or n (deny), and why behind a denial.');
    expect(said().match(/Allow pay/g)).toHaveLength(3);
  });

  it.each(['ui_required', 'input_required', 'approval_required'] as const)('is none when nobody is there (%s)', async (reason) => {
    const { run, taken } = asked(['approve'], [], reason === 'approval_required' ? [wantsToPay('d1', 'Bob')] : undefined);
    expect([await run(reason), taken]).toEqual([null, []]);
  });

  it('of an agent is words; what became of a call is said otherwise', async () => {
    const { run, taken } = asked([], ['hello']);
    expect(await run('effect_uncertain')).toBeNull();
    await run('input_required');
    expect(taken).toEqual([{ scope, text: 'hello' }]);
  });
});
