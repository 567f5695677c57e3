import { z } from 'zod';
import type { ToolDefinition, ToolHooks } from '../tool.ts';
import { isToolName, notAToolName } from './tool-name.ts';

/** A definition as a registry keeps it, or why what was given is none. `cause`: what its own code threw while it was read, for a log. */
export type ReadTool =
  | { readonly kind: 'tool'; readonly tool: ToolDefinition }
  | { readonly kind: 'invalid'; readonly name: string; readonly message: string; readonly cause?: unknown };

/** What every kept definition was made from. */
const sources = new WeakMap<ToolDefinition, object>();

const code = <Code>() => z.custom<Code>((value) => typeof value === 'function', 'is no function');
const schema = z.custom<ToolDefinition['input']>(
  (value) => value === null || typeof value === 'object' || typeof value === 'function',
  'is no schema',
);
const duration = z.custom<number | null>((value) => value === null || (typeof value === 'number' && value > 0), 'is no number above 0');

const definition = z.object({
  kind: z.literal('intarsia.tool'),
  name: z.string(),
  description: z.string(),
  input: schema,
  openInput: z.boolean(),
  coerce: z.boolean(),
  output: schema,
  effect: z.enum(['none', 'keyed', 'unsafe']),
  risk: z.enum(['low', 'medium', 'high']),
  sensitive: z.boolean().nullable(),
  approval: z.enum(['never', 'always', 'conditional']),
  timeoutMs: duration,
  hooks: z.object({
    beforeInput: code<NonNullable<ToolHooks['beforeInput']>>().exactOptional(),
    afterInput: code<NonNullable<ToolHooks['afterInput']>>().exactOptional(),
    beforeOutput: code<NonNullable<ToolHooks['beforeOutput']>>().exactOptional(),
    afterOutput: code<NonNullable<ToolHooks['afterOutput']>>().exactOptional(),
  }),
  publicFields: z.array(z.string()),
  reconcile: code<NonNullable<ToolDefinition['reconcile']>>().nullable(),
  needsApproval: code<ToolDefinition['needsApproval']>(),
  run: code<ToolDefinition['run']>(),
});

/**
 * A tool under a name (null: its own) behind a prefix, read once and copied: nothing of what was given is looked at again but by its own code. Never throws,
 * whatever that code does.
 */
export function readTool(given: unknown, name: string | null, prefix = ''): ReadTool {
  const offered = `${prefix}${name ?? ''}`;
  try {
    return isKept(given) && (name ?? given.name) === given.name && prefix === ''
      ? { kind: 'tool', tool: given }
      : copied(given, name, prefix);
  } catch (cause) {
    return { kind: 'invalid', name: offered, message: `${shown(offered)} cannot be read as a tool.`, cause };
  }
}

/** True when a kept definition was made from what is given, or is it. */
export const isSameTool = (tool: ToolDefinition, given: unknown): boolean => tool === given || sources.get(tool) === sourceOf(given);

function copied(given: unknown, name: string | null, prefix: string): ReadTool {
  const read = definition.safeParse(given);
  if (!read.success) {
    const offered = `${prefix}${name ?? ''}`;
    return { kind: 'invalid', name: offered, message: `${shown(offered)} is no tool of \`defineTool\`: ${why(read.error)}.` };
  }
  const { data } = read;
  const own = name ?? data.name;
  const offered = `${prefix}${own}`;
  if (own === '') return { kind: 'invalid', name: offered, message: 'It has no name: give it one, or give a record.' };
  if (!isToolName(offered)) return { kind: 'invalid', name: offered, message: notAToolName(offered) };
  const tool: ToolDefinition = Object.freeze({
    ...data,
    name: offered,
    hooks: Object.freeze(data.hooks),
    publicFields: Object.freeze(data.publicFields),
    reconcile: data.reconcile?.bind(given) ?? null,
    needsApproval: data.needsApproval.bind(given),
    run: data.run.bind(given),
  });
  sources.set(tool, Object(sourceOf(given)));
  return { kind: 'tool', tool };
}

const isKept = (given: unknown): given is ToolDefinition =>
  typeof given === 'object' && given !== null && sources.has(given as ToolDefinition);
const sourceOf = (given: unknown): unknown => (isKept(given) ? sources.get(given) : given);
const shown = (name: string): string => (name === '' ? 'It' : JSON.stringify(name.slice(0, 80)));

function why({ issues }: z.ZodError): string {
  if (issues.some(({ path: [first] }) => first === undefined || first === 'kind')) return 'make it with that';
  return issues.map(({ path, message }) => `\`${path.join('.')}\` ${message}`).join('; ');
}
