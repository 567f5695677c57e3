import { z } from 'zod';
import { errorCodes, IntarsiaError } from '../ports/errors.ts';
import type { AgentId } from '../ports/ids.ts';
import { isJson, isJsonObject, type Json, type JsonObject } from '../ports/json.ts';
import type { Envelope, EnvelopeDraft } from './envelope.ts';

// A schema of JSON takes seconds for a value of some megabytes; this takes milliseconds.
const json = z.custom<Json>(isJson, 'not JSON');
const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value) && isJson(value), 'not a JSON object');
const code = z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes, ...(keyof typeof errorCodes)[]]);
const delta = z.strictObject({ set: jsonObject, delete: z.array(z.string()) });
const toolCall = z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() });
const effect = z.enum(['none', 'keyed', 'unsafe']);
const surface = z.strictObject({ component: z.string(), mode: z.string() });
const position = { key: z.string(), position: z.string(), call_id: z.string().nullable(), tool: z.string() };
const declaredOutcome = z.strictObject({
  contextKey: z.string(),
  attemptsKey: z.string(),
  resultField: z.string(),
  values: z.array(z.string()),
  errorValue: z.string(),
  maxAttempts: z.int(),
  retryOn: z.array(z.string()),
});
const inTurn = { v: z.literal(1), turn: z.string(), agent: z.string() };

/**
 * The facts of a conversation (architecture 3): envelope type -> closed, versioned schema of its data. They are posted with audience `[]`,
 * which an AG2 hub stores and folds past.
 */
export const factSchemas = {
  /** An activation began: by a start, by a person's answer, or by an explicit resume. `seed` tells whose words the first message is. */
  'intarsia.run.started': z.strictObject({
    v: z.literal(1),
    run: z.string(),
    workflow: z.string(),
    digest: z.string(),
    reason: z.enum(['start', 'answer', 'resume']),
    seed: z.enum(['person', 'document', 'none']),
    epoch: z.int(),
    request: z.string().nullable(),
    /** Digest of the values that the host gave as build context, if the workflow has any: a resume compares it. */
    build_context: z.string().optional(),
  }),
  'intarsia.run.paused': z.strictObject({
    v: z.literal(1),
    run: z.string(),
    reason: z.enum(['input_required', 'ui_required', 'approval_required', 'effect_uncertain']),
    calls: z.array(z.string()),
  }),
  'intarsia.run.ended': z.strictObject({
    v: z.literal(1),
    run: z.string(),
    status: z.enum(['completed', 'failed', 'cancelled']),
    code: code.nullable(),
    message: z.string(),
    /** True when the message is the workflow's own, for people (`failure_message_key`). */
    worded: z.literal(true).optional(),
    /** True when a resume can go on from here. */
    resumable: z.boolean(),
  }),
  /** A reply as the model gave it. `ordinal` counts the replies of the turn and never restarts. */
  'intarsia.model.replied': z.strictObject({
    ...inTurn,
    ordinal: z.int(),
    text: z.string(),
    tool_calls: z.array(toolCall),
    model: z.string(),
    /** `stop` or `tool_calls`: a reply that ended otherwise is not recorded. */
    finish_reason: z.string(),
    usage: z.strictObject({ inputTokens: z.int(), outputTokens: z.int() }).nullable(),
    /** `hidden`: control text or structured data, which no person is shown. */
    visibility: z.enum(['shown', 'hidden']),
    /** Why it is hidden (workflow-documents 7.7); older journals do not say. */
    hidden_because: z.enum(['ui_hidden_agent_text', 'structured_output_artifact', 'malformed_structured_output']).optional(),
  }),
  /** A reply passed its contract: written once a turn, and never for a reply that did not (workflow-documents 3). */
  'intarsia.output.accepted': z.strictObject({
    ...inTurn,
    ordinal: z.int(),
    model: z.string(),
    data: jsonObject,
    /** What was mended before it could be read: `fence` for a Markdown fence around the whole message. Older journals say `fence_removed`. */
    repair: z.enum(['fence']).nullable(),
    /** True when the agent has auto tools, which run on this data now. */
    auto_tool_call: z.boolean(),
  }),
  'intarsia.output.rejected': z.strictObject({
    ...inTurn,
    ordinal: z.int(),
    model: z.string(),
    problems: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })),
    total: z.int(),
  }),
  /** Written before the call starts. `position` is `auto:<binding>` or `model:<ordinal>:<call>`. */
  'intarsia.tool.claimed': z.strictObject({
    ...inTurn,
    ...position,
    effect,
    attempt: z.int(),
    arguments_digest: z.string(),
    epoch: z.int(),
    surface: surface.nullable(),
    /** True for a tool that shows its start itself. */
    self_emits_ui: z.literal(true).optional(),
    /** True for a tool that a host registered on the running agent: no document says that there is one. */
    registered: z.literal(true).optional(),
    /** The outcomes that its tool declares: what became of the call is judged by them, also where its documents are not at hand. */
    outcome: declaredOutcome.optional(),
  }),
  /** Written after it ended. `delta` is what the tool wrote to the context. */
  'intarsia.tool.settled': z.strictObject({
    ...inTurn,
    key: z.string(),
    attempt: z.int(),
    status: z.enum(['ok', 'error']),
    result: json,
    code: code.nullable(),
    delta,
    duration_ms: z.number(),
  }),
  /** Claimed, never started: it may be claimed again. */
  'intarsia.tool.released': z.strictObject({ ...inTurn, key: z.string(), attempt: z.int() }),
  /** What a call that was settled without its end (a time limit) came to later: for a reader, never used. */
  'intarsia.tool.late': z.strictObject({
    ...inTurn,
    key: z.string(),
    attempt: z.int(),
    status: z.enum(['ok', 'error']),
    result: json,
    /** Milliseconds from the start of the call. */
    duration_ms: z.number(),
  }),
  /** Writes that the rules refused; nothing of them was done. `call` is the tool's; null for words that set variables. */
  'intarsia.context.refused': z.strictObject({
    v: z.literal(1),
    turn: z.string().nullable(),
    agent: z.string(),
    call: z.string().nullable(),
    writes: z.array(
      z.strictObject({ key: z.string(), operation: z.enum(['set', 'delete']), writer: z.string(), rule: z.string(), message: z.string() }),
    ),
  }),
  /** A UI_Tool waits for a person (architecture 4.9): it stands where a claim would. Its function runs after the answer. */
  'intarsia.ui.requested': z.strictObject({
    ...inTurn,
    ...position,
    effect,
    arguments_digest: z.string(),
    surface,
    /** What is shown: the checked input of the tool. */
    payload: json,
    actions: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string().nullable(),
        description: z.string().nullable(),
        variant: z.string().nullable(),
        approved: z.boolean().nullable(),
        /** JSON Schema of what is answered with it; null for any object. */
        payload: jsonObject.nullable(),
      }),
    ),
  }),
  /** What the person answered. `action` is null where none is declared. */
  'intarsia.ui.answered': z.strictObject({ ...inTurn, key: z.string(), action: z.string().nullable(), response: jsonObject }),
  /** A call waits for a person's approval (architecture 4.9): it stands where a claim would, or takes the place of one that was not entered. */
  'intarsia.approval.requested': z.strictObject({
    ...inTurn,
    ...position,
    effect,
    arguments_digest: z.string(),
    /** What the person approves: the checked arguments of the call; what was given where they are not what its tool declares. */
    arguments: json,
    /** Digest of the tool's definition: an approval stands for no other one (case T24). */
    definition: z.string(),
    risk: z.enum(['low', 'medium', 'high']),
    registered: z.literal(true).optional(),
    outcome: declaredOutcome.optional(),
  }),
  /** What the person decided. A denial settles the call. */
  'intarsia.approval.decided': z.strictObject({
    ...inTurn,
    key: z.string(),
    decision: z.enum(['allow', 'deny']),
    reason: z.string().nullable(),
    by: z.string(),
    /** What the call came to when it was denied; null when it was allowed. */
    result: json,
    /** What its outcome writes then, if its tool declares one. */
    delta: delta.optional(),
  }),
  /** Claimed by a dead or cancelled owner, effect `unsafe`: nobody knows whether it happened. */
  'intarsia.effect.uncertain': z.strictObject({ ...inTurn, key: z.string(), tool: z.string(), attempt: z.int() }),
  'intarsia.effect.resolved': z.strictObject({
    ...inTurn,
    key: z.string(),
    attempt: z.int(),
    resolution: z.enum(['happened', 'failed', 'run_again']),
    result: json,
    by: z.string(),
    /** What the call's outcome writes, if its tool declares one. */
    delta: delta.optional(),
    /** Why its outcome is the error value, if it is. */
    code: code.optional(),
  }),
  /** The turn stopped without a packet; what it wrote is kept, the graph did not move. */
  'intarsia.turn.failed': z.strictObject({ ...inTurn, code, message: z.string(), retryable: z.boolean() }),
} as const;

/** Name of a fact. */
export type FactType = keyof typeof factSchemas;
/** Data of the fact of that name. */
export type FactData<Type extends FactType> = z.output<(typeof factSchemas)[Type]>;
/** A fact: its type and its data, discriminated by `type`. */
export type Fact = { [Type in FactType]: { readonly type: Type; readonly data: FactData<Type> } }[FactType];

/** True for a fact's envelope type. */
export function isFactType(type: string): type is FactType {
  return Object.hasOwn(factSchemas, type);
}

/**
 * The fact that an envelope carries, or null: for what is no fact, and for a fact of a type or version that this code does not know. What stands in a journal
 * was checked when it was appended; it is not checked again.
 */
export function factOf(envelope: Envelope): Fact | null {
  const { event_type: type, event_data: data } = envelope;
  return isFactType(type) && versionsOf(type).has(data['v']) ? ({ type, data } as unknown as Fact) : null;
}

const versionsOf = (type: FactType): ReadonlySet<unknown> => factSchemas[type].shape.v.values;

/**
 * Refuses (`journal_version`) a record of ours of a type or version that this code does not know, such as one of a newer release: whoever folds past it would
 * take the rest for something else. Types of others are theirs, and folded past (cases C20).
 */
export function checkVersion(envelope: Envelope): void {
  if (!envelope.event_type.startsWith('intarsia.') || factOf(envelope) !== null) return;
  const version = envelope.event_data['v'];
  const form = typeof version === 'number' ? `of version ${version}` : 'without a version';
  throw new IntarsiaError(
    'journal_version',
    `Envelope ${envelope.envelope_id} is "${envelope.event_type}" ${form}, which this release does not know: use the one that wrote it.`,
  );
}

/**
 * A fact as a draft envelope: audience `[]`, and a causation id of its own, because AG2 would take the turn for answered if a fact
 * carried the trigger's (ag2-network 5.7).
 */
export function factDraft<Type extends FactType>(sender: AgentId, type: Type, data: FactData<Type>): EnvelopeDraft {
  return { sender, type, data: data as unknown as JsonObject, audience: [], causation: causationOf(type, data) };
}

function causationOf(type: FactType, data: object): string {
  const part = (name: string) => (name in data ? String(Reflect.get(data, name) ?? '') : '');
  return [type, part('run') || part('key') || part('turn'), part('attempt') || part('ordinal')].filter((text) => text !== '').join(':');
}

/** Checks a fact's data against its closed schema; `journal_invalid` names what is wrong. Unknown `intarsia.*` types are refused. */
export function checkFact(type: string, data: JsonObject): void {
  if (!isFactType(type)) throw new IntarsiaError('journal_invalid', `"${type}" is not a fact of this version.`);
  const parsed = factSchemas[type].safeParse(data);
  if (parsed.success) return;
  const problem = parsed.error.issues[0];
  throw new IntarsiaError(
    'journal_invalid',
    `"${type}" is not well formed at /${problem?.path.join('/') ?? ''}: ${problem?.message ?? ''}`,
  );
}
