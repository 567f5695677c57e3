import type { SchemaSource } from '../outputs/schema-models/schema-source.ts';
import type { ToolValue } from '../ports/agents.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { isJsonObject, type JsonObject } from '../ports/json.ts';
import { isToolName, notAToolName } from './registry/tool-name.ts';
import type { ReconcileAnswer, ToolContext, ToolDefinition, ToolEffect, ToolHooks } from './tool.ts';
import { closedInput, closedOutput } from './tool-input.ts';

const kind = 'intarsia.tool';

/** What an author writes; the rest has defaults: effect `unsafe`, no reconcile, no approval, and the time limit of who calls it. */
export interface ToolAuthoring<Input> {
  /** The name the model sees: a letter, then letters, digits, `_` and `-`, at most 64 in all; default: the exported name. */
  readonly name?: string;
  readonly description?: string;
  /**
   * A schema of the input: zod, any library with Standard Schema and its JSON Schema, or plain JSON Schema. It is closed at every depth; `run` gets what
   * the schema makes of the arguments. Without one an auto tool gets the validated output, a model's call any object.
   */
  readonly input?: SchemaSource<Input>;
  /** True: arguments that `input` does not declare are handed to `run` as they came, instead of being refused. Default false; what lies deeper is closed. */
  readonly openInput?: boolean;
  /** True: `"5"` is 5 where `input` wants a number, `"true"` is true where it wants a truth value; at every depth. Default false. */
  readonly coerce?: boolean;
  /** A schema of what it gives back, an object, closed as the input is. */
  readonly output?: SchemaSource<unknown>;
  readonly effect?: ToolEffect;
  readonly risk?: ToolDefinition['risk'];
  readonly sensitive?: boolean;
  /** Whether a person must approve a call before it runs; a function is asked with checked arguments. Default false. */
  readonly requiresApproval?: boolean | ((input: Input) => boolean | Promise<boolean>);
  readonly timeoutMs?: number;
  readonly hooks?: ToolHooks<NoInfer<Input>>;
  readonly publicFields?: readonly string[];
  readonly reconcile?: (key: string, context: ToolContext) => Promise<ReconcileAnswer>;
  run(input: Input, context: ToolContext): Promise<ToolValue> | ToolValue;
}

const authored: Readonly<Record<keyof ToolAuthoring<never>, true>> = {
  name: true,
  description: true,
  input: true,
  openInput: true,
  coerce: true,
  output: true,
  effect: true,
  risk: true,
  sensitive: true,
  requiresApproval: true,
  timeoutMs: true,
  hooks: true,
  publicFields: true,
  reconcile: true,
  run: true,
};

/**
 * Declares a tool. `run(input, ctx)` is called once per call key as far as its `effect` allows; what it returns must be JSON. Throws `tool_invalid` for a name that
 * no tool can have (case TOOL-57), without a `run`, and for a member that it does not know: what nobody reads could be an approval that is never asked for.
 */
export function defineTool<Input = JsonObject>(tool: ToolAuthoring<Input>): ToolDefinition<Input> {
  const { requiresApproval = false } = tool;
  if (tool.name !== undefined && !isToolName(tool.name)) throw new IntarsiaError('tool_invalid', notAToolName(tool.name));
  const unknown = Object.keys(tool).find((key) => !Object.hasOwn(authored, key));
  const subject = tool.name === undefined ? 'A tool' : `The tool "${tool.name}"`;
  if (unknown !== undefined)
    throw new IntarsiaError('tool_invalid', `${subject} has no \`${unknown}\`. It may have ${Object.keys(authored).join(', ')}.`);
  if (typeof tool.run !== 'function') throw new IntarsiaError('tool_invalid', `${subject} needs a function \`run\`.`);
  return {
    kind,
    name: tool.name ?? '',
    description: tool.description ?? '',
    input: tool.input ?? null,
    openInput: tool.openInput ?? false,
    coerce: tool.coerce ?? false,
    output: tool.output ?? null,
    effect: tool.effect ?? 'unsafe',
    risk: tool.risk ?? 'medium',
    sensitive: tool.sensitive ?? null,
    approval: typeof requiresApproval === 'function' ? 'conditional' : requiresApproval ? 'always' : 'never',
    timeoutMs: tool.timeoutMs ?? null,
    hooks: tool.hooks ?? {},
    publicFields: tool.publicFields ?? [],
    reconcile: tool.reconcile ?? null,
    needsApproval: (input) => (typeof requiresApproval === 'function' ? requiresApproval(input) : requiresApproval),
    run: (input, context) => tool.run(input, context),
  };
}

/**
 * The tool that a module export is: a `defineTool` value, or a plain function `fn(fields, ctx)`, which counts as `unsafe`. Null for
 * anything else. Throws `tool_invalid` with the places when the tool's input or output cannot be closed (case S4), and for an effect, a time limit or a function that is none:
 * the types of a tool file are not checked when it is loaded.
 */
export function toolFromExport(name: string, exported: unknown): ToolDefinition | null {
  if (typeof exported === 'function') {
    return defineTool({ name, run: (input: JsonObject, context) => Reflect.apply(exported, undefined, [input, context]) });
  }
  if (!isJsonObject(exported) || exported['kind'] !== kind) return null;
  const tool = exported as unknown as ToolDefinition;
  const named = tool.name === '' ? { ...tool, name } : tool;
  const fault = faultOf(named);
  if (fault !== null) throw new IntarsiaError('tool_invalid', `The \`${fault}\` of "${name}" ${musts[fault]}.`);
  closedInput(named);
  closedOutput(named);
  return named;
}

const musts = {
  effect: 'must be "none", "keyed" or "unsafe"',
  timeoutMs: 'must be a number above 0',
  run: 'must be a function',
  reconcile: 'must be a function, or null',
} as const;

/** What of a tool is not what its type says. */
function faultOf({ effect, timeoutMs, run, reconcile }: ToolDefinition): keyof typeof musts | null {
  if (!['none', 'keyed', 'unsafe'].includes(effect)) return 'effect';
  if (timeoutMs !== null && !(typeof timeoutMs === 'number' && timeoutMs > 0)) return 'timeoutMs';
  if (typeof run !== 'function') return 'run';
  return reconcile === null || typeof reconcile === 'function' ? null : 'reconcile';
}
