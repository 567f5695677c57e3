import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { createRegistry } from './create-registry.ts';
import { type ListToolsOptions, listTools } from './list-tools.ts';
import { add, multiply, named, unclosable } from './registry.test-support.ts';
import { sensitiveFragments } from './sensitive-tools.ts';

function listed(options: ListToolsOptions) {
  const listing = listTools(options);
  if (listing.kind === 'refused') throw new Error(listing.error.message);
  return listing;
}
const namesOf = (options: ListToolsOptions) => listed(options).tools.map(({ name }) => name);

const safe = named('safe_tool');
const admin = named('admin_delete_tool');

describe('a listing', () => {
  it('TOOL-58 of nothing is empty, without a filter, and says that sensitive tools are excluded', () => {
    const empty = { kind: 'listed', tools: [], count: 0, sensitiveExcluded: true, excludedCount: 0, invalid: [] };
    expect(listTools({ tools: [] })).toEqual({ ...empty, source: 'tools' });
    expect(listTools()).toEqual({ ...empty, source: 'none' });
    expect('filter' in listed({})).toBe(false);
  });

  it('TOOL-59 leaves sensitive tools out, counts them and does not name them', () => {
    const listing = listed({ tools: [safe, admin] });
    expect(listing).toMatchObject({ tools: [{ name: 'safe_tool' }], count: 1, sensitiveExcluded: true, excludedCount: 1 });
    expect(JSON.stringify(listing)).not.toContain('admin');
    expect(listed({ tools: [safe, admin], includeSensitive: true })).toMatchObject({
      tools: [{ name: 'admin_delete_tool' }, { name: 'safe_tool' }],
      count: 2,
      sensitiveExcluded: false,
      excludedCount: 0,
    });
    expect(listed({ tools: [safe, admin], allowedTools: ['admin_delete_tool'] })).toMatchObject({ tools: [], count: 0, excludedCount: 1 });
    expect(namesOf({ tools: [safe, admin], includeSensitive: 1 as never })).toEqual(['safe_tool']);
  });

  it('TOOL-59 counts them the same whatever is chosen, so that a filter cannot spell out their names', () => {
    for (const filter of ['a', 'admin', 'zzz']) expect(listed({ tools: [safe, admin], filter }).excludedCount).toBe(1);
    expect(listed({ tools: [safe, admin], allowedTools: ['safe_tool'] }).excludedCount).toBe(1);
  });

  it('TOOL-60 knows exactly 13 fragments', () => {
    expect(sensitiveFragments).toEqual([
      ...['system', 'admin', 'config', 'registry', 'exec', 'shell', 'file', 'delete', 'destroy', 'secret', 'password', 'token', 'auth'],
    ]);
  });

  it.each(sensitiveFragments)(
    'TOOL-60 hides names with %s in any letter case, and shows one whose tool says that it is not sensitive',
    (fragment) => {
      const names = [fragment, fragment.toUpperCase(), `${fragment[0]?.toUpperCase()}${fragment.slice(1)}`].map((part) => `x_${part}_y`);
      for (const name of names) {
        expect(listed({ tools: [named(name)] })).toMatchObject({ tools: [], excludedCount: 1 });
        expect(namesOf({ tools: [named(name)], includeSensitive: true })).toEqual([name]);
        expect(namesOf({ tools: [named(name, { sensitive: false })] })).toEqual([name]);
      }
    },
  );

  it('TOOL-60 finds fragments within words, unless the tool says otherwise; a tool may say that it is sensitive itself', () => {
    expect(namesOf({ tools: [named('profile_lookup'), named('author_search'), named('count_tokens'), named('lookup')] })).toEqual([
      'lookup',
    ]);
    expect(namesOf({ tools: [named('profile_lookup', { sensitive: false })] })).toEqual(['profile_lookup']);
    expect(listed({ tools: [named('pay_out', { sensitive: true })] })).toMatchObject({ tools: [], excludedCount: 1 });
    expect(namesOf({ tools: { delete_all: safe, harmless: admin } })).toEqual(['harmless']);
  });

  it('TOOL-61 may be limited to allowed names', () => {
    const tools = [safe, add];
    expect(namesOf({ tools, allowedTools: ['safe_tool'] })).toEqual(['safe_tool']);
    expect(namesOf({ tools, allowedTools: [] })).toEqual([]);
    expect(namesOf({ tools, allowedTools: ['nobody', 'constructor', 'safe'] })).toEqual([]);
    for (const allowedTools of [['safe_tool', 5], 'safe_tool', {}, 5, [null]] as never[]) {
      expect(listTools({ tools, allowedTools })).toMatchObject({
        kind: 'refused',
        error: { type: 'invalid_input', details: { code: 'invalid_allowed_tools' }, retryable: false },
      });
    }
  });

  it('TOOL-62 may be limited to names with a text in them, upper and lower case apart, and echoes it', () => {
    const tools = [named('calculator'), named('Calc'), named('recalc'), named('other')];
    expect(listed({ tools, filter: 'calc' })).toMatchObject({
      tools: [{ name: 'calculator' }, { name: 'recalc' }],
      count: 2,
      filter: 'calc',
    });
    expect(listed({ tools, filter: '' })).toMatchObject({ count: 4, filter: '' });
    expect(listed({ tools, filter: 'c.*c' })).toMatchObject({ count: 0 });
    expect(listed({ tools, filter: 'a\tb\r\n' })).toMatchObject({ count: 0 });
    expect(listed({ tools, filter: 'x'.repeat(1_000) })).toMatchObject({ count: 0 });
    for (const filter of [123, {}, ['calc'], true, 'a\u0000', '\u001f', 'x'.repeat(1_001)] as never[]) {
      expect(listTools({ tools, filter })).toMatchObject({
        kind: 'refused',
        error: { type: 'invalid_input', details: { code: 'invalid_filter' }, retryable: false },
      });
    }
  });

  it('TOOL-63 has the closed JSON Schema of each input, or none', () => {
    expect(listed({ tools: [add], includeSchema: false }).tools).toEqual([{ name: 'add' }]);
    expect(listed({ tools: [add] }).tools).toEqual([
      {
        name: 'add',
        schema: {
          type: 'object',
          properties: { a: { type: 'integer' }, b: { type: 'integer' } },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      },
    ]);
    expect(listed({ tools: [safe] }).tools).toEqual([{ name: 'safe_tool', schema: { type: 'object' } }]);
  });

  it('TOOL-63 may have the flat view of fields instead', () => {
    const input = z.object({
      title: z.string().describe('What it is called.'),
      tags: z.array(z.string()).default(['new']),
      kind: z.enum(['a', 'b']).optional(),
      size: z.union([z.int(), z.null()]),
      deep: z.object({ inner: z.boolean() }),
      rows: z.array(z.array(z.number())),
      any: z.record(z.string(), z.unknown()),
      pair: z.tuple([z.boolean(), z.string()]),
    });
    const tools = [defineTool({ name: 'make', input, run: () => null }), safe];
    const field = (name: string, type: string, extra: object = {}) => ({ name, type, required: true, default: null, doc: null, ...extra });
    expect(listed({ tools, schemaFormat: 'fields' }).tools).toEqual([
      {
        name: 'make',
        schema: [
          field('title', 'string', { doc: 'What it is called.' }),
          field('tags', 'array(string)', { required: false, default: ['new'] }),
          field('kind', 'enum', { required: false }),
          field('size', 'integer|null'),
          field('deep', 'object'),
          field('rows', 'array(array(number))'),
          field('any', 'object'),
          field('pair', 'tuple'),
        ],
      },
      { name: 'safe_tool', schema: [] },
    ]);
  });

  it.each(['json', 'fields', 'strict'] as const)('TOOL-63 holds nothing but JSON of names and schemas: format %s', (schemaFormat) => {
    const [input, output] = [z.object({ a: z.int() }), z.object({ private_part: z.int() })];
    const secret = defineTool({ name: 'add', description: 'Adds two numbers.', effect: 'keyed', input, output, run: () => null });
    const listing = listed({ tools: [secret], schemaFormat });
    expect(JSON.parse(JSON.stringify(listing))).toEqual(listing);
    expect(Object.keys(listing.tools[0] ?? {})).toEqual(['name', 'schema']);
    expect(JSON.stringify(listing)).not.toMatch(/private_part|Adds two|effect|run/);
  });

  it('TOOL-55 closes nested objects and keeps what is declared open; a strict schema has every field required, and is none where something is open', () => {
    const nested = z.object({ a: z.object({ b: z.string().optional() }) });
    const open = z.object({ meta: z.record(z.string(), z.unknown()) });
    const tools = [
      defineTool({ name: 'nested', input: nested, run: () => null }),
      defineTool({ name: 'open', input: open, run: () => null }),
      defineTool({ name: 'empty', input: z.object({}), run: () => null }),
      named('anything'),
      defineTool({ name: 'more', input: z.object({}), openInput: true, run: () => null }),
    ];
    const none = { type: 'object', properties: {}, required: [], additionalProperties: false };
    const schemas = (schemaFormat: 'json' | 'strict') =>
      Object.fromEntries(listed({ tools, schemaFormat }).tools.map(({ name, schema }) => [name, schema]));
    expect(schemas('json')).toEqual({
      anything: { type: 'object' },
      empty: none,
      more: { ...none, additionalProperties: true },
      nested: { ...none, properties: { a: { ...none, properties: { b: { type: 'string' } } } }, required: ['a'] },
      open: { ...none, properties: { meta: { type: 'object', additionalProperties: true } }, required: ['meta'] },
    });
    const optional = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    expect(schemas('strict')).toEqual({
      empty: none,
      nested: { ...none, properties: { a: { ...none, properties: { b: optional }, required: ['b'] } }, required: ['a'] },
    });
    expect(listed({ tools, schemaFormat: 'strict' }).invalid).toEqual([
      { name: 'anything', message: expect.stringContaining('does not declare') },
      { name: 'more', message: expect.stringContaining('does not declare') },
      { name: 'open', message: expect.stringContaining('input.meta is an open object') },
    ]);
  });

  it('S4 lists nine of ten tools when one cannot be closed, and tells that one with its place', () => {
    const nine = Array.from({ length: 9 }, (_, index) => named(`tool${index}`));
    const listing = listed({ tools: [...nine.slice(0, 4), unclosable, ...nine.slice(4)] });
    expect(listing.tools.map(({ name }) => name)).toEqual(nine.map(({ name }) => name));
    expect(listing.count).toBe(9);
    expect(listing.invalid).toEqual([{ name: 'broken', message: expect.stringContaining('/properties/range/properties/from') }]);
  });

  it('does not fail on a schema whose own code does', () => {
    const input = Object.defineProperty({}, 'type', {
      enumerable: true,
      get() {
        throw new Error('secret');
      },
    });
    const listing = listed({ tools: [add, defineTool({ name: 'odd', input, run: () => null })] });
    expect(listing.tools.map(({ name }) => name)).toEqual(['add']);
    expect(listing.invalid).toEqual([{ name: 'odd', message: expect.not.stringContaining('secret') }]);
  });

  it('TOOL-35 is sorted by name whatever it was made from, or as the registry is', () => {
    for (const tools of [
      [multiply, add],
      { multiply, add },
      new Map([...createRegistry([multiply, add])]),
      createRegistry([multiply, add]),
    ]) {
      expect(namesOf({ tools })).toEqual(['add', 'multiply']);
      expect(namesOf({ tools, sort: 'registry' })).toEqual(['multiply', 'add']);
    }
    expect(namesOf({ tools: add })).toEqual(['add']);
  });

  it('TOOL-36 has the key of a record for a name, and a prefix', () => {
    expect(namesOf({ tools: { plus: add } })).toEqual(['plus']);
    expect(namesOf({ tools: createRegistry([add], { prefix: 'v2_' }) })).toEqual(['v2_add']);
  });

  it('leaves out what the policy forbids, and counts it', () => {
    const tools = [add, multiply, safe];
    expect(listed({ tools, policy: { deny: ['add'] } })).toMatchObject({ count: 2, excludedCount: 1 });
    expect(namesOf({ tools, policy: { deny: ['add'] }, includeSensitive: true, allowedTools: ['add'] })).toEqual([]);
    expect(namesOf({ tools, policy: { allow: ['add'] } })).toEqual(['add']);
    expect(namesOf({ tools, policy: { requireApproval: ['add'] } })).toEqual(['add', 'multiply', 'safe_tool']);
  });
});
