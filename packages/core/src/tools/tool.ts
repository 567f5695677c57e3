import type { ContextAccess } from '../context/context-access.ts';
import type { SchemaSource } from '../outputs/schema-models/schema-source.ts';
import type { ToolValue } from '../ports/agents.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { SandboxPort } from '../ports/sandbox.ts';

/** What a repeated call may do: nothing to undo, the same effect once per key, or unknown. Default `unsafe`. */
export type ToolEffect = 'none' | 'keyed' | 'unsafe';

/** Facts of the run that a tool may rely on; never taken from a model's output. */
export interface RunFacts {
  readonly tenant: string;
  readonly chat: string;
  readonly app: string;
  readonly workflow: string;
  readonly run: string;
  readonly turn: string;
  readonly agent: string;
}

/** Ports that a host gives its tools. */
export interface ToolServices {
  readonly artifacts?: ArtifactStore;
  readonly sandbox?: SandboxPort;
}

/** What every tool gets beside its input. */
export interface ToolContext {
  /** The live context with the read-only `structured_output` of an auto tool. */
  readonly contextVariables: ContextAccess;
  /** The same for every attempt of this call, other for every other call: what makes a `keyed` tool's effect happen once. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly run: RunFacts;
  /** What the person answered to a UI_Tool; null for every other tool. `action` is null where none is declared. */
  readonly answer: { readonly action: string | null; readonly response: JsonObject } | null;
  readonly services: ToolServices;
}

/** A tool as its file exports it. `input` is checked, closed, before `run`; without it an auto tool gets the whole validated output. */
export interface ToolDefinition<Input = JsonObject> {
  readonly kind: 'intarsia.tool';
  readonly name: string;
  readonly description: string;
  readonly input: SchemaSource<unknown> | null;
  readonly effect: ToolEffect;
  /** The call is aborted and failed after this long, where the document says nothing else. Default 300,000. */
  readonly timeoutMs: number;
  /** Asked after a crash whether an `unsafe` call happened. What it writes to the context counts with `happened`, as the call's own writes, which are lost. */
  readonly reconcile: ((key: string, context: ToolContext) => Promise<ReconcileAnswer>) | null;
  run(input: Input, context: ToolContext): Promise<ToolValue> | ToolValue;
}

/** What `reconcile` knows of a call whose end nobody saw. */
export type ReconcileAnswer =
  | { readonly kind: 'happened'; readonly result: Json }
  | { readonly kind: 'not_happened' }
  | { readonly kind: 'unknown' };
