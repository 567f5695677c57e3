import { memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  type Conversation,
  call,
  callingAgent,
  converse,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const secret = {
  ...variable('endpoint'),
  persisted: false,
  source: { kind: 'config', environment: 'ENDPOINT', initial: null, required: true },
} as const;
const workflow = workflowOf([autoAgent('Ann', ['look'])], [rule('Ann', 'user'), rule('user', 'Ann')], { variables: [secret] });

describe('a value that is not persisted', () => {
  it('is read anew by every activation and stands nowhere in the store', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const seen: unknown[] = [];
    const look = tool((_input, { contextVariables }) => {
      seen.push(contextVariables.get('endpoint'));
      return null;
    });
    const talk = (endpoint: string) =>
      converse({ workflow, clock, store, script: { Ann: ['{"a":1}'] }, tools: { look }, options: { environment: { ENDPOINT: endpoint } } });
    await talk('https://one.example').start();
    await talk('https://two.example').answer('again');
    expect(seen).toEqual(['https://one.example', 'https://two.example']);

    const channel = (await store.list('/conversations/acme/tracker/channels'))[0];
    for (const file of ['metadata.json', 'wal.jsonl']) {
      const text = await store.read(`/conversations/acme/tracker/channels/${channel}${file}`);
      expect(text).not.toBeNull();
      expect(text).not.toContain('.example');
    }
  });

  it('that is required and missing refuses the activation and changes nothing', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const given = converse({
      workflow,
      clock,
      store,
      script: { Ann: ['{"a":1}'] },
      tools: { look: tool(() => null) },
      options: { environment: { ENDPOINT: 'x' } },
    });
    await given.start();
    const before = (await given.envelopes()).length;
    const without = converse({ workflow, clock, store });
    expect(await without.runtime.answer({ scope, text: 'again' })).toMatchObject({ kind: 'refused', code: 'config_invalid' });
    expect((await given.envelopes()).length).toBe(before);
  });

  describe('that tools write', () => {
    const kept = { ...variable('note', 'before'), persisted: false };
    const trigger = { kind: 'agent_text', agent: 'Ann', equals: 'GO', contains: null, regex: null, hidden: false } as const;
    const go = {
      ...variable('go', false),
      authorityClass: 'derived_information',
      writers: ['agent_text'],
      persisted: false,
      triggers: [trigger],
    } as const;
    const opened = (talk: Conversation) => Promise.all([talk.envelopes(), talk.runtime.inspect(scope)]);

    it('is visible to later calls of the activation, in this turn and the next ones, and never in the journal; the next activation begins anew', async () => {
      const seen: unknown[] = [];
      const look = tool((_input, { contextVariables }) => {
        seen.push(contextVariables.snapshot());
        return null;
      });
      const write = tool((_input, { contextVariables }) => {
        contextVariables.set('note', 'unspoken');
        contextVariables.set('plan', 'spoken');
        return null;
      });
      const erase = tool((_input, { contextVariables }) => contextVariables.delete('note'));
      const clock = virtualClock();
      const store = memoryStore(clock);
      const chain = workflowOf(
        [autoAgent('Ann', ['write', 'look']), callingAgent('Ben', ['look', 'erase'], { view: ['note'] })],
        [rule('Ann', 'Ben'), rule('Ben', 'user'), rule('user', 'Ben')],
        { variables: [kept, variable('plan')] },
      );
      const tools = { look, write, erase };
      const script = {
        Ann: ['{}'],
        Ben: [{ toolCalls: [call('look')] }, { toolCalls: [call('erase')] }, { toolCalls: [call('look')] }, 'Done.'],
      };
      const talk = converse({ workflow: chain, clock, store, tools, script });
      expect(await talk.start()).toMatchObject({ status: 'paused' });
      const after = converse({ workflow: chain, clock, store, tools, script: { Ben: [{ toolCalls: [call('look')] }, 'Done.'] } });
      expect(await after.answer('again')).toMatchObject({ status: 'paused' });
      expect(seen).toEqual([
        { note: 'unspoken', plan: 'spoken' },
        { note: 'unspoken', plan: 'spoken' },
        { plan: 'spoken' },
        { note: 'before', plan: 'spoken' },
      ]);
      expect(talk.agents.requests[1]?.messages[0]?.content).toContain('NOTE: unspoken');
      expect(JSON.stringify(await opened(after))).not.toMatch(/unspoken|"note"/);
      expect((await after.facts('intarsia.tool.settled')).map(({ delta }) => delta)).toEqual([
        { set: { plan: 'spoken' }, delete: [] },
        ...Array(5).fill({ set: {}, delete: [] }),
      ]);
    });

    it('is not kept of a call that failed', async () => {
      const seen: unknown[] = [];
      const talk = converse({
        workflow: workflowOf([autoAgent('Ann', ['write', 'look'])], [rule('Ann', 'terminate')], { variables: [kept] }),
        script: { Ann: ['{}'] },
        tools: {
          write: tool((_input, { contextVariables }) => {
            contextVariables.set('note', 'unspoken');
            throw new Error('disk full');
          }),
          look: tool((_input, { contextVariables }) => {
            seen.push(contextVariables.get('note'));
            return null;
          }),
        },
      });
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(seen).toEqual(['before']);
    });

    it('stands in no context set of a turn that failed', async () => {
      const talk = converse({
        workflow: workflowOf([autoAgent('Ann', ['write', 'gone'])], [rule('Ann', 'terminate')], { variables: [kept, variable('plan')] }),
        script: { Ann: ['{}'] },
        tools: {
          write: tool((_input, { contextVariables }) => {
            contextVariables.set('note', 'unspoken');
            contextVariables.set('plan', 'spoken');
            return null;
          }),
        },
      });
      expect(await talk.start()).toMatchObject({ status: 'failed', code: 'tool_not_found' });
      expect(await talk.facts('ag2.context.set')).toEqual([{ set: { plan: 'spoken' }, delete: [] }]);
      expect(JSON.stringify(await opened(talk))).not.toMatch(/unspoken|"note"/);
    });

    it('and that the text of an agent sets is visible to the next agent and stands in no packet', async () => {
      const talk = converse({
        workflow: workflowOf([agent('Ann'), agent('Ben', { view: ['go'] })], [rule('Ann', 'Ben'), rule('Ben', 'terminate')], {
          variables: [go],
        }),
        script: { Ann: ['GO'], Ben: ['Gone.'] },
      });
      expect(await talk.start()).toMatchObject({ status: 'completed' });
      expect(talk.agents.requests[1]?.messages[0]?.content).toContain('GO: true');
      expect((await talk.facts('ag2.packet')).map(({ context_updates }) => context_updates)).toEqual(
        Array(3).fill({ set: {}, delete: [] }),
      );
    });
  });
});
