import { strictJson } from '../outputs/json-door/strict-json.ts';
import type { OutputProblem } from '../outputs/output-model.ts';
import { type ClosedSchema, closeSchema } from '../outputs/schema-models/closed-schema.ts';
import { shownProblems } from '../outputs/schema-models/define-model.ts';
import type { FieldShape } from '../outputs/shapes/shapes.ts';
import type { ModelTool } from '../ports/agents.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../ports/json.ts';
import { coerced } from './coercion.ts';
import { messageOf } from './thrown.ts';
import type { ToolDefinition } from './tool.ts';

/** Checked input, or what is wrong with it in words that a model can act on. */
export type ToolInput = { readonly kind: 'bound'; readonly input: JsonObject } | RefusedInput;

/** `problems`: the first of what is wrong, by place. `cause`: what the own code of the schema threw, for a log. */
interface RefusedInput {
  readonly kind: 'refused';
  readonly message: string;
  readonly problems: readonly OutputProblem[];
  readonly cause?: unknown;
}

const maxShown = 10;
/** Closed once a schema: a tool is found again at every dispatch. */
const closedSchemas = { input: new WeakMap<object, ClosedSchema>(), output: new WeakMap<object, ClosedSchema>() };

/** The declared input of a tool, closed; null when it declares none. Throws `tool_invalid` with the places of what cannot be closed (case S4). */
export const closedInput = (tool: ToolDefinition): ClosedSchema | null => closed(tool, 'input');

/** The declared result of a tool, closed; null when it declares none. Throws as `closedInput` does. */
export const closedOutput = (tool: ToolDefinition): ClosedSchema | null => closed(tool, 'output');

function closed(tool: ToolDefinition, side: 'input' | 'output'): ClosedSchema | null {
  const source = tool[side];
  if (source === null) return null;
  const known = closedSchemas[side].get(source);
  if (known !== undefined) return known;
  const result = closeSchema(side, source, 'tool_invalid');
  if (result.kind === 'refused')
    throw new IntarsiaError('tool_invalid', `The ${side} of "${tool.name}" cannot be closed.\n${shownProblems(result.problems)}`);
  closedSchemas[side].set(source, result.schema);
  return result.schema;
}

/**
 * The input of an auto tool, from the validated output of the turn: the declared fields, matched by name without case and
 * punctuation (`PhaseAgents` = `phase_agents`); fields that the tool does not declare are left out (workflow-documents 4.5).
 */
export function bindOutput(tool: ToolDefinition, output: JsonObject): ToolInput {
  const names = declaredFields(tool)?.map(({ name }) => name);
  return checkInput(tool, names === undefined ? output : pick(output, names));
}

/** The value of the arguments that a model wrote, through the strict JSON door; no text is an empty object. */
export function readArguments(text: string): { readonly kind: 'parsed'; readonly value: Json } | RefusedInput {
  const parsed = strictJson(text === '' ? '{}' : text);
  if (parsed.kind === 'refused') return { kind: 'refused', message: parsed.problem.message, problems: [parsed.problem] };
  // No record would say that the fence was taken off.
  if (parsed.repair !== null) return refused('found a code fence where a JSON value is expected. Give the arguments without it.');
  return { kind: 'parsed', value: parsed.value };
}

/**
 * Checks what a tool is asked to do, with the author's own steps around it: closed at every depth, so a member that is not declared is refused, at the root
 * unless the tool declares its input open.
 */
export function checkInput(tool: ToolDefinition, given: Json): ToolInput {
  if (!isJsonObject(given)) return refused('The arguments must be one JSON object.');
  const before = stepped(() => tool.hooks.beforeInput?.(given), given);
  if (before.kind === 'refused') return before;
  const checked = checkDeclared(tool, before.input);
  return checked.kind === 'refused' ? checked : stepped(() => tool.hooks.afterInput?.(checked.input), checked.input);
}

function stepped(step: () => unknown, value: JsonObject): ToolInput {
  try {
    const given = step();
    return { kind: 'bound', input: given === undefined ? value : (given as JsonObject) };
  } catch (cause) {
    return refused(messageOf(cause) ?? 'The tool refused them.');
  }
}

function checkDeclared(tool: ToolDefinition, input: JsonObject): ToolInput {
  const declared = closedInput(tool);
  if (declared === null) return { kind: 'bound', input };
  const { own, others } = tool.openInput ? parted(tool, input) : { own: input, others: {} };
  const checked = declared.check(tool.coerce ? coerced(declared.model, own) : own);
  // What the schema makes of the arguments is what `run` declares to take.
  if (checked.kind === 'accepted')
    return { kind: 'bound', input: tool.openInput ? { ...others, ...Object(checked.value) } : (checked.value as JsonObject) };
  const problems = checked.problems.slice(0, maxShown);
  const message = problems.map((problem) => `${problem.path}: ${problem.message}`).join('; ');
  return { kind: 'refused', message, problems, ...('cause' in checked && { cause: checked.cause }) };
}

/** The members that a tool declares, and the others. */
function parted(tool: ToolDefinition, input: JsonObject): { readonly own: JsonObject; readonly others: JsonObject } {
  const names = new Set(declaredFields(tool)?.map(({ name }) => name));
  const those = (isOwn: boolean) => Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name) === isOwn));
  return { own: those(true), others: those(false) };
}

const refused = (message: string): RefusedInput => ({ kind: 'refused', message, problems: [] });

/** The tool as a model is told about it, closed at every depth where it does not declare its input open. A tool without an input schema takes any object. */
export function describeTool(name: string, description: string | null, tool: ToolDefinition): ModelTool {
  const parameters = closedInput(tool)?.model.providerSchema('json_schema').schema ?? { type: 'object' };
  const open = tool.openInput ? { additionalProperties: true } : {};
  return { name, description: description ?? tool.description, parameters: { ...parameters, ...open } };
}

/** The required fields of a tool's input that no field of an output feeds, by the names that `bindOutput` matches (workflow-documents 4.5). */
export function unfedFields(tool: ToolDefinition, outputFields: readonly string[]): readonly string[] {
  const fed = new Set(outputFields.map(folded));
  const required = declaredFields(tool)?.filter(({ optional }) => !optional) ?? [];
  return required.map(({ name }) => name).filter((name) => !fed.has(folded(name)));
}

function declaredFields(tool: ToolDefinition): readonly FieldShape[] | undefined {
  const model = closedInput(tool)?.model;
  return model?.shapes.get(model.name)?.fields;
}

const folded = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

function pick(output: JsonObject, names: readonly string[]): JsonObject {
  const byFolded = new Map(Object.keys(output).map((key) => [folded(key), key]));
  const pairs = names.flatMap((name) => {
    const key = Object.hasOwn(output, name) ? name : byFolded.get(folded(name));
    const value = key === undefined ? undefined : output[key];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}
