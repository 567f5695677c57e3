import { closedObject, noEffectNote, optional, required } from '../reading/closed-object.ts';
import { jsonIfWritten, listOf, noItems, oneOf, orNull, reader, text, textOrNull, type ValueOf } from '../reading/reading.ts';

/** Any text is read: the words are judged with the rest of the rule, where those of earlier versions get their hints. */
const conditionType = reader<string | null, string | null>(
  orNull(oneOf(['context_equals', 'context_expression', 'tool_called'], 'folded')).schema,
  textOrNull,
);

const transitionRule = closedObject(
  {
    source_agent: required(text, 'Whose turn the rule follows; `user` is the person.', 'Reader'),
    target_agent: required(text, 'Who speaks next; `user` pauses for the person, `terminate` ends the run.', 'Closer', 'user', 'terminate'),
    transition_type: required(
      oneOf(['after_turn', 'condition']),
      'Whether it always applies or on a condition. Conditions are looked at first.',
    ),
    condition_type: optional(conditionType, null, 'What a condition looks at.', 'context_equals'),
    condition_key: optional(textOrNull, null, 'With context_equals: the context variable.', 'book_result'),
    condition_value: optional(jsonIfWritten, undefined, 'With context_equals: its value; nothing means null.', 'booked'),
    context_expression: optional(textOrNull, null, 'With context_expression: the expression.', '${total} > 100 and not ${approved}'),
    tool_name: optional(textOrNull, null, 'With tool_called: a tool that the agent called in this turn.', 'escalate'),
    transition_target: optional(
      textOrNull,
      null,
      `An older tag, \`TerminateTarget\` only with \`terminate\`; the target decides. ${noEffectNote}`,
    ),
    termination_reason: optional(
      orNull(oneOf(['workflow_complete', 'workflow_failed'])),
      null,
      'With `terminate` only: how the run ended. Default workflow_complete.',
    ),
  },
  { condition: 'use `condition_type: context_equals` with `condition_key` and `condition_value`' },
);

/** transition_graph.yaml (workflow-documents 1.5). */
export const transitionDocument = closedObject({
  transition_rules: optional(
    listOf(transitionRule),
    noItems,
    'Who speaks after whom; per source agent the first rule that applies decides.',
  ),
});

export type RuleDefinition = ValueOf<typeof transitionRule>;
export type TransitionDocument = ValueOf<typeof transitionDocument>;
