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
  /** This call: its id in the transcript, the name it was called by, which try it is (from 1). */
  readonly call: { readonly id: string; readonly tool: string; readonly attempt: number };
  /** What the caller of a verb gave as context; empty inside a run. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Hands an effect to the caller of a verb, who decides what becomes of it. Inside a run nobody takes any, so it throws `not_supported_yet`. */
  emit(effect: Json): void;
}

/**
 * An author's own steps around the schemas of a tool, in this order, without waiting. What a step gives back goes on; a step that gives nothing back leaves the
 * value as it is, and one that throws refuses it: its message is told.
 */
export interface ToolHooks<Input = JsonObject> {
  /** Of the arguments as they came: one object, not checked yet. */
  beforeInput?(given: JsonObject): JsonObject | undefined;
  /** Of the checked input, before `run`. */
  afterInput?(input: Input): Input | undefined;
  /** Of what `run` gave back, as JSON, before it is checked. */
  beforeOutput?(result: Json): Json | undefined;
  /** Of the checked result. */
  afterOutput?(result: Json): Json | undefined;
}

/** A tool as its file exports it. `input` is checked, closed, before `run`; without it an auto tool gets the whole validated output. */
export interface ToolDefinition<Input = JsonObject> {
  readonly kind: 'intarsia.tool';
  readonly name: string;
  readonly description: string;
  readonly input: SchemaSource<unknown> | null;
  /** Whether members that `input` does not declare are let through, at its root alone. */
  readonly openInput: boolean;
  /** Whether text that says exactly a number or a truth value is taken for one where `input` wants one. */
  readonly coerce: boolean;
  /** What it gives back is checked, closed, against this; null takes any JSON. */
  readonly output: SchemaSource<unknown> | null;
  readonly effect: ToolEffect;
  /** How much harm a wrong call does, for people who approve. Default `medium`. */
  readonly risk: 'low' | 'medium' | 'high';
  /** Whether listings leave it out; null: its name decides (tool-calling 5). */
  readonly sensitive: boolean | null;
  /** Whether a person must approve a call before it runs; `conditional` ones are asked by `needsApproval`. */
  readonly approval: 'never' | 'always' | 'conditional';
  /** A call is aborted and failed after this long, in milliseconds. Null: who calls it decides, 300,000 inside a run and 30,000 outside. */
  readonly timeoutMs: number | null;
  readonly hooks: ToolHooks<unknown>;
  /** Names of argument fields that logs and events show as they are, whatever they look like (tool-calling 11.4). */
  readonly publicFields: readonly string[];
  /** Asked after a crash whether an `unsafe` call happened. What it writes to the context counts with `happened`, as the call's own writes, which are lost. */
  readonly reconcile: ((key: string, context: ToolContext) => Promise<ReconcileAnswer>) | null;
  /** Whether this call must be approved; asked of conditional tools with checked arguments alone (case T9). */
  needsApproval(input: Input): Promise<boolean> | boolean;
  run(input: Input, context: ToolContext): Promise<ToolValue> | ToolValue;
}

/** What `reconcile` knows of a call whose end nobody saw. */
export type ReconcileAnswer =
  | { readonly kind: 'happened'; readonly result: Json }
  | { readonly kind: 'not_happened' }
  | { readonly kind: 'unknown' };
