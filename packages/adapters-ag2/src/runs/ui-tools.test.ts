import { callKey, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  autoAgent,
  type Conversation,
  call,
  callingAgent,
  converse,
  handleOf,
  leaseTtlMs,
  rule,
  scope,
  tool,
  workflowOf,
} from './conversation.test-support.ts';
import type { Fate } from './observed-store.test-support.ts';
import {
  around,
  asking,
  onlyRequest,
  open,
  output,
  reason,
  recorded,
  requests,
  respond,
  review,
  surface,
} from './ui-tools.test-support.ts';

const auto = workflowOf([asking(autoAgent('Ann', ['approve_release', 'publish']), { approve_release: review })], around);
const calling = workflowOf([asking(callingAgent('Ann', ['approve_release', 'look']), { approve_release: review, look: open })], around);

const typesOf = async (talk: Conversation) => (await talk.envelopes()).map((envelope) => envelope.event_type.replace('intarsia.', ''));

describe('an auto tool that asks a person', () => {
  it('stands as a request, pauses without a lease, and runs with the answer before the tools behind it', async () => {
    const approve = recorded();
    const publish = recorded();
    const tools = { approve_release: approve.definition, publish: publish.definition };
    const talk = converse({ workflow: auto, script: { Ann: [output] }, tools });
    const paused = await talk.start();
    const key = await onlyRequest(talk);
    expect(paused).toMatchObject({ status: 'paused', reason: 'ui_required', calls: [key] });
    expect((await talk.runtime.inspect(scope))?.owner).toBeNull();
    expect(await talk.facts('intarsia.ui.requested')).toMatchObject([
      {
        tool: 'approve_release',
        surface,
        payload: { title: 'Release 2' },
        actions: [
          { id: 'approve', label: 'Approve', description: null, variant: null, approved: true, payload: null },
          { id: 'reject', label: null, description: null, variant: null, approved: false, payload: reason },
        ],
      },
    ]);
    expect(talk.store.commits.at(-1)).toEqual([
      'intarsia.model.replied',
      'intarsia.output.accepted',
      'intarsia.ui.requested',
      'intarsia.run.paused',
    ]);
    expect(approve.runs).toEqual([]);

    expect(await respond(talk, { call: key, action: 'reject', response: { reason: 'late' } })).toMatchObject({
      status: 'paused',
      reason: 'input_required',
    });
    const answer = { action: 'reject', response: { reason: 'late' } };
    expect(approve.runs).toEqual([{ input: { title: 'Release 2' }, answer, key }]);
    expect(publish.runs).toMatchObject([{ answer: null }]);
    expect(await talk.facts('intarsia.tool.claimed')).toMatchObject([{ key, attempt: 1, surface: null }, { tool: 'publish' }]);
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ key, status: 'ok', result: { done: true } }, {}]);
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('waits as long as it takes: neither the time limit of the tool nor that of the run counts', async () => {
    const approve = recorded(undefined, { timeoutMs: 1000 });
    const talk = converse({
      workflow: auto,
      script: { Ann: [output] },
      tools: { approve_release: approve.definition, publish: tool(() => null) },
    });
    await talk.start();
    await talk.clock.advance(7 * 24 * 3600 * 1000);
    expect(await respond(talk, { call: await onlyRequest(talk), action: 'approve' })).toMatchObject({ status: 'paused' });
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
  });

  it('takes neither words nor a resume for an answer', async () => {
    const talk = converse({
      workflow: auto,
      script: { Ann: [output] },
      tools: { approve_release: tool(() => null), publish: tool(() => null) },
    });
    await talk.start();
    const before = await talk.envelopes();
    const refused = { kind: 'refused', code: 'ui_answer_required' };
    expect(await talk.runtime.answer({ scope, text: 'approve' })).toMatchObject(refused);
    expect(await talk.runtime.resume({ scope })).toMatchObject(refused);
    expect(await talk.envelopes()).toEqual(before);
  });

  it('whose contract does not take what it would show fails, and nobody is asked', async () => {
    const payload = { type: 'object', properties: { plan: { type: 'string' } } };
    const agent = asking(autoAgent('Ann', ['approve_release']), { approve_release: { ...review, payload } });
    const approve = recorded();
    const talk = converse({
      workflow: workflowOf([agent], around),
      script: { Ann: [output] },
      tools: { approve_release: approve.definition },
    });
    expect(await talk.start()).toMatchObject({ status: 'paused', reason: 'input_required' });
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([
      { status: 'error', code: 'tool_arguments_invalid', result: { message: expect.stringContaining('/title: ') } },
    ]);
    expect([await requests(talk), approve.runs]).toEqual([[], []]);
  });
});

describe('a UI_Tool that a model calls', () => {
  const ask = { toolCalls: [call('approve_release', { title: 'Release 2' }), call('look', {}, 'call-2')] };

  it('gets its answer as its result, and so does the model', async () => {
    const approve = recorded((_input, { answer }) => ({ approved: answer?.action === 'approve' }));
    const script = { Ann: [{ toolCalls: [call('approve_release', { title: 'Release 2' })] }, 'Out it goes.'] };
    const talk = converse({ workflow: calling, script, tools: { approve_release: approve.definition, look: tool(() => null) } });
    await talk.start();
    expect(await respond(talk, { call: await onlyRequest(talk), action: 'approve' })).toMatchObject({ reason: 'input_required' });
    expect(talk.agents.requests.at(-1)?.messages.at(-1)).toEqual({
      role: 'tool',
      callId: 'call-approve_release',
      content: '{"result":{"approved":true},"status":"success"}',
    });
  });

  it('whose arguments are refused fails without asking, and the model hears why', async () => {
    const input = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const approve = recorded(undefined, { input });
    const script = { Ann: [{ toolCalls: [call('approve_release', { titel: 'x' })] }, 'Sorry.'] };
    const talk = converse({ workflow: calling, script, tools: { approve_release: approve.definition, look: tool(() => null) } });
    expect(await talk.start()).toMatchObject({ reason: 'input_required' });
    expect(await requests(talk)).toEqual([]);
    expect(talk.agents.requests.at(-1)?.messages.at(-1)).toMatchObject({ content: expect.stringContaining('tool_arguments_invalid') });
    expect(approve.runs).toEqual([]);
  });

  it('lets the other calls of its reply run first', async () => {
    const workflow = workflowOf([asking(callingAgent('Ann', ['approve_release', 'note']), { approve_release: review })], around);
    const note = recorded();
    const tools = { approve_release: tool(() => null), note: note.definition };
    const script = { Ann: [{ toolCalls: [call('approve_release'), call('note')] }, 'Done.'] };
    const talk = converse({ workflow, script, tools });
    expect(await talk.start()).toMatchObject({ reason: 'ui_required' });
    expect(note.runs).toHaveLength(1);
    expect((await typesOf(talk)).slice(-3)).toEqual(['tool.claimed', 'tool.settled', 'run.paused']);
  });

  it('C10 two requests of one reply have keys of their own: answering one leaves the other waiting, and a stale key is refused', async () => {
    const approve = recorded();
    const look = recorded();
    const talk = converse({
      workflow: calling,
      script: { Ann: [ask, 'Done.'] },
      tools: { approve_release: approve.definition, look: look.definition },
    });
    const paused = await talk.start();
    const [first = callKey(''), second = callKey('')] = await requests(talk);
    expect(first).not.toBe(second);
    expect(paused).toMatchObject({ reason: 'ui_required', calls: [first, second] });

    expect(await respond(talk, { call: second, response: { seen: 1 } })).toMatchObject({
      status: 'paused',
      reason: 'ui_required',
      calls: [first],
    });
    expect([approve.runs, look.runs.length]).toEqual([[], 1]);
    const before = await talk.envelopes();
    for (const stale of [second, callKey('never-asked'), callKey('')])
      expect(await talk.runtime.respond({ scope, call: stale, response: {} })).toMatchObject({ kind: 'refused', code: 'call_unknown' });
    expect(await talk.envelopes()).toEqual(before);

    expect(await respond(talk, { call: first, action: 'approve' })).toMatchObject({ reason: 'input_required' });
    expect([approve.runs.length, look.runs.length, talk.agents.requests.length]).toEqual([1, 1, 2]);
    const results = talk.agents.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([{ callId: 'call-approve_release' }, { callId: 'call-2' }]);
  });
});

describe('a process that dies around an answer', () => {
  const effects = ['keyed', 'unsafe'] as const;
  const deaths = [0, 1, 2, 3, 4].flatMap((commit) => (['dies_before', 'dies_after'] as const).map((fate) => ({ commit, fate })));

  it.each(effects.flatMap((effect) => deaths.map((death) => ({ effect, ...death }))))(
    '$effect, commit $commit, $fate: the person is asked once under one key, and what was answered runs once',
    async ({ effect, commit, fate }) => {
      const clock = virtualClock();
      const store = memoryStore(clock);
      const done = new Map<string, unknown>();
      const approve = tool(
        (_input, { idempotencyKey, answer }) => {
          done.set(idempotencyKey, answer);
          return { decided: true };
        },
        { effect, reconcile: async (key) => (done.has(key) ? { kind: 'happened', result: { decided: true } } : { kind: 'not_happened' }) },
      );
      const workflow = workflowOf([asking(autoAgent('Ann', ['approve_release']), { approve_release: review })], [rule('Ann', 'terminate')]);
      const openProcess = (fateOf: (number: number) => Fate) => {
        const process = converse({ workflow, script: { Ann: [output, output] }, tools: { approve_release: approve }, clock, store });
        process.store.decide((number) => fateOf(number));
        return process;
      };
      let process = openProcess((number) => (number === commit ? fate : 'committed'));
      let deadOnce = false;
      for (let round = 0; round < 6; round++) {
        try {
          if (!(await goOn(process))) break;
        } catch {
          // A process that dies in the middle answers nobody.
        }
        if (!deadOnce && (await isDead(process))) {
          deadOnce = true;
          await clock.advance(leaseTtlMs);
          process = openProcess(() => 'committed');
        }
      }
      const end = await process.runtime.inspect(scope);
      expect(end?.state.run?.status).toBe('completed');
      const [key] = new Set(await requests(process));
      expect(new Set(await requests(process)).size).toBe(1);
      expect([...done]).toEqual([[key, { action: 'approve', response: {} }]]);
      expect(await process.facts('intarsia.ui.answered')).toHaveLength(1);
    },
  );

  /** Does what a person would do next; false once the conversation is over. */
  async function goOn(process: Conversation): Promise<boolean> {
    const state = (await process.runtime.inspect(scope))?.state;
    if (state === undefined) await process.start();
    else if (state.run?.status === 'running') await process.resume();
    else if (state.run?.reason === 'ui_required' && state.run.status === 'paused')
      await respond(process, { call: await onlyRequest(process), action: 'approve' });
    else return false;
    return true;
  }

  const isDead = async (process: Conversation): Promise<boolean> =>
    process.runtime.inspect(scope).then(
      () => false,
      () => true,
    );
});

describe('a run with a request that is stopped', () => {
  it('keeps the request: after a resume the person is still asked, under the same key', async () => {
    const workflow = workflowOf([asking(callingAgent('Ann', ['approve_release', 'wait']), { approve_release: review })], around);
    const approve = recorded();
    let handle: ReturnType<typeof handleOf> | undefined;
    const stopping = tool((_input, { signal }) => {
      handle?.cancel();
      throw signal.reason;
    });
    const script = { Ann: [{ toolCalls: [call('approve_release'), call('wait')] }, 'Done.'] };
    const talk = converse({ workflow, script, tools: { approve_release: approve.definition, wait: stopping } });
    handle = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    const key = await onlyRequest(talk);
    expect(await talk.runtime.respond({ scope, call: key, action: 'approve' })).toMatchObject({ kind: 'refused', code: 'not_paused' });
    const again = converse({
      workflow,
      script: { Ann: ['Done.'] },
      tools: { approve_release: approve.definition, wait: tool(() => null) },
      clock: talk.clock,
      store: talk.store,
    });
    expect(await again.resume()).toMatchObject({ status: 'paused', reason: 'ui_required', calls: [key] });
    expect(await respond(again, { call: key, action: 'approve' })).toMatchObject({ reason: 'input_required' });
    expect(approve.runs).toHaveLength(1);
  });
});
