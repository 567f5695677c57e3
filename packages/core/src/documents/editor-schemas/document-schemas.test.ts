import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { edited, invoiceCheck, loadedWith } from '../folder.test-support.ts';
import { withheldNote } from '../reading/closed-object.ts';
import { parseYaml } from '../reading/parse-yaml.ts';
import { ProblemList } from '../reading/problems.ts';
import { invalid } from '../reading/reading.ts';
import { YamlDocument } from '../reading/yaml-document.ts';
import { type DocumentFile, documentFiles, documentReaders } from '../schemas/index.ts';
import { documentSchemas } from './document-schemas.ts';
import { everyKey } from './every-key.test-support.ts';

const schemas = documentSchemas();
const ajv = new Ajv2020({ strict: true, strictRequired: true, allowUnionTypes: true, allErrors: true });
const compiled = new Map<DocumentFile, ValidateFunction>(documentFiles.map((file) => [file, ajv.compile(schemas[file])]));

/** True when the schema accepts a document. */
function schemaAccepts(file: DocumentFile, document: unknown): boolean {
  return compiled.get(file)?.(document) === true;
}

/** True when the reader of the document has nothing against it; JSON is YAML. */
function readerAccepts(file: DocumentFile, document: unknown): boolean {
  const problems = new ProblemList();
  const parsed = parseYaml(file, JSON.stringify(document ?? {}), problems);
  const value = documentReaders[file](parsed?.root ?? null, '', { document: parsed ?? YamlDocument.empty(file), problems });
  return parsed !== null && value !== invalid && problems.problems().length === 0;
}

const pathOf = (folder: string) => fileURLToPath(new URL(`../../../../../${folder}`, import.meta.url));

/** The documents of a folder of this repository. */
function documentsOf(folder: string): Readonly<Record<string, string>> {
  const root = pathOf(folder);
  const files = documentFiles.filter((file) => existsSync(`${root}/${file}`));
  return Object.fromEntries(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]));
}

const folders = {
  'the folder of these tests': invoiceCheck,
  'a folder with every key': everyKey,
  ...Object.fromEntries(
    ['apps/demo/workflows', 'tests/fixtures'].flatMap((root) =>
      readdirSync(pathOf(root)).map((name) => [`${root}/${name}`, documentsOf(`${root}/${name}`)]),
    ),
  ),
};
const examples = Object.entries(folders).flatMap(([folder, texts]) =>
  documentFiles.flatMap((file): [DocumentFile, string, unknown][] => {
    const text = texts[file];
    return text === undefined ? [] : [[file, folder, parse(text)]];
  }),
);

/** Words that a reader takes as they are, to be judged with what stands around them. */
const judgedLater = /\/condition_type = "/;

type Step = string | number;
const others: readonly unknown[] = [null, true, 0, -1, 1.5, 1e3, '', ' ', 'word', [], [null], [' '], ['word'], [1], {}, { unknown_key: 1 }];

/** A document again and again, each time with one value replaced by others, one key left out, or one unknown key more. */
function* mistakesIn(document: unknown, at: readonly Step[] = []): Generator<{ readonly place: string; readonly document: unknown }> {
  const place = `/${at.join('/')}`;
  for (const other of others) yield { place: `${place} = ${JSON.stringify(other)}`, document: other };
  if (typeof document !== 'object' || document === null) return;
  if (!Array.isArray(document)) yield { place: `${place}/unknown_key`, document: { ...document, unknown_key: null } };
  for (const [key, value] of Object.entries(document)) {
    const { [key]: _left, ...rest } = document as Record<string, unknown>;
    if (!Array.isArray(document)) yield { place: `${place}/${key} left out`, document: rest };
    const put = (inner: unknown): unknown => (Array.isArray(document) ? document.with(Number(key), inner) : { ...document, [key]: inner });
    for (const inner of mistakesIn(value, [...at, key])) yield { place: inner.place, document: put(inner.document) };
  }
}

describe('the schema of every document', () => {
  it.each(documentFiles)('takes comments alone as its reader does: %s', (file) => {
    expect(schemaAccepts(file, null)).toBe(readerAccepts(file, {}));
  });

  it('is valid JSON Schema and says what it is for', () => {
    expect(documentFiles.length).toBe(10);
    for (const file of documentFiles) {
      expect(ajv.validateSchema(schemas[file])).toBe(true);
      expect(schemas[file]).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: file,
        description: expect.stringMatching(/\.$/),
        type: schemas[file]['required'] === undefined ? ['object', 'null'] : 'object',
        additionalProperties: false,
      });
    }
  });

  it('is tried on the folders of this repository', () => {
    expect(Object.keys(folders)).toEqual(expect.arrayContaining(['apps/demo/workflows/AppFactory', 'tests/fixtures/OrderDesk']));
  });

  it.each(examples)('of %s accepts the one of %s', (file, _, document) => {
    expect(readerAccepts(file, document)).toBe(true);
    expect(schemaAccepts(file, document)).toBe(true);
  });

  it.each(documentFiles)('of %s agrees with its reader on every mistake in a document with every key', (file) => {
    const disagreed: string[] = [];
    let refused = 0;
    for (const mistake of mistakesIn(parse(everyKey[file] ?? ''))) {
      const accepted = readerAccepts(file, mistake.document);
      if (!accepted) refused++;
      if (!judgedLater.test(mistake.place) && schemaAccepts(file, mistake.document) !== accepted)
        disagreed.push(`${mistake.place}: the reader ${accepted ? 'accepts' : 'refuses'}`);
    }
    expect(disagreed).toEqual([]);
    expect(refused).toBeGreaterThan(5);
  });
});

/** The members of a schema that are schemas of what stands at the same place. */
const alternatives = (schema: unknown): readonly unknown[] => [
  schema,
  ...(memberOf(schema, 'anyOf') ?? []),
  ...(memberOf(schema, 'oneOf') ?? []),
];
const memberOf = (value: unknown, key: string) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

/** Every key of every object in a schema, with what it may hold. */
const keysIn = (schema: unknown): readonly (readonly [string, Record<string, unknown>])[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, examples: _examples, default: _default, ...rest } = schema as Record<string, unknown>;
  const own: [string, Record<string, unknown>][] = Object.entries(Object(properties));
  return [...own, ...own.flatMap(([, property]) => keysIn(property)), ...Object.values(rest).flatMap(keysIn)];
};
const everyKeyIn = documentFiles.flatMap((file) => keysIn(schemas[file]));

/** The properties of a schema that a document uses. */
const usedIn = (schema: unknown, document: unknown): readonly unknown[] =>
  alternatives(schema).flatMap((candidate) => {
    if (Array.isArray(document)) return document.flatMap((item) => usedIn(memberOf(candidate, 'items'), item));
    if (typeof document !== 'object' || document === null) return [];
    const word = memberOf(memberOf(memberOf(candidate, 'properties'), 'type'), 'const');
    if (word !== undefined && word !== memberOf(document, 'type')) return [];
    return Object.entries(document).flatMap(([key, value]) => {
      const property = memberOf(memberOf(candidate, 'properties'), key);
      return [property, ...usedIn(property ?? memberOf(candidate, 'additionalProperties'), value)];
    });
  });

describe('the documents with every key', () => {
  it.each(documentFiles)('%s leaves none out', (file) => {
    const used = new Set(usedIn(schemas[file], parse(everyKey[file] ?? '')));
    const left = keysIn(schemas[file]).filter(([, property]) => !used.has(property));
    expect(left).toEqual([]);
    expect(used.size).toBeGreaterThan(0);
  });
});

describe('for completion', () => {
  it('every key is told, and its examples and default are what it accepts', () => {
    for (const [key, { description, examples: shown = [], default: value, ...accepted }] of everyKeyIn) {
      expect(description, key).toMatch(/^[A-Z`].*\.$/);
      const isAccepted = ajv.compile(accepted);
      const told = [...(Array.isArray(shown) ? shown : [shown]), ...(value === undefined ? [] : [value])];
      for (const example of told) expect(isAccepted(example), `${key}: ${JSON.stringify(example)}`).toBe(true);
    }
    expect(everyKeyIn.length).toBeGreaterThan(150);
  });

  it('objects that differ by a word have that word as a constant, and its name as their title', () => {
    const found: unknown[] = [];
    JSON.stringify(schemas, (_, value: unknown) => {
      const variants: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'oneOf') : undefined;
      if (!Array.isArray(variants)) return value;
      for (const variant of variants) {
        found.push(variant.title);
        expect(variant).toMatchObject({ properties: { type: { const: variant.title } }, required: expect.arrayContaining(['type']) });
      }
      return value;
    });
    expect(found).toEqual(expect.arrayContaining(['state', 'config', 'file', 'agent_text', 'ui_response', 'model', 'literal', 'union']));
  });
});

describe('what no run starts with yet', () => {
  const batches = 'extended_orchestration/task_batches.yaml';
  const state = '  build_results: { source: { type: state } }\n  build_status: { source: { type: state } }\n';
  const withheld: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    batches: {
      [batches]:
        'batches: [{ id: x, trigger_agent: Closer, source: { kind: context_variable, path: book_result }, result: { context_key: book_result, status_key: book_tries } }]',
    },
    conveyors: {
      'context_variables.yaml': `${invoiceCheck['context_variables.yaml']}${state}`,
      ...edited(
        'structured_outputs.yaml',
        /fields: .*/,
        'fields: { DecompositionPlan: { type: Plan } }\n  Plan: { type: model, fields: { tasks: { type: list, items: dict } } }',
      ),
      [batches]: 'conveyors: [{ id: build, decomposition_agent: Reader, execution_agents: [Closer] }]',
    },
  };
  it('is told of the same keys', () => {
    const noted = everyKeyIn.filter(([, { description }]) => String(description).endsWith(withheldNote));
    expect(noted.map(([key]) => key)).toEqual(Object.keys(withheld));
  });

  it.each(Object.entries(withheld))('%s is what a load withholds', (key, changes) => {
    expect(loadedWith(changes).workflow.unsupported.map(({ path }) => path.split('/').at(-1))).toEqual([key]);
  });
});
