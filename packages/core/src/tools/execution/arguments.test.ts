import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { virtualClock } from '../../testing/index.ts';
import { defineTool, type ToolAuthoring } from '../define-tool.ts';
import { createRegistry } from '../registry/index.ts';
import { describeTool } from '../tool-input.ts';
import { execute } from './execution.test-support.ts';
import { checkCall, executeCall, operationVariables } from './index.ts';

const echo = (authoring: Omit<ToolAuthoring<object>, 'run'>) =>
  defineTool({ ...authoring, run: (input) => JSON.parse(JSON.stringify(input)) });
const order = z.object({
  count: z.int(),
  price: z.number().nullable().optional(),
  urgent: z.boolean().optional(),
  lines: z.array(z.object({ weight: z.number(), at: z.object({ floor: z.int() }) })).optional(),
  notes: z.record(z.string(), z.number()).optional(),
  mark: z.union([z.string(), z.number()]).optional(),
});

describe('with coercion', () => {
  const tool = echo({ input: order, coerce: true });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['TOOL-49 "5" is 5 for an integer', { count: '5' }, { count: 5 }],
    ['TOOL-49 "-7" is -7 for an integer', { count: '-7' }, { count: -7 }],
    ['TOOL-50 "3.14" is 3.14 for a number', { count: 1, price: '3.14' }, { count: 1, price: 3.14 }],
    ['TOOL-50 20 stays 20 for a number', { count: 1, price: 20 }, { count: 1, price: 20 }],
    ['TOOL-50 "20" is 20 for a number', { count: 1, price: '20' }, { count: 1, price: 20 }],
    ['"1e3" is 1000 for a number', { count: 1, price: '1e3' }, { count: 1, price: 1000 }],
    ['"true" is true for a truth value', { count: 1, urgent: 'true' }, { count: 1, urgent: true }],
    [
      'TOOL-50 objects in lists are taken at every depth',
      { count: 1, lines: [{ weight: '2.5', at: { floor: '3' } }] },
      { count: 1, lines: [{ weight: 2.5, at: { floor: 3 } }] },
    ],
    ['values of open objects are taken', { count: 1, notes: { a: '1' } }, { count: 1, notes: { a: 1 } }],
    ['text stays text where text fits, too', { count: 1, mark: '5' }, { count: 1, mark: '5' }],
    ['null stays null', { count: 1, price: null }, { count: 1, price: null }],
  ])('%s', async (_, given, result) => {
    expect(await execute(tool, given)).toMatchObject({ status: 'success', result });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['TOOL-49 "42abc" is no integer', { count: '42abc' }, '/count'],
    ['TOOL-49 "3.7" is no integer', { count: '3.7' }, '/count'],
    ['" 5" is no integer', { count: ' 5' }, '/count'],
    ['"0x10" is no integer', { count: '0x10' }, '/count'],
    ['"" is no integer', { count: '' }, '/count'],
    ['"99999999999999999999" is no integer', { count: '99999999999999999999' }, '/count'],
    ['"yes" is no truth value', { count: 1, urgent: 'yes' }, '/urgent'],
    [
      'TOOL-50 a wrong value deep inside is refused at its place',
      { count: 1, lines: [{ weight: 1, at: { floor: 'x' } }] },
      '/lines/0/at/floor',
    ],
    ['a text in place of a list is none', { count: 1, lines: 'a' }, '/lines'],
  ])('%s', async (_, given, path) => {
    expect(await execute(tool, given)).toMatchObject({
      attempts: 0,
      error: { type: 'invalid_arguments', details: { issues: [{ path }] } },
    });
  });

  it('items of lists of a fixed length are taken one by one', async () => {
    const pair = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false, minItems: 2 };
    const fixed = echo({ input: { type: 'object', properties: { pair }, required: ['pair'] }, coerce: true });
    expect(await execute(fixed, { pair: ['1', '2'] })).toMatchObject({ result: { pair: [1, '2'] } });
  });
});

it('TOOL-49 without coercion text is no number', async () => {
  expect(await execute(echo({ input: order }), { count: '5' })).toMatchObject({ error: { type: 'invalid_arguments' } });
});

describe('members that are not declared', () => {
  const input = z.object({ to: z.string(), from: z.object({ name: z.string() }).optional() });

  it('TOOL-51 are refused by their names', async () => {
    expect(await execute(echo({ input }), { to: 'Ann', cc: 'Ben' })).toMatchObject({
      attempts: 0,
      error: {
        type: 'invalid_arguments',
        message: '/cc: is not a field of input; its fields are `to`, `from`',
        details: { issues: [{ path: '/cc' }] },
      },
    });
  });

  it('TOOL-51 are handed on as they came when the tool declares its input open, at its root alone', async () => {
    const open = echo({ input, openInput: true });
    expect(await execute(open, { to: 'Ann', cc: 'Ben' })).toMatchObject({ status: 'success', result: { to: 'Ann', cc: 'Ben' } });
    expect(await execute(open, { to: 'Ann', from: { name: 'Ben', age: 3 } })).toMatchObject({
      error: { type: 'invalid_arguments', details: { issues: [{ path: '/from/age' }] } },
    });
    expect(await execute(open, { cc: 'Ben' })).toMatchObject({ error: { details: { issues: [{ path: '/to' }] } } });
    expect(describeTool('open', null, open)).toMatchObject({ parameters: { additionalProperties: true } });
  });
});

describe('arguments that are wrong', () => {
  it('TOOL-52 say for a model which member is missing, and where', async () => {
    const tool = echo({ input: z.object({ user: z.object({ name: z.string(), mail: z.string() }) }) });
    expect(await execute(tool, { user: { name: 'Ann' } })).toMatchObject({
      error: {
        type: 'invalid_arguments',
        message: '/user/mail: is missing; it must be text',
        details: { toolName: 'tool', issues: [{ path: '/user/mail', message: 'is missing; it must be text' }] },
      },
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a missing member', {}],
    ['a member of another type', { city: 5 }],
    ['a value that is not listed', { city: 'Ulm', unit: 'K' }],
    ['a member that is not declared', { city: 'Ulm', country: 'DE' }],
  ])('TOOL-53 are refused by plain JSON Schema, too: %s', async (_, given) => {
    const properties = { city: { type: 'string' }, unit: { enum: ['C', 'F'] } };
    const tool = echo({ input: { type: 'object', properties, required: ['city'] } });
    expect(await execute(tool, given)).toMatchObject({ attempts: 0, error: { type: 'invalid_arguments' } });
    expect(await execute(tool, { city: 'Ulm', unit: 'C' })).toMatchObject({ status: 'success' });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a bigint', { id: 5n }, 'The arguments hold a bigint at /id, which JSON cannot hold.'],
    ['a function', { run: () => 1 }, 'The arguments hold a function at /run, which JSON cannot hold.'],
  ])('that JSON cannot hold are told: %s', async (_, given, message) => {
    expect(await execute(echo({}), given)).toMatchObject({ error: { type: 'invalid_arguments', message } });
  });

  it('that are undefined are as if they were not there, and a date is its text', async () => {
    expect(await execute(echo({}), { a: undefined, at: new Date(0) })).toMatchObject({ result: { at: '1970-01-01T00:00:00.000Z' } });
  });
});

describe('the text of arguments', () => {
  const clock = virtualClock();
  const call = async (text: string) => {
    const registry = createRegistry({ tool: echo({}) });
    const checked = checkCall({ id: 'c1', name: 'tool', arguments: text, position: 'model:1:0' }, { registry });
    const { signal } = new AbortController();
    return executeCall(checked, { operationId: 'o', clock, signal, variables: operationVariables({}) });
  };

  it.each([
    ['{"a":1', /no JSON object.*the text ends where/],
    ['[1]', /one JSON object/],
    ['{"a":1,"a":2}', /twice/],
    ['```json\n{"a":1}\n```', /code fence/],
    ['{"__proto__":{}}', /__proto__/],
  ])('%j is refused, and the refusal says why', async (text, why) => {
    expect(await call(text)).toMatchObject({
      toolCallId: 'c1',
      attempts: 0,
      error: { type: 'invalid_arguments', message: expect.stringMatching(why) },
    });
  });

  it('may be empty', async () => {
    expect(await call('')).toMatchObject({ status: 'success', result: {} });
  });
});

it.each(['input', 'output'] as const)('a tool whose %s cannot be closed is invalid_tool, and does not run', async (side) => {
  let runs = 0;
  const counted = defineTool({
    run: () => {
      runs += 1;
      return null;
    },
  });
  const broken = z.object({ at: z.date() });
  expect(await execute({ ...counted, [side]: broken }, { a: 'b' })).toMatchObject({
    attempts: 0,
    error: { type: 'invalid_tool', message: expect.stringMatching(new RegExp(`^The ${side} of "tool" cannot be closed`)) },
  });
  expect(runs).toBe(0);
});

describe('the steps of an author', () => {
  const seen: string[] = [];
  const stepping = (authoring: Partial<ToolAuthoring<{ readonly n: number }>>) =>
    defineTool({
      input: z.object({ n: z.number() }),
      output: z.object({ n: z.number() }),
      effect: 'none',
      run({ n }) {
        seen.push(`run ${n}`);
        return { n: n + 1 };
      },
      ...authoring,
    });

  it('TOOL-54 go in order around the schemas, and hand on what they give back', async () => {
    seen.length = 0;
    const tool = stepping({
      hooks: {
        beforeInput(given) {
          seen.push(`beforeInput ${JSON.stringify(given)}`);
          return { n: Number(given['text']) };
        },
        afterInput({ n }) {
          seen.push(`afterInput ${n}`);
          return { n: n * 10 };
        },
        beforeOutput(result) {
          seen.push(`beforeOutput ${JSON.stringify(result)}`);
          return { n: 99 };
        },
        afterOutput(result) {
          seen.push(`afterOutput ${JSON.stringify(result)}`);
          return undefined;
        },
      },
    });
    expect(await execute(tool, { text: '4' })).toMatchObject({ status: 'success', result: { n: 99 } });
    expect(seen).toEqual(['beforeInput {"text":"4"}', 'afterInput 4', 'run 40', 'beforeOutput {"n":41}', 'afterOutput {"n":99}']);
  });

  const refuse = () => {
    throw new Error('Not on Sundays.');
  };
  it.each([
    ['beforeInput', 'invalid_arguments', []],
    ['afterInput', 'invalid_arguments', []],
    ['beforeOutput', 'invalid_output', ['run 1']],
    ['afterOutput', 'invalid_output', ['run 1']],
  ])('TOOL-54 %s refuses by throwing: %s, not tried again', async (step, type, runs) => {
    seen.length = 0;
    const end = await execute(stepping({ hooks: { [step]: refuse } }), { n: 1 }, { retry: { retries: 2 } });
    expect(end).toMatchObject({ status: 'error', error: { type, message: 'Not on Sundays.', retryable: false } });
    expect(seen).toEqual(runs);
  });

  it.each<[string, unknown, string]>([
    ['of another type', { n: 'one' }, '/n: '],
    ['with a member more', { n: 1, extra: true }, '/extra: '],
    ['that is no object', 5, ''],
  ])('TOOL-54 a result %s is invalid_output, with its place, not tried again', async (_, value, place) => {
    seen.length = 0;
    const tool = stepping({
      run() {
        seen.push('run');
        return value as null;
      },
    });
    const end = await execute(tool, { n: 1 }, { retry: { retries: 2 } });
    expect(end).toMatchObject({
      attempts: 1,
      error: { type: 'invalid_output', message: expect.stringContaining(`The result is not what the tool declares: ${place}`) },
    });
    expect(seen).toEqual(['run']);
  });

  it('what the output schema fills in is in the result', async () => {
    const tool = defineTool({ output: z.object({ n: z.number(), unit: z.string().default('C') }), run: () => ({ n: 1 }) });
    expect(await execute(tool)).toMatchObject({ result: { n: 1, unit: 'C' } });
  });
});
