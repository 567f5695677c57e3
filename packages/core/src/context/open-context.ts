import type { ContextWriter, Workflow } from '../documents/workflow.ts';
import type { ContextUpdates } from '../journal/envelope.ts';
import { IntarsiaError } from '../ports/errors.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { ContextWrite, ContextWriteDecision } from './authority.ts';
import { checkAuthority, checkType, structuredOutputKey } from './authority.ts';
import type { ContextAccess } from './context-access.ts';
import { equalJson, freezeDeep, frozenCopy, looseCopy } from './frozen-json.ts';

/** What a context is opened over. */
export interface OpenContextOptions {
  readonly workflow: Workflow;
  /** The committed values. Never changed; what is read of them gets frozen in place instead of copied. */
  readonly values: JsonObject;
  readonly writer: ContextWriter;
  /** The validated output of an auto tool's turn, served read-only under `structured_output`. */
  readonly structuredOutput?: JsonObject;
}

/** A context for one tool call, and what the call changed. */
export interface OpenContext {
  readonly access: ContextAccess;
  /** What differs from the committed values: a key that was set and deleted again is not in it, nor is one set to what it was. */
  delta(): ContextUpdates;
}

/**
 * Opens the committed values for one tool call (workflow-documents 4.6, 7.2): writes stay in an overlay until the caller commits
 * `delta()`. A tool sees the declared variables with `tool_visible`, and nothing else of the values. A refused write throws
 * `context_write_refused` and leaves everything as it was.
 */
export function openContext(options: OpenContextOptions): OpenContext {
  const { workflow, values, writer } = options;
  const written = new Map<string, Json | undefined>();
  const output = options.structuredOutput === undefined ? undefined : freezeDeep(options.structuredOutput);

  const committed = (key: string): Json | undefined => (Object.hasOwn(values, key) ? values[key] : undefined);
  const current = (key: string): Json | undefined => (written.has(key) ? written.get(key) : committed(key));
  const readable = (key: string): boolean => workflow.contextVariables.get(key)?.toolVisible === true && key !== structuredOutputKey;
  const keys = (): readonly string[] => [...workflow.contextVariables.keys()].filter((key) => readable(key) && current(key) !== undefined);

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
      const write: ContextWrite = { key, operation: 'set', value, writer };
      demand(workflow, write, checkAuthority(workflow, write));
      const copied = frozenCopy(value);
      if (copied.kind === 'not_json') throw refusal(workflow, write, 'invalid_value', copied.message);
      demand(workflow, write, checkType(workflow, write, copied.value));
      written.set(key, copied.value);
    },
    delete(key) {
      const write: ContextWrite = { key, operation: 'delete', writer };
      demand(workflow, write, checkAuthority(workflow, write));
      const existed = readable(key) && current(key) !== undefined;
      written.set(key, undefined);
      return existed;
    },
    snapshot() {
      return Object.fromEntries(keys().map((key) => [key, looseCopy(current(key) ?? null)]));
    },
  };
  return { access: Object.freeze(access), delta: () => changes(written, committed) };
}

function changes(written: ReadonlyMap<string, Json | undefined>, committed: (key: string) => Json | undefined): ContextUpdates {
  const set: [string, Json][] = [];
  const deleted: string[] = [];
  for (const [key, value] of written) {
    const before = committed(key);
    if (value === undefined) {
      if (before !== undefined) deleted.push(key);
    } else if (before === undefined || !equalJson(before, value)) {
      set.push([key, value]);
    }
  }
  return { set: Object.fromEntries(set), delete: deleted };
}

function demand(workflow: Workflow, write: ContextWrite, decision: ContextWriteDecision): void {
  if (decision.kind === 'refused') throw refusalOf(workflow, write, decision.reason, decision.message);
}

function refusal(workflow: Workflow, write: ContextWrite, reason: string, why: string): IntarsiaError {
  return refusalOf(workflow, write, reason, `"${write.writer}" may not set "${write.key}" in workflow "${workflow.name}": ${why}.`);
}

function refusalOf(workflow: Workflow, write: ContextWrite, reason: string, message: string): IntarsiaError {
  const { key, operation, writer } = write;
  const details = { reason: `context_authority.${reason}`, workflow: workflow.name, key, operation, writer };
  return new IntarsiaError('context_write_refused', message, { details });
}
