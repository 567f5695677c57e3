import type { ContextWriter, Workflow } from '../documents/workflow.ts';
import type { ContextUpdates } from '../journal/envelope.ts';
import { shortened } from '../outputs/validation/problem-text.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { ContextWrite, ContextWriteDecision } from './authority.ts';
import { checkAuthority, checkType, refused, structuredOutputKey } from './authority.ts';
import type { ContextAccess } from './context-access.ts';
import { freezeDeep, frozenCopy, looseCopy } from './frozen-json.ts';
import { type RefusedWrite, refusalError } from './refused-write.ts';

/** What a context is opened over. */
export interface OpenContextOptions {
  readonly workflow: Workflow;
  /** The committed values. Never changed; what is read of them gets frozen in place instead of copied. */
  readonly values: JsonObject;
  readonly writer: ContextWriter;
  /** The validated output of an auto tool's turn, served read-only under `structured_output`. */
  readonly structuredOutput?: JsonObject;
  /** Keys that this call may read and not write, whatever the writer may: those of other tools' outcomes. */
  readonly closedKeys?: ReadonlySet<string>;
}

/** A context for one tool call, and what the call changed. */
export interface OpenContext {
  readonly access: ContextAccess;
  /**
   * What the call wrote last to each key. One set to the value that it had is in it: a call that ran at the same time may have set it to something else, and
   * the later call wins. A delete of what was not there is not.
   */
  delta(): ContextUpdates;
  /** The first writes that were refused, in their order, also those whose error the tool caught. */
  refused(): readonly RefusedWrite[];
  /** The call has ended: a write of something that goes on is refused from now on, and is not recorded any more. */
  close(): void;
}

/** How many refused writes are kept of one call: a loop can try a million. */
const maxRefused = 32;
/** Characters of a name that can be a key; a longer one is malformed, and is told cut. */
const maxKey = 128;

/**
 * Opens the committed values for one tool call (workflow-documents 4.6, 7.2): writes stay in an overlay until the caller commits
 * `delta()`. A tool sees the declared variables with `tool_visible`, and nothing else of the values. A refused write throws
 * `context_write_refused` and leaves everything as it was. After `close()` values can still be read.
 */
export function openContext(options: OpenContextOptions): OpenContext {
  const { workflow, values, writer } = options;
  const written = new Map<string, Json | undefined>();
  const refusedWrites: RefusedWrite[] = [];
  let isClosed = false;
  const output = options.structuredOutput === undefined ? undefined : freezeDeep(options.structuredOutput);

  const committed = (key: string): Json | undefined => (Object.hasOwn(values, key) ? values[key] : undefined);
  const current = (key: string): Json | undefined => (written.has(key) ? written.get(key) : committed(key));
  const readable = (key: string): boolean => workflow.contextVariables.get(key)?.toolVisible === true && key !== structuredOutputKey;
  const keys = (): readonly string[] => [...workflow.contextVariables.keys()].filter((key) => readable(key) && current(key) !== undefined);

  const refuse = (write: ContextWrite, rule: string, message: string): never => {
    const told = { key: write.key, operation: write.operation, writer, rule: `context_authority.${rule}`, message };
    if (!isClosed && refusedWrites.length < maxRefused) refusedWrites.push(told);
    throw refusalError(told, workflow.name);
  };
  const demand = (write: ContextWrite, decision: ContextWriteDecision): void => {
    if (decision.kind === 'refused') refuse(write, decision.reason, decision.message);
  };
  const demandAuthority = (write: ContextWrite): void => {
    if (isClosed) refuse(write, 'call_ended', `"${write.key}" cannot be written any more: the call of the tool has ended.`);
    demand(write, checkAuthority(workflow, write));
    if (options.closedKeys?.has(write.key))
      demand(write, refused(workflow, write, 'rejected', 'it belongs to the outcome of another tool'));
  };

  const access: ContextAccess = {
    get(key) {
      if (key === structuredOutputKey) return output;
      const value = readable(key) ? current(key) : undefined;
      return value === undefined ? undefined : freezeDeep(value);
    },
    has(key) {
      return key === structuredOutputKey ? output !== undefined : readable(key) && current(key) !== undefined;
    },
    keys,
    set(key, value) {
      const write: ContextWrite = { key: nameOf(key), operation: 'set', value, writer };
      demandAuthority(write);
      const copied = frozenCopy(value);
      if (copied.kind === 'not_json') return demand(write, refused(workflow, write, 'invalid_value', copied.message));
      demand(write, checkType(workflow, write, copied.value));
      written.set(write.key, copied.value);
    },
    delete(key) {
      const write: ContextWrite = { key: nameOf(key), operation: 'delete', writer };
      demandAuthority(write);
      const existed = readable(key) && current(key) !== undefined;
      written.set(write.key, undefined);
      return existed;
    },
    snapshot() {
      return Object.fromEntries(keys().map((key) => [key, looseCopy(current(key) ?? null)]));
    },
  };
  return {
    access: Object.freeze(access),
    delta: () => changes(written, committed),
    refused: () => refusedWrites,
    close() {
      isClosed = true;
    },
  };
}

function changes(written: ReadonlyMap<string, Json | undefined>, committed: (key: string) => Json | undefined): ContextUpdates {
  const set: [string, Json][] = [];
  const deleted: string[] = [];
  for (const [key, value] of written) {
    if (value !== undefined) set.push([key, value]);
    else if (committed(key) !== undefined) deleted.push(key);
  }
  return { set: Object.fromEntries(set), delete: deleted };
}

/** A key as it can be told and kept: code that is not typed may give anything. */
function nameOf(key: unknown): string {
  return typeof key === 'string' ? shortened(key, maxKey) : '';
}
