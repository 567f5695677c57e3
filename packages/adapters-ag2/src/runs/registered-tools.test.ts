import { defineTool, digestOf, memoryStore, type ToolEffect, type Workflow } from '@intarsia/core';
import { type ScriptedReply, virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  type Conversation,
  call,
  callingAgent,
  converse,
  gate,
  handleOf,
  leaseTtlMs,
  rule,
  type Setup,
  scope,
  tool,
  workflowOf,
} from './conversation.test-support.ts';

const ann = workflowOf([callingAgent('Ann', ['look'])], [rule('user', 'Ann'), rule('Ann', 'user')]);
const input = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] };
const multiply = defineTool({ name: 'multiply', effect: 'none', input, run: ({ a, b }) => ({ product: Number(a) * Number(b) }) });
const asked = { toolCalls: [call('multiply', { a: 6, b: 7 })] };

const annsTools = (talk: Conversation) => talk.runtime.agentTools('Tracker', 'Ann');
const offered = (talk: Conversation) => talk.agents.requests.map((request) => request.tools.map(({ name }) => name));

const tools = { look: tool(() => 'looked') };
const talkOf = (workflow: Workflow, script: NonNullable<Setup['script']>) => converse({ workflow, script, tools });

describe('a tool that is registered on a running agent', () => {
  it('TOOL-71 is offered beside those of the documents, and its call is claimed, run and settled as all are', async () => {
    const talk = talkOf(ann, { Ann: ['Hello.', asked, 'It is 42.'] });
    await talk.start();
    expect(annsTools(talk).registerTool(multiply)).toEqual({ kind: 'registered' });
    expect(annsTools(talk).hasTool('multiply')).toBe(true);
    expect(await talk.answer('What is 6 * 7?')).toMatchObject({ status: 'paused', reason: 'input_required' });
    expect(offered(talk)).toEqual([['look'], ['look', 'multiply'], ['look', 'multiply']]);
    expect(await talk.facts('intarsia.tool.claimed')).toMatchObject([
      {
        tool: 'multiply',
        position: 'model:0:0',
        effect: 'none',
        attempt: 1,
        registered: true,
        arguments_digest: digestOf(JSON.stringify({ a: 6, b: 7 })),
      },
    ]);
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([{ status: 'ok', result: { product: 42 } }]);
    talk.agents.assertDone();
  });

  it('TOOL-72 counts from the next turn on: a turn that is worked on keeps what it began with', async () => {
    const register: ScriptedReply = () => {
      annsTools(talk).registerTool(multiply);
      return { toolCalls: [call('look')] };
    };
    const unregister: ScriptedReply = () => {
      expect(annsTools(talk).unregisterTool('multiply')).toBe(true);
      return asked;
    };
    const talk = talkOf(ann, { Ann: [register, 'First.', unregister, 'Second.', asked, 'Third.'] });
    await talk.start();
    await talk.answer('again');
    await talk.answer('and again');
    const both = ['look', 'multiply'];
    expect(offered(talk)).toEqual([['look'], ['look'], both, both, ['look'], ['look']]);
    expect((await talk.facts('intarsia.tool.settled')).map(({ status, code }) => [status, code])).toEqual([
      ['ok', null],
      ['ok', null],
      ['error', 'tool_not_found'],
    ]);
    talk.agents.assertDone();
  });

  it('is that agent’s alone', async () => {
    const two = workflowOf([callingAgent('Ann', []), agent('Ben')], [rule('Ann', 'Ben'), rule('Ben', 'terminate')]);
    const talk = talkOf(two, { Ann: ['Hello.'], Ben: ['Bye.'] });
    annsTools(talk).registerTool(multiply);
    await talk.start();
    expect(offered(talk)).toEqual([['multiply'], []]);
  });

  it('TOOL-71 is refused when the agent’s documents have its name', () => {
    const talk = talkOf(workflowOf([autoAgent('Ann', ['save'], { callableTools: callingAgent('Ann', ['look']).callableTools })], []), {});
    for (const name of ['save', 'look']) {
      expect(annsTools(talk).registerTool(multiply, { as: name, replace: true })).toMatchObject({
        kind: 'refused',
        error: { type: 'duplicate_tool', details: { name } },
      });
    }
    expect(annsTools(talk).registerTool({ name: 'x' } as never)).toMatchObject({ kind: 'refused', error: { type: 'invalid_tool' } });
    expect(annsTools(talk).listTools()).toEqual([]);
  });

  it.each([
    ['Other', 'Ann', 'workflow_unknown'],
    ['Tracker', 'Ben', 'bad_request'],
    ['Tracker', 'constructor', 'bad_request'],
  ])('cannot be registered on %s, %s', (workflow, name, code) => {
    expect(() => talkOf(ann, {}).runtime.agentTools(workflow, name)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a restart', () => {
  /** A process that died inside of a registered tool. The next ones find the tool finished at once. */
  async function died(effect: ToolEffect) {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const keys: string[] = [];
    const inTool = gate();
    const run = tool(
      (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        if (keys.length > 1) return 'saved';
        inTool.open();
        return new Promise<null>(() => {});
      },
      { effect, name: 'save' },
    );
    const open = (script: readonly ScriptedReply[]) => converse({ workflow: ann, tools, clock, store, script: { Ann: script } });
    const first = open([{ toolCalls: [call('save')] }]);
    annsTools(first).registerTool(run);
    handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await inTool.opened;
    first.store.die();
    await clock.advance(leaseTtlMs + 1);
    return { open, keys, run };
  }

  it.each<ToolEffect>(['none', 'keyed', 'unsafe'])(
    'C15 forgets what was registered: an open turn that called such a tool (%s) is refused, the journal as it was',
    async (effect) => {
      const { open, keys } = await died(effect);
      const talk = open([]);
      const journal = await talk.envelopes();
      expect(await talk.runtime.resume({ scope })).toMatchObject({
        kind: 'refused',
        code: 'workflow_changed',
        message: expect.stringContaining('"save"'),
      });
      expect(await talk.envelopes()).toEqual(journal);
      expect(keys).toHaveLength(1);
    },
  );

  it.each<ToolEffect>(['none', 'keyed'])('goes on with a tool (%s) that is registered again, under the same key', async (effect) => {
    const { open, keys, run } = await died(effect);
    const talk = open(['Saved.']);
    annsTools(talk).registerTool(run);
    expect(await talk.resume()).toMatchObject({ status: 'paused', reason: 'input_required' });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await talk.facts('intarsia.tool.claimed')).toMatchObject([
      { attempt: 1, registered: true },
      { attempt: 2, registered: true },
    ]);
  });

  it('does not run an unsafe one again', async () => {
    const { open, keys, run } = await died('unsafe');
    const talk = open([]);
    annsTools(talk).registerTool(run);
    expect(await talk.resume()).toMatchObject({ status: 'paused', reason: 'effect_uncertain' });
    expect(keys).toHaveLength(1);
  });

  it('goes on past a call that has ended, without its tool', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const open = (script: readonly ScriptedReply[]) => converse({ workflow: ann, tools, clock, store, script: { Ann: script } });
    const first = open([asked, { kind: 'failed', code: 'model_refused', message: 'No.', retryable: false }]);
    annsTools(first).registerTool(multiply);
    expect(await first.start()).toMatchObject({ status: 'failed', resumable: true });
    const second = open(['It is 42.']);
    expect(await second.resume()).toMatchObject({ status: 'paused' });
    expect(offered(second)).toEqual([['look']]);
    expect(second.agents.requests[0]?.messages).toContainEqual(
      expect.objectContaining({ role: 'tool', content: expect.stringContaining('{"product":42}') }),
    );
  });
});
