import { type Json, type JsonObject, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { autoAgent, converse, gate, handleOf, rule, type Setup, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

type Run = Parameters<typeof tool>[0];
const variables = [variable('plan', 'as it was'), variable('count', 0)];
const workflow = workflowOf([autoAgent('Ann', ['first', 'second'])], [rule('Ann', 'terminate')], { variables });
const begin = async (talk: ReturnType<typeof converse>) => handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));

/**
 * Runs a tool and one after it to the end of the workflow; the journal is then read by another process, which must find the same. `saw` is the context that
 * the second tool saw.
 */
async function ran(first: Run, setup: Partial<Setup> = {}) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const saw: JsonObject[] = [];
  const second = tool((_input, { contextVariables }) => {
    saw.push(contextVariables.snapshot());
    return 'second';
  });
  const talk = converse({
    workflow,
    script: { Ann: ['{"list":[{"deep":{"n":1}}]}'] },
    tools: { first: tool(first), second },
    clock,
    store,
    ...setup,
  });
  const { done } = await begin(talk);
  await clock.advance(300_000);
  expect(await done).toMatchObject({ status: 'completed' });
  const [settled, after] = await talk.facts('intarsia.tool.settled');
  expect(after).toMatchObject({ status: 'ok', result: 'second' });
  const live = (await talk.runtime.inspect(scope))?.state;
  expect((await converse({ workflow, clock, store }).runtime.inspect(scope))?.state).toEqual(live);
  return { talk, settled, saw: saw[0], live };
}

const unchanged = { plan: 'as it was', count: 0 };
const bomb = (): never => {
  throw new Error('secret');
};
const throwing =
  (thrown: unknown): Run =>
  ({ list }, { contextVariables }) => {
    contextVariables.set('plan', list ?? null);
    throw thrown;
  };
const unreadable = new Proxy({}, { get: bomb, has: bomb, ownKeys: bomb, getPrototypeOf: bomb });
const forged = { [Symbol.for('intarsia.error')]: true, code: 'no such code', message: 'secret' };

describe('a tool that throws', () => {
  it.each<[string, unknown]>([
    ['an error', new Error('secret')],
    ['nothing', undefined],
    ['null', null],
    ['text', 'secret'],
    ['a number', 5],
    ['a frozen object', Object.freeze({ status: 'ok' })],
    ['a function', bomb],
    ['a proxy that cannot be looked at', unreadable],
    ['an error whose members throw', Object.defineProperties(new Error(), { message: { get: bomb }, stack: { get: bomb } })],
    ['what passes for an error of ours, with a code that there is not', forged],
  ])('%s has failed; nothing it wrote is kept, and the next one runs', async (_, thrown) => {
    const { settled, saw, live } = await ran(throwing(thrown), { options: { log: (entry) => `${entry.cause}` } });
    expect(settled).toMatchObject({
      status: 'error',
      code: 'tool_execution_failed',
      result: { status: 'error', message: 'tool_execution_failed' },
      delta: { set: {}, delete: [] },
    });
    expect(saw).toEqual(unchanged);
    expect(live?.channel.contextVariables).toEqual(unchanged);
  });

  it('does not bring the run down when the log of the host cannot take what it threw', async () => {
    let asked = 0;
    const log = () => {
      asked += 1;
      throw new Error('The log is full.');
    };
    await ran(throwing(new Error('secret')), { options: { log } });
    expect(asked).toBe(1);
  });

  it.each<[string, Run]>([
    ['at once', throwing(new Error('secret'))],
    ['by a promise', async () => bomb()],
    ['by something that passes for a promise', () => ({ then: bomb }) as never],
    ['by a promise-like that rejects', () => ({ then: (_: unknown, reject: (cause: unknown) => void) => reject('secret') }) as never],
  ])('%s stands in no journal with what it threw', async (_, run) => {
    const { talk } = await ran(run);
    expect(JSON.stringify(await talk.envelopes())).not.toContain('secret');
    expect(talk.log.map(({ message }) => message)).toEqual(['Tool "first" failed.']);
  });
});

describe('a tool that gives back', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, null],
    ['a promise-like', { then: (resolve: (value: unknown) => void) => resolve({ a: 1 }) }, { a: 1 }],
    [
      'keys that other objects inherit',
      JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
      JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
    ],
    ['200 levels', nested(200), nested(200)],
    ['4 MiB of text', 'a'.repeat(4 * 1024 * 1024 - 2), 'a'.repeat(4 * 1024 * 1024 - 2)],
  ])('%s is settled with it', async (_, value, result) => {
    const { settled } = await ran(() => value as never);
    expect(settled).toMatchObject({ status: 'ok', code: null });
    expect(JSON.stringify(settled?.['result'])).toBe(JSON.stringify(result));
  });

  it('what it does not declare has failed, with the place', async () => {
    const output = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const declared = (n: Json) => tool(() => ({ n }), { output, hooks: { afterOutput: () => ({ kept: true }) } });
    const returning = (n: Json) => ran(() => null, { tools: { first: declared(n), second: tool(() => 'second') } });
    expect((await returning('one')).settled).toMatchObject({
      status: 'error',
      code: 'tool_result_invalid',
      result: { message: expect.stringMatching(/^The result is not what the tool declares: \/n: /) },
    });
    expect((await returning(1)).settled).toMatchObject({ status: 'ok', result: { kept: true } });
  });

  const holdsItself: Record<string, unknown> = {};
  holdsItself['self'] = holdsItself;
  it.each<[string, unknown, string]>([
    ['a function', bomb, 'a function'],
    ['a big integer', { a: 1n }, 'a bigint at /a'],
    ['a number that is not finite', { n: Number.NaN }, 'not finite at /n'],
    ['itself', holdsItself, 'holds itself at /self'],
    ['an error', new Error('secret'), 'of the kind Error'],
    ['a promise inside', { a: Promise.resolve(1) }, 'of the kind Promise at /a'],
    ['50 MB', 'a'.repeat(50_000_000), 'more than 4 MiB'],
    ['20,000 levels', nested(20_000), 'deeper than 200 levels'],
    ['a toJSON that throws', { toJSON: bomb }, 'own code failed'],
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: bomb }), 'own code failed'],
    ['a proxy that cannot be read', new Proxy({}, { ownKeys: bomb }), 'own code failed'],
  ])('%s has failed with words for its author; nothing it wrote is kept', async (_, value, words) => {
    const { talk, settled, saw } = await ran((_input, { contextVariables }) => {
      contextVariables.set('plan', 'changed');
      return value as never;
    });
    expect(settled).toMatchObject({
      status: 'error',
      code: 'tool_result_invalid',
      result: { status: 'error', message: expect.stringContaining(words) },
      delta: { set: {}, delete: [] },
    });
    expect(saw).toEqual(unchanged);
    expect(JSON.stringify(await talk.envelopes())).not.toContain('secret');
  });

  it('a result fit for the journal, and writes that are not, has failed whole', async () => {
    const { settled, saw } = await ran((_input, { contextVariables }) => {
      contextVariables.set('count', 1);
      contextVariables.set('plan', 'a'.repeat(5_000_000));
      return 'fine';
    });
    expect(settled).toMatchObject({
      code: 'tool_result_invalid',
      delta: { set: {}, delete: [] },
      result: { message: expect.stringContaining('4 MiB') },
    });
    expect(saw).toEqual(unchanged);
  });
});

describe('what a tool is given', () => {
  it('is its own: what it does to its fields reaches neither the next tool nor the journal', async () => {
    const change: Run = (fields) => {
      const [item] = fields['list'] as { deep: { n: number } }[];
      if (item !== undefined) item.deep.n = 2;
      (fields['list'] as Json[]).push('more');
      return fields;
    };
    const seen: unknown[] = [];
    const look = tool((fields, { contextVariables }) => {
      seen.push(fields, contextVariables.get('structured_output'));
      return 'second';
    });
    const { settled, talk } = await ran(change, { tools: { first: tool(change), second: look } });
    expect(settled).toMatchObject({ status: 'ok', result: { list: [{ deep: { n: 2 } }, 'more'] } });
    expect(seen).toEqual([{ list: [{ deep: { n: 1 } }] }, { list: [{ deep: { n: 1 } }] }]);
    expect(await talk.facts('intarsia.output.accepted')).toMatchObject([{ data: { list: [{ deep: { n: 1 } }] } }]);
  });

  it('is its own: the services that the host gives every tool stay what they are', async () => {
    const services = {};
    const seen: unknown[] = [];
    const change: Run = (_fields, context) => Reflect.set(context.services, 'sandbox', 'mine') && null;
    const look = tool((_fields, context) => {
      seen.push(context.services);
      return 'second';
    });
    await ran(change, { tools: { first: tool(change), second: look }, options: { services } });
    expect(seen).toEqual([{}]);
    expect(services).toEqual({});
  });
});

describe('work that outlives its call', () => {
  const reasonOf = (error: unknown) => Reflect.get(Object(Reflect.get(Object(error), 'details')), 'reason');
  const attempt = (act: () => unknown): unknown => {
    try {
      return act();
    } catch (error) {
      return reasonOf(error);
    }
  };

  it('can write no more, set or delete, from the moment its call has its end', async () => {
    const tried: unknown[] = [];
    const goOn = gate();
    const { talk, settled, saw, live } = await ran((_input, { contextVariables }) => {
      contextVariables.set('count', 1);
      queueMicrotask(() => queueMicrotask(() => tried.push(attempt(() => contextVariables.set('count', 2)))));
      void goOn.opened.then(() => {
        tried.push(
          attempt(() => contextVariables.set('plan', 'late')),
          attempt(() => contextVariables.delete('plan')),
        );
        tried.push(contextVariables.get('count'), contextVariables.get('structured_output'));
      });
      return null;
    });
    goOn.open();
    await talk.clock.advance(0);
    const ended = 'context_authority.call_ended';
    expect(tried).toEqual([ended, ended, ended, 1, { list: [{ deep: { n: 1 } }] }]);
    expect(settled).toMatchObject({ delta: { set: { count: 1 }, delete: [] } });
    expect(saw).toEqual({ plan: 'as it was', count: 1 });
    expect(live?.channel.contextVariables).toEqual({ plan: 'as it was', count: 1 });
    expect(await talk.facts('intarsia.context.refused')).toEqual([]);
  });

  it('is code of the result, too: what runs while the result is read writes nothing', async () => {
    const { settled, saw } = await ran((_input, { contextVariables }) => {
      const result = {
        toJSON() {
          contextVariables.set('plan', 'late');
          return 'fine';
        },
      };
      return result as never;
    });
    expect(settled).toMatchObject({ code: 'tool_result_invalid', delta: { set: {}, delete: [] } });
    expect(saw).toEqual(unchanged);
  });

  it('is what listens to the signal of a call over its limit', async () => {
    const tried: unknown[] = [];
    const slow: Run = (_input, { contextVariables, signal }) =>
      new Promise(() => signal.addEventListener('abort', () => tried.push(attempt(() => contextVariables.set('plan', 'late')))));
    const { settled, saw } = await ran(slow);
    expect(tried).toEqual(['context_authority.call_ended']);
    expect(settled).toMatchObject({ code: 'tool_timeout', delta: { set: {}, delete: [] } });
    expect(saw).toEqual(unchanged);
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
