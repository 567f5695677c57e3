import { describe, expect, expectTypeOf, it } from 'vitest';
import { isIntarsiaError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { compileWith } from '../folder.test-support.ts';
import type { WrittenOf } from '../reading/reading.ts';
import type { documentReaders } from '../schemas/index.ts';
import type { DocumentProblem, Workflow } from '../workflow.ts';
import { defineWorkflow, type ModelOf, type OutputOf, type WorkflowDocuments } from './index.ts';
import type { writtenFiles } from './written-documents.ts';

const inCode = defineWorkflow({
  orchestrator: {
    schema_version: 'mozaiks.orchestrator.v1',
    workflow_name: 'InvoiceCheck',
    workflow_startup_mode: 'BackendOnly',
    initial_agent: 'Reader',
    max_turns: 8,
  },
  agents: {
    agents: [
      { name: 'Reader', system_message: 'Read the invoice.', structured_outputs_required: true },
      { name: 'Closer', system_message: 'Say goodbye.', structured_outputs_required: false },
    ],
  },
  structured_outputs: {
    schema_version: 'mozaiks.structured_outputs.v1',
    registry: { Reader: 'Invoice', Closer: null },
    models: {
      Currency: { type: 'literal', values: ['EUR', 'USD'] },
      Invoice: { type: 'model', fields: { total: { type: 'float' }, currency: { type: 'Currency' }, extra: { type: 'optional_dict' } } },
    },
  },
  tools: {
    tools: [{ agent: 'Reader', file: 'book.ts', function: 'book', tool_type: 'Agent_Tool', auto_tool_call: true, bind_to_agent: false }],
  },
  context_variables: {
    definitions: {
      book_result: {
        type: 'string',
        authority_class: 'closed_writer_routing_state',
        writer_ids: ['deterministic_tool'],
        persisted: true,
        source: { type: 'state', default: 'blocked' },
      },
      book_tries: {
        type: 'integer',
        authority_class: 'closed_writer_quality_state',
        writer_ids: ['deterministic_tool'],
        persisted: true,
        source: { type: 'state', default: 0 },
      },
    },
  },
  transition_graph: {
    transition_rules: [
      {
        source_agent: 'Reader',
        target_agent: 'Closer',
        transition_type: 'condition',
        condition_type: 'context_equals',
        condition_key: 'book_result',
        condition_value: 'booked',
      },
      {
        source_agent: 'Reader',
        target_agent: 'terminate',
        transition_type: 'condition',
        condition_type: 'context_equals',
        condition_key: 'book_result',
        condition_value: 'blocked',
        termination_reason: 'workflow_failed',
      },
      { source_agent: 'Closer', target_agent: 'terminate', transition_type: 'after_turn' },
    ],
  },
});

/** Every key of the first ten levels; JSON of any form has none. */
type KeysOf<Value, Level extends readonly unknown[] = []> = Level['length'] extends 10
  ? never
  : Value extends readonly (infer Item)[]
    ? KeysOf<Item, [...Level, 0]>
    : Value extends object
      ? (string extends keyof Value ? never : keyof Value) | KeysOf<Value[keyof Value], [...Level, 0]>
      : never;

/** What of a workflow is data. */
const dataOf = (workflow: Workflow): unknown => ({
  ...workflow,
  agents: [...workflow.agents.values()].map(({ output, ...agent }) => ({ ...agent, output: output?.digest })),
  outputModels: [...workflow.outputModels].map(([name, { digest }]) => [name, digest]),
});

describe('a workflow in code', () => {
  it('is the workflow of the equal folder, with the same digest', () => {
    const loaded = compileWith();
    if (loaded.kind !== 'loaded') throw new Error('the folder has problems');
    expect(inCode.digest).toBe(loaded.workflow.digest);
    expect(dataOf(inCode)).toEqual(dataOf(loaded.workflow));
  });

  it('knows the types of its outputs', () => {
    expectTypeOf<OutputOf<typeof inCode, 'Reader'>>().toEqualTypeOf<{
      readonly total: number;
      readonly currency: 'EUR' | 'USD';
      readonly extra: JsonObject | null;
    }>();
    expectTypeOf<OutputOf<typeof inCode, 'Closer'>>().toEqualTypeOf<null>();
  });

  it('is typed as the tables that read the documents', () => {
    type Tables = { readonly [Key in keyof typeof writtenFiles]: WrittenOf<(typeof documentReaders)[(typeof writtenFiles)[Key]]> };
    type Written = { readonly [Key in keyof WorkflowDocuments]-?: NonNullable<WorkflowDocuments[Key]> };
    expectTypeOf<Tables>().toExtend<Written>();
    expectTypeOf<Written>().toExtend<Tables>();
    expectTypeOf<Exclude<KeysOf<Written>, KeysOf<Tables>>>().toBeNever();
    expectTypeOf<Exclude<KeysOf<Tables>, KeysOf<Written>>>().toBeNever();
  });

  it('infers lists, unions, aliases, defaults and models that contain themselves', () => {
    const tree = defineWorkflow({
      orchestrator: { schema_version: 'mozaiks.orchestrator.v1', workflow_name: 'Tree', workflow_startup_mode: 'UserDriven' },
      agents: { agents: [{ name: 'Only', system_message: 'x', structured_outputs_required: true }] },
      structured_outputs: {
        schema_version: 'mozaiks.structured_outputs.v1',
        registry: { Only: 'Node' },
        models: {
          Either: { type: 'union', variants: ['int', 'Node', null] },
          Node: {
            type: 'model',
            fields: {
              names: { type: 'list', items: 'str' },
              grid: { type: 'list[list[int]]' },
              children: { type: 'list', items: 'Node' },
              either: { type: 'Either' },
              note: { type: 'str', default: null },
              tries: { type: 'int', default: 1 },
              kind: { type: 'literal', values: ['leaf', 2] },
              mixed: { type: 'union', variants: ['str', 'none'] },
              maybe: { type: 'optional_list', items: 'bool' },
            },
          },
        },
      },
    });
    type Node = ModelOf<typeof tree, 'Node'>;
    expectTypeOf<Node['grid']>().toEqualTypeOf<readonly (readonly number[])[]>();
    expectTypeOf<Node['children'][number]['names']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Node['note']>().toEqualTypeOf<string | null>();
    expectTypeOf<Node['kind']>().toEqualTypeOf<'leaf' | 2>();
    expectTypeOf<Node['mixed']>().toEqualTypeOf<string | null>();
    expectTypeOf<Node['maybe']>().toEqualTypeOf<readonly boolean[] | null>();
    expectTypeOf<Extract<Node['either'], number>>().toEqualTypeOf<number>();
    const leaf: Node = { names: [], grid: [[1]], children: [], either: 1, note: null, tries: 1, kind: 'leaf', mixed: null, maybe: null };
    expect(tree.agents.get('Only')?.output?.validate({ ...leaf, children: [leaf] }).kind).toBe('accepted');
  });

  it('is refused with every problem at once, each with its document and pointer', () => {
    const problems = problemsOf({
      orchestrator: {
        schema_version: 'mozaiks.orchestrator.v1',
        workflow_name: 'Bad',
        workflow_startup_mode: 'UserDriven',
        initial_agent: 'Readr',
      },
      agents: { agents: [{ name: 'Reader', system_message: 'x', structured_outputs_required: false }] },
      tools: { tools: [{ agent: 'Raeder', file: 'a.ts', function: 'a', tool_type: 'Agent_Tool' }] },
    });
    expect(problems).toMatchObject([
      { file: 'orchestrator.yaml', path: '/initial_agent', line: 1, column: 1, hint: 'did you mean `Reader`?' },
      { file: 'tools.yaml', path: '/tools/0/agent', hint: 'did you mean `Reader`?' },
    ]);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  it.each<[string, unknown, string]>([
    ['a function', { agents: [{ name: () => 'x' }] }, '/agents/0/name wrong_type'],
    ['a class', { agents: [new Date(0)] }, '/agents/0 wrong_type'],
    ['NaN', { agents: [{ max: Number.NaN }] }, '/agents/0/max wrong_type'],
    ['an object that contains itself', cyclic, `${'/self'.repeat(64)} too_deep`],
    ['a hole in a list', { agents: new Array(1) }, '/agents/0 wrong_type'],
  ])('refuses %s, with its place', (_, agents, expected) => {
    const orchestrator = { schema_version: 'mozaiks.orchestrator.v1', workflow_name: 'Bad', workflow_startup_mode: 'UserDriven' };
    expect(problemsOf({ orchestrator, agents }).map(({ path, code }) => `${path} ${code}`)).toContain(expected);
  });

  it('is typed in every key and every model name', () => {
    const orchestrator = { schema_version: 'mozaiks.orchestrator.v1', workflow_name: 'W', workflow_startup_mode: 'UserDriven' } as const;
    const only = { name: 'Only', system_message: 'x', structured_outputs_required: true } as const;
    const agents = { agents: [only] };
    const outputs = { schema_version: 'mozaiks.structured_outputs.v1', registry: { Only: 'M' } } as const;
    const models = { M: { type: 'model', fields: { a: { type: 'str' } } } } as const;
    const refused = (define: () => unknown, words: string) => expect(define).toThrow(words);
    refused(
      () =>
        defineWorkflow({
          orchestrator: {
            ...orchestrator,
            // @ts-expect-error `max_turn` is no key
            max_turn: 1,
          },
          agents,
          structured_outputs: { ...outputs, models },
        }),
      'did you mean `max_turns`?',
    );
    refused(
      () =>
        defineWorkflow({
          orchestrator,
          agents,
          structured_outputs: {
            ...outputs,
            // @ts-expect-error `patern` is no key of a field
            models: { M: { type: 'model', fields: { a: { type: 'str', patern: 'x' } } } },
          },
        }),
      'did you mean `pattern`?',
    );
    refused(
      () =>
        defineWorkflow({
          orchestrator,
          agents,
          structured_outputs: {
            ...outputs,
            models,
            // @ts-expect-error no model `N`
            registry: { Only: 'N' },
          },
        }),
      'No model `N`',
    );
  });

  it.each([null, undefined, 'x', 1, []])('is refused when %s stands for its documents', (documents) => {
    expect(problemsOf(documents as never).length).toBeGreaterThan(0);
  });

  it.each([5, {}, 'relative', ''])('takes no folder %s', (folder) => {
    expect(() => defineWorkflow({} as never, { folder: folder as never })).toThrow('absolute path');
  });

  it('stops at a number of values that no document has', () => {
    let doubled: unknown[] = [];
    for (let level = 0; level < 40; level += 1) doubled = [doubled, doubled];
    expect(problemsOf({ agents: doubled }).map(({ code }) => code)).toContain('too_large');
    expect(problemsOf({ agents: Object.assign([], { length: 3e9 }) }).map(({ code }) => code)).toContain('too_large');
  });

  it('keeps every character of a text', () => {
    const text = 'a\u0085b\u2028c\u0000d😀e"\\f\tg';
    const { agents } = defineWorkflow({
      orchestrator: { schema_version: 'mozaiks.orchestrator.v1', workflow_name: 'Text', workflow_startup_mode: 'UserDriven' },
      agents: { agents: [{ name: 'Only', system_message: text, structured_outputs_required: false }] },
    });
    expect(agents.get('Only')?.prompt).toBe(text);
  });

  it('refuses a document that is none', () => {
    expect(problemsOf({ hooks: {} }).map(({ file, code }) => `${file} ${code}`)).toContain('hooks unknown_document');
  });
});

function problemsOf(documents: Readonly<Record<string, unknown>>): readonly DocumentProblem[] {
  try {
    defineWorkflow(documents as unknown as WorkflowDocuments);
  } catch (error) {
    if (!isIntarsiaError(error, 'workflow_invalid')) throw error;
    const { problems } = error.details as { readonly problems: Json };
    return problems as unknown as readonly DocumentProblem[];
  }
  throw new Error('nothing was refused');
}
