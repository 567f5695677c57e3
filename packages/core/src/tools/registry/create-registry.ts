import { IntarsiaError } from '../../ports/errors.ts';
import type { ToolError } from '../execution/tool-call.ts';
import type { ToolDefinition } from '../tool.ts';
import { definitionDigest } from './definition-digest.ts';
import { readTool } from './read-tool.ts';
import type { ToolInputs, ToolRegistry } from './tool-registry.ts';

/** How a registry is made. */
export interface RegistryOptions {
  /** Stands before every name: tools are offered, listed and run under the whole name alone (case TOOL-56). */
  readonly prefix?: string;
}

/** A registry, or everything that is wrong with what it should be made from. */
export type ReadRegistry =
  | { readonly kind: 'registry'; readonly registry: ToolRegistry }
  | { readonly kind: 'refused'; readonly error: ToolError };

/**
 * A registry that never changes. Throws `tool_invalid` with every member that is no tool or has no fit name (`invalid_tool`) and every name that stands twice
 * (`duplicate_tool`) in its `details.problems`. Schemas are closed when they are first needed: one that cannot be closed costs its own tool alone (case S4).
 */
export function createRegistry(inputs: ToolInputs, options: RegistryOptions = {}): ToolRegistry {
  const read = readRegistry(inputs, options);
  if (read.kind === 'registry') return read.registry;
  const { message, details, cause } = read.error;
  throw new IntarsiaError('tool_invalid', message, { details, cause });
}

/** The same as `createRegistry` for what may be anything; its problems are a result. Never throws, whatever is given. */
export function readRegistry(inputs: unknown, { prefix = '' }: RegistryOptions = {}): ReadRegistry {
  try {
    const given = isRegistry(inputs) ? inputs.snapshot() : inputs;
    if (isFixed(given) && prefix === '') return { kind: 'registry', registry: given };
    const members = membersOf(given);
    return members === null ? refused([problem('invalid_tool', '', notTools)]) : registryFrom(members, prefix);
  } catch (cause) {
    return refused([problem('invalid_tool', '', 'The tools cannot be read: their own code failed.', cause)]);
  }
}

/** A registry of definitions that `readTool` gave, by their names. */
export function fixedRegistry(tools: ReadonlyMap<string, ToolDefinition>): ToolRegistry {
  const names = Object.freeze([...tools.keys()]);
  const digests = new Map<string, string>();
  const registry: ToolRegistry = Object.freeze({
    kind: 'intarsia.tools' as const,
    size: tools.size,
    get: (name: string) => tools.get(name),
    has: (name: string) => tools.has(name),
    names: () => names,
    digestOf(name: string) {
      const tool = tools.get(name);
      const digest = digests.get(name) ?? (tool && definitionDigest(tool));
      if (digest !== undefined) digests.set(name, digest);
      return digest;
    },
    snapshot: () => registry,
    [Symbol.iterator]: () => tools.entries(),
  });
  fixed.add(registry);
  return registry;
}

const fixed = new WeakSet<object>();
const isFixed = (inputs: unknown): inputs is ToolRegistry => typeof inputs === 'object' && inputs !== null && fixed.has(inputs);
/** A registry of this or another copy of the package. */
const isRegistry = (inputs: unknown): inputs is ToolRegistry =>
  typeof inputs === 'object' && inputs !== null && Reflect.get(inputs, 'kind') === 'intarsia.tools';

type Member = readonly [name: string | null, given: unknown];

const notTools = 'These are no tools: give a list, a record or a Map of tools, one tool, or a registry.';

/** The members under their names, null for their own; null for what holds no tools. A Set or a promise would otherwise pass for an empty record. */
function membersOf(inputs: unknown): readonly Member[] | null {
  if (Array.isArray(inputs)) return Array.from(inputs, (given: unknown) => [null, given] as const);
  if (inputs instanceof Map) return [...inputs].map(([name, given]) => [String(name), given]);
  if (typeof inputs !== 'object' || inputs === null) return null;
  if (isRegistry(inputs)) return [...inputs];
  if (Reflect.get(inputs, 'kind') === 'intarsia.tool') return [[null, inputs]];
  return Object.prototype.toString.call(inputs) === '[object Object]' || isModule(inputs) ? Object.entries(inputs) : null;
}

const isModule = (inputs: object): boolean => Reflect.get(inputs, Symbol.toStringTag) === 'Module';

function registryFrom(members: readonly Member[], prefix: string): ReadRegistry {
  const tools = new Map<string, ToolDefinition>();
  const problems: Problem[] = [];
  for (const [index, [name, given]] of members.entries()) {
    const read = readTool(given, name, prefix);
    const at = name === null && members.length > 1 ? `Tool ${index + 1} of the list: ` : '';
    if (read.kind === 'invalid') problems.push(problem('invalid_tool', read.name, `${at}${read.message}`, read.cause));
    else if (tools.has(read.tool.name)) problems.push(problem('duplicate_tool', read.tool.name, duplicate(read.tool.name)));
    else tools.set(read.tool.name, read.tool);
  }
  return problems.length > 0 ? refused(problems) : { kind: 'registry', registry: fixedRegistry(tools) };
}

/** What is said of a name that is taken. */
export const duplicate = (name: string): string => `There is another tool named "${name}": give one of them another name.`;

interface Problem {
  readonly type: 'invalid_tool' | 'duplicate_tool';
  readonly name: string;
  readonly message: string;
  readonly cause: unknown;
}

const problem = (type: Problem['type'], name: string, message: string, cause?: unknown): Problem => ({ type, name, message, cause });

const maxShown = 20;

function refused(problems: readonly Problem[]): ReadRegistry {
  const lines = problems.slice(0, maxShown).map(({ message }) => message);
  const rest = problems.length > maxShown ? [`And ${problems.length - maxShown} more.`] : [];
  const details = { problems: problems.map(({ type, name, message }) => ({ type, name, message })) };
  const causes = problems.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
  const type = problems.some((each) => each.type === 'invalid_tool') ? 'invalid_tool' : 'duplicate_tool';
  const error: ToolError = { type, message: [...lines, ...rest].join('\n'), details, retryable: false };
  return { kind: 'refused', error: causes.length === 0 ? error : { ...error, cause: causes[0] } };
}
