import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definitionsOf, type ModelText, modelsOf, modelsOfShapes } from '../models.test-support.ts';
import type { OutputModel } from '../output-model.ts';
import { defineModel } from '../schema-models/define-model.ts';
import { resolveShapes } from '../shapes/resolve-shapes.ts';
import type { ModelShape } from '../shapes/shapes.ts';
import { type TypedWorkflow, typeScriptOf } from './typescript.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const strictest = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--module',
  'nodenext',
  '--types',
  '',
];

/** What the compiler says about a module with types and one that uses it; nothing when both are right. */
async function compiled(types: string, use: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-types-'));
  folders.push(folder);
  await writeFile(join(folder, 'outputs.ts'), types);
  await writeFile(join(folder, 'use.ts'), use);
  const args = [compiler, ...strictest, '--allowImportingTsExtensions', 'use.ts'];
  return new Promise((resolve) => execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr)));
}

const workflowOf = (models: ReadonlyMap<string, OutputModel>, agents: Readonly<Record<string, string | null>>): TypedWorkflow => ({
  name: 'InvoiceCheck',
  outputModels: models,
  agents: new Map(Object.entries(agents).map(([agent, model]) => [agent, { output: model === null ? null : (models.get(model) ?? null) }])),
});

const invoices: Record<string, ModelText> = {
  Currency: { values: ['EUR', 'USD', 3, null, true] },
  Line: { fields: { text: 'str', 'unit price': { type: 'float', min: 0 }, parts: { type: 'optional_list', items: 'Line' } } },
  Invoice: {
    fields: {
      total: { type: 'float', description: 'With tax.' },
      count: { type: 'int', default: 1 },
      paid: { type: 'bool', default: null },
      note: 'optional_str',
      currency: 'Currency',
      lines: 'list[Line]',
      grid: 'list[list[int]]',
      either: { type: 'union', variants: ['Line', 'str', 'string'] },
      maybe: { type: 'union', variants: ['int', 'null'] },
      words: { type: 'list', items: 'optional_str' },
      extra: 'dict',
      more: 'optional_dict',
    },
  },
};
const given = {
  total: 1.5,
  currency: 'EUR',
  lines: [{ text: 'a', 'unit price': 1, parts: [{ text: 'b', 'unit price': 2 }] }],
  grid: [[1], []],
  either: 'x',
  words: ['a', null],
  extra: { any: [{ thing: null }] },
};

describe('the types of a workflow', () => {
  const models = modelsOf(invoices);
  const types = typeScriptOf(workflowOf(models, { Reader: 'Invoice', 'Order Desk': 'Line', Closer: null }));

  it('are told by agent and by model, with what the models are for', () => {
    expect(types).toContain('export interface Invoice {\n  /** With tax. */\n  readonly total: number;\n  readonly count: number;\n');
    expect(types).toContain('  readonly paid: boolean | null;\n');
    expect(types).toContain('  readonly currency: "EUR" | "USD" | 3 | null | true;\n');
    expect(types).toContain('  readonly "unit price": number;\n');
    expect(types).toContain('export interface Outputs {\n  readonly Reader: Invoice;\n  readonly "Order Desk": Line;\n}\n');
  });

  it('fit a validated value and its right uses, and refuse every wrong one', async () => {
    const result = models.get('Invoice')?.validate(given);
    const value = result?.kind === 'accepted' ? JSON.stringify(result.value) : 'rejected';
    const use = `import type { Invoice, Json, Line, Outputs } from './outputs.ts';
const invoice: Outputs['Reader'] = ${value};
const same: Invoice = invoice;
export const sum: number = same.total + same.count + (same.lines[0]?.['unit price'] ?? 0) + (same.maybe ?? 0);
export const line: Outputs['Order Desk'] = { text: '', 'unit price': 1, parts: null };
export const deep: Line | undefined = line.parts?.[0]?.parts?.[0];
export const either: string = typeof same.either === 'string' ? same.either : same.either.text;
export const inside: Json | undefined = same.extra['any'];
export const note: string | null = same.note;
// @ts-expect-error a field that is not declared
same.totl;
// @ts-expect-error the wrong type
export const text: string = same.total;
// @ts-expect-error no such literal
export const currency: Invoice['currency'] = 'GBP';
// @ts-expect-error it may be null
same.note.length;
// @ts-expect-error it may be null, behind its default
export const paid: boolean = same.paid;
// @ts-expect-error an optional field is there
export const short: Line = { text: '', 'unit price': 1 };
// @ts-expect-error a closed object
export const long: Line = { text: '', 'unit price': 1, parts: null, extra: 1 };
// @ts-expect-error read-only
same.total = 2;
// @ts-expect-error read-only lists
same.lines.push(line);
// @ts-expect-error read-only open objects
same.extra['any'] = 1;
// @ts-expect-error an agent without a model
export type Closer = Outputs['Closer'];
`;
    expect(await compiled(types, use)).toBe('');
    expect(await compiled(types, `${use}export const wrong: number = same.note;\n`)).toContain('use.ts(');
  });
});

describe('types of awkward names and words', () => {
  const words = [
    'abstract any as asserts async await bigint boolean break case catch class const continue debugger declare default delete do else enum export extends',
    'false finally for from function get global if implements import in infer instanceof interface intrinsic is keyof let module namespace never new of',
    'number object out override package private protected public readonly require return satisfies set static super switch symbol this throw true',
    'try type typeof undefined unique unknown using var void while with yield arguments eval Array ReadonlyArray Promise Object String constructor toString',
    'Record Readonly Json Outputs My-Model My_Model',
  ];
  const names = words.flatMap((line) => line.split(' ')); // `null` and `string` cannot name a model
  const awkward: Record<string, ModelText> = {
    ...Object.fromEntries(names.map((name): [string, ModelText] => [name, { fields: { again: { type: 'optional_list', items: name } } }])),
    All: {
      fields: {
        ...Object.fromEntries(names.map((name) => [name, name])),
        '1st': 'int',
        'a"b\\': 'str',
        ünï: 'str',
        'naïve "field"': 'str',
        new: 'dict',
        ends: { type: 'str', description: 'ends the comment */ export const evil = 1; /*' },
        lines: { type: 'str', description: 'one\r\ntwo\n * three `${x}` */' },
        empty: { type: 'int', description: '' },
      },
    },
  };

  it('compile: reserved words, names of the text itself, names that fall together, quotes and ends of comments', async () => {
    const models = modelsOf(awkward);
    const types = typeScriptOf({
      ...workflowOf(models, { 'it\'s "me"': 'All', class: 'My-Model', Ben: 'My_Model' }),
      name: 'A\u2028*/\nB',
    });
    const use = `import type { All, My_Model, My_Model_2, Outputs, Record_ } from './outputs.ts';
export const both = (ann: Outputs['class'], ben: Outputs['Ben']): readonly [My_Model, My_Model_2] => [ann, ben];
export const open = (all: All): Readonly<Record<string, unknown>> => all.new;
export const record = (all: Outputs['it\\'s "me"']): Record_ => all.Record;
export const words = (all: All): string => all['a"b\\\\'] + all['ünï'] + all.ends + String(all['1st']);
// @ts-expect-error what stood in a comment is not code
import { evil } from './outputs.ts';
export { evil };
`;
    expect(await compiled(types, use)).toBe('');
  });
});

describe('types of models that only code can write', () => {
  it('are tuples, open objects of one type and fields that stay absent; models of one name from two places stay apart', async () => {
    const field = (name: string, shape: ModelShape['fields'][number]['shape']) => ({
      name,
      shape,
      description: null,
      optional: false,
      default: null,
    });
    const pair: ModelShape = {
      name: 'Pair',
      description: 'A pair.',
      fields: [
        field('pair', { kind: 'tuple', items: [{ kind: 'string' }, { kind: 'union', variants: [{ kind: 'integer' }, { kind: 'null' }] }] }),
        field('scores', { kind: 'open_object', values: { kind: 'model', name: 'Line' } }),
      ],
    };
    const absent = { ...field('absent', { kind: 'string' }), optional: true, omitted: true } as const;
    const line: ModelShape = { name: 'Line', description: null, fields: [field('score', { kind: 'number' }), absent] };
    const coded = modelsOfShapes([pair, line]);
    const written = modelsOf(invoices);
    const workflow = { ...workflowOf(written, { Reader: 'Line' }), outputModels: written };
    const agents = new Map([...workflow.agents, ['Scorer', { output: coded.get('Pair') ?? null }] as const]);
    const types = typeScriptOf({ ...workflow, agents });
    const use = `import type { Outputs } from './outputs.ts';
export const scorer: Outputs['Scorer'] = { pair: ['a', null], scores: { any: { score: 1 } } };
export const reader: Outputs['Reader'] = { text: '', 'unit price': 1, parts: null };
export const absent: string | undefined = scorer.scores['any']?.absent;
// @ts-expect-error exactly two
export const three: Outputs['Scorer']['pair'] = ['a', 1, 2];
// @ts-expect-error another model of that name
export const other: Outputs['Scorer']['scores'] = { any: reader };
`;
    expect(types).toContain('/** A pair. */\nexport interface Pair {');
    expect(await compiled(types, use)).toBe('');
  });

  it('are those of what a schema in code gives, not of what it takes', async () => {
    const part = z.object({ size: z.string().transform(Number).pipe(z.number()), kind: z.enum(['a', 'b']).default('a') });
    const piped = defineModel('Piped', z.object({ part, note: z.string().optional(), parts: z.array(part) }));
    const free = defineModel('Free', z.object({ t: z.string().transform((text) => text.length) }));
    const models = new Map<string, OutputModel>([
      ['Piped', piped],
      ['Free', free],
    ]);
    const types = typeScriptOf(workflowOf(models, { Piper: 'Piped', Freer: 'Free' }));
    const use = `import type { Json, Outputs } from './outputs.ts';
const piped: Outputs['Piper'] = { part: { size: 1, kind: 'b' }, parts: [] };
export const kind: 'a' | 'b' = piped.part.kind;
export const note: string | undefined = piped.note;
export const free = (given: Outputs['Freer']): Json | undefined => given['t'];
// @ts-expect-error what went in was text
export const size: string = piped.part.size;
`;
    expect(await compiled(types, use)).toBe('');
  });

  it('a workflow without models has types too, and thousands of models in each other have', () => {
    expect(typeScriptOf(workflowOf(new Map(), { Ann: null }))).toContain('export interface Outputs {\n}\n');
    const { models } = resolveShapes(
      definitionsOf(
        Object.fromEntries(
          Array.from({ length: 3000 }, (_, index): [string, ModelText] => [
            `M${index}`,
            { fields: { f: index === 0 ? 'int' : `M${index - 1}` } },
          ]),
        ),
      ),
    );
    expect(typeScriptOf(workflowOf(modelsOfShapes(models.values()), { Ann: 'M2999' })).match(/export interface/g)?.length).toBe(3001);
  });
});
