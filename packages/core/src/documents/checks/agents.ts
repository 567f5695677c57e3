import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import { warnNoEffect } from '../reading/closed-object.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { AgentDefinition, AgentsDocument } from '../schemas/agents.ts';
import type { Agent } from '../workflow.ts';
import { checkName } from './names.ts';
import { isReservedParticipant } from './participants.ts';
import { isKeyTold, refuseAt, warnAt } from './reports.ts';

/** What the document of agents says of one, before tools, models and views are joined to it. */
export type AgentPrompt = Pick<Agent, 'name' | 'description' | 'prompt' | 'structuredOutputsRequired' | 'pendingTurnReplay'>;

/** Checks agents.yaml: names are unique and free, and every agent has a prompt (workflow-documents 1.4). */
export function compileAgents(
  document: AgentsDocument,
  hasModel: (agent: string) => boolean,
  reading: Reading,
): ReadonlyMap<string, AgentPrompt> {
  const agents = new Map<string, AgentPrompt>();
  warnOfSectionIds(document, reading);
  const folded = new Map<string, string>();
  for (const { path, value } of document.agents) {
    const namePath = pointerTo(path, 'name');
    checkName(reading, namePath, value.name);
    if (agents.has(value.name)) refuseAt(reading, namePath, 'duplicate', `An agent \`${value.name}\` is declared already.`);
    else warnOfTwin(value.name, folded, namePath, reading);
    if (isReservedParticipant(value.name))
      refuseAt(reading, namePath, 'reserved_name', `\`${value.name}\` is a reserved name; it means the person or the end.`);
    if (value.structured_outputs_required && !hasModel(value.name) && !isKeyTold(reading, path, 'name')) {
      const message = `\`${value.name}\` requires structured outputs, and structured_outputs.yaml gives it no model.`;
      refuseAt(reading, pointerTo(path, 'structured_outputs_required'), 'model_missing', message, `add \`${value.name}\` to the registry`);
    }
    agents.set(value.name, {
      name: value.name,
      description: value.description,
      prompt: promptOf({ path, value }, reading),
      structuredOutputsRequired: value.structured_outputs_required,
      pendingTurnReplay: value.pending_turn_replay,
    });
  }
  return agents;
}

/** Every section may have an id, so it is told once. */
function warnOfSectionIds(document: AgentsDocument, reading: Reading): void {
  const sections = document.agents.flatMap(({ value }) => [...value.prompt_sections, ...value.prompt_sections_custom]);
  const first = sections.find(({ value }) => value.id !== null);
  if (first !== undefined) warnNoEffect(reading, pointerTo(first.path, 'id'), '`id` of prompt sections');
}

/** Names are exact, so two that differ only in case are two agents: rarely what was meant. `earlier` has the names before it by their lower case. */
function warnOfTwin(name: string, earlier: Map<string, string>, path: string, reading: Reading): void {
  const twin = earlier.get(name.toLowerCase());
  if (twin !== undefined) warnAt(reading, path, 'similar_name', `\`${name}\` and \`${twin}\` are two agents: names are exact, case too.`);
  else earlier.set(name.toLowerCase(), name);
}

/** The agent that speaks first. Without `initial_agent` the only agent does. */
export function initialAgent(named: string | null, agents: ReadonlySet<string>, orchestrator: Reading): string {
  const [only] = agents;
  if (only === undefined) refuseAt(orchestrator, '', 'no_agents', 'The workflow declares no agent.', 'add one to agents.yaml');
  else if (named === null && agents.size > 1 && !isKeyTold(orchestrator, '', 'initial_agent')) {
    refuseAt(
      orchestrator,
      '',
      'required',
      '`initial_agent` is missing: of several agents one must be named.',
      `for example \`initial_agent: ${only}\``,
    );
  }
  return named ?? only ?? '';
}

const promptKeys = ['prompt_sections', 'prompt_sections_custom', 'system_message'] as const;

function promptOf({ path, value }: Placed<AgentDefinition>, reading: Reading): string {
  const usesCustom = value.prompt_sections.length === 0;
  if (!usesCustom && value.prompt_sections_custom.length > 0) {
    const message = `\`prompt_sections_custom\` of \`${value.name}\` has no effect: it has \`prompt_sections\`.`;
    warnAt(reading, pointerTo(path, 'prompt_sections_custom'), 'no_effect', message);
  }
  const sections = (usesCustom ? value.prompt_sections_custom : value.prompt_sections).map(
    ({ value: { heading, content } }) => `${heading}\n${content}`,
  );
  const parts = value.system_message === null ? sections : [value.system_message, ...sections];
  const isTold = promptKeys.some((key) => isKeyTold(reading, path, key));
  if (parts.length === 0 && !isTold)
    refuseAt(reading, path, 'required', `\`${value.name}\` needs \`prompt_sections\` or a \`system_message\`.`);
  return parts.join('\n\n');
}
