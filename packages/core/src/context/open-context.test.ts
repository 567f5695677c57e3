import { describe, expect, test } from 'vitest';
import { isIntarsiaError } from '../ports/errors.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { openContext } from './open-context.ts';
import { variable, workflowOf } from './test/workflow-sample.ts';

const workflow = workflowOf([
  variable('summary', { type: 'string' }),
  variable('plan'),
  variable('count', { type: 'integer' }),
  variable('constructor'),
  variable('toString'),
  variable('ledger_id', { toolVisible: false }),
  variable('phase', { authorityClass: 'closed_writer_routing_state', writers: ['transition_router'], routing: true }),
  variable('user_id', { authorityClass: 'immutable_runtime_authority', authorization: true }),
  variable('tests_passed', { authorityClass: 'closed_writer_quality_state', writers: ['deterministic_tool'] }),
]);

const open = (values: JsonObject, structuredOutput?: JsonObject) =>
  openContext({ workflow, values, writer: 'deterministic_tool', ...(structuredOutput === undefined ? {} : { structuredOutput }) });

function refusalOf(act: () => unknown): { readonly message: string; readonly reason: Json | undefined } {
  try {
    act();
  } catch (error) {
    if (isIntarsiaError(error, 'context_write_refused')) return { message: error.message, reason: error.details['reason'] };
    throw error;
  }
  throw new Error('The write was not refused.');
}

describe('the structured output', () => {
  test('OV1: the payload is served, its key not listed, and another write reaches the context', () => {
    const { access, delta } = open({ summary: 'old' }, { total: 3 });
    expect(access.get('structured_output')).toEqual({ total: 3 });
    expect(Object.isFrozen(access.get('structured_output'))).toBe(true);
    expect(access.has('structured_output')).toBe(true);
    expect(access.keys()).toEqual(['summary']);
    access.set('summary', 'new');
    expect(access.get('summary')).toBe('new');
    expect(delta()).toEqual({ set: { summary: 'new' }, delete: [] });
  });

  test('OV2: set and delete are write errors, nested mutation a type error, and the value stays', () => {
    const { access, delta } = open({}, { lines: [{ price: 1 }], total: 3 });
    expect(refusalOf(() => access.set('structured_output', { total: 4 })).reason).toBe('context_authority.reserved');
    expect(refusalOf(() => access.delete('structured_output')).reason).toBe('context_authority.reserved');
    expect(() => Object.assign(access, { structured_output: { total: 4 } })).toThrow(TypeError);
    expect(Reflect.deleteProperty(access, 'get')).toBe(false);
    const output = access.get('structured_output');
    expect(() => Object.assign(Object(output), { total: 4 })).toThrow(TypeError);
    expect(() => Object.defineProperty(Object(Reflect.get(Object(output), 'lines'))[0], 'price', { value: 9 })).toThrow(TypeError);
    expect(access.get('structured_output')).toEqual({ lines: [{ price: 1 }], total: 3 });
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  test('OV3: a snapshot after a write has the write and not the payload, and there is no raw data', () => {
    const { access } = open({ plan: { steps: [1] } }, { total: 3 });
    access.set('summary', 'done');
    expect(access.snapshot()).toEqual({ summary: 'done', plan: { steps: [1] } });
    expect(Object.keys(access).sort()).toEqual(['delete', 'get', 'has', 'keys', 'set', 'snapshot']);
    expect(Object.isFrozen(access)).toBe(true);
  });

  test('OV4: a planted value is shadowed by the payload, hidden everywhere and left alone', () => {
    const values = { structured_output: { total: 999 }, summary: 's' };
    const { access, delta } = open(values, { total: 3 });
    expect(access.get('structured_output')).toEqual({ total: 3 });
    expect(access.keys()).toEqual(['summary']);
    expect(access.snapshot()).toEqual({ summary: 's' });
    expect(values.structured_output).toEqual({ total: 999 });
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  test('a planted value is not served when there is no payload', () => {
    const { access } = open({ structured_output: { total: 999 } });
    expect(access.get('structured_output')).toBeUndefined();
    expect(access.has('structured_output')).toBe(false);
  });

  test('AT3: a tool goes on after its write to the payload failed', () => {
    const { access, delta } = open({}, { total: 3 });
    expect(() => access.set('structured_output', null)).toThrow();
    access.set('count', 1);
    expect(delta().set).toEqual({ count: 1 });
  });
});

describe('reading', () => {
  test('CA7: a value that was read cannot be changed, and the committed values are not copied', () => {
    const plan = { steps: [{ name: 'a' }] };
    const { access } = open({ plan });
    expect(access.get('plan')).toBe(plan);
    expect(() => plan.steps.push({ name: 'b' })).toThrow(TypeError);
    expect(() => Object.assign(plan.steps[0] ?? {}, { name: 'b' })).toThrow(TypeError);
    expect(access.get('plan')).toEqual({ steps: [{ name: 'a' }] });
    expect(Reflect.has(access, 'data')).toBe(false);
  });

  test('a variable that tools may not see is not readable, listed or in a snapshot', () => {
    const { access } = open({ ledger_id: 'secret', summary: 's' });
    expect(access.get('ledger_id')).toBeUndefined();
    expect(access.has('ledger_id')).toBe(false);
    expect(access.keys()).toEqual(['summary']);
    expect(access.snapshot()).toEqual({ summary: 's' });
    expect(access.delete('ledger_id')).toBe(false);
  });

  test('an undeclared value and the members of Object.prototype are not variables', () => {
    const { access } = open({ stray: 1 });
    for (const key of ['stray', '__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(access.get(key)).toBeUndefined();
      expect(access.has(key)).toBe(false);
    }
  });

  test('a snapshot is detached: its reader may change it', () => {
    const { access } = open({ plan: { steps: [1] } });
    const snapshot = access.snapshot();
    Reflect.set(Object(snapshot['plan']), 'steps', 'changed');
    expect(access.get('plan')).toEqual({ steps: [1] });
  });
});

describe('writing', () => {
  test('a write stores a frozen copy', () => {
    const { access, delta } = open({});
    const steps = [1];
    access.set('plan', { steps });
    steps.push(2);
    expect(access.get('plan')).toEqual({ steps: [1] });
    expect(Object.isFrozen(access.get('plan'))).toBe(true);
    expect(delta().set).toEqual({ plan: { steps: [1] } });
  });

  test.each(['phase', 'user_id', 'tests_passed'])('CA1: the bridge writes a routing, identity or quality key: %s stays', (key) => {
    const values = { phase: 'draft', user_id: 'ada', tests_passed: false };
    const { access, delta } = openContext({ workflow, values, writer: 'context_bridge' });
    expect(refusalOf(() => access.set(key, 'other')).reason).toBe('context_authority.rejected');
    expect(refusalOf(() => access.delete(key)).reason).toBe('context_authority.rejected');
    expect(access.snapshot()).toEqual(values);
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  test('a write that is not allowed throws, naming key and writer, and leaves no change', () => {
    const { access, delta } = open({ phase: 'draft' });
    const refusal = refusalOf(() => access.set('phase', 'done'));
    expect(refusal.message).toBe(
      '"deterministic_tool" may not set "phase" in workflow "Sample": the variable is closed_writer_routing_state.',
    );
    expect(refusal.reason).toBe('context_authority.rejected');
    expect(refusalOf(() => access.delete('phase')).message).toContain('may not delete "phase"');
    expect(access.get('phase')).toBe('draft');
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = { cycle };
  let deep: unknown = 1;
  for (let level = 0; level < 201; level += 1) deep = [deep];
  test.each<readonly [string, unknown]>([
    ['undefined', undefined],
    ['undefined inside', { a: undefined }],
    ['an array hole', new Array(1)],
    ['a function', () => 1],
    ['a function inside', { toJSON: () => 1 }],
    ['a symbol', Symbol('x')],
    ['a symbol key', { [Symbol('x')]: 1 }],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['Infinity inside', [Number.POSITIVE_INFINITY]],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['an object with an inherited member', Object.create({ inherited: 1 })],
    ['a cycle', cycle],
    ['201 levels', deep],
  ])('a value that is not JSON is refused: %s', (_title, value) => {
    const { access, delta } = open({});
    expect(refusalOf(() => Reflect.apply(access.set, access, ['plan', value])).reason).toBe('context_authority.invalid_value');
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  test('one value in two places is no cycle', () => {
    const { access } = open({});
    const shared = { x: 1 };
    access.set('plan', { a: shared, b: [shared, shared] });
    expect(access.get('plan')).toEqual({ a: { x: 1 }, b: [{ x: 1 }, { x: 1 }] });
  });

  test('keys of Object.prototype are ordinary keys inside a value and as declared names', () => {
    const { access, delta } = open({});
    access.set('plan', JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'));
    access.set('constructor', 'mine');
    expect(Object.hasOwn(Object(access.get('plan')), '__proto__')).toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(access.get('constructor')).toBe('mine');
    expect(access.keys()).toEqual(['plan', 'constructor']);
    expect(JSON.stringify(delta().set)).toBe('{"plan":{"__proto__":{"polluted":true},"constructor":1},"constructor":"mine"}');
    expect(refusalOf(() => access.set('__proto__', 1)).reason).toBe('context_authority.empty_key');
  });

  test('-0 is stored as 0', () => {
    const { access } = open({});
    access.set('plan', [-0]);
    expect(Object.is(Object(access.get('plan'))[0], 0)).toBe(true);
  });
});

describe('delta', () => {
  test('what was written is in it, also where the value stayed the same, and nothing else', () => {
    const { access, delta } = open({ summary: 'same', plan: { a: 1 }, count: 1 });
    access.set('summary', 'same');
    access.set('count', 2);
    expect(delta()).toEqual({ set: { summary: 'same', count: 2 }, delete: [] });
  });

  test('set then deleted is nothing for a new key and a delete for a committed one', () => {
    const { access, delta } = open({ summary: 'old' });
    access.set('count', 1);
    expect(access.delete('count')).toBe(true);
    access.set('summary', 'new');
    expect(access.delete('summary')).toBe(true);
    expect(access.delete('summary')).toBe(false);
    expect(access.has('summary')).toBe(false);
    expect(delta()).toEqual({ set: {}, delete: ['summary'] });
  });

  test('deleted then set is a set, and null is a value', () => {
    const { access, delta } = open({ summary: 'old', plan: 1 });
    access.delete('summary');
    access.set('summary', 'new');
    access.set('plan', null);
    expect(access.has('plan')).toBe(true);
    expect(delta()).toEqual({ set: { summary: 'new', plan: null }, delete: [] });
  });
});

describe('what was refused', () => {
  const attempts = (...acts: readonly ((access: ReturnType<typeof open>['access']) => unknown)[]) => {
    const opened = open({ phase: 'draft' }, { total: 3 });
    for (const act of acts) expect(() => act(opened.access)).toThrow();
    return opened;
  };

  test('is listed with key, operation, writer and rule, in order, and never with the value', () => {
    const { refused, delta } = attempts(
      (access) => access.set('phase', 'secret'),
      (access) => access.delete('user_id'),
      (access) => access.set('structured_output', 'secret'),
      (access) => access.set('undeclared', 'secret'),
      (access) => access.set('not a name', 'secret'),
      (access) => access.set('count', 'secret'),
      (access) => Reflect.apply(access.set, access, ['plan', () => 'secret']),
    );
    expect(refused().map(({ key, operation, writer, rule }) => `${writer} ${operation} ${key}: ${rule}`)).toEqual([
      'deterministic_tool set phase: context_authority.rejected',
      'deterministic_tool delete user_id: context_authority.rejected',
      'deterministic_tool set structured_output: context_authority.reserved',
      'deterministic_tool set undeclared: context_authority.unknown_key',
      'deterministic_tool set not a name: context_authority.empty_key',
      'deterministic_tool set count: context_authority.invalid_value',
      'deterministic_tool set plan: context_authority.invalid_value',
    ]);
    expect(JSON.stringify(refused())).not.toContain('secret');
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  test('is listed up to the 32nd time', () => {
    const { refused } = attempts(
      ...Array.from({ length: 40 }, (_, index) => (access: ReturnType<typeof open>['access']) => access.set(`no_${index}`, 1)),
    );
    expect(refused().map(({ key }) => key)).toEqual(Array.from({ length: 32 }, (_, index) => `no_${index}`));
  });

  test.each<readonly [string, unknown, string]>([
    ['no text', { toString: () => 'summary' }, ''],
    ['a symbol', Symbol('summary'), ''],
    ['nothing', undefined, ''],
    ['a text that is too long', 'a'.repeat(5_000_000), `${'a'.repeat(128)}…`],
    ['half a surrogate pair', 'a\ud800', 'a\ufffd'],
  ])('has a key that can be told when %s was given for it', (_title, key, told) => {
    const { refused, delta } = attempts(
      (access) => Reflect.apply(access.set, access, [key, 1]),
      (access) => Reflect.apply(access.delete, access, [key]),
    );
    expect(refused().map((write) => [write.key, write.rule])).toEqual([
      [told, 'context_authority.empty_key'],
      [told, 'context_authority.empty_key'],
    ]);
    expect(delta()).toEqual({ set: {}, delete: [] });
  });

  test('does not hold what only failed to be read', () => {
    const hostile = {
      get a() {
        throw new Error('no');
      },
    };
    expect(attempts((access) => Reflect.apply(access.set, access, ['plan', hostile])).refused()).toEqual([]);
  });
});

describe('after its call ended', () => {
  test('a write is refused for that reason and changes nothing; values can be read', () => {
    const { access, delta, refused, close } = open({ summary: 'old' }, { total: 3 });
    access.set('count', 1);
    close();
    for (const write of [() => access.set('summary', 'late'), () => access.set('phase', 'late'), () => access.delete('summary')])
      expect(refusalOf(write)).toEqual({
        message: expect.stringContaining('the call of the tool has ended'),
        reason: 'context_authority.call_ended',
      });
    expect(access.snapshot()).toEqual({ summary: 'old', count: 1 });
    expect(access.get('structured_output')).toEqual({ total: 3 });
    expect(delta()).toEqual({ set: { count: 1 }, delete: [] });
    expect(refused()).toEqual([]);
  });
});
