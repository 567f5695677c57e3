import { isScalar, isSeq } from 'yaml';
import { closedObject, optional, required, withoutEffect } from '../reading/closed-object.ts';
import {
  boolean,
  integer,
  invalid,
  json,
  lastOf,
  listOf,
  noItems,
  oneOf,
  orNull,
  reader,
  refuse,
  text,
  textList,
  textOrNull,
  type ValueOf,
} from '../reading/reading.ts';

const surface = closedObject({
  component: required(text, 'The component that shows it.', 'ApprovalCard'),
  mode: optional(text, 'inline', 'Where it is shown: `inline`, `artifact`, `view`, `fullscreen`.'),
  workflow_primitive: required(text, 'The UI primitive that the component is one of; checked, and not passed on.', 'approval_card'),
  realization: optional(textOrNull, null, 'How the primitive is realised; it follows from the component and can be left out.'),
});

const action = closedObject({
  id: required(text, 'The name of the action.', 'approve'),
  label: optional(textOrNull, null, 'What the button says.', 'Approve'),
  description: optional(textOrNull, null, 'What the action does.'),
  variant: optional(textOrNull, null, 'How the button looks.', 'primary'),
  approved: optional(orNull(boolean), null, 'Whether the action approves.'),
  payload_schema: optional(json, null, 'JSON Schema of what the action sends; nothing means any object.'),
});
const contract = closedObject({
  surface_kind: required(oneOf(['agent_tool']), 'The kind of surface; there is one.'),
  payload_schema: optional(json, null, 'JSON Schema of what is shown; nothing means any object.'),
  actions_schema: optional(listOf(action), noItems, 'What the person can do.'),
});

const stateKey = reader<string, string>(text.schema, (node, path, reading) => {
  const key = text(node, path, reading);
  if (key === invalid || !isScalar(node) || node.value === key) return key;
  return refuse(reading, node, path, 'wrong_value', `\`${lastOf(path)}\` begins or ends with a space.`, { expected: `\`${key}\`` });
});
const outcome = closedObject({
  context_key: required(stateKey, 'The context variable that holds the outcome.', 'book_result'),
  attempts_key: required(stateKey, 'The context variable that counts the attempts.', 'book_tries'),
  result_field: optional(text, 'status', "The field of the tool's result that says the outcome."),
  values: required(listOf(text), 'Every outcome there is.', ['booked', 'blocked']),
  error_value: required(text, 'The outcome when the tool fails; one of the values.', 'blocked'),
  max_attempts: optional(integer(1, 100), 1, 'How often the tool may run.'),
  retry_on: optional(listOf(text), noItems, 'Outcomes after which it may run again.'),
});

const agentNames = reader<readonly string[], string | readonly string[]>(
  { anyOf: [text.schema, { ...textList.schema, minItems: 1, contains: text.schema }] },
  (node, path, reading) => {
    if (isSeq(node)) {
      const names = textList(node, path, reading);
      if (names === invalid || names.length > 0) return names;
      const isTold = reading.problems.isTold(reading.document.file, path);
      return isTold ? invalid : refuse(reading, node, path, 'empty', 'A tool needs at least one agent.');
    }
    const name = text(node, path, reading);
    return typeof name === 'string' ? [name] : name;
  },
);
const toolType = oneOf(['Agent_Tool', 'UI_Tool', 'UI_Surface'], 'folded');
const ui = optional(orNull(surface), null, 'What a UI_Tool or UI_Surface shows.', {
  component: 'ApprovalCard',
  workflow_primitive: 'approval_card',
});
const uiContract = orNull(contract);
const uiContractNote = 'What is shown to the person and what comes back; nothing means any object and no actions.';

const tool = closedObject(
  {
    agent: required(agentNames, 'The agent, or several.', 'Reader', ['Reader', 'Closer']),
    file: required(text, "The module, in the workflow's folder or its tools folder.", 'book.ts'),
    function: required(text, 'The exported function or tool; its name is the name of the tool.', 'book'),
    description: optional(textOrNull, null, 'What it does, for the model.'),
    tool_type: required(toolType, 'A plain tool, one that asks the person and waits for the answer, or one that shows something.'),
    auto_tool_call: optional(boolean, false, 'Whether the runtime runs it after each validated output of the agent.'),
    bind_to_agent: optional(orNull(boolean), null, 'Whether the model may call it. Default: yes, unless the agent has an auto tool.'),
    timeout_seconds: optional(orNull(integer(1, 86_400)), null, 'How long one call may take; nothing means what the tool itself says.', 60),
    on_error: optional(
      oneOf(['continue', 'fail_run', 'route']),
      'continue',
      'What a failed call of an auto tool does: the turn goes on, the run fails, or `on_error_target` speaks next.',
      'route',
    ),
    on_error_target: optional(textOrNull, null, 'With `on_error: route`: an agent, `user` or `terminate`.', 'user'),
    self_emits_ui: optional(boolean, false, 'Whether the tool shows its start itself, so that people are not told of it a second time.'),
    outcome: optional(orNull(outcome), null, 'Its finite outcomes, which the graph routes on, and its budget of attempts.'),
    ui,
    ui_contract: optional(uiContract, null, uiContractNote),
  },
  { name: 'a tool has the name of its `function`', auto_invoke: 'did you mean `auto_tool_call`?' },
);

const lifecycleTool = closedObject({
  trigger: required(
    oneOf(['before_chat', 'after_chat', 'before_agent', 'after_agent', 'on_start', 'on_complete', 'on_fail']),
    'When it runs.',
  ),
  agent: optional(textOrNull, null, 'With `before_agent` and `after_agent`: the agent; nothing means every one.', 'Reader'),
  file: required(text, "The module, in the workflow's folder or its tools folder.", 'audit.ts'),
  function: required(text, 'The exported function.', 'audit'),
  description: optional(textOrNull, null, 'What it does, for people.'),
  tool_type: optional(toolType, 'Agent_Tool', 'As with a tool.'),
  ui,
  ui_contract: withoutEffect(uiContract, null, uiContractNote),
});

/** tools.yaml (workflow-documents 1.7). */
export const toolsDocument = closedObject({
  tools: optional(listOf(tool), noItems, 'The tools of the agents, in the order in which auto tools run.'),
  lifecycle_tools: withoutEffect(listOf(lifecycleTool), noItems, 'Functions that run around the conversation.'),
});

export type ToolEntry = ValueOf<typeof tool>;
export type LifecycleEntry = ValueOf<typeof lifecycleTool>;
export type UiContractDefinition = ValueOf<typeof contract>;
export type OutcomeDefinition = ValueOf<typeof outcome>;
export type ToolsDocument = ValueOf<typeof toolsDocument>;
