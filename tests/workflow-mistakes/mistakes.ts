import type { FolderName } from './folders.ts';

/** One mistake in one document, and the one problem that must be told. */
export interface Mistake {
  readonly folder: FolderName;
  readonly file: string;
  /** The first place of this text … */
  readonly from: string;
  /** … becomes this one. */
  readonly to: string;
  readonly code: string;
  /** Where the problem stands: the first place of this text, in the same file from the change on, in another file from its beginning. */
  readonly at: string;
  readonly atFile: string;
  readonly hint: string | null;
}

interface Told {
  readonly at?: string;
  readonly in?: string;
  readonly hint?: string;
}

const mistakesOf =
  (folder: FolderName, file: string) =>
  (from: string, to: string, code: string, told: Told = {}): Mistake => ({
    folder,
    file,
    from,
    to,
    code,
    at: told.at ?? to,
    atFile: told.in ?? file,
    hint: told.hint ?? null,
  });

const orchestrator = mistakesOf('SupplierOnboarding', 'orchestrator.yaml');
const agents = mistakesOf('SupplierOnboarding', 'agents.yaml');
const outputs = mistakesOf('SupplierOnboarding', 'structured_outputs.yaml');
const variables = mistakesOf('SupplierOnboarding', 'context_variables.yaml');
const graph = mistakesOf('SupplierOnboarding', 'transition_graph.yaml');
const tools = mistakesOf('SupplierOnboarding', 'tools.yaml');
const batches = mistakesOf('SupplierOnboarding', 'extended_orchestration/task_batches.yaml');
const studioOutputs = mistakesOf('ContentStudio', 'structured_outputs.yaml');
const studioGraph = mistakesOf('ContentStudio', 'transition_graph.yaml');
const studioTools = mistakesOf('ContentStudio', 'tools.yaml');
const studioContext = mistakesOf('ContentStudio', 'context_variables.yaml');
const incidentGraph = mistakesOf('IncidentResponse', 'transition_graph.yaml');
const incidentContext = mistakesOf('IncidentResponse', 'context_variables.yaml');

/** Single mistakes as authors make them. */
export const mistakes: readonly Mistake[] = [
  orchestrator('schema_version: mozaiks.orchestrator.v1', 'schema_version: mozaiks.orchestrator.v2', 'wrong_value', {
    at: 'mozaiks.orchestrator.v2',
  }),
  orchestrator('workflow_name: SupplierOnboarding', 'workflow_name: SupplierOnbording', 'folder_name', { at: 'SupplierOnbording' }),
  orchestrator('UserDriven', 'userDriven', 'wrong_value', { hint: 'did you mean `UserDriven`?' }),
  orchestrator('max_turns: 60', 'max_turns: 600', 'out_of_range', { at: '600' }),
  orchestrator('human_in_the_loop: true', 'human_in_the_loop: yes', 'wrong_type', { at: 'yes' }),
  orchestrator('initial_agent: IntakeAgent', 'initial_agent: IntakeAgnet', 'unknown_agent', {
    at: 'IntakeAgnet',
    hint: 'did you mean `IntakeAgent`?',
  }),
  orchestrator('failure_message_key: failure_text', 'failure_message_key: supplier', 'wrong_type', { at: 'supplier' }),
  orchestrator('max_turns: 60', 'max_turn: 60', 'unknown_key', { hint: 'did you mean `max_turns`?', at: 'max_turn:' }),
  orchestrator('  - event: supplier.requested\n    description', '  - description', 'required', { at: 'description: The purchasing' }),

  agents(
    '  - name: LogoAgent',
    '  - { name: IntakeAgent, system_message: Again., structured_outputs_required: false }\n  - name: LogoAgent',
    'duplicate',
    { at: 'IntakeAgent' },
  ),
  agents('    structured_outputs_required: false\n', '', 'required', { at: 'name: IntakeAgent' }),
  agents('pending_turn_replay: block', 'pending_turn_replay: retry', 'wrong_value', { at: 'retry' }),
  agents('    system_message: You write one contract document.\n', '', 'required', { at: 'name: ContractAgent' }),
  agents('quality: high', 'quality: ultra', 'wrong_value', { at: 'ultra' }),
  agents('output_compression: 80', 'output_compression: 180', 'out_of_range', { at: '180' }),
  agents('        heading: "[INSTRUCTIONS]"\n', '', 'required', { at: 'id: instructions' }),
  agents('web_search: true', 'auto_tool_mode: true', 'unknown_key', { hint: 'set `auto_tool_call: true` on the tool, in tools.yaml' }),

  outputs('  RiskAgent: RiskReport', '  RiskAgent: RiskReprot', 'unknown_model', { at: 'RiskReprot', hint: 'did you mean `RiskReport`?' }),
  outputs('  RiskAgent: RiskReport', '  RiskAgent: Country', 'not_a_model', { at: 'Country' }),
  outputs('country: { type: Country }', 'country: { type: Contry }', 'unknown_type', { at: 'Contry', hint: 'did you mean `Country`?' }),
  outputs('contacts: { type: list, items: Contact, min: 1, max: 20 }', 'contacts: { type: list, min: 1, max: 20 }', 'field_missing', {
    at: '{ type: list, min: 1',
  }),
  outputs('employees: { type: int, min: 1, default: 1 }', 'employees: { type: int, min: 1, default: 0 }', 'wrong_default', { at: '0 }' }),
  outputs('listed: { type: bool, default: false }', 'listed: { type: bool, default: no }', 'wrong_default', { at: 'no }' }),
  outputs('score: { type: int, min: 0, max: 100 }', 'score: { type: int, min: 100, max: 0 }', 'out_of_range', { at: '0 }' }),
  outputs('values: [low, medium, high]', 'values: [low, medium, low]', 'duplicate', { at: 'low]' }),
  outputs('      tax_number: { type: string }', '      _tax_number: { type: string }', 'invalid_name', { at: '_tax_number' }),
  outputs('{ type: list, items: RiskFinding, default: [] }', '{ type: RiskFinding }', 'endless_model', { at: '{ type: RiskFinding }' }),
  outputs('email: { type: str, format: email }', 'email: { type: str, format: mail }', 'wrong_value', { at: 'mail }' }),
  outputs('"^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$"', '"^[A-Z{2}"', 'invalid_pattern'),
  studioOutputs('share: { type: float, min: 0, max: 1 }', 'share: { type: bool, min: 0 }', 'field_not_allowed', { at: '0 }' }),
  studioOutputs('variants: [Paragraph, Picture, Quote, Section]', 'variants: []', 'empty', { at: '[]' }),
  studioOutputs('ReleaseAgent: Release', 'ReleseAgent: Release', 'unknown_agent', { hint: 'did you mean `ReleaseAgent`?' }),

  variables('  open_questions:', '  structured_output:', 'reserved_name', { at: 'structured_output' }),
  variables('writer_ids: [agent_text]', 'writer_ids: [agent_txt]', 'wrong_value', { at: 'agent_txt', hint: 'did you mean `agent_text`?' }),
  variables('          agent: IntakeAgent', '          agent: InterviewAgent', 'unknown_agent', { at: 'InterviewAgent' }),
  variables('match: { equals: NEXT }', 'match: {}', 'required', { at: '{}' }),
  variables('regex: "logo|emblem"', 'regex: "logo|(emblem"', 'wrong_value', { at: '"logo|(emblem"' }),
  variables('variables: [onboarding_status]', 'variables: [onbording_status]', 'unknown_variable', {
    at: 'onbording_status',
    hint: 'did you mean `onboarding_status`?',
  }),
  variables('default: 10000.5', 'default: lots', 'wrong_default', { at: 'lots' }),
  variables('env_var: COMPANY_NAME', 'path: COMPANY_NAME', 'unknown_key', { at: 'path: COMPANY_NAME' }),
  variables('type: data_reference', 'type: data_refrence', 'wrong_value', { at: 'data_refrence', hint: 'did you mean `data_reference`?' }),
  variables('    allow_text_routing: true\n', '', 'text_routing', { at: 'interview_done' }),
  studioContext('tool: choose_date', 'tool: chose_date', 'unknown_tool', { at: 'chose_date', hint: 'did you mean `choose_date`?' }),
  incidentContext(
    '    persisted: true\n    source:\n      type: state\n      default: wait',
    '    source:\n      type: state\n      default: page',
    'outcome_state',
    { at: 'page' },
  ),

  graph('    condition_value: accepted', '    condition_value: acepted', 'outcome_route', { at: 'acepted' }),
  graph('tool_name: order_logo', 'tool_name: order_logos', 'unknown_tool', { at: 'order_logos', hint: 'did you mean `order_logo`?' }),
  graph('${onboarding_status} in', '${onboarding_state} in', 'unknown_variable', {
    at: '${onboarding_state}',
    hint: 'did you mean `onboarding_status`?',
  }),
  graph('${amount_limit} > 0', '${amount_limit} > "0"', 'expression_type', { at: '> "0"' }),
  graph('    target_agent: RiskAgent', '    target_agent: RiskAgnt', 'unknown_agent', { at: 'RiskAgnt' }),
  graph('    termination_reason: workflow_complete', '    termination_reason: workflow_completed', 'wrong_value', {
    at: 'workflow_completed',
  }),
  studioGraph('0 < ${claims_open} <= 3', '0 < ${claims_open} + 1', 'expression_syntax', { at: '+ 1' }),
  studioGraph('condition_type: CONTEXT_EQUALS', 'condition_type: expression', 'retired', { at: 'expression' }),
  incidentGraph(
    '    target_agent: TriageAgent\n    transition_type: after_turn',
    '    target_agent: TriageAgent\n    transition_type: after_turn\n    tool_name: query',
    'field_not_allowed',
    { at: 'query' },
  ),

  tools('auto_tool_call: true', 'auto_tool_call: yes', 'wrong_type', { at: 'yes' }),
  tools('file: save_profile.ts', 'file: ../save_profile.ts', 'path_refused', { at: '../save_profile.ts' }),
  tools('agent: [ReviewAgent, LogoAgent]', 'agent: [ReviewAgent, LogAgent]', 'unknown_agent', { at: '[ReviewAgent, LogAgent]' }),
  tools('realization: shipped_component', 'realization: generated_component', 'wrong_value', { at: 'generated_component' }),
  tools('error_value: refused', 'error_value: rejected', 'wrong_value', { at: 'rejected' }),
  tools('trigger: on_fail', 'trigger: on_failure', 'wrong_value', { at: 'on_failure', hint: 'did you mean `on_fail`?' }),
  tools('bind_to_agent: false', 'bind_to_agent: false\n    on_error: route', 'required', { at: 'route' }),
  tools('bind_to_agent: false', 'bind_to_agent: false\n    on_error: route\n    on_error_target: RiskAgnet', 'unknown_agent', {
    at: 'RiskAgnet',
    hint: 'did you mean `RiskAgent`?',
  }),
  tools('bind_to_agent: false', 'bind_to_agent: false\n    on_error_target: user', 'field_not_allowed', {
    at: 'user',
    hint: 'write `on_error: route`',
  }),
  tools('file: tools/look_up.ts', 'file: tools/look_up.ts\n    on_error: fail_run', 'field_not_allowed', { at: 'fail_run' }),
  tools('outcome:\n', 'on_error: fail_run\n    outcome:\n', 'outcome_tool', { at: 'fail_run' }),
  tools('file: save_repair.ts', 'file: save_repair.ts\n    timeout_seconds: 0', 'out_of_range', { at: '0' }),
  studioTools('workflow_primitive: comparison_board', 'workflow_primitive: run_status_banner', 'wrong_value', { at: 'run_status_banner' }),

  batches('trigger_agent: RepairAgent', 'trigger_agent: RepaireAgent', 'unknown_agent', { at: 'RepaireAgent' }),
  batches('concurrency: 3', 'concurrency: 33', 'out_of_range', { at: '33' }),
  batches('context_key: repair_results', 'context_key: repair_result', 'unknown_variable', { at: 'repair_result' }),
  batches('  - id: onboarding', '  - id: repairs', 'duplicate', { at: 'repairs' }),
  batches('status_key: repair_state', 'status_key: repair_status', 'duplicate', { at: 'repair_status' }),
  mistakesOf('SupplierOnboarding', 'ui_config.yaml')('ReviewAgent', 'ReviewerAgent', 'unknown_agent', { at: 'ReviewerAgent' }),
  mistakesOf('SupplierOnboarding', 'middleware.yaml')('agent: IntakeAgent', 'agent: IntakAgent', 'unknown_agent', { at: 'IntakAgent' }),
  mistakesOf('SupplierOnboarding', 'a2a.yaml')('name: TaxOffice', 'name: CreditBureau', 'duplicate', { at: 'CreditBureau' }),
  mistakesOf('ContentStudio', 'a2a.yaml')('polling: true', 'poling: true', 'unknown_key', {
    at: 'poling',
    hint: 'did you mean `polling`?',
  }),
  mistakesOf('IncidentResponse', 'agents.yaml')('  - name: TriageAgent', '  - name: TriageAgent\n    name: Triage', 'duplicate_key', {
    at: 'name: Triage\n',
  }),

  // What follows from a mistake is no second one.
  graph('    condition_value: true', '    condition_value: yes', 'wrong_type', {
    at: 'yes',
    hint: 'write `true`, without quotes; `yes` is text',
  }),
  graph('transition_rules:\n', 'transition_rules\n', 'yaml_syntax', { at: 'transition_rules' }),
  graph('    target_agent: RiskAgent\n', '\t    target_agent: RiskAgent\n', 'tab', { hint: 'indent with spaces' }),
  graph('transition_rules:', 'transitions:', 'unknown_key', { at: 'transitions', hint: 'did you mean `transition_rules`?' }),
  graph('target_agent: terminate', 'target_agent: end', 'unknown_agent', { at: 'end\n', hint: 'did you mean `terminate`?' }),
  graph('transition_type: condition\n', 'transition_type: after_turn\n', 'field_not_allowed', { at: 'context_equals' }),
  graph('source_agent: RiskAgent', 'source_agent: “RiskAgent”', 'unknown_agent', { at: '“RiskAgent”' }),
  graph('  - source_agent: RiskAgent', '  -source_agent: RiskAgent', 'yaml_syntax', { at: '  -source', hint: 'put a space after the `-`' }),
  agents('  - name: ContractAgent', '  - name: "ContractAgent', 'yaml_syntax', { at: '"ContractAgent' }),
  agents('  - name: RiskAgent', '  - name: [7]', 'wrong_type', { at: '[7]' }),
  agents('  - name: RiskAgent', '  - name: PlanAgent', 'duplicate', { at: 'PlanAgent\n    prompt_sections: []' }),
  agents('  - name: RiskAgent', '  - name: user', 'reserved_name', { at: 'user' }),
  agents('agents:', 'people:', 'unknown_key', { at: 'people', hint: 'did you mean `agents`?' }),
  variables('definitions:', 'variables:', 'unknown_key', { at: 'variables', hint: 'did you mean `definitions`?' }),
  variables('      triggers:', '      triggersx:', 'unknown_key', { at: 'triggersx', hint: 'did you mean `triggers`?' }),
  variables('          agent: IntakeAgent', '          agent: [7]', 'wrong_type', { at: '[7]' }),
  variables('    allow_text_routing: true', '    allow_text_routing: truex', 'wrong_type', { at: 'truex' }),
  variables('    writer_ids: [agent_text]\n', '', 'text_routing', { at: 'interview_done' }),
  variables('type: boolean', 'type: float', 'wrong_value', { at: 'float', hint: 'did you mean `number`?' }),
  variables('{ type: external }', '{type:external}', 'required', { hint: 'put a space after the colon' }),
  outputs('type: "list[str]"', 'type: list[str]', 'yaml_syntax', { at: '[str]', hint: 'to mean text with `[` in it, quote it' }),
  outputs('  RiskAgent: RiskReport', '  RiskAgent: [7]', 'wrong_type', { at: '[7]' }),
  outputs('  PublishAgent: Publication', 'PublishAgent: Publication', 'unknown_key', { at: 'PublishAgent' }),
  outputs('values: [accepted', 'valuesx: [accepted', 'unknown_key', { at: 'valuesx', hint: 'did you mean `values`?' }),
  outputs('type: literal, values: [accepted', 'type: LITERAL, values: [accepted', 'unknown_type', { at: 'LITERAL' }),
  outputs('tax_number: { type: string }', 'tax_number: { type: boolean }', 'unknown_type', { at: 'boolean', hint: 'did you mean `bool`?' }),
  outputs('tax_number:', '" ":', 'invalid_name', { at: '" "' }),
  outputs('min: 0, max: 100', 'minimum: 0, max: 100', 'unknown_key', { at: 'minimum', hint: 'did you mean `min`?' }),
  outputs('      tasks: {', '      task: {', 'unknown_field', {
    in: 'extended_orchestration/task_batches.yaml',
    at: 'PlanAgent',
    hint: 'did you mean `task`?',
  }),
  orchestrator('  - event: ', '  - eventx: ', 'unknown_key', { at: 'eventx', hint: 'did you mean `event`?' }),
  tools('function: order_logo', 'function: [7]', 'wrong_type', { at: '[7]' }),
  tools('[ReviewAgent, LogoAgent]', 'ReviewAgent, LogoAgent', 'unknown_agent', {
    hint: 'to name several, write a list: `[ReviewAgent, LogoAgent]`',
  }),
  tools('    function: save_profile', '    "\\uD800": 1\n    function: save_profile', 'key_refused', { at: '"\\uD800"' }),
  tools('id: reject', 'id: approve', 'duplicate', { at: 'approve, label: Reject' }),
  graph(
    'context_expression: ${review_decision} == "approved" and ${amount_limit} > 0',
    'context_expression: |\n      ${review_decision} == "approved"\n      and ${amount_limt} > 0',
    'unknown_variable',
    { at: '${amount_limt}', hint: 'did you mean `amount_limit`?' },
  ),
  batches('  - id: onboarding', '  - id: onbording', 'unknown_variable', { at: 'onbording' }),
  mistakesOf('SupplierOnboarding', 'middleware.yaml')('filename:', 'file:', 'unknown_key', { hint: 'did you mean `filename`?' }),
];
