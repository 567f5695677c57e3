import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith, shortly } from '../folder.test-support.ts';

type Changes = Readonly<Record<string, string>>;
const standard = 'context_key: book_result, attempts_key: book_tries, values: [booked, blocked], error_value: blocked';
/** The folder with an outcome: the complete example of the documents' specification. */
const withOutcome = (outcome = standard, tool = 'auto_tool_call: true, bind_to_agent: false', agent = 'Reader'): Changes => ({
  'tools.yaml': `tools:\n  - { agent: ${agent}, file: book.ts, function: book, tool_type: Agent_Tool, ${tool}, outcome: { ${outcome} } }\n`,
});
const swapped = (from: string, to: string): Changes => withOutcome(standard.replace(from, to));
const state = (from: string | RegExp, to: string): Changes => ({ ...withOutcome(), ...edited('context_variables.yaml', from, to) });
const graph = (from: string | RegExp, to: string): Changes => ({ ...withOutcome(), ...edited('transition_graph.yaml', from, to) });
const rule = (text: string): Changes => ({
  ...withOutcome(),
  'transition_graph.yaml': `${invoiceCheck['transition_graph.yaml']}  - { source_agent: Reader, ${text} }\n`,
});
const batches = 'extended_orchestration/task_batches.yaml';
const batchKeys = '  pages: { source: { type: state } }\n  results: { source: { type: state } }\n  status: { source: { type: state } }\n';
/** With a batch, and another agent that speaks first. */
const withBatch = (batch: string): Changes => ({
  ...withOutcome(),
  ...edited('orchestrator.yaml', 'initial_agent: Reader', 'initial_agent: Closer'),
  'context_variables.yaml': `${invoiceCheck['context_variables.yaml']}${batchKeys}  build_results: { source: { type: state } }\n  build_status: { source: { type: state } }\n  wanted: { source: { type: state } }\n  done: { source: { type: state } }\n  redo_status: { source: { type: state } }\n`,
  [batches]: batch,
});
const plain = (trigger: string, more = '') =>
  `batches: [{ id: b, trigger_agent: ${trigger}, source: { kind: context_variable, path: pages }, result: { context_key: results, status_key: status }${more} }]`;

describe('an outcome', () => {
  it('loads: of the initial agent too, as long as there are no batches', () => {
    const { workflow, warnings } = loadedWith(withOutcome());
    expect(warnings).toEqual([]);
    expect(workflow.unsupported).toEqual([]);
    expect(workflow.agents.get('Reader')?.autoTools).toMatchObject([{ function: 'book', outcome: { contextKey: 'book_result' } }]);
  });

  it('loads with retries, a fallback to the person, and an error that leads to the person', () => {
    expect(problemsWith(withOutcome(`${standard}, max_attempts: 2, retry_on: [booked], result_field: state`))).toEqual([]);
    expect(problemsWith(rule('target_agent: user, transition_type: after_turn'))).toEqual([]);
    expect(
      problemsWith(
        graph(
          /target_agent: terminate(.|\n)*?termination_reason: workflow_failed/,
          'target_agent: user, transition_type: condition, condition_type: context_equals, condition_key: book_result,\n      condition_value: blocked',
        ),
      ),
    ).toEqual([]);
  });

  it.each<[string, Changes, readonly string[]]>([
    ['that is no auto tool’s', withOutcome(standard, 'bind_to_agent: false'), ['/tools/0 outcome_tool']],
    ['whose tool a model may call', withOutcome(standard, 'auto_tool_call: true'), ['/tools/0 outcome_tool']],
    [
      'whose tool says that a model may call it',
      withOutcome(standard, 'auto_tool_call: true, bind_to_agent: true'),
      ['/tools/0 outcome_tool'],
    ],
    [
      'of two agents',
      withOutcome(standard, undefined, '[Reader, Closer]'),
      ['/tools/0/agent outcome_tool', '/tools/0/auto_tool_call auto_tool_without_model'],
    ],
    [
      'whose failure fails the run',
      withOutcome(standard, 'auto_tool_call: true, bind_to_agent: false, on_error: fail_run'),
      ['/tools/0/on_error outcome_tool'],
    ],
    [
      'whose failure hands over past the graph',
      withOutcome(standard, 'auto_tool_call: true, bind_to_agent: false, on_error: route, on_error_target: Closer'),
      ['/tools/0/on_error outcome_tool'],
    ],
    ['without a key', swapped('attempts_key: book_tries, ', ''), ['/tools/0/outcome required']],
    ['with a key that nothing declares', swapped('book_result', 'book_reslut'), ['/tools/0/outcome/context_key unknown_variable']],
    ['with spaces around a key', swapped('book_result', '" book_result"'), ['/tools/0/outcome/context_key wrong_value']],
    ['without a value', swapped('[booked, blocked]', '[]'), ['/tools/0/outcome/values empty']],
    ['with an empty value', swapped('[booked, blocked]', '[booked, " "]'), ['/tools/0/outcome/values/1 empty']],
  ])('%s is refused', (_, changes, expected) => {
    const problems = problemsWith(changes).filter(({ code }) => code !== 'outcome_route');
    expect(shortly(problems)).toEqual(expected.map((each) => `tools.yaml ${each}`));
  });

  it.each<[string, Changes, string]>([
    ['max_attempts true', withOutcome(`${standard}, max_attempts: true`), '/tools/0/outcome/max_attempts wrong_type'],
    ['max_attempts 0', withOutcome(`${standard}, max_attempts: 0`), '/tools/0/outcome/max_attempts out_of_range'],
    ['max_attempts 101', withOutcome(`${standard}, max_attempts: 101`), '/tools/0/outcome/max_attempts out_of_range'],
    [
      'retry_on the error value',
      withOutcome(`${standard}, max_attempts: 2, retry_on: [blocked]`),
      '/tools/0/outcome/retry_on/0 wrong_value',
    ],
    [
      'retry_on an unknown value',
      withOutcome(`${standard}, max_attempts: 2, retry_on: [bookd]`),
      '/tools/0/outcome/retry_on/0 wrong_value',
    ],
    [
      'retry_on one value twice',
      withOutcome(`${standard}, max_attempts: 2, retry_on: [booked, booked]`),
      '/tools/0/outcome/retry_on/1 duplicate',
    ],
    ['no retry_on with two attempts', withOutcome(`${standard}, max_attempts: 2`), '/tools/0/outcome/max_attempts required'],
    ['retry_on with one attempt', withOutcome(`${standard}, retry_on: [booked]`), '/tools/0/outcome/retry_on field_not_allowed'],
    ['an error value that is no value', swapped('error_value: blocked', 'error_value: failed'), '/tools/0/outcome/error_value wrong_value'],
    ['one value twice', swapped('[booked, blocked]', '[booked, blocked, booked]'), '/tools/0/outcome/values/2 duplicate'],
    ['equal keys', swapped('attempts_key: book_tries', 'attempts_key: book_result'), '/tools/0/outcome/attempts_key duplicate'],
    ['a reserved key', swapped('book_result', 'structured_output'), '/tools/0/outcome/context_key reserved_name'],
  ])('TO1 with %s is refused', (_, changes, expected) => {
    expect(shortly(problemsWith(changes).filter(({ file }) => file === 'tools.yaml'))).toEqual([`tools.yaml ${expected}`]);
  });

  it.each([
    ['ag:x', 'context_key'],
    ['a2a:x', 'context_key'],
    ['ag:x', 'attempts_key'],
  ])('RK4 %s is no %s', (key, field) => {
    const changes = swapped(field === 'context_key' ? 'book_result' : 'book_tries', `"${key}"`);
    expect(problemsWith(changes)).toContainEqual(expect.objectContaining({ path: `/tools/0/outcome/${field}`, code: 'reserved_name' }));
  });
});

describe('TO7 drift is refused, each told once:', () => {
  const problem = (changes: Changes) => shortly(problemsWith(changes));

  it.each<[string, Changes, readonly string[]]>([
    ['a missing route', graph(/.*condition_value: booked.*\n/, ''), ['tools.yaml /tools/0/outcome/values/0 outcome_route']],
    [
      'a duplicate route',
      graph('condition_value: blocked', 'condition_value: booked'),
      ['transition_graph.yaml /transition_rules/1 unreachable_rule'],
    ],
    [
      'a misspelt value',
      graph('condition_value: booked', 'condition_value: bookd'),
      ['transition_graph.yaml /transition_rules/0/condition_value outcome_route'],
    ],
    ['a misspelt owner', withOutcome(standard, undefined, 'Readr'), ['tools.yaml /tools/0/agent unknown_agent']],
    [
      'a rule of a misspelt owner',
      graph('source_agent: Reader, target_agent: Closer', 'source_agent: Readr, target_agent: Closer'),
      ['transition_graph.yaml /transition_rules/0/source_agent unknown_agent'],
    ],
    ['a misspelt key of the outcome', swapped('book_result', 'book_reslt'), ['tools.yaml /tools/0/outcome/context_key unknown_variable']],
    [
      'a misspelt error value',
      swapped('error_value: blocked', 'error_value: blockd'),
      ['tools.yaml /tools/0/outcome/error_value wrong_value'],
    ],
    [
      'a value that is no text',
      graph('condition_value: booked', 'condition_value: true'),
      ['transition_graph.yaml /transition_rules/0/condition_value outcome_route'],
    ],
    ['no value', graph(', condition_value: booked', ''), ['transition_graph.yaml /transition_rules/0/condition_value outcome_route']],
    [
      'a misspelt key',
      graph('condition_key: book_result,\n', 'condition_key: book_reslt,\n'),
      ['transition_graph.yaml /transition_rules/1/condition_key unknown_variable'],
    ],
    [
      'another key',
      graph('condition_key: book_result,\n', 'condition_key: book_tries,\n'),
      ['transition_graph.yaml /transition_rules/1/condition_key outcome_route'],
    ],
    [
      'another condition',
      rule(
        'target_agent: user, transition_type: condition, condition_type: context_expression, context_expression: "len(${book_result}) > 3"',
      ),
      ['transition_graph.yaml /transition_rules/3/condition_type outcome_route'],
    ],
    [
      'an error routed to success',
      graph('workflow_failed', 'workflow_complete'),
      ['transition_graph.yaml /transition_rules/1/target_agent outcome_route'],
    ],
    [
      'an error routed to the next agent',
      graph(/target_agent: terminate(.*)\n(.*), termination_reason: workflow_failed/, 'target_agent: Closer$1\n$2'),
      ['transition_graph.yaml /transition_rules/1/target_agent outcome_route'],
    ],
    [
      'an unsafe fallback',
      rule('target_agent: Closer, transition_type: after_turn'),
      ['transition_graph.yaml /transition_rules/3/target_agent outcome_route'],
    ],
    [
      'a rule that cannot be read',
      graph('source_agent: Reader, target_agent: Closer', 'source_agent: [], target_agent: Closer'),
      ['transition_graph.yaml /transition_rules/0/source_agent wrong_type'],
    ],
    [
      'a result of another type',
      state('book_result: { type: string', 'book_result: { type: any'),
      ['context_variables.yaml /definitions/book_result/type outcome_state'],
    ],
    [
      'a result that is no text',
      state('book_result: { type: string', 'book_result: { type: boolean'),
      ['context_variables.yaml /definitions/book_result/source/default wrong_default'],
    ],
    [
      'a result that starts as a success',
      state('default: blocked', 'default: booked'),
      ['context_variables.yaml /definitions/book_result/source/default outcome_state'],
    ],
    [
      'a result that is not kept',
      state('persisted: true', 'persisted: false'),
      ['context_variables.yaml /definitions/book_result/persisted outcome_state'],
    ],
    [
      'a result of another class',
      state('closed_writer_routing_state', 'closed_writer_quality_state'),
      ['context_variables.yaml /definitions/book_result/authority_class outcome_state'],
    ],
    [
      'weaker writers',
      state('[deterministic_tool]', '[deterministic_tool, tool_writeback]'),
      ['context_variables.yaml /definitions/book_result/writer_ids outcome_state'],
    ],
    [
      'other writers',
      state('[deterministic_tool]', '[caller_input]'),
      ['context_variables.yaml /definitions/book_result routing_without_writer'],
    ],
    [
      'a result that text sets',
      state('default: blocked }', 'default: blocked, triggers: [{ type: ui_response, tool: book }] }'),
      ['context_variables.yaml /definitions/book_result/source/triggers outcome_state'],
    ],
    [
      'a result from the host',
      state('source: { type: state, default: blocked }', 'source: { type: config, default: blocked }'),
      ['context_variables.yaml /definitions/book_result/source/type outcome_state'],
    ],
    [
      'attempts that do not start at 0',
      state('default: 0', 'default: 1'),
      ['context_variables.yaml /definitions/book_tries/source/default outcome_state'],
    ],
    [
      'attempts of another class',
      state('closed_writer_quality_state', 'mutable_workflow_state'),
      ['context_variables.yaml /definitions/book_tries/authority_class outcome_state'],
    ],
    [
      'attempts of another type',
      state('type: integer', 'type: number'),
      ['context_variables.yaml /definitions/book_tries/type outcome_state'],
    ],
    [
      'a second auto tool',
      {
        'tools.yaml': `${withOutcome()['tools.yaml']}  - { agent: Reader, file: b.ts, function: b, tool_type: Agent_Tool, auto_tool_call: true }\n`,
      },
      ['tools.yaml /tools/1 outcome_owner'],
    ],
    [
      'a key of two outcomes',
      {
        ...edited('structured_outputs.yaml', 'Closer: null', 'Closer: Invoice'),
        'transition_graph.yaml':
          `${invoiceCheck['transition_graph.yaml']}`.replace(/.*source_agent: Closer.*\n/, '') +
          '  - { source_agent: Closer, target_agent: user, transition_type: condition, condition_type: context_equals, condition_key: book_result, condition_value: blocked }\n  - { source_agent: Closer, target_agent: terminate, transition_type: condition, condition_type: context_equals, condition_key: book_result, condition_value: booked }\n',
        'tools.yaml': `${withOutcome()['tools.yaml']}${withOutcome(standard.replace('book_tries', 'close_tries'), undefined, 'Closer')['tools.yaml']?.slice(7)}`,
        'context_variables.yaml': `${invoiceCheck['context_variables.yaml']}  close_tries: { type: integer, authority_class: closed_writer_quality_state, writer_ids: [deterministic_tool], source: { type: state, default: 0 } }\n`,
      },
      ['tools.yaml /tools/1/outcome/context_key duplicate'],
    ],
    [
      'no model',
      {
        ...withOutcome(),
        ...edited('structured_outputs.yaml', 'Reader: Invoice', 'Reader: null'),
        ...edited('agents.yaml', 'structured_outputs_required: true', 'structured_outputs_required: false'),
      },
      ['tools.yaml /tools/0/auto_tool_call auto_tool_without_model'],
    ],
    ['an owner that starts a batch', withBatch(plain('Reader')), ['tools.yaml /tools/0/agent outcome_owner']],
    [
      'an owner that starts a recovery',
      withBatch(plain('Closer', ', recovery: { trigger_agent: Reader, request_key: wanted, outcome_key: done, status_key: redo_status }')),
      ['tools.yaml /tools/0/agent outcome_owner'],
    ],
    [
      'an owner that works on a batch',
      withBatch('conveyors: [{ id: build, decomposition_agent: Closer, execution_agents: [Reader] }]'),
      [`${batches} /conveyors/0/decomposition_agent model_missing`, 'tools.yaml /tools/0/agent outcome_owner'],
    ],
    [
      'an owner that speaks first while there are batches',
      { ...withBatch(plain('Closer')), 'orchestrator.yaml': invoiceCheck['orchestrator.yaml'] ?? '' },
      ['tools.yaml /tools/0/agent outcome_owner'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(problem(changes)).toEqual(expected);
  });

  it('and both values that no rule takes up', () => {
    const changes = swapped('[booked, blocked]', '[booked, blocked, later, never]');
    expect(problem(changes)).toEqual([
      'tools.yaml /tools/0/outcome/values/2 outcome_route',
      'tools.yaml /tools/0/outcome/values/3 outcome_route',
    ]);
    expect(problemsWith(changes)[0]).toMatchObject({ hint: 'add a rule with `condition_key: book_result` and `condition_value: later`' });
  });
});
