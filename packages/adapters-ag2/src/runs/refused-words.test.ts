import type { ContextTrigger, ContextVariable } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { agent, converse, rule, scope, variable, workflowOf } from './conversation.test-support.ts';

const trigger = (kind: 'agent_text' | 'user_text'): ContextTrigger => ({
  kind,
  agent: kind === 'agent_text' ? 'Ann' : null,
  equals: 'NEXT',
  contains: null,
  regex: null,
  hidden: false,
});
const closed = (kind: 'agent_text' | 'user_text'): ContextVariable => ({
  ...variable('phase', 'draft'),
  authorityClass: 'closed_writer_routing_state',
  routing: true,
  writers: ['deterministic_tool'],
  triggers: [trigger(kind)],
});
const open = (persisted: boolean): ContextVariable => ({
  ...variable('heard', false),
  persisted,
  writers: ['user_text_trigger'],
  triggers: [trigger('user_text')],
});
const talkOf = (...variables: readonly ContextVariable[]) =>
  converse({
    workflow: workflowOf([agent('Ann', { view: ['heard'] })], [rule('Ann', 'user'), rule('user', 'Ann')], { variables }),
    script: { Ann: ['Hello.', 'NEXT', 'Bye.'] },
  });
const refused = (writer: string, agentName: string, turn: unknown) => ({
  v: 1,
  turn,
  agent: agentName,
  call: null,
  writes: [
    {
      key: 'phase',
      operation: 'set',
      writer,
      rule: 'context_authority.rejected',
      message: `"${writer}" may not set "phase" in workflow "Tracker": the variable is closed_writer_routing_state.`,
    },
  ],
});

describe('words that would set what they may not', () => {
  it('of an agent are told in the commit of its packet, with its turn', async () => {
    const talk = talkOf(closed('agent_text'));
    await talk.start();
    expect(await talk.facts('intarsia.context.refused')).toEqual([]);
    await talk.answer('go on');
    expect(await talk.facts('intarsia.context.refused')).toEqual([refused('agent_text', 'Ann', expect.any(String))]);
    expect(talk.store.commits.at(-1)?.slice(-3)).toEqual(['intarsia.context.refused', 'ag2.packet', 'intarsia.run.paused']);
    expect((await talk.runtime.inspect(scope))?.state.channel.contextVariables).toEqual({ phase: 'draft' });
  });

  it('of a person are told in the commit of the words, at the start and later', async () => {
    const talk = talkOf(closed('user_text'));
    await talk.start('next');
    await talk.answer('Next');
    expect(await talk.facts('intarsia.context.refused')).toEqual(Array(2).fill(refused('user_text_trigger', 'user', null)));
    const told = talk.store.commits.filter((commit) => commit.includes('intarsia.context.refused'));
    expect(told[1]).toEqual(['intarsia.run.started', 'intarsia.context.refused', 'ag2.msg.text']);
  });

  it('say nothing where they may set it', async () => {
    const talk = talkOf(open(true));
    await talk.start('next');
    expect(await talk.facts('intarsia.context.refused')).toEqual([]);
    expect(await talk.facts('ag2.context.set')).toEqual([{ set: { heard: true }, delete: [] }]);
  });

  it('set what no journal may hold for this activation alone', async () => {
    const talk = talkOf(open(false));
    await talk.start('next');
    await talk.answer('go on');
    expect(await talk.facts('ag2.context.set')).toEqual([]);
    const prompts = talk.agents.requests.map(({ messages }) => messages[0]?.content);
    expect(prompts).toEqual([expect.stringContaining('HEARD: true'), expect.stringContaining('HEARD: false')]);
  });
});
