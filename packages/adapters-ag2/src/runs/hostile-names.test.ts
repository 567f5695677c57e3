import { describe, expect, it } from 'vitest';
import { autoAgent, call, callingAgent, converse, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('a name that every object has', () => {
  it.each(names)('%s works for an agent, a tool and a variable', async (name) => {
    const write = tool((_input, { contextVariables }) => {
      const before = contextVariables.get(name) ?? 'nothing';
      contextVariables.set(name, 'written');
      return before;
    });
    const workflow = workflowOf(
      [callingAgent(name, [name]), autoAgent('Ben', [name])],
      [
        { source: name, target: 'Ben', when: { kind: 'context_equals', key: name, value: 'written' }, terminationReason: null },
        rule('Ben', 'terminate'),
      ],
      { variables: [variable(name)], failureMessageKey: name },
    );
    const talk = converse({ workflow, script: { [name]: [{ toolCalls: [call(name)] }, 'Done.'], Ben: ['{}'] }, tools: { [name]: write } });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect((await talk.facts('intarsia.tool.settled')).map(({ result }) => result)).toEqual(['nothing', 'written']);
    const state = (await talk.runtime.inspect(scope))?.state;
    expect(Object.hasOwn(state?.channel.contextVariables ?? {}, name)).toBe(true);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(names)('%s is not found where nobody declared it', async (name) => {
    const seen: unknown[] = [];
    const look = tool((_input, { contextVariables }) => {
      seen.push(contextVariables.get(name), contextVariables.has(name));
      return null;
    });
    const workflow = workflowOf([autoAgent('Ann', ['look'])], [rule('Ann', 'terminate')], { failureMessageKey: null });
    const talk = converse({ workflow, script: { Ann: ['{}'] }, tools: { look } });
    await talk.start();
    expect(seen).toEqual([undefined, false]);
  });
});
