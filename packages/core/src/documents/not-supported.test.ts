import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from './folder.test-support.ts';

const appended = (file: string, line: string) => ({ [file]: `${invoiceCheck[file]}${line}` });
const agentWith = (text: string) => edited('agents.yaml', / }\n$/, `, ${text} }\n`);
const toolWith = (text: string) => edited('tools.yaml', ' }\n', `, ${text} }\n`);
const variable = (source: string) => appended('context_variables.yaml', `  extra: { source: ${source} }\n`);
const ruleWith = (condition: string) =>
  appended('transition_graph.yaml', `  - { source_agent: Closer, target_agent: user, transition_type: condition, ${condition} }\n`);

describe('what does not work yet', () => {
  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['triggers', appended('orchestrator.yaml', 'triggers: [{ type: schedule }]'), 'orchestrator.yaml', '/triggers'],
    ['failure_message_key', appended('orchestrator.yaml', 'failure_message_key: book_result'), 'orchestrator.yaml', '/failure_message_key'],
    ['multimodal_inputs_enabled', agentWith('multimodal_inputs_enabled: true'), 'agents.yaml', '/agents/1/multimodal_inputs_enabled'],
    ['image_generation_enabled', agentWith('image_generation_enabled: true'), 'agents.yaml', '/agents/1/image_generation_enabled'],
    ['image_generation', agentWith('image_generation: { quality: low }'), 'agents.yaml', '/agents/1/image_generation'],
    ['sandbox_shell', agentWith('sandbox_shell: true'), 'agents.yaml', '/agents/1/sandbox_shell'],
    ['web_search', agentWith('web_search: true'), 'agents.yaml', '/agents/1/web_search'],
    ['web_fetch', agentWith('web_fetch: true'), 'agents.yaml', '/agents/1/web_fetch'],
    ['duck_search', agentWith('duck_search: true'), 'agents.yaml', '/agents/1/duck_search'],
    ['outcome', toolWith('outcome: { context_key: a }'), 'tools.yaml', '/tools/0/outcome'],
    ['ui_contract', toolWith('ui_contract: { surface_kind: agent_tool }'), 'tools.yaml', '/tools/0/ui_contract'],
    ['UI_Tool', edited('tools.yaml', 'Agent_Tool', 'ui-tool'), 'tools.yaml', '/tools/0/tool_type'],
    ['lifecycle_tools', appended('tools.yaml', 'lifecycle_tools: [{ trigger: on_start }]'), 'tools.yaml', '/lifecycle_tools'],
    [
      'context_expression',
      ruleWith('condition_type: context_expression, context_expression: "len([1]) == 1"'),
      'transition_graph.yaml',
      '/transition_rules/3/condition_type',
    ],
    [
      'tool_called',
      ruleWith('condition_type: TOOL_CALLED, tool_name: book'),
      'transition_graph.yaml',
      '/transition_rules/3/condition_type',
    ],
    ...['data_reference', 'data_entity', 'computed', 'external', 'file', 'build_context'].map(
      (type): [string, Readonly<Record<string, string>>, string, string] => [
        `source ${type}`,
        variable(`{ type: ${type}, collection: x }`),
        'context_variables.yaml',
        '/definitions/extra/source/type',
      ],
    ),
    [
      'ui_response',
      variable('{ type: state, triggers: [{ type: ui_response, tool: book }] }'),
      'context_variables.yaml',
      '/definitions/extra/source/triggers/0/type',
    ],
    ['visual_agents', { 'ui_config.yaml': 'visual_agents: [Reader]' }, 'ui_config.yaml', '/visual_agents'],
    ['visual_agents that hide all', { 'ui_config.yaml': 'visual_agents:' }, 'ui_config.yaml', '/visual_agents'],
    ['prompt_middleware', { 'middleware.yaml': 'prompt_middleware: [{ agent: all }]' }, 'middleware.yaml', '/prompt_middleware'],
    ['a2a agents', { 'a2a.yaml': 'agents: [{ name: X }]' }, 'a2a.yaml', '/agents'],
    [
      'batches',
      { 'extended_orchestration/task_batches.yaml': 'version: 1\nbatches: [{ id: x }]' },
      'extended_orchestration/task_batches.yaml',
      '/batches',
    ],
  ])('%s is refused by file and field', (_, changes, file, path) => {
    const [problem, ...others] = problemsWith(changes);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ file, path, code: 'not_supported_yet', message: expect.stringContaining(file) });
  });

  it('is accepted while it is switched off', () => {
    const { warnings } = loadedWith({
      ...appended('orchestrator.yaml', 'triggers: []\nfailure_message_key: null'),
      ...agentWith('sandbox_shell: false, web_search: false, image_generation: null'),
      ...edited('tools.yaml', ' }\n', ', outcome: null, ui_contract: null }\nlifecycle_tools: []\n'),
      'ui_config.yaml': 'visual_agents: []',
      'middleware.yaml': '',
      'a2a.yaml': 'agents: []',
      'extended_orchestration/task_batches.yaml': 'version: 1\nbatches: []',
    });
    expect(warnings).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['middleware.yaml', { 'middleware.yaml': 'promt_middleware: []' }],
    ['ui_config.yaml', { 'ui_config.yaml': 'agents: []' }],
  ])('keeps %s closed', (file, changes) => {
    expect(problemsWith(changes)).toMatchObject([{ file, code: 'unknown_key' }]);
  });
});

describe('what is accepted and has no effect yet', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['orchestration_pattern', appended('orchestrator.yaml', 'orchestration_pattern: round_robin'), '/orchestration_pattern'],
    ['human_input_mode', agentWith('human_input_mode: NEVER'), '/agents/1/human_input_mode'],
    ['max_consecutive_auto_reply', agentWith('max_consecutive_auto_reply: 5'), '/agents/1/max_consecutive_auto_reply'],
    ['persist', variable('{ type: state, persist: true }'), '/definitions/extra/source/persist'],
    [
      'transition_target',
      edited(
        'transition_graph.yaml',
        /Closer, target_agent: terminate/,
        'Closer, target_agent: user, transition_target: RevertToUserTarget',
      ),
      '/transition_rules/2/transition_target',
    ],
  ])('%s warns by name', (name, changes, path) => {
    const warnings = loadedWith(changes).warnings.filter(({ code }) => code === 'no_effect_yet');
    expect(warnings).toEqual([expect.objectContaining({ path, message: expect.stringContaining(name) })]);
  });

  it('does not warn about the default', () => {
    const { warnings } = loadedWith({
      ...appended('orchestrator.yaml', 'orchestration_pattern: ag2_network'),
      ...agentWith('human_input_mode: null, max_consecutive_auto_reply: 2'),
    });
    expect(warnings).toEqual([]);
  });
});

describe('keys of earlier versions', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
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
