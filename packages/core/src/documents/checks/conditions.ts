import {
  checkExpressionTypes,
  type Expression,
  type ExpressionProblem,
  parseExpression,
  variablesOf,
} from '../../graph/expressions/index.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { RuleDefinition } from '../schemas/transition-graph.ts';
import type { TransitionRule } from '../workflow.ts';
import { shownName } from './names.ts';
import { personName } from './participants.ts';
import { isKeyTold, refuseAt } from './reports.ts';
import type { AgentTools } from './tool-bindings.ts';
import type { NamedVariable } from './variable-names.ts';

/** What the other documents declare that conditions look at. */
export interface ConditionSubjects {
  /** The tools by agent; null when tools.yaml could not be read. */
  readonly tools: ReadonlyMap<string, AgentTools> | null;
  /** The functions that tools.yaml names, also in entries that cannot be read otherwise. */
  readonly toolNames: ReadonlySet<string>;
  /** The declared type of a context variable; null when there is none. */
  readonly typeOf: (variable: string) => string | null;
}

type When = TransitionRule['when'];
type ConditionField = (typeof conditionFields)[number];

/** The fields that say what a condition looks at. */
export const conditionFields = ['condition_type', 'condition_key', 'condition_value', 'context_expression', 'tool_name'] as const;
const fieldsOfType = {
  context_equals: ['condition_key', 'condition_value'],
  context_expression: ['context_expression'],
  tool_called: ['tool_name'],
} as const;
const conditionTypes = ['context_equals', 'context_expression', 'tool_called'] as const;
const retiredTypes = ['expression', 'llm', 'string_llm'];

/** True when a rule writes a field; a written `condition_value: null` counts. */
export const isGiven = (value: RuleDefinition, field: ConditionField): boolean =>
  field === 'condition_value' ? value.condition_value !== undefined : value[field] !== null;

/** Checks the condition of a rule; null when it is none, which is told (workflow-documents 1.5, 8.2). `source` is null when it is no one that can speak. */
export function conditionOf(
  { path, value }: Placed<RuleDefinition>,
  source: string | null,
  subjects: ConditionSubjects,
  reading: Reading,
): When | null {
  const type = conditionType(path, value, reading);
  if (type === null) return null;
  const own: readonly ConditionField[] = ['condition_type', ...fieldsOfType[type]];
  for (const field of conditionFields) {
    if (isGiven(value, field) && !own.includes(field))
      refuseAt(reading, pointerTo(path, field), 'field_not_allowed', `A \`${type}\` condition has no \`${field}\`.`);
  }
  const [needed] = fieldsOfType[type];
  const text = value[needed];
  if (text === null) {
    if (!isKeyTold(reading, path, needed)) refuseAt(reading, path, 'required', `A \`${type}\` condition needs \`${needed}\`.`);
    return null;
  }
  switch (type) {
    case 'context_equals':
      return { kind: type, key: text, value: value.condition_value ?? null };
    case 'context_expression': {
      const expression = expressionAt(pointerTo(path, needed), text, reading);
      if (expression === null) return null;
      for (const problem of checkExpressionTypes(expression, subjects.typeOf))
        refuseIn(reading, pointerTo(path, needed), text, 'expression_type', problem);
      return { kind: type, expression: text };
    }
    case 'tool_called':
      if (source !== null) checkTool(pointerTo(path, needed), text, source, subjects, reading);
      return { kind: type, tool: text };
  }
}

/** The context variables that a rule's condition looks at, each where it is written. */
export function variablesAt({ path, value }: Placed<RuleDefinition>, reading: Reading): readonly NamedVariable[] {
  const type = value.condition_type?.toLowerCase();
  if (type === 'tool_called') return [];
  if (type !== 'context_expression')
    return value.condition_key === null ? [] : [{ path: pointerTo(path, 'condition_key'), key: value.condition_key }];
  const result = parseExpression(value.context_expression ?? '');
  const expressionPath = pointerTo(path, 'context_expression');
  if (result.kind === 'refused') return [];
  return variablesOf(result.expression).map(({ name, at }) => ({
    path: expressionPath,
    key: name,
    place: reading.document.placeInText(expressionPath, at),
  }));
}

function conditionType(path: string, value: RuleDefinition, reading: Reading): (typeof conditionTypes)[number] | null {
  const written = value.condition_type?.toLowerCase() ?? null;
  const type = conditionTypes.find((known) => known === written);
  if (type !== undefined) return type;
  const typePath = pointerTo(path, 'condition_type');
  if (written === null) {
    if (!isKeyTold(reading, path, 'condition_type')) refuseAt(reading, path, 'required', 'A `condition` rule needs `condition_type`.');
  } else if (retiredTypes.includes(written)) {
    const hint = 'route on deterministic state: let a tool write a variable and use `context_equals` or `context_expression`';
    refuseAt(reading, typePath, 'retired', `\`condition_type: ${written}\` does not exist any more.`, hint);
  } else {
    const message = `\`condition_type\` must be one of ${conditionTypes.join(', ')}.`;
    refuseAt(reading, typePath, 'wrong_value', message, didYouMean(written, conditionTypes));
  }
  return null;
}

function expressionAt(path: string, text: string, reading: Reading): Expression | null {
  const result = parseExpression(text);
  if (result.kind === 'parsed') return result.expression;
  refuseIn(reading, path, text, 'expression_syntax', result.problem);
  return null;
}

/** Reports a problem where it stands in the expression, and shows what stands there. */
function refuseIn(reading: Reading, path: string, text: string, code: string, { offset, message, hint }: ExpressionProblem): void {
  const rest = text.slice(offset);
  const got = rest === '' ? 'the end of the expression' : `\`${shownName(rest)}\``;
  reading.problems.refuse(reading.document.placeInText(path, offset), code, message, { got, hint });
}

/** Only a tool that the model of the source agent can call is ever called by it (workflow-documents 8.2). */
function checkTool(path: string, tool: string, source: string, { tools, toolNames }: ConditionSubjects, reading: Reading): void {
  if (source === personName) {
    refuseAt(reading, path, 'tool_not_callable', 'The person calls no tools.', 'use `context_equals` on a variable that a tool writes');
    return;
  }
  const own = tools?.get(source);
  if (tools === null || own?.callable.some((binding) => binding.function === tool)) return;
  if (own?.auto.some((binding) => binding.function === tool)) {
    const message = `\`${tool}\` is an auto tool of \`${source}\`: the runtime runs it after each output, and no model calls it.`;
    refuseAt(reading, path, 'tool_not_callable', message, 'let it write a variable and use `context_equals`');
    return;
  }
  // An entry that is wrong itself may be the one that is meant, and its problem is told.
  if (toolNames.has(tool) && reading.problems.isTold('tools.yaml', '/tools')) return;
  const callable = own?.callable.map((binding) => binding.function) ?? [];
  const nearest = didYouMean(tool, callable);
  const message = `\`${source}\` has no tool \`${shownName(tool)}\` that its model can call.`;
  refuseAt(reading, path, 'unknown_tool', message, nearest ?? toolHint(source, tool, toolNames));
}

const toolHint = (source: string, tool: string, toolNames: ReadonlySet<string>): string =>
  toolNames.has(tool)
    ? `in tools.yaml add \`${source}\` to the \`agent\` of \`${tool}\`, and leave its \`bind_to_agent\` out`
    : `declare it in tools.yaml with \`agent: ${source}\``;
