import { describe, expect, it } from 'vitest';
import { defineTool } from '../define-tool.ts';
import { execute } from './execution.test-support.ts';
import { defaultMaxResultLength, modelContent, redact, type ToolCallResult, toolError } from './index.ts';

const ended = (result: unknown): ToolCallResult => ({
  toolCallId: 'c',
  toolName: 'tool',
  attempts: 1,
  durationMs: 0,
  status: 'success',
  result: result as null,
  effects: [],
});
const failed = (error: ReturnType<typeof toolError>): ToolCallResult => ({
  toolCallId: 'c',
  toolName: 'tool',
  attempts: 1,
  durationMs: 0,
  status: 'error',
  error,
});
const throwing = (thrown: unknown) => defineTool({ run: () => Promise.reject(thrown) });

describe('what a model reads', () => {
  it.each([
    ['text', 'eight', '{"ok":true,"result":"eight"}'],
    ['an object', { sum: 8 }, '{"ok":true,"result":{"sum":8}}'],
    ['a number', 8, '{"ok":true,"result":8}'],
    ['null', null, '{"ok":true,"result":null}'],
  ])('TOOL-66 of %s is a success with it', (_, result, text) => {
    expect(modelContent(ended(result))).toBe(text);
  });

  it.each([
    ['an object with a message', { message: 'boom' }, { message: 'boom', details: { toolName: 'tool' } }],
    ['a code word', 'enoent', { message: 'enoent', details: { toolName: 'tool' } }],
    [
      'an error with a code',
      Object.assign(new Error('boom'), { code: 'EX' }),
      { message: 'boom', details: { toolName: 'tool', code: 'EX' } },
    ],
  ])('TOOL-66 of a tool that throws %s is a failure with type, message and whether it may pass', async (_, thrown, told) => {
    const text = modelContent(await execute(throwing(thrown)));
    expect(JSON.parse(text)).toEqual({ ok: false, error: { type: 'execution_error', ...told, retryable: false } });
  });

  it('never holds what caused an error', () => {
    const error = toolError('execution_error', 'boom', { cause: new Error('secret place') });
    expect(JSON.parse(modelContent(failed(error)))).toEqual({
      ok: false,
      error: { type: 'execution_error', message: 'boom', details: {}, retryable: false },
    });
  });
});

describe('bytes in a result', () => {
  const pdf = new TextEncoder().encode('%PDF-1.7 …');
  const part = { type: 'file', mediaType: 'application/pdf', data: Buffer.from(pdf).toString('base64') };

  it.each<[string, () => unknown, unknown, unknown]>([
    [
      'a PDF in an object',
      () => ({ title: 'Bill', mediaType: 'application/pdf', data: pdf }),
      { title: 'Bill', mediaType: 'application/pdf', data: { mediaType: 'application/pdf', byteLength: pdf.byteLength } },
      [part],
    ],
    [
      'a Buffer',
      () => ({ mediaType: 'application/pdf', data: Buffer.from(pdf) }),
      { mediaType: 'application/pdf', data: { mediaType: 'application/pdf', byteLength: pdf.byteLength } },
      [part],
    ],
    [
      'bytes alone',
      () => pdf,
      { mediaType: 'application/octet-stream', byteLength: pdf.byteLength },
      [{ ...part, mediaType: 'application/octet-stream' }],
    ],
    [
      'pictures in a list',
      () => ({ pages: [{ mediaType: 'image/png', data: pdf }] }),
      { pages: [{ mediaType: 'image/png', data: { mediaType: 'image/png', byteLength: pdf.byteLength } }] },
      [{ ...part, type: 'image', mediaType: 'image/png' }],
    ],
  ])('TOOL-67 are not in the text, which says how many they are, and are parts beside it: %s', async (_, value, result, parts) => {
    const end = await execute(defineTool({ run: () => value() as null }));
    expect(end).toMatchObject({ status: 'success', result, parts });
    expect(JSON.parse(modelContent(end))).toEqual({ ok: true, result });
  });

  it('TOOL-67 of a megabyte arrive whole', async () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251);
    const end = await execute(defineTool({ run: () => ({ bytes }) as unknown as null }));
    const [given] = (end.status === 'success' && end.parts) || [];
    expect(given !== undefined && 'data' in given && Buffer.from(given.data ?? '', 'base64').equals(bytes)).toBe(true);
  });
});

describe('what JSON cannot hold', () => {
  const cycle: Record<string, unknown> = { name: 'c' };
  cycle['self'] = { back: cycle };
  const unreadable = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('no');
      },
    },
  );
  const nested = () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) value = [value];
    return value;
  };

  it.each<[string, () => unknown, unknown]>([
    ['a function', () => () => 1, '[function]'],
    ['a symbol', () => Symbol('s'), '[symbol]'],
    ['a bigint', () => 5n, '5'],
    ['a cycle', () => cycle, { name: 'c', self: { back: '[circular]' } }],
    ['a date', () => new Date(0), '1970-01-01T00:00:00.000Z'],
    ['members of them', () => ({ f: () => 1, n: 5n, s: [Symbol('s')], u: undefined }), { f: '[function]', n: '5', s: ['[symbol]'] }],
    ['the same value twice', () => [cycle['name'], { a: 1 }, { a: 1 }], ['c', { a: 1 }, { a: 1 }]],
    ['undefined', () => undefined, null],
    ['what cannot be read', () => unreadable, '[unreadable]'],
    ['what is nested without end', nested, '[unreadable]'],
  ])('TOOL-67 %s is described, and nothing throws', (_, value, result) => {
    expect(JSON.parse(modelContent(ended(value())))).toEqual({ ok: true, result });
    expect(JSON.parse(modelContent(failed(toolError('execution_error', 'boom', { details: { value: value() as null } }))))).toMatchObject({
      ok: false,
    });
  });

  it.each<[string, () => unknown]>([
    ['a function', () => () => 1],
    ['a symbol', () => Symbol('s')],
    ['a bigint', () => 5n],
    ['a cycle', () => cycle],
    ['what cannot be read', () => unreadable],
    ['what is nested without end', nested],
  ])('TOOL-67 %s from a tool is a failure that a model can read', async (_, value) => {
    const end = await execute(defineTool({ run: () => value() as null }));
    expect(JSON.parse(modelContent(end))).toMatchObject({ ok: false, error: { type: 'invalid_output' } });
  });
});

describe('a long result', () => {
  const megabyte = 'é'.repeat(1024 * 1024);

  it.each([
    ['the default', undefined, defaultMaxResultLength],
    ['a limit of 500', 500, 500],
  ])('TOOL-68 is cut at %s, with a marker, and stays JSON', (_, maxLength, limit) => {
    const text = modelContent(ended(megabyte), maxLength === undefined ? {} : { maxLength });
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text.length).toBeGreaterThan(limit - 100);
    expect(JSON.parse(text)).toEqual({
      ok: true,
      truncated: true,
      result: expect.stringMatching(/^é+… \[truncated: \d+ of 1048576 characters\]$/),
    });
  });

  it('TOOL-68 is whole with a limit of 0', () => {
    expect(modelContent(ended(megabyte), { maxLength: 0 })).toBe(`{"ok":true,"result":"${megabyte}"}`);
  });

  it('is not cut at exactly its length', () => {
    const whole = modelContent(ended('x'.repeat(50)));
    expect(modelContent(ended('x'.repeat(50)), { maxLength: whole.length })).toBe(whole);
    expect(modelContent(ended('x'.repeat(500)), { maxLength: whole.length + 100 })).toContain('truncated');
  });

  it.each<[string, unknown]>([
    ['an object', { rows: Array.from({ length: 1000 }, (_, index) => ({ index, text: 'a "quoted" text' })) }],
    ['text of quotes', '"\\'.repeat(1000)],
    ['text of pairs', '😀'.repeat(1000)],
  ])('is cut inside the limit: %s', (_, result) => {
    const text = modelContent(ended(result), { maxLength: 400 });
    expect(text.length).toBeLessThanOrEqual(400);
    expect(JSON.parse(text)).toMatchObject({ ok: true, truncated: true });
    expect(text.isWellFormed()).toBe(true);
  });

  it('of an error keeps its type and the beginning of its message', () => {
    const error = toolError('invalid_arguments', 'm'.repeat(5000), { details: { issues: ['i'.repeat(5000)] } });
    const text = modelContent(failed(error), { maxLength: 300 });
    expect(text.length).toBeLessThanOrEqual(300);
    expect(JSON.parse(text)).toEqual({
      ok: false,
      error: { type: 'invalid_arguments', message: expect.stringMatching(/^m+… \[truncated: /), truncated: true, retryable: false },
    });
  });
});

describe('what looks secret', () => {
  const page = { items: [1], next_page_token: 'abc', primary_key: 7, sort_key: 'k' };

  it('TOOL-69 reaches a model as the tool gave it', async () => {
    expect(JSON.parse(modelContent(await execute(defineTool({ run: () => page }))))).toEqual({ ok: true, result: page });
  });

  it.each([
    'api_key apikey password secret token auth_token authtoken private_key privatekey access_key accesskey bearer api_secret apisecret client_secret clientsecret',
    'my_secret_name x_secret sort_key next_page_token db_password',
    'PASSWORD apiKey accessToken X-Api-Key clientSecret',
  ])('is hidden in a log: %s', (names) => {
    const value = Object.fromEntries(names.split(' ').map((name) => [name, { inside: 1 }]));
    expect(Object.values(redact(value))).toEqual(names.split(' ').map(() => '[REDACTED]'));
  });

  it.each(['tokens monkey passwords keyboard author secretary key'])('is not what only sounds like it: %s', (names) => {
    const value = Object.fromEntries(names.split(' ').map((name) => [name, 1]));
    expect(redact(value)).toEqual(value);
  });

  it('is hidden at every depth, but for what is declared public', () => {
    const value = { users: [{ name: 'Ann', password: 'p', page_token: 't' }] };
    expect(redact(value, ['page_token'])).toEqual({ users: [{ name: 'Ann', password: '[REDACTED]', page_token: 't' }] });
    expect(value.users[0]?.password).toBe('p');
  });
});
