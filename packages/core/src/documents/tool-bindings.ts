import { pointerTo } from '../outputs/model-definition.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { ToolEntry, ToolsDocument } from './document-schemas.ts';
import { checkAgent } from './participants.ts';
import type { Placed, Reading } from './reading.ts';
import type { ToolBinding } from './workflow.ts';

/** The tools of one agent. */
export interface AgentTools {
  readonly auto: readonly ToolBinding[];
  readonly callable: readonly ToolBinding[];
}

const functionName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const toolFile = /\.[cm]?[jt]s$/;
const shippedComponents: ReadonlyMap<string, string> = new Map([
  ['approval_card', 'ApprovalCard'],
  ['choice_picker', 'ChoicePicker'],
  ['confirmation_summary', 'ConfirmationSummary'],
  ['form_card', 'FormCard'],
  ['outcome_feedback', 'OutcomeFeedback'],
  ['artifact_workbench', 'ArtifactWorkbench'],
  ['download_center', 'DownloadCenter'],
  ['diagram_viewer', 'DiagramViewer'],
]);
const generatedPrimitives = [
  'record_picker',
  'file_upload_prompt',
  'diff_review',
  'action_plan_review',
  'document_preview',
  'comparison_board',
  'table_review',
  'progress_stepper',
];
const shellPrimitives = ['composer_reply', 'run_status_banner', 'agent_status_feed', 'awaiting_reply_banner'];

/**
 * Turns the entries of tools.yaml into bindings by agent, in document order (workflow-documents 1.7, 4.3). An agent with an auto tool has no other
 * tools, except those that say `bind_to_agent: true` themselves: nothing is dropped silently.
 */
export function compileTools(
  document: ToolsDocument,
  agents: ReadonlySet<string>,
  hasModel: (agent: string) => boolean,
  reading: Reading,
): ReadonlyMap<string, AgentTools> {
  for (const entry of document.tools) checkEntry(entry, agents, reading);
  const named = new Set(document.tools.flatMap(({ value }) => value.agent.filter((agent) => agents.has(agent))));
  return new Map(
    [...named].map((agent) => [
      agent,
      toolsOf(
        agent,
        document.tools.filter(({ value }) => value.agent.includes(agent)),
        hasModel(agent),
        reading,
      ),
    ]),
  );
}

function toolsOf(agent: string, entries: readonly Placed<ToolEntry>[], hasModel: boolean, reading: Reading): AgentTools {
  const auto = entries.filter(({ value }) => value.auto_tool_call);
  const callable = entries.filter(({ value }) => !value.auto_tool_call && value.bind_to_agent !== false);
  const [first] = auto;
  if (first !== undefined && !hasModel) {
    const message = `\`${agent}\` has an auto tool, and no model in structured_outputs.yaml to validate what the tool gets.`;
    refuseAt(reading, pointerTo(first.path, 'auto_tool_call'), 'auto_tool_without_model', message, `add \`${agent}\` to the registry`);
  }
  for (const { path, value } of first === undefined ? [] : callable) {
    if (value.bind_to_agent === true) continue;
    const message = `\`${agent}\` has an auto tool, so its other tool \`${value.function}\` would be dropped.`;
    refuseAt(reading, path, 'auto_tool_agent', message, 'write `bind_to_agent: true` to keep it callable, or give it to another agent');
  }
  const seen = new Set<string>();
  for (const { path, value } of entries) {
    if (seen.has(value.function))
      refuseAt(reading, pointerTo(path, 'function'), 'duplicate', `\`${agent}\` already has a tool \`${value.function}\`.`);
    seen.add(value.function);
  }
  return {
    auto: auto.map((entry, index) => bindingOf(agent, index, entry.value)),
    callable: callable.map((entry, index) => bindingOf(agent, index, entry.value)),
  };
}

function bindingOf(agent: string, index: number, entry: ToolEntry): ToolBinding {
  return {
    agent,
    index,
    file: entry.file,
    function: entry.function,
    description: entry.description,
    type: entry.tool_type,
    surface: entry.ui === null ? null : { component: entry.ui.component, mode: entry.ui.mode },
  };
}

function checkEntry({ path, value }: Placed<ToolEntry>, agents: ReadonlySet<string>, reading: Reading): void {
  const agentPath = pointerTo(path, 'agent');
  if (value.agent.length === 0) refuseAt(reading, agentPath, 'empty', 'A tool needs at least one agent.');
  for (const agent of value.agent) checkAgent(reading, agentPath, agent, agents);
  if (!functionName.test(value.function)) {
    refuseAt(
      reading,
      pointerTo(path, 'function'),
      'invalid_name',
      `\`${value.function}\` cannot name a tool: a letter first, then letters, digits and \`_\`, at most 64.`,
    );
  }
  checkFile(pointerTo(path, 'file'), value.file, reading);
  if (value.tool_type === 'UI_Tool') {
    refuseAt(
      reading,
      pointerTo(path, 'tool_type'),
      'not_supported_yet',
      `\`tool_type: UI_Tool\` in ${reading.document.file} is not supported yet.`,
    );
  }
  const isTold = reading.problems.isTold(reading.document.file, pointerTo(path, 'ui'));
  if (value.tool_type === 'UI_Surface' && value.ui === null && !isTold)
    refuseAt(reading, path, 'required', 'A UI_Surface needs `ui` with its `component`.');
  if (value.tool_type === 'Agent_Tool' && value.ui !== null)
    refuseAt(
      reading,
      pointerTo(path, 'ui'),
      'field_not_allowed',
      'An Agent_Tool shows nothing, so it has no `ui`.',
      'did you mean `tool_type: UI_Surface`?',
    );
  if (value.ui !== null) checkSurface(pointerTo(path, 'ui'), value.ui, reading);
  if (!value.auto_tool_call && value.bind_to_agent === false) {
    const message = `\`${value.function}\` is neither an auto tool nor callable, so nothing ever runs it.`;
    reading.problems.warn(reading.document.placeOf(pointerTo(path, 'bind_to_agent')), 'unused_tool', message);
  }
}

function checkFile(path: string, file: string, reading: Reading): void {
  const segments = file.split('/');
  if (file.startsWith('/') || file.includes('\\') || file.includes(':') || segments.some((segment) => segment === '..' || segment === '')) {
    refuseAt(reading, path, 'path_refused', `\`${file}\` is not a path inside the workflow's folder.`);
  } else if (!toolFile.test(file)) {
    const hint = file.endsWith('.py') ? `port it to \`${file.replace(/\.py$/, '.ts')}\`` : undefined;
    refuseAt(reading, path, 'tool_file_type', `\`${file}\` is not a TypeScript or JavaScript module.`, hint);
  }
}

function checkSurface(path: string, ui: NonNullable<ToolEntry['ui']>, reading: Reading): void {
  const primitive = ui.workflow_primitive;
  const realizationPath = pointerTo(path, 'realization');
  if (primitive === null) {
    if (ui.realization !== null)
      refuseAt(reading, realizationPath, 'field_not_allowed', '`realization` goes with `workflow_primitive`; it can be left out, too.');
    return;
  }
  const known = [...shippedComponents.keys(), ...generatedPrimitives];
  if (!known.includes(primitive)) {
    const message = shellPrimitives.includes(primitive)
      ? `\`${primitive}\` belongs to the shell; no tool can show it.`
      : `\`${primitive}\` is no UI primitive.`;
    refuseAt(reading, pointerTo(path, 'workflow_primitive'), 'wrong_value', message, didYouMean(primitive, known));
    return;
  }
  const shipped = shippedComponents.get(primitive);
  const realization = shipped === undefined ? 'generated_component' : shipped === ui.component ? 'shipped_component' : 'workflow_wrapper';
  if (ui.realization === null || ui.realization === realization) return;
  refuseAt(
    reading,
    realizationPath,
    'wrong_value',
    `\`realization\` of ${ui.component} as ${primitive} is \`${realization}\`.`,
    'leave it out: it follows from the component',
  );
}

function refuseAt(reading: Reading, path: string, code: string, message: string, hint?: string): void {
  reading.problems.refuse(reading.document.placeOf(path), code, message, { hint });
}
