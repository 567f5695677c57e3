import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from './folder.test-support.ts';

type Changes = Readonly<Record<string, string>>;
const appended = (file: string, line: string) => ({ [file]: `${invoiceCheck[file]}${line}` });
const agentWith = (text: string) => edited('agents.yaml', / }\n$/, `, ${text} }\n`);
const variable = (source: string) => appended('context_variables.yaml', `  extra: { source: ${source} }\n`);
const ruleWith = (condition: string) =>
  appended('transition_graph.yaml', `  - { source_agent: Closer, target_agent: user, transition_type: condition, ${condition} }\n`);
const card = 'ui: { component: ApprovalCard, workflow_primitive: approval_card }';
const askingTool = edited('tools.yaml', 'tool_type: Agent_Tool', `tool_type: ui-tool, ${card}`);
const batches = 'extended_orchestration/task_batches.yaml';
const batch =
  'version: 1\nbatches: [{ id: x, trigger_agent: Closer, source: { kind: context_variable, path: book_result }, result: { context_key: book_result, status_key: book_tries } }]';
const conveyor: Changes = {
  ...appended('context_variables.yaml', '  build_results: { source: { type: state } }\n  build_status: { source: { type: state } }\n'),
  ...edited(
    'structured_outputs.yaml',
    /fields: .*/,
    'fields: { DecompositionPlan: { type: Plan } }\n  Plan: { type: model, fields: { tasks: { type: list, items: dict } } }',
  ),
  [batches]: 'conveyors: [{ id: build, decomposition_agent: Reader, execution_agents: [Closer] }]',
};

/** What is written, where it is told, by which name. */
const rows: readonly (readonly [string, Changes, string, string])[] = [
  [
    'orchestration_pattern',
    appended('orchestrator.yaml', 'orchestration_pattern: round_robin'),
    'orchestrator.yaml',
    '/orchestration_pattern',
  ],
  ['triggers', appended('orchestrator.yaml', 'triggers: [{ type: schedule }]'), 'orchestrator.yaml', '/triggers'],
  ['human_input_mode', agentWith('human_input_mode: NEVER'), 'agents.yaml', '/agents/1/human_input_mode'],
  ['max_consecutive_auto_reply', agentWith('max_consecutive_auto_reply: 5'), 'agents.yaml', '/agents/1/max_consecutive_auto_reply'],
  ['multimodal_inputs_enabled', agentWith('multimodal_inputs_enabled: true'), 'agents.yaml', '/agents/1/multimodal_inputs_enabled'],
  ['image_generation_enabled', agentWith('image_generation_enabled: true'), 'agents.yaml', '/agents/1/image_generation_enabled'],
  ['image_generation', agentWith('image_generation: { quality: low }'), 'agents.yaml', '/agents/1/image_generation'],
  ['sandbox_shell', agentWith('sandbox_shell: true'), 'agents.yaml', '/agents/1/sandbox_shell'],
  ['web_search', agentWith('web_search: true'), 'agents.yaml', '/agents/1/web_search'],
  ['web_fetch', agentWith('web_fetch: true'), 'agents.yaml', '/agents/1/web_fetch'],
  ['duck_search', agentWith('duck_search: true'), 'agents.yaml', '/agents/1/duck_search'],
  [
    'lifecycle_tools',
    appended('tools.yaml', 'lifecycle_tools: [{ trigger: on_start, file: a.ts, function: a }]'),
    'tools.yaml',
    '/lifecycle_tools',
  ],
  ['persist', variable('{ type: state, persist: true }'), 'context_variables.yaml', '/definitions/extra/source/persist'],
  ...['per_phase', 'on_demand'].map((when): readonly [string, Changes, string, string] => [
    `refresh_strategy: ${when}`,
    variable(`{ type: data_reference, collection: orders, refresh_strategy: ${when} }`),
    'context_variables.yaml',
    '/definitions/extra/source/refresh_strategy',
  ]),
  ...[
    ['data_entity', 'database_name: shop'],
    ['data_entity', 'collection: orders'],
    ['data_entity', 'schema: { id: text }'],
    ['data_entity', 'indexes: [id]'],
    ['data_entity', 'write_strategy: immediate'],
    ['data_entity', 'search_by: id'],
    ['computed', 'computation: sum'],
    ['computed', 'inputs: [book_tries]'],
    ['computed', 'output_type: integer'],
    ['computed', 'persist_to: extra'],
    ['external', 'service: rates'],
    ['external', 'operation: latest'],
    ['external', 'params: { base: EUR }'],
    ['external', 'auth: none'],
    ['external', 'cache: 60'],
    ['external', 'retry: 2'],
  ].map(([type, field = '']): readonly [string, Changes, string, string] => {
    const [name = ''] = field.split(':');
    return [name, variable(`{ type: ${type}, ${field} }`), 'context_variables.yaml', `/definitions/extra/source/${name}`];
  }),
  [
    'ui_hidden',
    variable('{ type: state, triggers: [{ type: user_text, match: { equals: GO }, ui_hidden: true }] }'),
    'context_variables.yaml',
    '/definitions/extra/source/triggers/0/ui_hidden',
  ],
  [
    'ui_hidden',
    variable('{ type: state, triggers: [{ type: ui_response, tool: book, ui_hidden: true }] }'),
    'context_variables.yaml',
    '/definitions/extra/source/triggers/0/ui_hidden',
  ],
  [
    'transition_target: RevertToUserTarget',
    edited('transition_graph.yaml', /Closer, target_agent: terminate/, 'Closer, target_agent: user, transition_target: RevertToUserTarget'),
    'transition_graph.yaml',
    '/transition_rules/2/transition_target',
  ],
  ['visual_agents', { 'ui_config.yaml': 'visual_agents: [Reader]' }, 'ui_config.yaml', '/visual_agents'],
  ['visual_agents', { 'ui_config.yaml': 'visual_agents:' }, 'ui_config.yaml', '/visual_agents'],
  [
    'prompt_middleware',
    { 'middleware.yaml': 'prompt_middleware: [{ agent: all, function: add_date, filename: prompts.ts }]' },
    'middleware.yaml',
    '/prompt_middleware',
  ],
  ['agents', { 'a2a.yaml': 'agents: [{ name: Auditor, url: "https://agents.example.com" }]' }, 'a2a.yaml', '/agents'],
];

/** What would change what happens, too. */
const withheld: readonly (readonly [string, Changes, string, string])[] = [
  ['batches', { [batches]: batch }, batches, '/batches'],
  ['conveyors', conveyor, batches, '/conveyors'],
];

describe('what is accepted and has no effect yet', () => {
  const told = (changes: Changes) => loadedWith(changes).warnings.filter(({ code }) => code === 'no_effect_yet');

  it.each(rows)('%s warns by name', (name, changes, file, path) => {
    expect(told(changes)).toEqual([expect.objectContaining({ file, path, message: expect.stringContaining(`\`${name}\``) })]);
    expect(loadedWith(changes).workflow.unsupported).toEqual([]);
  });

  it.each(withheld)('%s warns by name, and no run starts', (name, changes, file, path) => {
    const problem = expect.objectContaining({ file, path, code: 'no_effect_yet', message: expect.stringContaining(`\`${name}\``) });
    expect(told(changes)).toEqual([problem]);
    expect(loadedWith(changes).workflow.unsupported).toEqual([problem]);
  });

  it('ids of prompt sections warn once', () => {
    const sections = 'prompt_sections: [{ id: a, heading: A, content: a }, { id: b, heading: B, content: b }]';
    expect(told(agentWith(sections)).map(({ path }) => path)).toEqual(['/agents/1/prompt_sections/0/id']);
  });

  it('what is switched off, or says its default, does not warn', () => {
    const { warnings } = loadedWith({
      ...variable('{ type: data_reference, collection: orders, refresh_strategy: once }'),
      ...appended('orchestrator.yaml', 'triggers: []\nfailure_message_key: null\norchestration_pattern: ag2_network'),
      ...agentWith(
        'sandbox_shell: false, web_search: false, image_generation: null, human_input_mode: null, max_consecutive_auto_reply: 2',
      ),
      ...edited('tools.yaml', ' }\n', ', outcome: null, ui_contract: null }\nlifecycle_tools: []\n'),
      'ui_config.yaml': 'visual_agents: []',
      'middleware.yaml': '',
      'a2a.yaml': 'agents: []',
      [batches]: 'version: 1\nbatches: []\nconveyors: []',
    });
    expect(warnings).toEqual([]);
  });
});

describe('what says otherwise than the rest', () => {
  const warned = (changes: Changes) => loadedWith(changes).warnings.map(({ code, path }) => [code, path]);
  const asking = appended('transition_graph.yaml', '  - { source_agent: user, target_agent: Reader, transition_type: after_turn }\n');
  const toUser = {
    'transition_graph.yaml': (asking['transition_graph.yaml'] ?? '').replace(
      'Closer, target_agent: terminate',
      'Closer, target_agent: user',
    ),
  };
  const orchestrator = (text: string) => ({ 'orchestrator.yaml': text });
  const start = (invoiceCheck['orchestrator.yaml'] ?? '').replace('BackendOnly', 'AgentDriven');

  it.each<[string, Changes, readonly (readonly [string, string])[]]>([
    [
      'human_in_the_loop: true, and no rule for a person',
      appended('orchestrator.yaml', 'human_in_the_loop: true'),
      [['no_effect', '/human_in_the_loop']],
    ],
    [
      'human_in_the_loop: false, and a rule to the person',
      { ...toUser, ...orchestrator(`${start}human_in_the_loop: false`) },
      [['no_effect', '/human_in_the_loop']],
    ],
    ['BackendOnly, and a rule to the person', toUser, [['no_effect', '/workflow_startup_mode']]],
    ['nothing, and a rule to the person', { ...toUser, ...orchestrator(start) }, []],
    ['human_in_the_loop: true, and a rule to the person', { ...toUser, ...orchestrator(`${start}human_in_the_loop: true`) }, []],
  ])('warns: %s', (_, changes, expected) => {
    expect(warned(changes)).toEqual(expected);
  });

  it('an answer to a tool that asks nobody', () => {
    const listening = variable('{ type: state, triggers: [{ type: ui_response, tool: book }] }');
    expect(warned(listening)).toEqual([['no_effect', '/definitions/extra/source/triggers/0/tool']]);
    expect(warned({ ...listening, ...askingTool })).not.toContainEqual(['no_effect', '/definitions/extra/source/triggers/0/tool']);
  });

  it('a mode that nobody knows, and a field that the model of a task lacks', () => {
    const surface = 'ui: { component: ApprovalCard, workflow_primitive: approval_card, mode: sidebar }';
    expect(warned(edited('tools.yaml', 'tool_type: Agent_Tool', `tool_type: UI_Surface, ${surface}`))).toEqual([
      ['wrong_value', '/tools/0/ui/mode'],
    ]);
    const tasks = batch.replace(
      'path: book_result }',
      'path: book_result, task_model: Invoice }, worker: { agent_field: total, prompt_field: prompt }',
    );
    expect(warned({ [batches]: tasks })).toContainEqual(['unknown_field', '/batches/0/worker/prompt_field']);
    expect(warned({ [batches]: tasks })).not.toContainEqual(['unknown_field', '/batches/0/worker/agent_field']);
  });
});

describe('a conveyor', () => {
  const tasksOf = (items: string): Changes => ({
    ...conveyor,
    'structured_outputs.yaml': (conveyor['structured_outputs.yaml'] ?? '')
      .replace('items: dict', `items: ${items}`)
      .concat(
        '  Task: { type: model, fields: { task_id: { type: str } } }\n  Whole: { type: model, fields: { execution_agent: { type: str } } }\n',
      ),
  });
  it.each([
    ['Task', ['/conveyors/0/decomposition_agent']],
    ['Whole', []],
    ['dict', []],
  ])('of tasks that are %s warns of the agent that no task can name', (items, expected) => {
    const { warnings } = loadedWith(tasksOf(items));
    expect(warnings.filter(({ code }) => code === 'unknown_field').map(({ path }) => path)).toEqual(expected);
  });
});

describe('keys of earlier versions', () => {
  it.each<[string, Changes, string]>([
    ['entry_point', appended('orchestrator.yaml', 'entry_point: Reader'), 'initial_agent'],
    ['auto_tool_mode', agentWith('auto_tool_mode: true'), 'auto_tool_call'],
    ['condition', ruleWith('condition_type: context_equals, condition_key: book_result, condition: "x"'), 'context_equals'],
    ['condition_type: string_llm', ruleWith('condition_type: string_llm'), 'context_equals'],
    ['handoffs.yaml', { 'handoffs.yaml': '' }, ''],
  ])('%s are refused with what stands in their place', (_, changes, hint) => {
    const [problem, ...others] = problemsWith(changes);
    expect(others).toEqual([]);
    expect(problem?.hint ?? '').toContain(hint);
  });
});
