import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';

const appended = (file: string, line: string) => ({ [file]: `${invoiceCheck[file]}${line}` });
const batches = 'extended_orchestration/task_batches.yaml';

describe('names that nothing declares', () => {
  it.each<[string, Readonly<Record<string, string>>, string, string, string]>([
    ['a tool', edited('tools.yaml', 'agent: Reader', 'agent: [Closer, Readr]'), '/tools/0/agent', 'unknown_agent', 'Reader'],
    [
      'the registry: the agent',
      edited('structured_outputs.yaml', 'Closer: null', 'Close: null'),
      '/registry/Close',
      'unknown_agent',
      'Closer',
    ],
    [
      'the registry: the model',
      edited('structured_outputs.yaml', 'Reader: Invoice', 'Reader: Invoces'),
      '/registry/Reader',
      'unknown_model',
      'Invoice',
    ],
    [
      'a view: the agent',
      appended('context_variables.yaml', 'agents: { Raeder: { variables: [book_result] } }'),
      '/agents/Raeder',
      'unknown_agent',
      'Reader',
    ],
    [
      'a view: the variable',
      appended('context_variables.yaml', 'agents: { Reader: { variables: [book_tries, book_reslut] } }'),
      '/agents/Reader/variables/1',
      'unknown_variable',
      'book_result',
    ],
    [
      'a trigger',
      appended(
        'context_variables.yaml',
        '  said: { source: { type: state, triggers: [{ type: agent_text, agent: Closr, match: { equals: x } }] } }',
      ),
      '/definitions/said/source/triggers/0/agent',
      'unknown_agent',
      'Closer',
    ],
    ['initial_agent', edited('orchestrator.yaml', 'Reader', 'reader'), '/initial_agent', 'unknown_agent', 'Reader'],
    [
      'a source',
      edited('transition_graph.yaml', 'source_agent: Closer', 'source_agent: Cloer'),
      '/transition_rules/2/source_agent',
      'unknown_agent',
      'Closer',
    ],
    [
      'a target',
      edited('transition_graph.yaml', 'target_agent: Closer', 'target_agent: Clsoer'),
      '/transition_rules/0/target_agent',
      'unknown_agent',
      'Closer',
    ],
    [
      'a condition',
      edited('transition_graph.yaml', 'book_result,\n', 'bok_result,\n'),
      '/transition_rules/1/condition_key',
      'unknown_variable',
      'book_result',
    ],
    [
      'a type',
      edited('structured_outputs.yaml', 'type: float', 'type: flot'),
      '/models/Invoice/fields/total/type',
      'unknown_type',
      'float',
    ],
    [
      'a writer',
      edited('context_variables.yaml', '[deterministic_tool]', '[deterministic_tools]'),
      '/definitions/book_result/writer_ids/0',
      'wrong_value',
      'deterministic_tool',
    ],
    [
      'a type word',
      edited('context_variables.yaml', 'type: integer', 'type: intger'),
      '/definitions/book_tries/type',
      'wrong_value',
      'integer',
    ],
    ['a startup mode', edited('orchestrator.yaml', 'BackendOnly', 'backendonly'), '/workflow_startup_mode', 'wrong_value', 'BackendOnly'],
    [
      'a lifecycle tool',
      appended('tools.yaml', 'lifecycle_tools: [{ trigger: after_agent, agent: Closser, file: a.ts, function: a }]'),
      '/lifecycle_tools/0/agent',
      'unknown_agent',
      'Closer',
    ],
    [
      'an answer to a tool',
      appended('context_variables.yaml', '  chosen: { source: { type: state, triggers: [{ type: ui_response, tool: bok }] } }'),
      '/definitions/chosen/source/triggers/0/tool',
      'unknown_tool',
      'book',
    ],
    [
      'middleware',
      { 'middleware.yaml': 'prompt_middleware: [{ agent: Raeder, function: a.b }]' },
      '/prompt_middleware/0/agent',
      'unknown_agent',
      'Reader',
    ],
    ['agents that are shown', { 'ui_config.yaml': 'visual_agents: [Reader, Closr]' }, '/visual_agents/1', 'unknown_agent', 'Closer'],
    [
      'a batch: the agent',
      { [batches]: 'conveyors: [{ id: x, decomposition_agent: Reder, execution_agents: [Closer] }]' },
      '/conveyors/0/decomposition_agent',
      'unknown_agent',
      'Reader',
    ],
    [
      'a batch: the variable',
      {
        [batches]:
          'batches: [{ id: x, trigger_agent: Closer, source: { kind: context_variable, path: book_tris }, result: { context_key: book_result, status_key: book_tries } }]',
      },
      '/batches/0/source/path',
      'unknown_variable',
      'book_tries',
    ],
    [
      'the message of a failed run',
      appended('orchestrator.yaml', 'failure_message_key: book_reslt'),
      '/failure_message_key',
      'unknown_variable',
      'book_result',
    ],
    [
      'the outcome of a tool',
      edited(
        'tools.yaml',
        'bind_to_agent: false',
        'bind_to_agent: false, outcome: { context_key: book_result, attempts_key: book_trise, values: [booked, blocked], error_value: blocked }',
      ),
      '/tools/0/outcome/attempts_key',
      'unknown_variable',
      'book_tries',
    ],
  ])('in %s, with the nearest one', (_, changes, path, code, nearest) => {
    expect(problemsWith(changes)).toContainEqual(expect.objectContaining({ path, code, hint: `did you mean \`${nearest}\`?` }));
  });

  it('in the inputs of a computed variable warns, with the nearest one', () => {
    const inputs = appended(
      'context_variables.yaml',
      '  sum: { source: { type: computed, computation: add, inputs: [book_tries, book_result.total, book_tires] } }',
    );
    expect(loadedWith(inputs).warnings).toContainEqual(
      expect.objectContaining({ path: '/definitions/sum/source/inputs', code: 'unknown_variable', hint: 'did you mean `book_tries`?' }),
    );
  });

  it('but no hint where nothing is near', () => {
    expect(problemsWith(edited('orchestrator.yaml', 'Reader', 'Zebra'))[0]).not.toHaveProperty('hint');
  });
});
