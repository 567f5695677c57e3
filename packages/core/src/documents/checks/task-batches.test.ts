import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith, shortly } from '../folder.test-support.ts';

type Changes = Readonly<Record<string, string>>;
const file = 'extended_orchestration/task_batches.yaml';
const keys = ['pages', 'results', 'status', 'wanted', 'done', 'redo_status', 'build_results', 'build_status'];
/** A folder whose planner answers with tasks, and which declares every key that a batch may write. */
const folder = (document: string): Changes => ({
  'context_variables.yaml': `${invoiceCheck['context_variables.yaml']}${keys.map((key) => `  ${key}: { source: { type: state } }\n`).join('')}`,
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Reader: Invoice }
models:
  Invoice:
    type: model
    fields:
      DecompositionPlan: { type: Plan }
      free: { type: dict }
      either: { type: union, variants: [Plan, "null"] }
      again: { type: union, variants: [Invoice, "null"] }
      note: { type: str }
  Plan: { type: model, fields: { tasks: { type: list, items: DecomposedTask } } }
  DecomposedTask: { type: model, fields: { task_id: { type: str }, execution_agent: { type: str } } }
`,
  [file]: document,
});
const source = '{ kind: context_variable, path: pages }';
const result = '{ context_key: results, status_key: status }';
const recovery = '{ trigger_agent: Reader, request_key: wanted, outcome_key: done, status_key: redo_status }';
interface Batch {
  readonly id?: string;
  readonly trigger?: string;
  readonly source?: string;
  readonly result?: string;
  readonly more?: string;
}
const batch = (given: Batch = {}): string =>
  `  - { id: ${given.id ?? 'read'}, trigger_agent: ${given.trigger ?? 'Closer'}, source: ${given.source ?? source}, result: ${given.result ?? result}${given.more ?? ''} }\n`;
const batches = (...given: readonly Batch[]): Changes => folder(`batches:\n${given.map(batch).join('')}`);
const output = (path: string, trigger = 'Reader'): Changes => batches({ trigger, source: `{ kind: structured_output, path: ${path} }` });
const conveyor = (text: string): Changes => folder(`conveyors: [{ ${text} }]`);
const build = 'id: build, decomposition_agent: Reader, execution_agents: [Closer]';
const told = (changes: Changes): readonly string[] => shortly(problemsWith(changes)).map((problem) => problem.replace(`${file} `, ''));

describe('task batches', () => {
  it.each<[string, Changes]>([
    ['a batch', batches({})],
    [
      'a batch with everything',
      batches({
        more: `, worker: { mode: ag2_agent, agent_field: who, prompt_field: what, context_fields: [a] }, execution: { concurrency: 32, dependency_field: after, failure_policy: collect_errors, retry_limit: 5, timeout_seconds: 1 }, recovery: ${recovery}`,
      }),
    ],
    ['two batches', batches({}, { id: 'write', result: '{ context_key: build_results, status_key: build_status }' })],
    ['a conveyor', conveyor(`${build}, concurrency: 1, require_owned_paths: true`)],
    ['a batch of an output, from one of its fields', output('DecompositionPlan.tasks')],
    ['a batch of an output, from its model', output('Invoice.DecompositionPlan.tasks')],
    ['a path through a list', output('DecompositionPlan.tasks.1.task_id')],
    ['a path into an open object', output('free.anything.at.all')],
    ['a path through an optional model', output('either.tasks')],
    ['a path through a model that contains itself', output('again.again.DecompositionPlan.tasks')],
    ['a path into a variable', batches({ source: '{ kind: context_variable, path: pages.open.0 }' })],
  ])('%s loads, and no run starts', (_, changes) => {
    const { workflow } = loadedWith(changes);
    expect(workflow.unsupported).toMatchObject([{ file, code: 'no_effect_yet' }]);
  });

  it('a variable’s own name may have dots', () => {
    const changes = batches({ source: '{ kind: context_variable, path: "pages.open.first" }' });
    const variables = changes['context_variables.yaml']?.replace('  pages:', '  pages.open:') ?? '';
    expect(problemsWith({ ...changes, 'context_variables.yaml': variables })).toEqual([]);
  });

  it.each<[string, Changes, string]>([
    [
      'TB1 two batches with one id',
      batches({}, { result: '{ context_key: build_results, status_key: build_status }' }),
      '/batches/1/id duplicate',
    ],
    [
      'TB1 a batch and a conveyor with one id',
      folder(`batches:\n${batch({ id: 'build' })}conveyors: [{ ${build} }]`),
      '/conveyors/0/id duplicate',
    ],
    ['a trigger agent that is not declared', batches({ trigger: 'Closr' }), '/batches/0/trigger_agent unknown_agent'],
    [
      'an execution agent that is not declared',
      conveyor('id: build, decomposition_agent: Reader, execution_agents: [Closer, Closr]'),
      '/conveyors/0/execution_agents/1 unknown_agent',
    ],
    [
      'a decomposition agent that is not declared',
      conveyor('id: build, decomposition_agent: Reder, execution_agents: [Closer]'),
      '/conveyors/0/decomposition_agent unknown_agent',
    ],
    ['no execution agent', conveyor('id: build, decomposition_agent: Reader, execution_agents: []'), '/conveyors/0/execution_agents empty'],
    [
      'a result key that is not declared',
      batches({ result: '{ context_key: result, status_key: status }' }),
      '/batches/0/result/context_key unknown_variable',
    ],
    [
      'a reserved result key',
      batches({ result: '{ context_key: results, status_key: "ag:status" }' }),
      '/batches/0/result/status_key reserved_name',
    ],
    [
      'one key for results and status',
      batches({ result: '{ context_key: results, status_key: results }' }),
      '/batches/0/result/status_key duplicate',
    ],
    [
      'a recovery key that is not declared',
      batches({ more: `, recovery: ${recovery.replace('wanted', 'wnted')}` }),
      '/batches/0/recovery/request_key unknown_variable',
    ],
    [
      'a recovery key that is a result key',
      batches({ more: `, recovery: ${recovery.replace('done', 'status')}` }),
      '/batches/0/recovery/outcome_key duplicate',
    ],
    [
      'a recovery key twice',
      batches({ more: `, recovery: ${recovery.replace('redo_status', 'done')}` }),
      '/batches/0/recovery/status_key duplicate',
    ],
    [
      'a recovery input that is not declared',
      batches({ more: `, recovery: ${recovery.replace(' }', ', input_keys: [pages, page] }')}` }),
      '/batches/0/recovery/input_keys unknown_variable',
    ],
    [
      'a recovery that the batch’s own agent starts',
      batches({ more: `, recovery: ${recovery.replace('Reader', 'Closer')}` }),
      '/batches/0/recovery/trigger_agent wrong_value',
    ],
    [
      'a recovery that nobody starts',
      batches({ more: `, recovery: ${recovery.replace('Reader', 'Redaer')}` }),
      '/batches/0/recovery/trigger_agent unknown_agent',
    ],
    [
      'a recovery of tasks in an output',
      batches({
        trigger: 'Reader',
        source: '{ kind: structured_output, path: DecompositionPlan.tasks }',
        more: `, recovery: ${recovery.replace('Reader', 'Closer')}`,
      }),
      '/batches/0/source/kind wrong_value',
    ],
    [
      'a variable that is not declared',
      batches({ source: '{ kind: context_variable, path: page.0 }' }),
      '/batches/0/source/path unknown_variable',
    ],
    ['a field that the output does not have', output('DecompositionPlan.task'), '/batches/0/source/path unknown_field'],
    ['a model that is not the output', output('Plan.tasks'), '/batches/0/source/path unknown_field'],
    ['a path into text', output('note.first'), '/batches/0/source/path unknown_field'],
    ['a field that an optional model does not have', output('either.task'), '/batches/0/source/path unknown_field'],
    ['an output of an agent without a model', output('DecompositionPlan.tasks', 'Closer'), '/batches/0/source/path model_missing'],
    [
      'a decomposition agent without a model',
      conveyor('id: build, decomposition_agent: Closer, execution_agents: [Reader]'),
      '/conveyors/0/decomposition_agent model_missing',
    ],
    ['another version', folder('version: 2'), '/version out_of_range'],
    ['33 at once', batches({ more: ', execution: { concurrency: 33 }' }), '/batches/0/execution/concurrency out_of_range'],
    ['another kind of source', batches({ source: '{ kind: file, path: x }' }), '/batches/0/source/kind wrong_value'],
  ])('%s is one problem', (_, changes, expected) => {
    expect(told(changes)).toEqual([expected]);
  });

  it('names of keys that a conveyor writes are its own, and declared', () => {
    expect(told(conveyor(build.replace('id: build', 'id: ship')))).toEqual(['/conveyors/0/id unknown_variable']);
  });

  it('hints at the nearest name', () => {
    const hint = (changes: Changes) => problemsWith(changes)[0]?.hint;
    expect(hint(output('DecompositionPlan.task'))).toBe('did you mean `tasks`?');
    expect(hint(output('DecompositionPlans.tasks'))).toBe('did you mean `DecompositionPlan`?');
    expect(hint(batches({ trigger: 'Closr' }))).toBe('did you mean `Closer`?');
    expect(hint(batches({ source: '{ kind: context_variable, path: page.0 }' }))).toBe('did you mean `pages`?');
  });

  it('a path is not looked into while the models are wrong', () => {
    const changes = output('DecompositionPlan.task');
    const outputs = changes['structured_outputs.yaml']?.replace('type: str }', 'type: strr }') ?? '';
    expect(shortly(problemsWith({ ...changes, 'structured_outputs.yaml': outputs }))).toEqual([
      'structured_outputs.yaml /models/Invoice/fields/note/type unknown_type',
    ]);
  });

  it('task_model is advice: a wrong one warns', () => {
    const warned = (model: string) =>
      loadedWith(batches({ source: `{ kind: context_variable, path: pages, task_model: "${model}" }` })).warnings.filter(
        ({ code }) => code !== 'no_effect_yet',
      );
    expect(warned('DecomposedTask')).toEqual([]);
    expect(warned('$' + '{pages}')).toEqual([]);
    expect(warned('DecomposdTask')).toMatchObject([
      { code: 'unknown_model', path: '/batches/0/source/task_model', hint: 'did you mean `DecomposedTask`?' },
    ]);
    expect(warned('$' + '{page}')).toMatchObject([{ code: 'unknown_variable', hint: 'did you mean `pages`?' }]);
  });
});

describe('the keys that a batch writes', () => {
  it('are routing state of the batch, unless a definition says otherwise', () => {
    const changes = batches({ more: `, recovery: ${recovery}` });
    const { contextVariables } = loadedWith(changes).workflow;
    for (const key of ['results', 'status', 'done', 'redo_status']) {
      expect(contextVariables.get(key)).toMatchObject({ authorityClass: 'closed_writer_routing_state', writers: ['task_batch'] });
    }
    expect(contextVariables.get('wanted')?.authorityClass).toBe('mutable_workflow_state');
    const declared = changes['context_variables.yaml']?.replace('results: {', 'results: { authority_class: mutable_workflow_state,') ?? '';
    expect(loadedWith({ ...changes, 'context_variables.yaml': declared }).workflow.contextVariables.get('results')).toMatchObject({
      authorityClass: 'mutable_workflow_state',
    });
  });

  it('can be routed on', () => {
    const changes = {
      ...batches({}),
      ...edited(
        'transition_graph.yaml',
        'source_agent: Closer, target_agent: terminate, transition_type: after_turn',
        'source_agent: Closer, target_agent: terminate, transition_type: condition, condition_type: context_equals, condition_key: status, condition_value: completed',
      ),
    };
    expect(problemsWith(changes)).toEqual([]);
  });
});
