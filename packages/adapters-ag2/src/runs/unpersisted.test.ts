import { memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { autoAgent, converse, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

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
});
