import { describe, expect, it, test } from 'vitest';
import type { ContextSource, Workflow } from '../../documents/workflow.ts';
import type { ContextSources, RecordRequest } from '../../ports/context-sources.ts';
import type { Json } from '../../ports/json.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { variable, workflowOf } from '../test/workflow-sample.ts';
import { type InitialContext, initialContext, variablesWithoutReader } from './initial-context.ts';
import type { ContextReading } from './source-reader.ts';

const config = (initial: Json = null, required = false) => ({ kind: 'config', environment: 'REGION', initial, required }) as const;
const file = (extra: Partial<Extract<ContextSource, { kind: 'file' }>> = {}): ContextSource => ({
  kind: 'file',
  path: 'data/prices.json',
  format: 'json',
  initial: 'default',
  required: false,
  ...extra,
});
const record = (extra: Partial<Extract<ContextSource, { kind: 'record' }>> = {}): ContextSource => ({
  kind: 'record',
  database: null,
  collection: 'orders',
  query: { app_id: '{{runtime.app_id}}' },
  fields: [],
  initial: 'default',
  ...extra,
});

interface Logged {
  readonly level: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** Reads the context of a conversation; `log` has what was told meanwhile. */
function reading(workflow: Workflow, changes: Partial<ContextReading> = {}) {
  const log: Logged[] = [];
  const clock = virtualClock();
  const stop = new AbortController();
  const scope = { tenant: 'acme', chat: 'c1' };
  const read = initialContext({
    workflow,
    scope,
    app: 'shop',
    saved: null,
    environment: {},
    sources: {},
    clock,
    signal: stop.signal,
    log: (entry) => log.push(entry),
    ...changes,
  });
  return { read, clock, stop, log };
}

const from = (workflow: Workflow, environment: Readonly<Record<string, string | undefined>> = {}): Promise<InitialContext> =>
  reading(workflow, { environment }).read;
const withSources = (workflow: Workflow, sources: ContextSources) => reading(workflow, { sources });
const one = (source: ContextSource, type: string | null = null) => workflowOf([variable('prices', { type, source })]);
const ready = (values: Readonly<Record<string, Json>>) => ({ kind: 'ready', values, unpersisted: {}, buildContext: null });

test('state takes its default, config its environment variable, else its default', async () => {
  const workflow = workflowOf([
    variable('status', { source: { kind: 'state', initial: 'draft' } }),
    variable('nothing'),
    variable('region', { source: config('eu') }),
    variable('fixed', { source: { kind: 'config', environment: null, initial: [1], required: true } }),
  ]);
  expect(await from(workflow)).toEqual(ready({ status: 'draft', nothing: null, region: 'eu', fixed: [1] }));
  expect(await from(workflow, { REGION: 'us' })).toMatchObject({ values: { region: 'us' } });
});

test.each<readonly [string, string, Json]>([
  ['boolean', '1', true],
  ['boolean', 'TRUE', true],
  ['boolean', ' yes ', true],
  ['boolean', 'on', true],
  ['boolean', 'off', false],
  ['boolean', '0', false],
  ['boolean', '', false],
  ['integer', '12', 12],
  ['integer', '-3', -3],
  ['number', '1.5', 1.5],
  ['string', '12', '12'],
  ['string', '', ''],
])('%s from the text "%s"', async (type, text, expected) => {
  const workflow = workflowOf([variable('region', { type, source: config() })]);
  expect(await from(workflow, { REGION: text })).toEqual(ready({ region: expected }));
});

test.each<readonly [string, string]>([
  ['boolean', 'maybe'],
  ['integer', '1.5'],
  ['integer', '99999999999999999999'],
  ['number', '1e999'],
  ['array', '[]'],
])('the text of an environment variable that is no %s refuses the context without repeating it: %s', async (type, text) => {
  expect(await from(workflowOf([variable('region', { type, source: config() })]), { REGION: text })).toEqual({
    kind: 'refused',
    code: 'config_invalid',
    message: `Workflow "Sample" cannot start: context variable "region" (environment variable REGION) is not of type ${type}.`,
  });
});

test('every required config variable without a value is named', async () => {
  const required = (name: string, environment: string | null) =>
    variable(name, { source: { kind: 'config', environment, initial: null, required: true } });
  const refused = await from(workflowOf([required('key', 'KEY'), required('region', 'REGION'), required('other', null)]), { REGION: '' });
  expect(refused).toEqual({
    kind: 'refused',
    code: 'config_invalid',
    message:
      'Workflow "Sample" cannot start: context variable "key" (environment variable KEY) is required; ' +
      'context variable "region" (environment variable REGION) is required; context variable "other" is required.',
  });
});

test('what is not persisted stands apart', async () => {
  const workflow = workflowOf([variable('secret', { persisted: false, source: config() }), variable('open')]);
  expect(await from(workflow, { REGION: 'k' })).toMatchObject({ values: { open: null }, unpersisted: { secret: 'k' } });
});

test('an inherited member of the environment is not a variable', async () => {
  const workflow = workflowOf([variable('x', { source: { kind: 'config', environment: 'toString', initial: 'd', required: false } })]);
  expect(await from(workflow)).toEqual(ready({ x: 'd' }));
});

test('a data_entity names itself, and what tools write is null before they do', async () => {
  const workflow = workflowOf([variable('invoice', { source: { kind: 'entity' } }), variable('rate', { source: { kind: 'tools' } })]);
  expect(await from(workflow)).toEqual(ready({ invoice: { kind: 'data_entity', name: 'invoice' }, rate: null }));
});

describe('a file', () => {
  const found = (text: string): ContextSources => ({ file: async () => ({ kind: 'found', text }) });
  const gone: ContextSources = { file: async () => ({ kind: 'missing', why: 'is not there' }) };

  it.each<[string, ContextSource, string | null, ContextSources, Json]>([
    ['is read as what it holds', file(), 'array', found('[1]'), [1]],
    ['is coerced', file({ format: 'text' }), 'integer', found(' 12\n'), 12],
    ['of text keeps every character', file({ format: 'text' }), 'string', found(' a\n'), ' a\n'],
    ['that is missing leaves the default', file(), null, gone, 'default'],
    ['without a reader leaves the default', file(), null, {}, 'default'],
  ])('%s', async (_, source, type, sources, expected) => {
    expect(await withSources(one(source, type), sources).read).toEqual(ready({ prices: expected }));
  });

  it.each<[string, ContextSource, string | null, ContextSources, string]>([
    ['that is required and missing', file({ required: true }), null, gone, 'is required, and the file is not there'],
    [
      'that is required, by a host that reads none',
      file({ required: true }),
      null,
      {},
      'is required, and the file cannot be read: this host reads no files',
    ],
    ['that is no JSON', file(), null, found('{"sesame":1,"sesame":2}'), 'is not exactly json (json_duplicate_key)'],
    ['of another type', file(), 'integer', found('["sesame"]'), 'is not of type integer'],
  ])('%s refuses the context without repeating it', async (_, source, type, sources, what) => {
    const { read } = withSources(one(source, type), sources);
    const message = `Workflow "Sample" cannot start: context variable "prices" (file data/prices.json) ${what}.`;
    expect(await read).toEqual({ kind: 'refused', code: 'config_invalid', message });
    expect(message).not.toContain('sesame');
  });

  it('that is missing, or no JSON, says why in the log', async () => {
    const missing = withSources(one(file()), gone);
    await missing.read;
    expect(missing.log).toEqual([
      {
        level: 'warn',
        message: 'Workflow "Sample": context variable "prices" (file data/prices.json) keeps its default: the file is not there.',
      },
    ]);
    const broken = withSources(one(file()), found('{'));
    await broken.read;
    expect(broken.log).toEqual([{ level: 'warn', message: expect.stringMatching(/is not exactly json: Line 1, column 2/) }]);
  });

  it('is asked for with its workflow, conversation and app', async () => {
    const asked: unknown[] = [];
    const workflow = one(file());
    await withSources(workflow, {
      async file({ signal, ...request }) {
        asked.push(request, signal.aborted);
        return { kind: 'found', text: '1' };
      },
    }).read;
    expect(asked).toEqual([{ workflow, scope: { tenant: 'acme', chat: 'c1' }, app: 'shop', path: 'data/prices.json' }, false]);
  });
});

describe('a record', () => {
  const asking = (answer: Awaited<ReturnType<NonNullable<ContextSources['record']>>>) => {
    const queries: Pick<RecordRequest, 'database' | 'collection' | 'query' | 'fields'>[] = [];
    const sources: ContextSources = {
      async record({ database, collection, query, fields }) {
        queries.push({ database, collection, query, fields });
        return answer;
      },
    };
    return { queries, sources };
  };

  it('is looked up by the facts of the run', async () => {
    const { queries, sources } = asking({ _id: 1, total: 3 });
    const query = { app: '{{runtime.app_id}}', who: '{{runtime.tenant_id}}/{{runtime.chat_id}}/{{runtime.workflow_name}}' };
    expect(await withSources(one(record({ database: 'shop', query })), sources).read).toEqual(ready({ prices: { total: 3 } }));
    expect(queries).toEqual([{ database: 'shop', collection: 'orders', query: { app: 'shop', who: 'acme/c1/Sample' }, fields: [] }]);
  });

  it.each<[string, ContextSource, string | null, Parameters<typeof asking>[0], Json]>([
    ['of one field is its value, coerced', record({ fields: ['total'] }), 'integer', { total: '3' }, 3],
    ['that is not there leaves the default', record(), null, null, 'default'],
    ['without the one field leaves the default', record({ fields: ['total'] }), null, { status: 'open' }, 'default'],
    ['whose one field is null leaves the default', record({ fields: ['total'] }), null, { total: null }, 'default'],
  ])('%s', async (_, source, type, document, expected) => {
    expect(await withSources(one(source, type), asking(document).sources).read).toEqual(ready({ prices: expected }));
  });

  it('waits for the variables that its query names, and for no other', async () => {
    const order: string[] = [];
    const customer = Promise.withResolvers<{ readonly id: string }>();
    const stock = Promise.withResolvers<void>();
    const sources: ContextSources = {
      async record({ collection, query }) {
        order.push(`${collection} ${JSON.stringify(query)}`);
        if (collection === 'stock') stock.resolve();
        return collection === 'customers' ? customer.promise : { done: true };
      },
    };
    const workflow = workflowOf([
      variable('region', { source: { kind: 'state', initial: 'eu' } }),
      variable('customer', { source: record({ collection: 'customers' }) }),
      variable('order', { source: record({ query: { by: '{{customer.id}}', in: '{{region}}' } }) }),
      variable('stock', { source: record({ collection: 'stock', query: {} }) }),
    ]);
    const { read } = withSources(workflow, sources);
    await stock.promise;
    expect(order).toEqual(['customers {"app_id":"shop"}', 'stock {}']);
    customer.resolve({ id: 'c7' });
    expect(await read).toMatchObject({ values: { customer: { id: 'c7' }, order: { done: true }, stock: { done: true } } });
    expect(order[2]).toBe('orders {"by":"c7","in":"eu"}');
  });

  it('whose query has no value is not looked up', async () => {
    const { queries, sources } = asking({ total: 3 });
    const workflow = workflowOf([
      variable('who', { source: { kind: 'state', initial: { $ne: null } } }),
      variable('prices', { source: record({ query: { who: '{{who}}' } }) }),
    ]);
    const { read, log } = withSources(workflow, sources);
    expect(await read).toMatchObject({ kind: 'ready', values: { prices: 'default' } });
    expect(queries).toEqual([]);
    expect(log).toEqual([{ level: 'warn', message: expect.stringContaining('{{who}} of its query is not text, a number or a boolean') }]);
  });
});

describe('a source that fails', () => {
  const cause = new Error('mongodb://user:sesame@db refused');
  const failing: ContextSources = {
    file: () => Promise.reject(cause),
    record: () => {
      throw cause;
    },
    buildContext: () => Promise.reject(cause),
  };

  it('refuses the context, names every variable, and says why only in the log', async () => {
    const workflow = workflowOf([
      variable('fine'),
      variable('prices', { source: file() }),
      variable('order', { source: record({ query: { key: 'sesame' } }) }),
      variable('build', { source: { kind: 'build_context' } }),
    ]);
    const { read, log } = withSources(workflow, failing);
    expect(await read).toEqual({
      kind: 'refused',
      code: 'context_source_failed',
      message:
        'Workflow "Sample" cannot start: context variable "prices" (file data/prices.json) could not be read; ' +
        'context variable "order" (collection orders) could not be read; context variable "build" (build context) could not be read.',
    });
    expect(log.map((entry) => entry.cause)).toEqual([cause, cause, cause]);
  });

  it('is told once, not again for what needs it', async () => {
    const workflow = workflowOf([
      variable('customer', { source: record() }),
      variable('order', { source: record({ query: { by: '{{customer.id}}' } }) }),
    ]);
    expect(await withSources(workflow, failing).read).toMatchObject({
      message: 'Workflow "Sample" cannot start: context variable "customer" (collection orders) could not be read.',
    });
  });

  it('gives way to what must be mended', async () => {
    const workflow = workflowOf([variable('prices', { source: file() }), variable('region', { source: config(null, true) })]);
    expect(await withSources(workflow, failing).read).toMatchObject({ code: 'config_invalid' });
  });

  it('is one, when it gives what JSON cannot hold', async () => {
    const sources: ContextSources = { record: async () => JSON.parse('{"at":1}', () => ({ at: new Date(0) })) };
    expect(await withSources(one(record()), sources).read).toMatchObject({
      code: 'context_source_failed',
      message: expect.stringContaining('"prices" (collection orders) is not JSON'),
    });
  });

  it('is one, when a record has more than 1 MiB of JSON, in bytes', async () => {
    const mebibyte = 1024 * 1024;
    const given = (text: string): ContextSources => ({ record: async () => ({ _id: 'x'.repeat(mebibyte), a: text }) });
    const whole = one(record());
    const overhead = '{"a":""}'.length;
    expect(await withSources(whole, given('x'.repeat(mebibyte - overhead))).read).toMatchObject({ kind: 'ready' });
    for (const text of ['x'.repeat(mebibyte - overhead + 1), 'é'.repeat(mebibyte / 2)]) {
      expect(await withSources(whole, given(text)).read).toMatchObject({
        kind: 'refused',
        code: 'context_source_failed',
        message: expect.stringContaining('"prices" (collection orders) is more than 1048576 bytes of JSON'),
      });
    }
  });

  it.each<[string, unknown]>([
    ['a list', [{ total: 3 }]],
    ['a text', '{"total":3}'],
    ['a date', new Date(0)],
    ['a map', new Map([['total', 3]])],
    [
      'an instance of a class',
      new (class Order {
        total = 3;
      })(),
    ],
  ])('is one, when it gives %s instead of a document or a build context', async (_, given) => {
    const sources = { record: async () => given, buildContext: async () => given } as unknown as ContextSources;
    expect(await withSources(one(record()), sources).read).toMatchObject({
      code: 'context_source_failed',
      message: expect.stringContaining('"prices" (collection orders) is not JSON'),
    });
    const { read, log } = withSources(one({ kind: 'build_context' }), sources);
    expect(await read).toMatchObject({ code: 'context_source_failed' });
    expect(log).toMatchObject([{ cause: { message: 'The build context must be an object of values by name.' } }]);
  });

  it.each(['the time limit', 'the stop'])('is one, when it does not answer before %s, and is told to stop', async (what) => {
    const asked = Promise.withResolvers<AbortSignal>();
    const { read, clock, stop, log } = withSources(one(record()), {
      record: ({ signal }) => {
        asked.resolve(signal);
        return new Promise(() => {});
      },
    });
    const heard = await asked.promise;
    await clock.advance(29_999);
    expect(heard.aborted).toBe(false);
    if (what === 'the stop') stop.abort(new Error('stopped'));
    else await clock.advance(1);
    expect(await read).toMatchObject({ kind: 'refused', code: 'context_source_failed' });
    expect(heard.aborted).toBe(true);
    expect(log).toHaveLength(1);
  });
});

describe('the build context', () => {
  const built = (name: string, persisted = false) => variable(name, { persisted, source: { kind: 'build_context' } });
  const given = (values: Readonly<Record<string, Json>>): ContextSources => ({ buildContext: async () => values });

  it('is asked for once, by name; what is not given is null', async () => {
    const asked: unknown[] = [];
    const sources: ContextSources = {
      async buildContext({ names }) {
        asked.push(names);
        return { commit: 'abc', other: 1 };
      },
    };
    const read = await withSources(workflowOf([built('commit'), built('toString'), built('branch', true)]), sources).read;
    expect(read).toMatchObject({ values: { branch: null }, unpersisted: { commit: 'abc', toString: null } });
    expect(asked).toEqual([['commit', 'toString', 'branch']]);
  });

  it('has one digest of all its values, whatever their order', async () => {
    const digest = async (values: Readonly<Record<string, Json>>, ...names: readonly string[]) => {
      const read = await withSources(workflowOf(names.map((name) => built(name))), given(values)).read;
      return read.kind === 'ready' ? read.buildContext : null;
    };
    const first = await digest({ a: 1, b: { x: 1, y: 2 } }, 'a', 'b');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await digest({ b: { y: 2, x: 1 }, a: 1 }, 'b', 'a')).toBe(first);
    expect(await digest({ a: 2, b: { x: 1, y: 2 } }, 'a', 'b')).not.toBe(first);
    expect(await digest({ a: 1 }, 'a', 'b')).not.toBe(first);
  });
});

describe('with saved values', () => {
  it('C8 nothing that is saved is read again, and no default stands over it', async () => {
    const workflow = workflowOf([
      variable('status', { source: { kind: 'state', initial: 'draft' } }),
      variable('region', { source: config('eu', true) }),
      variable('order', { source: record() }),
      variable('plan', { source: { kind: 'state', initial: 'none' } }),
      variable('endpoint', { persisted: false, source: config('local') }),
    ]);
    const failing: ContextSources = { record: () => Promise.reject(new Error('the database is down')) };
    const saved = { status: 'done', region: 'us', order: { total: 3 }, plan: null };
    expect(await reading(workflow, { saved, sources: failing }).read).toEqual({
      kind: 'ready',
      values: {},
      unpersisted: { endpoint: 'local' },
      buildContext: null,
    });
  });

  it('a query uses them', async () => {
    const asked: unknown[] = [];
    const workflow = workflowOf([
      variable('customer', { source: { kind: 'state', initial: { id: 'default' } } }),
      variable('order', { persisted: false, source: record({ query: { by: '{{customer.id}}' } }) }),
    ]);
    const sources: ContextSources = {
      async record({ query }) {
        asked.push(query);
        return { total: 3 };
      },
    };
    const { read } = reading(workflow, { saved: { customer: { id: 'c7' } }, sources });
    expect(await read).toMatchObject({ unpersisted: { order: { total: 3 } } });
    expect(asked).toEqual([{ by: 'c7' }]);
  });

  it('the build context is read to be compared, and a saved one stays', async () => {
    const workflow = workflowOf([variable('commit', { persisted: true, source: { kind: 'build_context' } })]);
    const sources: ContextSources = { buildContext: async () => ({ commit: 'def' }) };
    const read = await reading(workflow, { saved: { commit: 'abc' }, sources }).read;
    expect(read).toEqual({ kind: 'ready', values: {}, unpersisted: {}, buildContext: expect.any(String) });
  });

  it('a source that fails says that the conversation cannot go on', async () => {
    const workflow = workflowOf([variable('order', { persisted: false, source: record() })]);
    const sources: ContextSources = { record: () => Promise.reject(new Error('down')) };
    expect(await reading(workflow, { saved: {}, sources }).read).toMatchObject({ message: expect.stringContaining('cannot go on: ') });
  });
});

test('the variables without a reader are known beforehand, by name', () => {
  const workflow = workflowOf([
    variable('a', { source: record() }),
    variable('b', { source: file() }),
    variable('c', { source: { kind: 'build_context' } }),
    variable('d', { source: { kind: 'tools' } }),
  ]);
  expect(variablesWithoutReader(workflow, {})).toEqual(['a', 'b', 'c']);
  expect(variablesWithoutReader(workflow, { file: async () => ({ kind: 'missing', why: '' }), buildContext: async () => ({}) })).toEqual([
    'a',
  ]);
});
