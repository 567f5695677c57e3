/** One of every document with every key that it may hold, each read without a problem on its own. */
export const everyKey: Readonly<Record<string, string>> = {
  'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: InvoiceCheck
workflow_startup_mode: UserDriven
max_turns: 20
human_in_the_loop: true
orchestration_pattern: ag2_network
initial_message: Check the invoice.
initial_agent: Reader
triggers:
  - { type: webhook, event: invoice.received, endpoint: /hooks/invoice, method: POST, description: New invoices., capability_id: invoices }
failure_message_key: failure_text
`,
  'agents.yaml': `agents:
  - name: Reader
    prompt_sections: [{ id: role, heading: '[ROLE]', content: You read invoices. }]
    prompt_sections_custom: [{ heading: '[ROLE]', content: You read. }]
    system_message: Read the invoice.
    description: Reads.
    human_input_mode: NEVER
    max_consecutive_auto_reply: 2
    structured_outputs_required: true
    pending_turn_replay: block
    multimodal_inputs_enabled: true
    image_generation_enabled: true
    image_generation: { quality: low, size: 1024x1024, background: opaque, output_format: png, output_compression: 80, partial_images: 1,
                        promotion_targets: [artifacts], image_config: { seed: 1 } }
    sandbox_shell: true
    web_search: true
    web_fetch: true
    duck_search: true
`,
  'transition_graph.yaml': `transition_rules:
  - { source_agent: Reader, target_agent: terminate, transition_type: condition, condition_type: context_equals, condition_key: book_result,
      condition_value: blocked, transition_target: TerminateTarget, termination_reason: workflow_failed }
  - { source_agent: Reader, target_agent: Closer, transition_type: condition, condition_type: context_expression,
      context_expression: 'not \${approved}' }
  - { source_agent: Reader, target_agent: user, transition_type: condition, condition_type: tool_called, tool_name: escalate }
`,
  'context_variables.yaml': `definitions:
  done:
    type: boolean
    description: Whether all is done.
    authority_class: derived_information
    model_visible: true
    tool_visible: true
    persisted: true
    routing: false
    authorization: false
    writer_ids: [agent_text]
    allow_text_routing: true
    source:
      type: state
      default: false
      persist: true
      triggers:
        - { type: agent_text, agent: Reader, match: { equals: NEXT, contains: next, regex: '^next' }, ui_hidden: true }
        - { type: user_text, match: { equals: NEXT }, ui_hidden: true }
        - { type: ui_response, tool: choose, response_key: choice, ui_hidden: true }
  currency: { source: { type: config, env_var: SHOP_CURRENCY, default: EUR, required: true } }
  order: { source: { type: data_reference, database_name: shop, collection: orders, query_template: { app_id: '{{runtime.app_id}}' },
           fields: [status], refresh_strategy: once, default: null } }
  record: { source: { type: data_entity, database_name: shop, collection: orders, schema: { id: text }, indexes: [id],
            write_strategy: immediate, search_by: id } }
  sum: { source: { type: computed, computation: sum, inputs: [order], output_type: number, persist_to: record } }
  rate: { source: { type: external, service: rates, operation: latest, params: { base: EUR }, auth: none, cache: 60, retry: 2 } }
  prices: { source: { type: file, path: data/prices.json, format: json, encoding: utf-8, required: true, default: {} } }
  build: { source: { type: build_context } }
agents:
  Reader: { variables: [done] }
`,
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Reader: Invoice, Closer: null }
models:
  Currency: { type: literal, description: A currency., values: [EUR, USD] }
  Answer: { type: union, description: Either., variants: [Invoice, null] }
  Invoice:
    type: model
    description: An invoice.
    fields:
      total: { type: float, description: The total., default: 1, min: 0, max: 100 }
      lines: { type: list, items: str }
      kind: { type: literal, values: [a, b] }
      either: { type: union, variants: [str, null] }
      code: { type: str, pattern: '^[A-Z]+$' }
      day: { type: str, format: date }
`,
  'tools.yaml': `tools:
  - agent: [Reader]
    file: book.ts
    function: book
    description: Books.
    tool_type: UI_Tool
    auto_tool_call: true
    bind_to_agent: false
    outcome: { context_key: book_result, attempts_key: book_tries, result_field: status, values: [booked, blocked], error_value: blocked,
               max_attempts: 2, retry_on: [booked] }
    ui: { component: ApprovalCard, mode: inline, workflow_primitive: approval_card, realization: shipped_component }
    ui_contract:
      surface_kind: agent_tool
      payload_schema: { type: object }
      actions_schema: [{ id: approve, label: Approve, description: Approves., variant: primary, approved: true, payload_schema: {} }]
  - { agent: Closer, file: note.ts, function: note, tool_type: agent-tool, auto_tool_call: true, timeout_seconds: 60, on_error: route,
      on_error_target: user, self_emits_ui: true }
lifecycle_tools:
  - trigger: after_agent
    agent: Reader
    file: audit.ts
    function: audit
    description: Writes it down.
    tool_type: UI_Surface
    ui: { component: Progress, workflow_primitive: progress_stepper }
    ui_contract: null
`,
  'ui_config.yaml': 'visual_agents: [Reader]\n',
  'middleware.yaml': 'prompt_middleware: [{ agent: all, function: add_date, filename: prompts.ts }]\n',
  'a2a.yaml': `agents:
  - name: Auditor
    url: https://agents.example.com/auditor
    enabled: true
    max_reconnects: 3
    polling_interval: 0.5
    silent: false
    client: { streaming: true, polling: false, use_client_preference: false, accepted_output_modes: [text/plain], extensions: [x],
              supported_transports: [JSONRPC], push_notification_configs: [{ url: 'https://example.com' }] }
`,
  'extended_orchestration/task_batches.yaml': `version: 1
batches:
  - id: pages
    trigger_agent: Planner
    source: { kind: context_variable, path: plan.tasks, task_model: Task }
    worker: { mode: ag2_agent, agent_field: initial_agent, prompt_field: initial_message, context_fields: [brief] }
    execution: { concurrency: 4, dependency_field: depends_on, failure_policy: fail_batch, retry_limit: 1, timeout_seconds: 300 }
    result: { context_key: page_results, status_key: page_status, merge_strategy: collect_outputs, require_owned_paths: true }
    recovery: { trigger_agent: Repairer, request_key: a, outcome_key: b, status_key: c, input_keys: [d] }
conveyors:
  - { id: build, decomposition_agent: Planner, execution_agents: [Builder], concurrency: 2, failure_policy: collect_errors, retry_limit: 1,
      timeout_seconds: 60, require_owned_paths: false }
`,
};
