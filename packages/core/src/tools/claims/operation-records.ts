import { z } from 'zod';
import { IntarsiaError } from '../../ports/errors.ts';
import { isJson, isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';

const json = z.custom<Json>(isJson, 'not JSON');
const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value) && isJson(value), 'not a JSON object');
/** Milliseconds since the Unix epoch on the clock of who wrote it. */
const at = z.int();
/** `id` is minted before the record is appended: one that arrives twice counts once. `by` is one gate, person or verb. */
const stamp = { v: z.literal(1), id: z.string().min(1), by: z.string(), at };
/** `claim` is the id of the claim it speaks of. */
const ofClaim = { ...stamp, key: z.string(), claim: z.string() };

/** Records of an operation: type -> closed, versioned schema. Of two that contradict each other the one that was appended first counts. */
export const operationRecordSchemas = {
  /** Written before the code of a tool is entered. `after` is the claim it follows, null for the first: a claim that follows another one is void. */
  'tool.claimed': z.strictObject({
    type: z.literal('tool.claimed'),
    ...stamp,
    key: z.string(),
    position: z.string(),
    tool: z.string(),
    effect: z.enum(['none', 'keyed', 'unsafe']),
    attempt: z.int(),
    after: z.string().nullable(),
    arguments_digest: z.string(),
    definition_digest: z.string(),
    timeout_ms: z.number(),
    /** How often the tool may be entered in the operation; checked at the place where the claim stands. */
    budget: z.int().nullable(),
  }),
  /** The code ended. No end of a cancel, and none that a later caller could not go on from (case T18). */
  'tool.settled': z.strictObject({
    type: z.literal('tool.settled'),
    ...ofClaim,
    end: z.discriminatedUnion('status', [
      z.strictObject({ status: z.literal('ok'), result: json, effects: z.array(json).readonly() }),
      z.strictObject({
        status: z.literal('error'),
        type: z.enum([
          'not_found',
          'invalid_input',
          'invalid_arguments',
          'invalid_output',
          'execution_error',
          'timeout',
          'forbidden',
          'approval_denied',
          'duplicate_tool',
          'invalid_tool',
        ]),
        message: z.string(),
        details: jsonObject,
      }),
    ]),
  }),
  /** Claimed, never entered. */
  'tool.released': z.strictObject({ type: z.literal('tool.released'), ...ofClaim }),
  /** Entered, and its owner stopped waiting for the end. `still_runs`: its code did not stop then. */
  'tool.abandoned': z.strictObject({ type: z.literal('tool.abandoned'), ...ofClaim, still_runs: z.boolean() }),
  /** What became of a call whose end nobody saw. */
  'effect.resolved': z.strictObject({
    type: z.literal('effect.resolved'),
    ...ofClaim,
    resolution: z.enum(['happened', 'failed', 'run_again']),
    result: json,
  }),
  /** A call waits for a person. */
  'approval.requested': z.strictObject({
    type: z.literal('approval.requested'),
    ...stamp,
    approval: z.string(),
    position: z.string(),
    tool: z.string(),
    arguments: json,
    definition_digest: z.string(),
  }),
  /** What a person decided. `scope` says whether it stands for every later call of the tool with this definition, too. */
  'approval.decided': z.strictObject({
    type: z.literal('approval.decided'),
    ...stamp,
    approval: z.string(),
    tool: z.string(),
    definition_digest: z.string(),
    decision: z.enum(['allow', 'deny']),
    scope: z.enum(['call', 'tool']),
    reason: z.string().nullable(),
  }),
} as const;

/** Name of a record. */
export type OperationRecordType = keyof typeof operationRecordSchemas;
/** A record as it stands in the log of an operation, discriminated by `type`. */
export type OperationRecord = { [Type in OperationRecordType]: z.output<(typeof operationRecordSchemas)[Type]> }[OperationRecordType];
/** The record of that name. */
export type OperationRecordOf<Type extends OperationRecordType> = z.output<(typeof operationRecordSchemas)[Type]>;

const isRecordType = (type: unknown): type is OperationRecordType =>
  typeof type === 'string' && Object.hasOwn(operationRecordSchemas, type);

/**
 * A record that was read. What stands in a log was checked when it was appended; only its form is checked here: `journal_version` for a type or version that
 * this release does not know, because whoever folds past it would take the rest for something else.
 */
export function operationRecord(record: JsonObject): OperationRecord {
  const { type, v } = record;
  const known = isRecordType(type) && operationRecordSchemas[type].shape.v.values.has(v as 1);
  if (known) return record as unknown as OperationRecord;
  const form = typeof v === 'number' ? `of version ${v}` : 'without a version';
  throw new IntarsiaError(
    'journal_version',
    `An operation holds a record "${String(type)}" ${form}, which this release does not know: use the one that wrote it.`,
  );
}

/** Checks a record against its closed schema before it is appended; `journal_invalid` names what is wrong. */
export function checkOperationRecord(record: OperationRecord): JsonObject {
  const parsed = operationRecordSchemas[record.type].safeParse(record);
  if (parsed.success) return record as unknown as JsonObject;
  const [problem] = parsed.error.issues;
  throw new IntarsiaError(
    'journal_invalid',
    `"${record.type}" is not well formed at /${problem?.path.join('/') ?? ''}: ${problem?.message ?? ''}`,
  );
}
