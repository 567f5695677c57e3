import type { ContextVariable, Workflow } from '../../documents/workflow.ts';
import { digestOf } from '../../outputs/canonical.ts';
import type { ContextSources } from '../../ports/context-sources.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { type ContextReading, type Read, type SourceErrorCode, SourceReader } from './source-reader.ts';

/** How long all sources of one activation may take together. */
const sourceLimitMs = 30_000;

/**
 * The values that were read, or why there are none. `values` may stand in a journal; `unpersisted` (of variables that are not persisted, such as secrets of
 * the environment) may not and is read anew by every activation. `buildContext` is the digest of all values of `build_context` variables; null when there are
 * no such variables. `message` names every variable at fault, never a value. What failed with `context_source_failed` may work later.
 */
export type InitialContext =
  | { readonly kind: 'ready'; readonly values: JsonObject; readonly unpersisted: JsonObject; readonly buildContext: string | null }
  | { readonly kind: 'refused'; readonly code: SourceErrorCode; readonly message: string };

/**
 * The value of every declared variable before anything happened (workflow-documents 7.1), each read as its source says, at the same time where no query needs
 * another's value. With `saved` only those are read that no journal keeps, and the build context, which is compared: what is saved stands, whatever a default
 * says now (case C8). Text becomes a boolean, an integer or a number where that is declared. A required value that is not there, one that does not fit its
 * type, and a source that fails refuse the whole context.
 */
export async function initialContext(reading: ContextReading): Promise<InitialContext> {
  const limit = new AbortController();
  const cancelLimit = reading.clock.timer(sourceLimitMs, () =>
    limit.abort(new IntarsiaError('context_source_failed', `It took longer than ${sourceLimitMs} ms.`)),
  );
  try {
    const reader = new SourceReader(reading, AbortSignal.any([reading.signal, limit.signal]));
    return gathered(reading, await reader.read(variablesToRead(reading.workflow, reading.saved !== null)));
  } finally {
    cancelLimit();
  }
}

/** The variables that an activation reads: all of them at the start, later those that no journal keeps, and the build context. */
export function variablesToRead(workflow: Workflow, isResumed: boolean): readonly ContextVariable[] {
  const all = [...workflow.contextVariables.values()];
  return isResumed ? all.filter(({ persisted, source }) => !persisted || source.kind === 'build_context') : all;
}

/** The variables that keep their defaults because the host gives no part for their source, in document order. */
export function variablesWithoutReader(workflow: Workflow, sources: ContextSources): readonly string[] {
  const isUnread = ({ source: { kind } }: ContextVariable) =>
    (kind === 'file' && sources.file === undefined) ||
    (kind === 'record' && sources.record === undefined) ||
    (kind === 'build_context' && sources.buildContext === undefined);
  return [...workflow.contextVariables.values()].filter(isUnread).map(({ name }) => name);
}

function gathered({ workflow, saved }: ContextReading, reads: ReadonlyMap<ContextVariable, Read>): InitialContext {
  const values: [string, Json][] = [];
  const unpersisted: [string, Json][] = [];
  const built: [string, Json][] = [];
  const faults: Extract<Read, { readonly kind: 'fault' }>[] = [];
  for (const [{ name, persisted, source }, read] of reads) {
    if (read.kind === 'fault') faults.push(read);
    if (read.kind !== 'value') continue;
    if (source.kind === 'build_context') built.push([name, read.value]);
    if (!persisted) unpersisted.push([name, read.value]);
    else if (saved === null) values.push([name, read.value]);
  }
  if (faults.length === 0) {
    const buildContext = built.length === 0 ? null : digestOf(Object.fromEntries(built));
    return { kind: 'ready', values: frozen(values), unpersisted: frozen(unpersisted), buildContext };
  }
  // What must be mended is told before what may pass.
  const code = faults.find((fault) => fault.code === 'config_invalid')?.code ?? 'context_source_failed';
  const told = faults.map(({ fault }) => fault).join('; ');
  return { kind: 'refused', code, message: `Workflow "${workflow.name}" cannot ${saved === null ? 'start' : 'go on'}: ${told}.` };
}

const frozen = (entries: readonly [string, Json][]): JsonObject => Object.freeze(Object.fromEntries(entries));
