import { type ClosedSchema, closeSchema } from '../outputs/schema-models/closed-schema.ts';
import { shownProblems } from '../outputs/schema-models/define-model.ts';
import type { FieldShape } from '../outputs/shapes/shapes.ts';
import type { ModelTool } from '../ports/agents.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../ports/json.ts';
import type { ToolDefinition } from './tool.ts';

/** Checked input, or what is wrong with it in words that a model can act on. */
export type ToolInput =
  | { readonly kind: 'bound'; readonly input: JsonObject }
  /** `cause`: what the own code of the schema threw, for a log. */
  | { readonly kind: 'refused'; readonly message: string; readonly cause?: unknown };

const maxShown = 10;
/** Closed once a schema: a tool is found again at every dispatch. */
const closedInputs = new WeakMap<object, ClosedSchema>();

/** The declared input of a tool, closed; null when it declares none. Throws `tool_invalid` with the places of what cannot be closed (case S4). */
export function closedInput(tool: ToolDefinition): ClosedSchema | null {
  if (tool.input === null) return null;
  const known = closedInputs.get(tool.input);
  if (known !== undefined) return known;
  const result = closeSchema('input', tool.input, 'tool_invalid');
  if (result.kind === 'refused')
    throw new IntarsiaError('tool_invalid', `The input of "${tool.name}" cannot be closed.\n${shownProblems(result.problems)}`);
  closedInputs.set(tool.input, result.schema);
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

/** Checks what a model asked a tool to do: closed at every depth, so an argument that is not declared is refused. */
export function checkInput(tool: ToolDefinition, input: Json): ToolInput {
  if (!isJsonObject(input)) return { kind: 'refused', message: 'The arguments must be one JSON object.' };
  const declared = closedInput(tool);
  if (declared === null) return { kind: 'bound', input };
  const checked = declared.check(input);
  // What the schema makes of the arguments is what `run` declares to take.
  if (checked.kind === 'accepted') return { kind: 'bound', input: checked.value as JsonObject };
  return {
    kind: 'refused',
    message: checked.problems
      .slice(0, maxShown)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; '),
    ...('cause' in checked && { cause: checked.cause }),
  };
}

/** The tool as a model is told about it, closed at every depth. A tool without an input schema takes any object. */
export function describeTool(name: string, description: string | null, tool: ToolDefinition): ModelTool {
  const parameters = closedInput(tool)?.model.providerSchema('json_schema').schema ?? { type: 'object' };
  return { name, description: description ?? tool.description, parameters };
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
