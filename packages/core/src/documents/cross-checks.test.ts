import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from './folder.test-support.ts';

const appended = (file: string, line: string) => ({ [file]: `${invoiceCheck[file]}${line}` });
const rule = (text: string) => appended('transition_graph.yaml', `  - { source_agent: Closer, target_agent: user, ${text} }\n`);
const equals = 'transition_type: condition, condition_type: context_equals, condition_key: book_result';
const tools = (...entries: readonly string[]) => ({
  'tools.yaml': `tools:\n${entries.map((entry) => `  - { tool_type: Agent_Tool, ${entry} }\n`).join('')}`,
});
const auto = 'agent: Reader, file: a.ts, function: a, auto_tool_call: true';

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
  ])('in %s, with the nearest one', (_, changes, path, code, nearest) => {
    expect(problemsWith(changes)).toContainEqual(expect.objectContaining({ path, code, hint: `did you mean \`${nearest}\`?` }));
  });

  it('but no hint where nothing is near', () => {
    expect(problemsWith(edited('orchestrator.yaml', 'Reader', 'Zebra'))[0]).not.toHaveProperty('hint');
  });
});

describe('agents and models', () => {
  it.each<[string, Readonly<Record<string, string | null>>, string, string]>([
    [
      'an agent that requires outputs and has no model',
      edited('structured_outputs.yaml', 'Reader: Invoice', 'Reader: null'),
      '/agents/0/structured_outputs_required',
      'model_missing',
    ],
    [
      'a registry that names an alias',
      edited('structured_outputs.yaml', 'Reader: Invoice', 'Reader: Currency'),
      '/registry/Reader',
      'not_a_model',
    ],
    ['an agent twice', edited('agents.yaml', 'name: Closer', 'name: Reader'), '/agents/1/name', 'duplicate'],
    ['an agent without a prompt', edited('agents.yaml', 'system_message: Say goodbye.', 'description: x'), '/agents/1', 'required'],
    ['an agent named like the person', edited('agents.yaml', 'name: Closer', 'name: UserProxy'), '/agents/1/name', 'reserved_name'],
    ['an agent named like the end', edited('agents.yaml', 'name: Closer', 'name: Terminate'), '/agents/1/name', 'reserved_name'],
  ])('refuses %s', (_, changes, path, code) => {
    expect(problemsWith(changes)).toContainEqual(expect.objectContaining({ path, code }));
  });

  it('AG1: an agent that requires no outputs loads without a model', () => {
    const agents = edited('agents.yaml', 'structured_outputs_required: true', 'structured_outputs_required: false');
    const { workflow } = loadedWith({ ...agents, 'structured_outputs.yaml': null, 'tools.yaml': null });
    expect(workflow.agents.get('Reader')?.output).toBe(null);
  });
});

describe('transitions', () => {
  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    [
      'after_turn with a condition',
      rule('transition_type: after_turn, condition_type: context_equals'),
      '/transition_rules/3/condition_type',
      'field_not_allowed',
    ],
    [
      'after_turn with a null value',
      rule('transition_type: after_turn, condition_value: null'),
      '/transition_rules/3/condition_value',
      'field_not_allowed',
    ],
    ['a condition without its type', rule('transition_type: condition, condition_key: book_result'), '/transition_rules/3', 'required'],
    ['a condition without its key', rule('transition_type: condition, condition_type: context_equals'), '/transition_rules/3', 'required'],
    [
      'an equality with an expression',
      rule(`${equals}, context_expression: x`),
      '/transition_rules/3/context_expression',
      'field_not_allowed',
    ],
    ['an equality with a tool', rule(`${equals}, tool_name: x`), '/transition_rules/3/tool_name', 'field_not_allowed'],
    [
      'a misspelt condition type',
      rule('transition_type: condition, condition_type: context_equal'),
      '/transition_rules/3/condition_type',
      'wrong_value',
    ],
    [
      'a reason without terminate',
      rule(`${equals}, termination_reason: workflow_failed`),
      '/transition_rules/3/termination_reason',
      'field_not_allowed',
    ],
    [
      'TerminateTarget without terminate',
      rule(`${equals}, transition_target: TerminateTarget`),
      '/transition_rules/3/transition_target',
      'field_not_allowed',
    ],
    ['a second after_turn of one agent', rule('transition_type: after_turn'), '/transition_rules/3', 'unreachable_rule'],
    [
      'the same condition twice',
      edited('transition_graph.yaml', 'condition_value: blocked', 'condition_value: booked'),
      '/transition_rules/1',
      'unreachable_rule',
    ],
    [
      'a rule from terminate',
      edited('transition_graph.yaml', 'source_agent: Closer', 'source_agent: terminate'),
      '/transition_rules/2/source_agent',
      'wrong_value',
    ],
  ])('refuses %s', (_, changes, path, code) => {
    expect(problemsWith(changes)).toContainEqual(expect.objectContaining({ file: 'transition_graph.yaml', path, code }));
  });

  it('CT2: come in the order they are looked at: per source, conditions before after_turn', () => {
    const { workflow } = loadedWith({
      'transition_graph.yaml': `transition_rules:
  - { source_agent: Reader, target_agent: Closer, transition_type: after_turn }
  - { source_agent: Closer, target_agent: User_Proxy, transition_type: after_turn }
  - { source_agent: Reader, target_agent: Terminate, transition_type: condition, condition_type: CONTEXT_EQUALS, condition_key: book_result, condition_value: booked, transition_target: TerminateTarget }
  - { source_agent: userproxyagent, target_agent: Reader, transition_type: after_turn }
  - { source_agent: Reader, target_agent: Reader, transition_type: condition, condition_type: context_equals, condition_key: book_tries }
`,
    });
    expect(
      workflow.transitions.map(({ source, target, when }) => [
        source,
        target,
        when.kind === 'after_turn' ? 'after_turn' : `${when.key}=${when.value}`,
      ]),
    ).toEqual([
      ['Reader', 'terminate', 'book_result=booked'],
      ['Reader', 'Reader', 'book_tries=null'],
      ['Reader', 'Closer', 'after_turn'],
      ['Closer', 'user', 'after_turn'],
      ['user', 'Reader', 'after_turn'],
    ]);
  });

  it('warn of a person who cannot answer and of an agent that leads nowhere', () => {
    const warnings = loadedWith(edited('transition_graph.yaml', 'target_agent: Closer', 'target_agent: user')).warnings.map(
      ({ message }) => message,
    );
    expect(warnings).toEqual([expect.stringContaining('none starts from `user`')]);
    const openEnd = loadedWith(edited('transition_graph.yaml', /.*source_agent: Closer.*\n/, '')).warnings;
    expect(openEnd).toMatchObject([{ code: 'no_way_on', line: 1, message: expect.stringContaining('`Closer`') }]);
  });
});

describe('tools', () => {
  it('become bindings by agent, in document order', () => {
    const { workflow } = loadedWith(
      tools(
        auto,
        'agent: [Closer, Reader], file: tools/b.mjs, function: b, bind_to_agent: true, description: Look.',
        'agent: Reader, file: c.js, function: c, auto_tool_call: true',
        'agent: Closer, file: d.ts, function: d',
      ),
    );
    const names = (agent: string) => {
      const found = workflow.agents.get(agent);
      return [found?.autoTools, found?.callableTools].map((bindings) =>
        bindings?.map((binding) => `${binding.index} ${binding.function} ${binding.agent}`),
      );
    };
    expect(names('Reader')).toEqual([['0 a Reader', '1 c Reader'], ['0 b Reader']]);
    expect(names('Closer')).toEqual([[], ['0 b Closer', '1 d Closer']]);
  });

  it('of type UI_Surface carry their surface, with its defaults and a realization that need not be written', () => {
    const surface = (ui: string) => edited('tools.yaml', 'tool_type: Agent_Tool', `tool_type: ui_surface, ui: ${ui}`);
    const bindingOf = (ui: string) => loadedWith(surface(ui)).workflow.agents.get('Reader')?.autoTools[0];
    expect(bindingOf('{ component: Board }')).toMatchObject({ type: 'UI_Surface', surface: { component: 'Board', mode: 'inline' } });
    expect(bindingOf('{ component: Board, mode: artifact, workflow_primitive: comparison_board }')?.surface).toEqual({
      component: 'Board',
      mode: 'artifact',
    });
    expect(bindingOf('{ component: FormCard, workflow_primitive: form_card, realization: shipped_component }')).toBeDefined();
    expect(bindingOf('{ component: MyForm, workflow_primitive: form_card, realization: workflow_wrapper }')).toBeDefined();
    expect(problemsWith(surface('{ component: MyForm, workflow_primitive: form_card, realization: shipped_component }'))).toMatchObject([
      { code: 'wrong_value', path: '/tools/0/ui/realization' },
    ]);
    expect(problemsWith(surface('{ component: X, workflow_primitive: composer_reply }'))).toMatchObject([
      { code: 'wrong_value', path: '/tools/0/ui/workflow_primitive' },
    ]);
    expect(problemsWith(surface('{ component: X, realization: shipped_component }'))).toMatchObject([{ code: 'field_not_allowed' }]);
    expect(problemsWith(surface('{ mode: inline }'))).toMatchObject([{ code: 'required', path: '/tools/0/ui' }]);
    expect(problemsWith(surface('null'))).toMatchObject([{ code: 'required', path: '/tools/0' }]);
  });

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    [
      'an auto tool of an agent without a model',
      tools('agent: Closer, file: a.ts, function: a, auto_tool_call: true'),
      '/tools/0/auto_tool_call',
      'auto_tool_without_model',
    ],
    ['another tool of an auto-tool agent', tools(auto, 'agent: Reader, file: b.ts, function: b'), '/tools/1', 'auto_tool_agent'],
    [
      'the same function twice',
      tools(auto, 'agent: Reader, file: b.ts, function: a, auto_tool_call: true'),
      '/tools/1/function',
      'duplicate',
    ],
    ['ui on an Agent_Tool', tools(`${auto}, ui: { component: X }`), '/tools/0/ui', 'field_not_allowed'],
    ['a Python file', tools('agent: Reader, file: book.py, function: book'), '/tools/0/file', 'tool_file_type'],
    ['a file outside the folder', tools('agent: Reader, file: ../book.ts, function: book'), '/tools/0/file', 'path_refused'],
    ['an absolute file', tools('agent: Reader, file: /etc/book.ts, function: book'), '/tools/0/file', 'path_refused'],
    ['a function that is no name', tools('agent: Reader, file: a.ts, function: do it'), '/tools/0/function', 'invalid_name'],
    ['no agent', tools('agent: [], file: a.ts, function: a'), '/tools/0/agent', 'empty'],
    ['a name', tools('agent: Reader, file: a.ts, function: a, name: x'), '/tools/0/name', 'unknown_key'],
  ])('refuses %s', (_, changes, path, code) => {
    expect(problemsWith(changes)).toContainEqual(expect.objectContaining({ file: 'tools.yaml', path, code }));
  });

  it('warn of one that nothing ever runs', () => {
    expect(loadedWith(tools('agent: Closer, file: a.ts, function: a, bind_to_agent: false')).warnings).toMatchObject([
      { code: 'unused_tool' },
    ]);
  });
});
