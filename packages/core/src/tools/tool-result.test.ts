import { describe, expect, it } from 'vitest';
import { maxCallText, saysFailed, toolResult } from './tool-result.ts';

class Money {
  readonly amount = 5;
  get doubled() {
    return this.amount * 2;
  }
}
class Told {
  toJSON() {
    return { told: true };
  }
}
const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
};
const holdingItself = (): unknown => {
  const self: Record<string, unknown> = {};
  self['deep'] = { back: [self] };
  return self;
};
const hostile = (handler: ProxyHandler<object>, target: object = {}) => new Proxy(target, handler);
const endless = (): unknown => ({
  get next() {
    return endless();
  },
});
const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const arrayOf = (length: number): unknown => hostile({ get: (_, key) => (key === 'length' ? length : 1) }, []);
const bomb = (): never => {
  throw new Error('secret');
};

describe('what a tool gives back', () => {
  it('may hold promises that somebody forgot to await: that one of them rejects later does not end the process', () => {
    const { promise: later, reject } = Promise.withResolvers<never>();
    const orders = [1, 2].map((id) => ({ id, total: Promise.reject(new Error(`no order ${id}`)) }));
    expect(toolResult({ orders, later })).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('a value of the kind Promise'),
    });
    reject(new Error('no order 3')); // the test runner fails for a rejection that nobody hears
  });

  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, null],
    ['null', null, null],
    ['text', 'text', 'text'],
    ['absent members', { a: undefined, b: [undefined] }, { b: [null] }],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a negative zero', [-0], [0]],
    ["members of a class of the author's", [new Money()], [{ amount: 5 }]],
    ['what a toJSON says', { a: new Told() }, { a: { told: true } }],
    ['boxed values', [Object('a'), Object(1), Object(false)], ['a', 1, false]],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['the same object twice', ((same) => [same, { same }])({ a: 1 }), [{ a: 1 }, { same: { a: 1 } }]],
    ['a harmless proxy', hostile({}, { a: 1 }), { a: 1 }],
    ['200 levels', nested(200), nested(200)],
  ])('%s becomes JSON', (_, value, result) => {
    expect(toolResult(value)).toEqual({ kind: 'json', value: result });
  });

  it('is detached from what the tool keeps', () => {
    const kept = { list: [1] };
    const result = toolResult(kept);
    kept.list.push(2);
    expect(result).toEqual({ kind: 'json', value: { list: [1] } });
  });

  it('keeps `__proto__` an ordinary key', () => {
    const result = toolResult(JSON.parse('{"__proto__":{"status":"failed"}}'));
    expect(result).toMatchObject({ kind: 'json' });
    expect(JSON.stringify(result)).toContain('"__proto__":{"status":"failed"}');
    expect(saysFailed(result.kind === 'json' ? result.value : null)).toBe(false);
  });

  it.each<[string, unknown, string]>([
    ['a bigint', { a: [1n] }, 'a bigint at /a/0'],
    ['a boxed bigint', Object(1n), 'a value of the kind BigInt'],
    ['a function', () => 1, 'a function, which'],
    ['a symbol', { a: Symbol('s') }, 'a symbol at /a'],
    ['NaN', { n: Number.NaN }, 'a number that is not finite at /n'],
    ['an infinity', [Number.POSITIVE_INFINITY], 'a number that is not finite at /0'],
    ['a map', { a: new Map([[1, 2]]) }, 'a value of the kind Map at /a'],
    ['a set', new Set([1]), 'a value of the kind Set'],
    ['a promise that was not awaited', { 'a/b': Promise.resolve(1) }, 'a value of the kind Promise at /a~1b'],
    ['an error', new Error('secret'), 'a value of the kind Error'],
    ['itself', holdingItself(), 'holds itself at /deep/back/0'],
    ['201 levels', nested(201), 'nested deeper than 200 levels'],
    ['20,000 levels', nested(20_000), 'nested deeper than 200 levels'],
    ['levels without an end', endless(), 'nested deeper than 200 levels'],
    ['text of 50 MB', 'a'.repeat(50_000_000), 'more than 4 MiB'],
    ['many small members', Array.from({ length: 2_200_000 }, () => 1), 'more than 4 MiB'],
    ['text that grows beyond it in JSON', '"'.repeat(maxCallText / 2), 'more than 4 MiB'],
    ['keys beyond it', Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}`.repeat(1_000_000), 1])), 'more than 4 MiB'],
  ])('is invalid when it is or holds %s', (_, value, message) => {
    expect(toolResult(value)).toEqual({ kind: 'invalid', message: expect.stringContaining(message) });
  });

  it.each<[string, unknown]>([
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: bomb })],
    ['an array that says it is endless', arrayOf(2 ** 32)],
    ['a toJSON that throws', { toJSON: bomb }],
    ['a proxy whose keys cannot be listed', hostile({ ownKeys: bomb })],
    ['a proxy that is no longer one', revoked()],
    [
      'a tag that throws',
      {
        get [Symbol.toStringTag]() {
          return bomb();
        },
      },
    ],
  ])('is invalid when it holds %s; what that threw is for the log', (_, value) => {
    const result = toolResult(value);
    expect(result).toMatchObject({ kind: 'invalid', cause: expect.any(Error) });
    expect(result.kind === 'invalid' && result.message).not.toContain('secret');
  });

  it('may be as long as the limit', () => {
    expect(toolResult('a'.repeat(maxCallText - 2))).toMatchObject({ kind: 'json' });
    expect(toolResult('a'.repeat(maxCallText - 1))).toMatchObject({ kind: 'invalid' });
  });
});

it.each<[unknown, boolean]>([
  [{ status: 'error' }, true],
  [{ status: 'FAILED', data: 1 }, true],
  [{ status: 'ok' }, false],
  [{ status: ['error'] }, false],
  [['error'], false],
  ['error', false],
  [null, false],
])('%j says that it failed: %s', (result, failed) => {
  expect(saysFailed(result as never)).toBe(failed);
});
