import { asIntarsiaError } from '../../ports/errors.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { ToolError, ToolPolicy } from '../execution/tool-call.ts';
import type { ToolDefinition } from '../tool.ts';
import { closedInput, describeTool } from '../tool-input.ts';
import { resolveTools } from './resolve-tools.ts';
import { isSensitive } from './sensitive-tools.ts';
import { type ToolField, toolFields } from './tool-fields.ts';
import { decidePolicy } from './tool-policy.ts';
import type { CallContext, RegistrySource, ToolInputs } from './tool-registry.ts';

/** Input of `listTools`; names and defaults are those of the source document. */
export interface ListToolsOptions {
  readonly tools?: ToolInputs;
  /** Where tools are looked for when none are given (`resolveTools`). */
  readonly context?: CallContext;
  /** What it forbids is left out. */
  readonly policy?: ToolPolicy;
  /** Part of a name, at most 1,000 characters, upper and lower case apart. */
  readonly filter?: string;
  /** Names that may be shown; what is sensitive stays out nevertheless. */
  readonly allowedTools?: readonly string[];
  /** Only `true` shows sensitive tools. */
  readonly includeSensitive?: boolean;
  /** Default true. */
  readonly includeSchema?: boolean;
  /**
   * `json` (default): the closed JSON Schema that models are sent. `strict`: the same for a provider's strict mode, where every field is required and nothing may be
   * open. `fields`: the flat view of the source document.
   */
  readonly schemaFormat?: 'json' | 'strict' | 'fields';
  /** Default `name`; `registry`: as they were given. */
  readonly sort?: 'name' | 'registry';
}

/** A tool as anybody may know it. */
export interface ListedTool {
  readonly name: string;
  readonly schema?: JsonObject | readonly ToolField[];
}

/** The tools of a registry, or why they are not listed: `invalid_input` with `details.code` `invalid_filter` or `invalid_allowed_tools`, or `invalid_tool`. */
export type ListToolsResult =
  | {
      readonly kind: 'listed';
      readonly tools: readonly ListedTool[];
      readonly count: number;
      readonly filter?: string;
      /** True unless `includeSensitive` was given. */
      readonly sensitiveExcluded: boolean;
      /** How many tools of the whole registry are sensitive or forbidden and therefore not here; their names are nobody's to know. */
      readonly excludedCount: number;
      /** Tools that would be here, but have a schema that cannot be said so, with the reason (case S4). */
      readonly invalid: readonly { readonly name: string; readonly message: string }[];
      readonly source: RegistrySource;
    }
  | { readonly kind: 'refused'; readonly error: ToolError };

/**
 * Lists tools by name and schema, and nothing else of them. Sensitive and forbidden ones are left out first, whatever `allowedTools` says, and counted before
 * anything is chosen: with a filter, the count would tell the letters of their names (tool-calling 5).
 */
export function listTools(options: ListToolsOptions = {}): ListToolsResult {
  const { context, tools, policy, filter, allowedTools, includeSensitive, sort = 'name' } = options;
  const error = wrongFilter(filter) ?? wrongAllowed(allowedTools);
  if (error !== null) return { kind: 'refused', error };
  const found = resolveTools(context, tools);
  if (found.kind === 'refused') return { kind: 'refused', error: found.error };
  const all = [...found.registry];
  const open = all.filter(
    ([name, tool]) => (includeSensitive === true || !isSensitive(name, tool)) && decidePolicy(policy, name, tool).kind !== 'forbidden',
  );
  const allowed = allowedTools && new Set(allowedTools);
  const chosen = open.filter(([name]) => (allowed?.has(name) ?? true) && name.includes(filter ?? ''));
  if (sort === 'name') chosen.sort(([left], [right]) => (left < right ? -1 : 1));
  const entries = chosen.map(([name, tool]) => entryOf(name, tool, options));
  const listed = entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.tool] : []));
  return {
    kind: 'listed',
    tools: listed,
    count: listed.length,
    ...(filter !== undefined && filter !== null && { filter }),
    sensitiveExcluded: includeSensitive !== true,
    excludedCount: all.length - open.length,
    invalid: entries.flatMap((entry) => (entry.kind === 'invalid' ? [{ name: entry.name, message: entry.message }] : [])),
    source: found.source,
  };
}

type Entry =
  | { readonly kind: 'tool'; readonly tool: ListedTool }
  | { readonly kind: 'invalid'; readonly name: string; readonly message: string };

function entryOf(name: string, tool: ToolDefinition, { includeSchema = true, schemaFormat = 'json' }: ListToolsOptions): Entry {
  if (!includeSchema) return { kind: 'tool', tool: { name } };
  try {
    const schema = schemaOf(name, tool, schemaFormat);
    return typeof schema === 'string' ? { kind: 'invalid', name, message: schema } : { kind: 'tool', tool: { name, schema } };
  } catch (cause) {
    return { kind: 'invalid', name, message: asIntarsiaError(cause, 'tool_invalid', `The input of "${name}" cannot be read.`).message };
  }
}

/** The schema in a format, or why the tool has none in it. */
function schemaOf(name: string, tool: ToolDefinition, format: 'json' | 'strict' | 'fields'): JsonObject | readonly ToolField[] | string {
  switch (format) {
    case 'json':
      return describeTool(name, null, tool).parameters;
    case 'fields':
      return toolFields(closedInput(tool));
    case 'strict': {
      const given = closedInput(tool)?.model.providerSchema('openai');
      if (given === undefined || tool.openInput)
        return `"${name}" takes members that it does not declare, which a strict schema cannot say.`;
      return given.strict ? given.schema : `The input of "${name}" cannot be strict: ${given.reasons.join(' ')}`;
    }
  }
}

const maxFilter = 1_000;
/** Control characters that no text of a person holds; backspace, tab, line feed and carriage return pass (tool-calling 11). */
const isControl = (character: string): boolean => {
  const unit = character.charCodeAt(0);
  return unit < 32 && ![8, 9, 10, 13].includes(unit);
};

function wrongFilter(filter: unknown): ToolError | null {
  if (filter === undefined || filter === null) return null;
  if (typeof filter === 'string' && filter.length <= maxFilter && ![...filter].some(isControl)) return null;
  return invalidInput('invalid_filter', `\`filter\` must be a text of at most ${maxFilter} characters without control characters.`);
}

function wrongAllowed(allowed: unknown): ToolError | null {
  if (allowed === undefined || allowed === null) return null;
  if (Array.isArray(allowed) && allowed.every((name) => typeof name === 'string')) return null;
  return invalidInput('invalid_allowed_tools', '`allowedTools` must be a list of names.');
}

const invalidInput = (code: string, message: string): ToolError => ({
  type: 'invalid_input',
  message,
  details: { code },
  retryable: false,
});
