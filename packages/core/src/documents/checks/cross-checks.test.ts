import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';

const appended = (file: string, line: string) => ({ [file]: `${invoiceCheck[file]}${line}` });
const rule = (text: string) => appended('transition_graph.yaml', `  - { source_agent: Closer, target_agent: user, ${text} }\n`);
const equals = 'transition_type: condition, condition_type: context_equals, condition_key: book_result';

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

  const nobodyRequires = edited('agents.yaml', 'structured_outputs_required: true', 'structured_outputs_required: false');
  const manualTool = edited('tools.yaml', 'auto_tool_call: true, bind_to_agent: false', 'auto_tool_call: false');
  const brokenRegistries: readonly (readonly [string, string, string])[] = [
    ['a misspelt type', 'type: float', 'type: flaot'],
    ['a misspelt key', 'registry:', 'registri:'],
    ['no version', 'schema_version: mozaiks.structured_outputs.v1', ''],
    ['an agent that is not declared', 'Closer: null', 'Closr: Invoice'],
    ['a default that is no value of its field', 'type: optional_dict', 'type: optional_dict, default: 3'],
    ['text that is no YAML', 'registry: {', 'registry: {{'],
  ];

  it.each(brokenRegistries)(
    'AG1 with %s in a registry that nobody needs the agents load without models, and the load warns',
    (_, from, to) => {
      const broken = edited('structured_outputs.yaml', from, to);
      const problems = problemsWith(broken).filter(({ file }) => file === 'structured_outputs.yaml');
      expect(problems.length).toBeGreaterThan(0);
      const { workflow, warnings } = loadedWith({ ...broken, ...nobodyRequires, ...manualTool });
      expect([...workflow.agents.values()].map(({ output }) => output)).toEqual([null, null]);
      expect(workflow.outputModels.size).toBe(0);
      expect(warnings).toEqual(problems);
    },
  );

  it.each([
    ['an agent requires outputs', manualTool],
    ['an auto tool waits for one', nobodyRequires],
  ])('AG1 the same registry is refused as soon as %s', (_, changes) => {
    const broken = edited('structured_outputs.yaml', 'type: float', 'type: flaot');
    expect(problemsWith({ ...broken, ...changes })).toMatchObject([{ file: 'structured_outputs.yaml', code: 'unknown_type' }]);
  });

  it('AG1 without a registry an agent that requires no outputs has no model; a sound one is kept', () => {
    const without = loadedWith({ ...nobodyRequires, ...manualTool, 'structured_outputs.yaml': null });
    expect(without.workflow.agents.get('Reader')?.output).toBe(null);
    const sound = loadedWith({ ...nobodyRequires, ...manualTool });
    expect(sound.workflow.agents.get('Reader')?.output?.name).toBe('Invoice');
    expect(sound.warnings).toEqual([]);
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
        when.kind !== 'context_equals' ? when.kind : `${when.key}=${when.value}`,
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
    expect(warnings).toEqual([expect.stringContaining('BackendOnly'), expect.stringContaining('none starts from `user`')]);
    const openEnd = loadedWith(edited('transition_graph.yaml', /.*source_agent: Closer.*\n/, '')).warnings;
    expect(openEnd).toMatchObject([{ code: 'no_way_on', line: 1, message: expect.stringContaining('`Closer`') }]);
  });
});
