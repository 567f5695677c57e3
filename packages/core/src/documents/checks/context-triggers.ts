import { fitsType } from '../../context/authority.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import { isSlowPattern } from '../../outputs/shapes/slow-pattern.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { TriggerDefinition, VariableDefinition } from '../schemas/context-variables.ts';
import type { ContextTrigger, UiContract } from '../workflow.ts';
import { checkAgent } from './participants.ts';
import { isKeyTold, refuseAt, warnAt } from './reports.ts';
import { checkResponseKey } from './response-keys.ts';

const slow = 'It repeats what repeats already, like `(a+)+`: a text that almost matches would take forever.';

/** The names that triggers refer to. */
export interface TriggerNames {
  readonly agents: ReadonlySet<string>;
  /** Functions of tools.yaml. */
  readonly tools: ReadonlySet<string>;
  /** What those of them ask that are UI_Tools. */
  readonly contracts: ReadonlyMap<string, readonly UiContract[]>;
}

/** Checks the triggers of a state variable (workflow-documents 1.6, 7.5). */
export function compileTriggers(
  name: string,
  definition: VariableDefinition,
  names: TriggerNames,
  reading: Reading,
): readonly ContextTrigger[] {
  const { source, type } = definition;
  if (source.type !== 'state') return [];
  return source.triggers.flatMap((placed): readonly ContextTrigger[] => {
    const { path, value } = placed;
    if (value.type === 'ui_response') {
      checkTool(reading, pointerTo(path, 'tool'), value.tool, names);
      const contracts = names.contracts.get(value.tool);
      if (contracts !== undefined && value.response_key !== null)
        checkResponseKey(reading, pointerTo(path, 'response_key'), value.response_key, value.tool, contracts);
      return [{ kind: value.type, tool: value.tool, responseKey: value.response_key }];
    }
    if (value.type === 'agent_text') checkAgent(reading, pointerTo(path, 'agent'), value.agent, names.agents);
    if (!fitsType(type, true))
      refuseAt(reading, path, 'wrong_type', `A text trigger sets true, and \`${name}\` is of type ${type}.`, 'declare `type: boolean`');
    checkMatch(placed, reading);
    const { equals, contains, regex } = value.match;
    const agent = value.type === 'agent_text' ? value.agent : null;
    return [{ kind: value.type, agent, equals, contains, regex, hidden: value.ui_hidden }];
  });
}

function checkTool(reading: Reading, path: string, tool: string, { tools, contracts }: TriggerNames): void {
  if (tools.has(tool) && !contracts.has(tool))
    warnAt(reading, path, 'no_effect', `\`${tool}\` asks nobody, so there is no answer to it.`, 'did you mean `tool_type: UI_Tool`?');
  if (tools.has(tool)) return;
  const message = `No tool \`${tool}\` is declared in tools.yaml.`;
  reading.problems.refuse(reading.document.placeOf(path), 'unknown_tool', message, { got: `\`${tool}\``, hint: didYouMean(tool, tools) });
}

function checkMatch({ path, value }: Placed<TriggerDefinition>, reading: Reading): void {
  if (value.type === 'ui_response') return;
  const { equals, contains, regex } = value.match;
  const matchPath = pointerTo(path, 'match');
  if (equals === null && contains === null && regex === null && !isKeyTold(reading, path, 'match'))
    refuseAt(reading, matchPath, 'required', 'A match needs at least one of `equals`, `contains` and `regex`.');
  if (regex === null) return;
  const at = pointerTo(matchPath, 'regex');
  try {
    new RegExp(regex, 'i');
    if (isSlowPattern(regex)) refuseAt(reading, at, 'slow_pattern', slow, 'write one repetition, or what must stand between two');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `\`${regex}\` is not a valid regular expression.`;
    refuseAt(reading, at, 'wrong_value', message, 'ECMAScript syntax; case never matters');
  }
}
