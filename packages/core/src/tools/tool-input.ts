import { z } from 'zod';
import type { ModelTool } from '../ports/agents.ts';
import { isJsonObject, type Json, type JsonObject } from '../ports/json.ts';
import type { ToolDefinition } from './tool.ts';

/** Checked input, or what is wrong with it in words that a model can act on. */
export type ToolInput = { readonly kind: 'bound'; readonly input: JsonObject } | { readonly kind: 'refused'; readonly message: string };

/**
 * The input of an auto tool, from the validated output of the turn: the declared fields, matched by name without case and
 * punctuation (`PhaseAgents` = `phase_agents`); fields that the tool does not declare are left out (workflow-documents 4.5).
 */
export function bindOutput(tool: ToolDefinition, output: JsonObject): ToolInput {
  const names = declaredFields(tool);
  return checkInput(tool, names === null ? output : pick(output, names));
}

/** Checks what a model asked a tool to do. */
export function checkInput(tool: ToolDefinition, input: Json): ToolInput {
  if (!isJsonObject(input)) return { kind: 'refused', message: 'The arguments must be one JSON object.' };
  if (tool.input === null) return { kind: 'bound', input };
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return { kind: 'bound', input: parsed.data };
  const problems = parsed.error.issues.slice(0, 10).map((issue) => `/${issue.path.join('/')}: ${issue.message}`);
  return { kind: 'refused', message: problems.join('; ') };
}

/** The tool as a model is told about it. A tool without an input schema takes any object. */
export function describeTool(name: string, description: string | null, tool: ToolDefinition): ModelTool {
  const parameters: JsonObject =
    tool.input === null ? { type: 'object' } : (z.toJSONSchema(tool.input, { io: 'input' }) as unknown as JsonObject);
  const { $schema: _dialect, ...rest } = parameters;
  return { name, description: description ?? tool.description, parameters: rest };
}

function declaredFields(tool: ToolDefinition): readonly string[] | null {
  return tool.input instanceof z.ZodObject ? Object.keys(tool.input.shape) : null;
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
