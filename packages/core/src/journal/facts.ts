import { z } from 'zod';
import { errorCodes, IntarsiaError } from '../ports/errors.ts';
import type { AgentId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { Envelope, EnvelopeDraft } from './envelope.ts';

const json: z.ZodType<Json> = z.json();
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);
const code = z.enum(Object.keys(errorCodes) as [keyof typeof errorCodes, ...(keyof typeof errorCodes)[]]);
const delta = z.strictObject({ set: jsonObject, delete: z.array(z.string()) });
const toolCall = z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() });
const effect = z.enum(['none', 'keyed', 'unsafe']);
const surface = z.strictObject({ component: z.string(), mode: z.string() });
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
  }),
  'intarsia.run.paused': z.strictObject({
    v: z.literal(1),
    run: z.string(),
    reason: z.enum(['input_required', 'effect_uncertain']),
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
    key: z.string(),
    position: z.string(),
    call_id: z.string().nullable(),
    tool: z.string(),
    effect,
    attempt: z.int(),
    arguments_digest: z.string(),
    epoch: z.int(),
    surface: surface.nullable(),
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
  /** Claimed by a dead or cancelled owner, effect `unsafe`: nobody knows whether it happened. */
  'intarsia.effect.uncertain': z.strictObject({ ...inTurn, key: z.string(), tool: z.string(), attempt: z.int() }),
  'intarsia.effect.resolved': z.strictObject({
    ...inTurn,
    key: z.string(),
    attempt: z.int(),
    resolution: z.enum(['happened', 'failed', 'run_again']),
    result: json,
    by: z.string(),
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

/** The fact that an envelope carries, or null. What stands in a journal was checked when it was appended; it is not checked again. */
export function factOf(envelope: Envelope): Fact | null {
  return isFactType(envelope.event_type) ? ({ type: envelope.event_type, data: envelope.event_data } as unknown as Fact) : null;
}

/**
 * A fact as a draft envelope: audience `[]`, and a causation id of its own, because AG2 would take the turn for answered if a fact
 * carried the trigger's (ag2-network 5.7).
 */
export function factDraft<Type extends FactType>(sender: AgentId, type: Type, data: FactData<Type>): EnvelopeDraft {
  return { sender, type, data: data as unknown as JsonObject, audience: [], causation: causationOf(type, data) };
}

function causationOf(type: FactType, data: object): string {
  const part = (name: string) => (name in data ? String(Reflect.get(data, name)) : '');
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
