import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Reading } from '../reading/reading.ts';
import type { LifecycleEntry, ToolEntry } from '../schemas/tools.ts';
import { isKeyTold, refuseAt, warnAt } from './reports.ts';
import { checkUiContract } from './ui-contracts.ts';

/** The primitives that come with a component, each with its component (workflow-documents 1.13). */
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
/** How a surface can be shown (workflow-documents 1.7). */
const knownModes: readonly string[] = ['inline', 'artifact', 'view', 'fullscreen'];
const declarable = [...shippedComponents.keys(), ...generatedPrimitives];

type Surface = NonNullable<ToolEntry['ui']>;

/**
 * Checks what a tool shows and what it asks back (workflow-documents 1.7): a UI_Tool and a UI_Surface have `ui`, only a UI_Tool has `ui_contract`, and
 * without one it may show and get any object. A realization need not be written: it follows from the component.
 */
export function checkSurface(
  reading: Reading,
  path: string,
  tool: Pick<ToolEntry | LifecycleEntry, 'tool_type' | 'ui' | 'ui_contract'>,
): void {
  const { tool_type: type, ui } = tool;
  const uiPath = pointerTo(path, 'ui');
  if (type === 'Agent_Tool') {
    const hint = 'did you mean `tool_type: UI_Surface`, or `UI_Tool` to ask the person?';
    if (ui !== null) refuseAt(reading, uiPath, 'field_not_allowed', 'An Agent_Tool shows nothing, so it has no `ui`.', hint);
  } else if (ui !== null) {
    checkPrimitive(reading, uiPath, ui);
    warnOfMode(reading, uiPath, ui);
  } else if (!isKeyTold(reading, path, 'ui')) {
    refuseAt(reading, path, 'required', `A ${type} needs \`ui\` with its \`component\` and its \`workflow_primitive\`.`);
  }
  if (tool.ui_contract !== null) checkUiContract(reading, pointerTo(path, 'ui_contract'), tool.ui_contract);
  if (type === 'UI_Tool' || tool.ui_contract === null) return;
  const message = `Only a UI_Tool gets something back, so a${type === 'Agent_Tool' ? 'n' : ''} ${type} has no \`ui_contract\`.`;
  refuseAt(reading, pointerTo(path, 'ui_contract'), 'field_not_allowed', message, 'did you mean `tool_type: UI_Tool`?');
}

/** The mode is free text so one that is not known is only warned of. */
function warnOfMode(reading: Reading, path: string, { mode }: Surface): void {
  if (knownModes.includes(mode)) return;
  const message = `\`mode: ${mode}\` is none that is known: ${knownModes.map((known) => `\`${known}\``).join(', ')}.`;
  warnAt(reading, pointerTo(path, 'mode'), 'wrong_value', message, didYouMean(mode, knownModes));
}

function checkPrimitive(reading: Reading, path: string, ui: Surface): void {
  const { workflow_primitive: primitive, component, realization } = ui;
  if (!declarable.includes(primitive)) {
    const message = shellPrimitives.includes(primitive)
      ? `\`${primitive}\` belongs to the shell; no tool can show it.`
      : `\`${primitive}\` is no UI primitive.`;
    reading.problems.refuse(reading.document.placeOf(pointerTo(path, 'workflow_primitive')), 'wrong_value', message, {
      expected: declarable.map((name) => `\`${name}\``).join(', '),
      got: `\`${primitive}\``,
      hint: didYouMean(primitive, declarable),
    });
    return;
  }
  const inferred = realizationOf(primitive, component);
  if (realization === null || realization === inferred) return;
  const message = `\`realization\` of \`${component}\` as \`${primitive}\` is \`${inferred}\`.`;
  refuseAt(reading, pointerTo(path, 'realization'), 'wrong_value', message, 'leave it out: it follows from the component');
}

function realizationOf(primitive: string, component: string): string {
  const shipped = shippedComponents.get(primitive);
  if (shipped === undefined) return 'generated_component';
  return shipped === component ? 'shipped_component' : 'workflow_wrapper';
}
