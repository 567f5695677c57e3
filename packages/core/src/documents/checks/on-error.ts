import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { ToolEntry, ToolsDocument } from '../schemas/tools.ts';
import type { TransitionDocument } from '../schemas/transition-graph.ts';
import { checkAgent, endName, participantName, personName, wordFor } from './participants.ts';
import { isKeyTold, refuseAt, warnAt } from './reports.ts';

/** Checks what a failed call of a tool does to the turn: only an auto tool decides that, and a route has a target. Of one with an outcome the outcome decides. */
export function checkOnError({ path, value }: Placed<ToolEntry>, agents: ReadonlySet<string>, reading: Reading): void {
  const { on_error: does, on_error_target: target, outcome } = value;
  const doesPath = pointerTo(path, 'on_error');
  const targetPath = pointerTo(path, 'on_error_target');
  if (does !== 'continue' && outcome === null && !value.auto_tool_call && !isKeyTold(reading, path, 'auto_tool_call')) {
    const message = `\`on_error: ${does}\` of \`${value.function}\` needs \`auto_tool_call: true\`: a model that called a tool is told of its failure, and goes on.`;
    refuseAt(reading, doesPath, 'field_not_allowed', message, 'take `on_error` away');
  }
  if (target === null) {
    const message = '`on_error: route` needs `on_error_target`: an agent, `user` or `terminate`.';
    if (does === 'route' && outcome === null && !isKeyTold(reading, path, 'on_error_target'))
      refuseAt(reading, doesPath, 'required', message);
    return;
  }
  if (does !== 'route' && !isKeyTold(reading, path, 'on_error')) {
    refuseAt(reading, targetPath, 'field_not_allowed', '`on_error_target` goes with `on_error: route` only.', 'write `on_error: route`');
  }
  const name = participantName(target);
  if (name !== endName && name !== personName) checkAgent(reading, targetPath, name, agents, 'value', wordFor(name));
}

/** True when a tool brings the person in: by what it asks, or by where its failure leads. */
export const asksPerson = ({ tools }: ToolsDocument): boolean =>
  tools.some(({ value }) => value.tool_type === 'UI_Tool' || leadsToPerson(value));

/** Warns of failures that lead to the person, where no rule says who speaks after them. */
export function warnOfNoAnswer({ tools }: ToolsDocument, { transition_rules: rules }: TransitionDocument, reading: Reading): void {
  if (rules.some(({ value }) => participantName(value.source_agent) === personName)) return;
  for (const { path, value } of tools.filter((tool) => leadsToPerson(tool.value))) {
    const message = `A failure of \`${value.function}\` gives the word to \`user\`, and no rule starts from \`user\`: the next message fails with no_transition_matched.`;
    warnAt(reading, pointerTo(path, 'on_error_target'), 'no_way_on', message);
  }
}

const leadsToPerson = ({ on_error: does, on_error_target: target }: ToolEntry): boolean =>
  does === 'route' && target !== null && participantName(target) === personName;
