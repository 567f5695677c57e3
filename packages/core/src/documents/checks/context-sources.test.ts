import { describe, expect, it } from 'vitest';
import { invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';
import type { ContextSource } from '../workflow.ts';

const base = invoiceCheck['context_variables.yaml'] ?? '';
const withLines = (...lines: readonly string[]) => ({ 'context_variables.yaml': `${base}${lines.map((line) => `  ${line}\n`).join('')}` });
const withSource = (source: string, more = '') => withLines(`extra: { ${more} source: { ${source} } }`);
const reference = (more: string) => `type: data_reference, collection: orders, ${more}`;

describe('a source', () => {
  const file = { kind: 'file', path: 'data/prices.json', format: 'json', initial: null, required: false } as const;
  const record = {
    kind: 'record',
    database: null,
    collection: 'orders',
    query: { app_id: '{{runtime.app_id}}' },
    fields: [],
    initial: null,
  } as const;
  it.each<[string, ContextSource]>([
    ['type: state, default: 1', { kind: 'state', initial: 1 }],
    ['type: config, env_var: REGION', { kind: 'config', environment: 'REGION', initial: null, required: false }],
    ['type: file, path: data/prices.json', file],
    ['type: file, path: data/prices.json, encoding: UTF-8', file],
    [
      'type: file, path: data/prices.json, encoding: utf8, format: text, required: true, default: {}',
      { ...file, format: 'text', required: true, initial: {} },
    ],
    ['type: file, path: ./a.YML', { ...file, path: './a.YML', format: 'yaml' }],
    ['type: file, path: a.md', { ...file, path: 'a.md', format: 'text' }],
    ['type: data_reference, collection: orders', record],
    [
      reference('database_name: shop, query_template: { order: { id: "{{book_result}}" } }, fields: [status, total], default: []'),
      { ...record, database: 'shop', query: { order: { id: '{{book_result}}' } }, fields: ['status', 'total'], initial: [] },
    ],
    ['type: data_entity', { kind: 'entity' }],
    ['type: build_context', { kind: 'build_context' }],
    ['type: computed', { kind: 'tools' }],
    ['type: external', { kind: 'tools' }],
  ])('%s', (source, expected) => {
    const { workflow, warnings } = loadedWith(withSource(source));
    expect(workflow.contextVariables.get('extra')?.source).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['type: file', '', 'required'],
    ['type: data_reference', '', 'required'],
    ['type: file, path: /etc/passwd', '/path', 'path_refused'],
    ['type: file, path: data/../../x.json', '/path', 'path_refused'],
    ['type: file, path: "data\\\\x.json"', '/path', 'path_refused'],
    ['type: file, path: "C:x.json"', '/path', 'path_refused'],
    ['type: file, path: data//x.json', '/path', 'path_refused'],
    ['type: file, path: .env', '/path', 'path_refused'],
    ['type: file, path: config/.ENV.local/x.json', '/path', 'path_refused'],
    ['type: file, path: keys/server.PEM', '/path', 'path_refused'],
    ['type: file, path: server.key', '/path', 'path_refused'],
    ['type: file, path: a.pfx', '/path', 'path_refused'],
    ['type: file, path: a.p12', '/path', 'path_refused'],
    ['type: file, path: "server.key."', '/path', 'path_refused'],
    ['type: file, path: a.txt, encoding: latin1', '/encoding', 'wrong_value'],
    [reference('query_template: { id: "{{runtime.user}}" }'), '/query_template/id', 'unknown_run_fact'],
    [reference('query_template: { or: [{ id: "x-{{nothing}}" }] }'), '/query_template/or/0/id', 'unknown_variable'],
    [reference('query_template: { id: "{{extra.id}}" }'), '/query_template/id', 'variable_order'],
    [reference('query_template: { id: "{{later}}" }'), '/query_template/id', 'variable_order'],
    [reference('query_template: { id: "{{runtime.chat_id}" }'), '/query_template/id', 'wrong_template'],
    [reference('query_template: { id: "{runtime.chat_id}}" }'), '/query_template/id', 'wrong_template'],
    [reference('query_template: { or: ["{{runtime.chat_id}}-{{runtime.app_id"] }'), '/query_template/or/0', 'wrong_template'],
    [reference('query_template: { id: "{{book_{{runtime.app_id}}}}" }'), '/query_template/id', 'wrong_template'],
    [reference('query_template: { a: { "{{book_result}}": 1 } }'), '/query_template/a/{{book_result}}', 'wrong_template'],
    [reference('query_template: { "x.{{book_result": 1 }'), '/query_template/x.{{book_result', 'wrong_template'],
    [reference('fields: [3]'), '/fields/0', 'wrong_type'],
  ])('is refused: %s', (source, path, code) => {
    const changes = withLines(`extra: { source: { ${source} } }`, 'later: { source: { type: state } }');
    expect(problemsWith(changes)).toMatchObject([{ path: `/definitions/extra/source${path}`, code }]);
  });

  it.each(['{ id: "{a} b}" }', '{ id: "{{{runtime.app_id}}}" }', '{ $expr: { a: "}" } }'])('may hold single braces: %s', (query) => {
    const { warnings } = loadedWith(withSource(reference(`query_template: ${query}`)));
    expect(warnings).toEqual([]);
  });

  it('that asks with an empty query is warned of: it finds a document of anybody', () => {
    const { warnings } = loadedWith(withSource(reference('query_template: {}')));
    expect(warnings).toMatchObject([{ path: '/definitions/extra/source/query_template', code: 'empty' }]);
  });

  it.each<[string, string, boolean]>([
    ['fields: [status, total]', 'string', false],
    ['fields: [status, total]', 'boolean', false],
    ['fields: [status, total], default: []', 'array', true],
    ['fields: []', 'integer', false],
    ['default: 3', 'integer', false],
    ['fields: [total]', 'integer', true],
    ['fields: [status, total]', 'object', true],
    ['fields: []', 'any', true],
  ])('of a data_reference with %s is of type %s: %s', (more, type, fits) => {
    const source = withSource(reference(more), `type: ${type},`);
    if (fits) expect(loadedWith(source).warnings).toEqual([]);
    else expect(problemsWith(source)).toMatchObject([{ path: '/definitions/extra/type', code: 'wrong_type' }]);
  });

  it.each<[string, string]>([
    ['runtime.appid', 'app_id'],
    ['book_resul.total', 'book_result'],
  ])('that names {{%s}} gets the nearest name', (written, nearest) => {
    expect(problemsWith(withSource(reference(`query_template: { id: "{{${written}}}" }`)))).toMatchObject([
      { hint: `did you mean \`${nearest}\`?` },
    ]);
  });

  it('that needs a later variable says how to put it', () => {
    const changes = withLines(
      `extra: { source: { ${reference('query_template: { id: "{{later}}" }')} } }`,
      'later: { source: { type: state } }',
    );
    expect(problemsWith(changes)).toMatchObject([{ hint: 'put `later` before `extra`' }]);
  });

  it('may use the dotted name of a variable, and a path into it', () => {
    const changes = withLines(
      'shop.customer: { source: { type: state } }',
      `extra: { source: { ${reference('query_template: { id: "{{ shop.customer.id }}", app: "{{runtime.chat_id}}" }')} } }`,
    );
    expect(loadedWith(changes).warnings).toEqual([]);
  });

  it('of a data_entity gives an object', () => {
    expect(problemsWith(withSource('type: data_entity', 'type: string,'))).toMatchObject([
      { path: '/definitions/extra/type', code: 'wrong_type' },
    ]);
    expect(loadedWith(withSource('type: data_entity', 'type: object,')).warnings).toEqual([]);
  });
});
