import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import type { ToolEvent } from '../execution/index.ts';
import { pendingCall } from './ask-person.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallResult, CallWithToolsOptions, Decision } from './call-with-tools-types.ts';
import { answers, asking, asks, ofType, scripted } from './calling.test-support.ts';

/** A tool that a person must approve; `ran` holds what it was run with. */
function risky(description = 'Sends money.') {
  const ran: unknown[] = [];
  const input = z.object({ to: z.string() });
  const tool = defineTool({ name: 'pay', description, input, requiresApproval: true, run: (given) => void ran.push(given.to) });
  return { tool, ran };
}

const paying = asking(asks('pay', { to: 'Ann' }));
const allow: Decision = { kind: 'allow' };
const deny: Decision = { kind: 'deny', reason: 'Not today.', by: 'Bob' };

/** An operation that waits for a person. */
async function suspended(replies: Parameters<typeof scripted>[0], options: Partial<CallWithToolsOptions>) {
  const made = scripted(replies, { autoExecute: true, ...options });
  const result = ofType(await callWithTools(made.options), 'approval_required');
  return { ...made, result };
}

/** One decision for each call that waits, in order. */
const deciding = (result: CallResult, ...decisions: readonly Decision[]): Readonly<Record<string, Decision>> => {
  const { pending } = ofType(result, 'approval_required');
  return Object.fromEntries(
    decisions.flatMap((decision, index) => (pending[index] ? [[pending[index].approvalId, decision] as const] : [])),
  );
};

const stored = (result: CallResult): CallResult => JSON.parse(JSON.stringify(result));

describe('a call that needs approval', () => {
  it('TOOL-74 waits without a decision; resumed with allow it runs, with deny the model is told', async () => {
    const { tool, ran } = risky();
    const { result, options } = await suspended([paying, 'Paid.', 'Not paid.'], { tools: [tool] });
    expect(result).toMatchObject({
      turns: 0,
      toolResults: [],
      pending: [{ id: 'tc_1', name: 'pay', arguments: { to: 'Ann' }, position: 'model:0:0' }],
    });
    expect(ran).toEqual([]);
    expect(await resume(stored(result), { ...options, decisions: deciding(result, allow) })).toMatchObject({
      type: 'final_answer',
      text: 'Paid.',
      turns: 1,
    });
    expect(ran).toEqual(['Ann']);
    const denied = await resume(stored(result), { ...options, decisions: deciding(result, deny) });
    expect(denied).toMatchObject({ type: 'final_answer', toolResults: [{ attempts: 0, error: { type: 'approval_denied' } }] });
    expect(answers(denied.messages)).toMatchObject([{ ok: false, error: { details: { reason: 'Not today.', by: 'Bob' } } }]);
    expect(ran).toEqual(['Ann']);
  });

  it('is asked about where it can be: allowed, denied, and waiting when nobody answers or asking fails', async () => {
    const answer = async (approve: CallWithToolsOptions['approve']) => {
      const { tool, ran } = risky();
      const logged: unknown[] = [];
      const log = ({ cause }: { cause?: unknown }) => logged.push(cause);
      const { options } = scripted([paying, 'Done.'], { autoExecute: true, tools: [tool], log, ...(approve && { approve }) });
      const { type, toolResults } = await callWithTools(options);
      return [type, toolResults[0]?.status, ran.length, ...logged];
    };
    expect(await answer(async () => allow)).toEqual(['final_answer', 'success', 1]);
    expect(await answer(() => deny)).toEqual(['final_answer', 'error', 0]);
    expect(await answer(() => null)).toEqual(['approval_required', undefined, 0]);
    expect(await answer(() => Promise.reject(new Error('no bell')))).toEqual(['approval_required', undefined, 0, new Error('no bell')]);
    expect(await answer(() => JSON.parse('true'))).toEqual([
      'approval_required',
      undefined,
      0,
      expect.objectContaining({ code: 'bad_request' }),
    ]);
  });

  it('may be any that the policy names', async () => {
    const ran: string[] = [];
    const look = defineTool({ name: 'look', run: () => void ran.push('look') });
    const { result } = await suspended([asking(asks('look'))], { tools: [look], policy: { requireApproval: ['look'] } });
    expect(result.pending).toMatchObject([{ name: 'look' }]);
    expect(ran).toEqual([]);
  });

  it('waits on without a decision at a resume, and a decision that nobody waits for is refused', async () => {
    const { tool, ran } = risky();
    const { result, options } = await suspended([paying], { tools: [tool] });
    expect(await resume(result, options)).toMatchObject({ type: 'approval_required', pending: result.pending });
    const refused = await resume(result, { ...options, decisions: { other: allow } });
    expect(refused).toMatchObject({ type: 'error', error: { type: 'not_suspended', details: { approvalId: 'other' } } });
    const odd: Decision = JSON.parse('{"kind":"yes"}');
    expect(await resume(result, { ...options, decisions: deciding(result, odd) })).toMatchObject({ error: { code: 'invalid_decision' } });
    expect(ran).toEqual([]);
    expect(await resume(refused, options)).toMatchObject({ type: 'approval_required', pending: result.pending });
  });
});

describe('what was done', () => {
  it('T1 is not done again: a call that ran beside one that waited keeps its result', async () => {
    const ran: string[] = [];
    const effect = defineTool({ name: 'effect', run: () => void ran.push('effect') });
    const { tool, ran: paid } = risky();
    const both = asking(asks('pay', { to: 'Ann' }, 'first'), asks('effect', {}, 'second'));
    const { result, options } = await suspended([both, 'Done.'], { tools: [tool, effect] });
    expect(result.toolResults).toMatchObject([{ toolCallId: 'second', status: 'success' }]);
    const finished = await resume(stored(result), { ...options, decisions: deciding(result, allow) });
    expect(finished).toMatchObject({ type: 'final_answer', turns: 1, toolResults: [{ toolCallId: 'first' }, { toolCallId: 'second' }] });
    expect(finished.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual(['first', 'second']);
    expect([ran, paid]).toEqual([['effect'], ['Ann']]);
  });

  it('is told of in the order of the calls that are still made', async () => {
    const { tool } = risky();
    const effect = defineTool({ name: 'effect', run: () => null });
    const both = asking(asks('effect', {}, 'first'), asks('pay', { to: 'Ann' }, 'second'));
    const events: string[] = [];
    const { result, options } = await suspended([both, () => `Told: ${events}`], { tools: [tool, effect] });
    const onEvent = ({ kind, callId }: ToolEvent) => events.push(`${kind} ${callId}`);
    const finished = await resume(result, { ...options, onEvent, decisions: deciding(result, allow) });
    expect(finished).toMatchObject({ type: 'final_answer', text: 'Told: tool.start second,tool.end second' });
  });

  it('T2 cannot be turned round: a finished operation is not suspended, and a denial stands', async () => {
    const { tool, ran } = risky();
    const { result, options } = await suspended([paying, 'Not paid.', 'Still not.'], { tools: [tool] });
    const finished = await resume(result, { ...options, decisions: deciding(result, deny) });
    expect(finished).toMatchObject({ type: 'final_answer', text: 'Not paid.' });
    expect(await resume(finished, { ...options, decisions: deciding(result, allow) })).toMatchObject({
      type: 'error',
      error: { type: 'not_suspended' },
    });
    expect(await resume(result, { ...options, decisions: deciding(result, allow) })).toMatchObject({
      toolResults: [{ error: { type: 'approval_denied' } }],
    });
    expect(ran).toEqual([]);
  });

  it('T3 happens once, however often and at once it is approved', async () => {
    const claims = memoryClaims();
    const { tool, ran } = risky();
    const { result, options } = await suspended([paying, 'Paid.', 'Paid.', 'Paid.'], { tools: [tool], claims, operationId: 'op' });
    const once = () => resume(stored(result), { ...options, decisions: deciding(result, allow) });
    const ends = await Promise.all([once(), once()]);
    expect(ran).toEqual(['Ann']);
    for (const end of ends) {
      if (end.type === 'error') expect(end.error).toMatchObject({ type: 'claim_error', code: 'conflict', retryable: true });
      else expect(end).toMatchObject({ type: 'final_answer' });
    }
    expect(await once()).toMatchObject({ type: 'final_answer', toolResults: [{ status: 'success', replayed: true }] });
    expect(ran).toEqual(['Ann']);
  });

  it('T3 happens once in one process also where nobody keeps claims', async () => {
    const { tool } = risky();
    const entered: string[] = [];
    const gate = Promise.withResolvers<null>();
    const slow = {
      ...tool,
      run: () => {
        entered.push('pay');
        return gate.promise;
      },
    };
    const { result, options } = await suspended([paying, 'Paid.', 'Paid.'], { tools: [slow] });
    const once = () => resume(result, { ...options, decisions: deciding(result, allow) });
    const first = once();
    const second = await once();
    expect(second).toMatchObject({ type: 'error', error: { type: 'claim_error', code: 'conflict' } });
    gate.resolve(null);
    expect(await first).toMatchObject({ type: 'final_answer' });
    expect(await resume(second, options)).toMatchObject({ type: 'final_answer', toolResults: [{ status: 'success', replayed: true }] });
    expect(entered).toEqual(['pay']);
  });

  it('T6 is told to the model once, when two approvals come one after the other and the state is stored between', async () => {
    const { tool, ran } = risky();
    const second = asking(asks('pay', { to: 'Eve' }, 'tc_2'));
    const { result, options, model } = await suspended([paying, second, 'Done.'], { tools: [tool] });
    const next = await resume(stored(result), { ...options, decisions: deciding(result, allow) });
    const finished = await resume(stored(next), { ...options, decisions: deciding(next, allow) });
    expect(finished).toMatchObject({ type: 'final_answer', turns: 2, modelCalls: 3 });
    for (const { messages } of model.requests) {
      const told = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
      expect(new Set(told).size).toBe(told.length);
    }
    expect(finished.toolResults.map(({ toolCallId }) => toolCallId)).toEqual(['tc_1', 'tc_2']);
    expect(ran).toEqual(['Ann', 'Eve']);
  });
});

describe('a conditional approval', () => {
  it.each(['{"amount":', '[1]', '{"amount":"much"}', '{"amount":1,"more":2}'])(
    'T9 is needed for the arguments %s: the condition is not asked, and nothing runs',
    async (given) => {
      const asked: unknown[] = [];
      const ran: unknown[] = [];
      const tool = defineTool({
        name: 'pay',
        input: z.object({ amount: z.number() }),
        requiresApproval: (input) => {
          asked.push(input);
          return false;
        },
        run: (input) => void ran.push(input),
      });
      const { result, options } = await suspended([asking(asks('pay', given)), 'Done.'], { tools: [tool] });
      expect(result.pending).toMatchObject([{ name: 'pay' }]);
      const finished = await resume(result, { ...options, decisions: deciding(result, allow) });
      expect(finished).toMatchObject({ type: 'final_answer', toolResults: [{ attempts: 0, error: { type: 'invalid_arguments' } }] });
      expect([asked, ran]).toEqual([[], []]);
    },
  );

  it('is asked once of checked arguments, and one that fails needs approval', async () => {
    const asked: number[] = [];
    const tool = defineTool({
      name: 'pay',
      input: z.object({ amount: z.number() }),
      requiresApproval: ({ amount }) => {
        asked.push(amount);
        if (amount === 7) throw new Error('Seven?');
        return amount > 100;
      },
      run: ({ amount }) => amount,
    });
    const calls = [1, 7, 500].map((amount) => asks('pay', { amount }, `${amount}`));
    const { result } = await suspended([asking(...calls)], { tools: [tool] });
    expect(result.pending.map(({ id }) => id)).toEqual(['7', '500']);
    expect(result.toolResults).toMatchObject([{ toolCallId: '1', result: 1 }]);
    expect(asked).toEqual([1, 7, 500]);
  });
});

describe('what an approval is bound to', () => {
  const subject = (name: string, given: string | Record<string, string>, definition = 'd', position = 'model:0:0', operation = 'op') =>
    pendingCall(operation, { id: 'x', name, arguments: given, position }, definition).approvalId;

  it('T10 is encoded so that no text can be split otherwise', () => {
    const ids = [
      subject('a\nb', { c: 'd' }),
      subject('a', { 'b\nc': 'd' }),
      subject('a', 'b\n{"c":"d"}'),
      subject('a\nb', '{"c":"d"}'),
      subject('a', { c: 'd' }, 'b'),
      subject('a","arguments":{"c":"d"}', {}),
      subject('a\nb', { c: 'd' }, 'd', 'model:0:1'),
      subject('a\nb', { c: 'd' }, 'd', 'model:0:0', 'other'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(subject('a', { x: '1', y: '2' })).toBe(subject('a', { y: '2', x: '1' }));
  });

  it('T12 is decided for exactly this call before what stands for its tool, which stays', async () => {
    const { tool, ran } = risky();
    const calls = asking(asks('pay', { to: 'Ann' }, 'a'), asks('pay', { to: 'Eve' }, 'b'));
    const later = asking(asks('pay', { to: 'Joe' }, 'c'));
    const { result, options } = await suspended([calls, later, 'Done.'], { tools: [tool] });
    const decisions = deciding(result, { kind: 'deny' }, { kind: 'allow', scope: 'tool' });
    const finished = await resume(result, { ...options, decisions });
    expect(finished).toMatchObject({ type: 'final_answer', toolResults: [{ error: { type: 'approval_denied' } }, {}, {}] });
    expect(ran).toEqual(['Eve', 'Joe']);
  });

  it('T24 is the definition, too: a tool that changed since is asked about again', async () => {
    const { tool, ran } = risky();
    const changed = risky('Sends all the money.');
    const { result, options } = await suspended([paying, paying, 'Paid.'], { tools: [tool] });
    const again = await resume(result, { ...options, tools: [changed.tool], decisions: deciding(result, { ...allow, scope: 'tool' }) });
    expect(again).toMatchObject({ type: 'approval_required', pending: [{ name: 'pay', arguments: { to: 'Ann' } }] });
    expect(ofType(again, 'approval_required').pending[0]?.approvalId).not.toBe(result.pending[0]?.approvalId);
    expect([ran, changed.ran]).toEqual([[], []]);
  });

  it('is the arguments: a stored state that was changed is asked about again', async () => {
    const { tool, ran } = risky();
    const { result, options } = await suspended([paying], { tools: [tool] });
    const forged = JSON.parse(JSON.stringify(result).replaceAll('Ann', 'Eve'));
    expect(await resume(forged, { ...options, decisions: deciding(result, allow) })).toMatchObject({
      type: 'approval_required',
      pending: [{ arguments: { to: 'Eve' } }],
    });
    expect(ran).toEqual([]);
  });
});
