import { closedObject, withoutEffect } from '../reading/closed-object.ts';
import { isNull, listOf, type Placed, reader, text, type ValueOf } from '../reading/reading.ts';

/** Whose messages people are shown: everybody's, nobody's, or those of some agents. */
export type VisualAgents = 'all' | 'none' | readonly Placed<string>[];

const names = listOf(text);
const visualAgents = reader<VisualAgents, 'all' | 'none' | null | readonly string[]>(
  { anyOf: [{ enum: ['all', 'none'] }, names.schema, { type: 'null' }] },
  (node, path, reading) => {
    if (isNull(node)) return 'none';
    const word = node !== null && 'value' in node ? node.value : undefined;
    if (word === 'all' || word === 'none') return word;
    const read = names(node, path, reading);
    return typeof read === 'object' && read.length === 0 ? 'all' : read;
  },
);

/** ui_config.yaml (workflow-documents 1.9): null hides every agent, an empty list hides none. */
export const uiConfigDocument = closedObject({
  visual_agents: withoutEffect(
    visualAgents,
    'all',
    'Agents whose messages are shown: `all`, `none` (also null), or a list; an empty list means `all`.',
    ['Interviewer'],
  ),
});

export type UiConfigDocument = ValueOf<typeof uiConfigDocument>;
