import type { ContextVariable, ContextWriter, Workflow } from '../documents/workflow.ts';
import type { Json } from '../ports/json.ts';
import { frozenCopy } from './frozen-json.ts';

/** The name under which an auto tool reads the validated output. No document may declare it, no writer may write it. */
export const structuredOutputKey = 'structured_output';

/** Why a write was refused; the words of workflow-documents 7.4, plus `reserved` for names that no document can declare. */
export type ContextRefusalReason = 'empty_key' | 'reserved' | 'unknown_key' | 'rejected' | 'invalid_value';

/** One write that somebody wants to make. */
export interface ContextWrite {
  readonly key: string;
  readonly operation: 'set' | 'delete';
  /** Only with `set`. */
  readonly value?: Json;
  readonly writer: ContextWriter;
}

/** Whether a write may happen. `message` names the workflow, the key and the writer, never the value. */
export type ContextWriteDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly reason: ContextRefusalReason; readonly message: string };

const allowed: ContextWriteDecision = { kind: 'allowed' };
const keyGrammar = /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/;
/** Writers whose writes follow from rules, not from what somebody said. */
export const deterministicWriters: ReadonlySet<ContextWriter> = new Set([
  'runtime_system',
  'transition_router',
  'ui_response_trigger',
  'task_batch',
  'structured_output',
  'lifecycle_tool',
  'deterministic_tool',
]);

/**
 * Decides one write: first who may write (workflow-documents 7.4, in its order), then whether the value is JSON and of the declared
 * type. A writer that may not write learns nothing of the value's fate.
 */
export function checkWrite(workflow: Workflow, write: ContextWrite): ContextWriteDecision {
  const decision = checkAuthority(workflow, write);
  if (decision.kind === 'refused' || write.operation === 'delete') return decision;
  const copied = frozenCopy(write.value);
  if (copied.kind === 'not_json') return refused(workflow, write, 'invalid_value', copied.message);
  return checkType(workflow, write, copied.value);
}

/** The first half of `checkWrite`: the writer alone. */
export function checkAuthority(workflow: Workflow, write: ContextWrite): ContextWriteDecision {
  const { key, writer } = write;
  if (!keyGrammar.test(key)) return refused(workflow, write, 'empty_key', 'the name is empty or malformed');
  if (isReservedKey(key)) return refused(workflow, write, 'reserved', 'the name is reserved');
  const variable = workflow.contextVariables.get(key);
  if (variable === undefined) return refused(workflow, write, 'unknown_key', 'no context variable of that name is declared');
  if (mayWrite(variable, writer)) return allowed;
  return refused(workflow, write, 'rejected', `the variable is ${variable.authorityClass}`);
}

/** The second half of `checkWrite`: a JSON value against the declared type. */
export function checkType(workflow: Workflow, write: ContextWrite, value: Json): ContextWriteDecision {
  const type = workflow.contextVariables.get(write.key)?.type ?? null;
  if (fitsType(type, value)) return allowed;
  return refused(workflow, write, 'invalid_value', `the value is not of the declared type ${type}`);
}

/** True for names that belong to the runtime and to the protocols: `structured_output`, `ag:…`, `a2a:…`. */
export function isReservedKey(key: string): boolean {
  return key === structuredOutputKey || key.startsWith('ag:') || key.startsWith('a2a:');
}

/** True if a value is of a declared type. Null always is, and so is everything for an unknown type word (workflow-documents 7.4). */
export function fitsType(type: string | null, value: Json): boolean {
  if (value === null) return true;
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return true;
  }
}

function mayWrite(variable: ContextVariable, writer: ContextWriter): boolean {
  if (writer === 'runtime_system') return true;
  if (writer === 'persisted_replay' || variable.authorityClass === 'immutable_runtime_authority') return false;
  const listed = variable.writers.includes(writer);
  if (writer === 'agent_text') {
    return variable.authorityClass === 'derived_information' && listed && !variable.routing && !variable.authorization;
  }
  switch (variable.authorityClass) {
    case 'closed_writer_quality_state':
    case 'closed_writer_routing_state':
      return listed && deterministicWriters.has(writer);
    case 'derived_information':
    case 'tool_only_information':
    case 'mutable_workflow_state':
      // A tool's writes and their write-back are one step here, so who lets the write-back in lets the tool in.
      return variable.writers.length === 0 || listed || (writer === 'deterministic_tool' && variable.writers.includes('tool_writeback'));
  }
}

/** The refusal of a write, with the words that say why. */
export function refused(workflow: Workflow, write: ContextWrite, reason: ContextRefusalReason, why: string): ContextWriteDecision {
  const message = `"${write.writer}" may not ${write.operation} "${write.key}" in workflow "${workflow.name}": ${why}.`;
  return { kind: 'refused', reason, message };
}
