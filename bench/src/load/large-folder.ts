const times = (count: number, line: (index: number) => string): string => Array.from({ length: count }, (_, index) => line(index)).join('');

/** A large workflow: 200 agents, 400 tools, 300 models of 6 fields, 400 rules and 200 variables; always the same. */
export const largeFolder: Readonly<Record<string, string>> = {
  'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Large
workflow_startup_mode: BackendOnly
initial_agent: Agent0
max_turns: 100
`,
  'agents.yaml': `agents:
${times(
  200,
  (index) => `  - name: Agent${index}
    description: Does part ${index} of the work.
    system_message: |
      You do part ${index} of the work.
      Answer with the fields of your model, and nothing else.
    structured_outputs_required: true
    pending_turn_replay: allow
`,
)}`,
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry:
${times(200, (index) => `  Agent${index}: Model${index}\n`)}models:
${times(
  300,
  (index) => `  Model${index}:
    type: model
    description: What part ${index} gives.
    fields:
      id: { type: str, description: The name of the part. }
      count: { type: int, min: 0 }
      total: { type: float }
      state: { type: literal, values: [open, done, blocked] }
      notes: { type: list, items: str }
      next: { type: ${index % 3 === 0 ? `Model${index + 1}` : 'optional_str'} }
`,
)}`,
  'tools.yaml': `tools:
${times(
  400,
  (index) => `  - agent: Agent${index % 200}
    file: part${index}.ts
    function: part_${index}
    description: Does step ${index}.
    tool_type: Agent_Tool
    auto_tool_call: ${index < 200}
    bind_to_agent: ${index >= 200}
`,
)}`,
  'context_variables.yaml': `definitions:
${times(
  200,
  (index) => `  part_${index}_state:
    type: string
    description: Where part ${index} stands.
    authority_class: closed_writer_routing_state
    writer_ids: [deterministic_tool]
    persisted: true
    source: { type: state, default: open }
`,
)}agents:
${times(200, (index) => `  Agent${index}: { variables: [part_${index}_state, part_${(index + 1) % 200}_state] }\n`)}`,
  'transition_graph.yaml': `transition_rules:
${times(
  200,
  (index) => `  - source_agent: Agent${index}
    target_agent: Agent${(index + 1) % 200}
    transition_type: condition
    condition_type: context_equals
    condition_key: part_${index}_state
    condition_value: done
  - source_agent: Agent${index}
    target_agent: terminate
    transition_type: after_turn
    termination_reason: workflow_failed
`,
)}`,
};
