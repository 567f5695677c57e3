import { type ErrorCode, IntarsiaError } from '../../ports/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import type { OutputProblem, OutputResult } from '../output-model.ts';
import { isPlainObject, setOwn } from '../validation/check.ts';
import { maxValueDepth } from '../validation/inspection.ts';
import { maxMessage, placeOf, shortened } from '../validation/problem-text.ts';
import { type KeptParts, noteLost } from './kept-parts.ts';
import type { StandardIssue, StandardSchema } from './schema-source.ts';

/** What a value is after its closed check and the author's own: as the author's schema gives it. */
export type CheckedValue = { readonly kind: 'accepted'; readonly value: unknown } | Rejected;
type Rejected = OutputResult & { readonly kind: 'rejected' };

/** The author's own validation of a closed schema. */
export interface OwnCheck {
  /** Of the model or input, for messages. */
  readonly name: string;
  readonly schema: StandardSchema;
  readonly kept: KeptParts;
  /** Of the errors for a schema that cannot be used at all. */
  readonly problemCode: ErrorCode;
}

const maxProblems = 20;

/**
 * What the author's schema says of a value that is closed. Its own code that fails on the value rejects it; nothing that it took may be missing in what it
 * gives, apart from what a transform makes. Throws what `problemCode` says for a schema that validates asynchronously or answers as no Standard Schema does.
 */
export function ownCheck(own: OwnCheck, value: JsonObject): CheckedValue {
  const { vendor } = own.schema['~standard'];
  // zod leaves what it checks as it is; others write into it.
  const answer = answerOf(own, vendor === 'zod' ? value : copyOf(value));
  if (answer.kind === 'threw') return { ...rejected([failed], 1), cause: answer.cause };
  const result = readAnswer(own, answer.given);
  if (result.kind === 'issues') return result.problems.length === 0 ? rejected([unexplained], 1) : rejected(result.problems, result.total);
  const lost: OutputProblem[] = [];
  let total = 0;
  noteLost(value, result.value, own.kept, [], (problem) => {
    total += 1;
    if (total <= maxProblems) lost.push(problem());
  });
  return total === 0 ? { kind: 'accepted', value: result.value } : rejected(lost, total);
}

const failed: OutputProblem = { path: '', code: 'schema_failed', message: 'could not be checked: the code of the schema failed on it' };
const unexplained: OutputProblem = { path: '', code: 'not_accepted', message: 'is not accepted by its schema, which does not say why' };

const rejected = (problems: readonly OutputProblem[], total: number): Rejected => ({ kind: 'rejected', problems, total });

const broken = ({ name, problemCode }: OwnCheck, what: string, cause?: unknown): IntarsiaError =>
  new IntarsiaError(problemCode, `The schema of "${name}" ${what}.`, { cause });

type Called = { readonly kind: 'answered'; readonly given: unknown } | { readonly kind: 'threw'; readonly cause: unknown };

/** What the library answers, or what its code, or its author's, throws. */
function answerOf(own: OwnCheck, value: Json): Called {
  const { schema } = own;
  let given: unknown;
  try {
    given = schema['~standard'].validate(value);
  } catch (cause) {
    return { kind: 'threw', cause };
  }
  if (typeof given !== 'object' || given === null || !('then' in given)) return { kind: 'answered', given };
  Promise.resolve(given).catch(() => undefined); // told here, and by nobody else
  const thrown = thrownBy(schema, value);
  if (thrown !== null) return thrown;
  throw broken(own, 'validates asynchronously; a value is checked in one step, without waiting');
}

/** zod goes its asynchronous way also when something threw; its synchronous one says what it was. */
function thrownBy(schema: StandardSchema, value: Json): Called | null {
  const safeParse: unknown = Reflect.get(schema, 'safeParse');
  if (schema['~standard'].vendor !== 'zod' || typeof safeParse !== 'function') return null;
  try {
    Reflect.apply(safeParse, schema, [value]);
    return null;
  } catch (cause) {
    const isPromise = cause instanceof Error && cause.message.startsWith('Encountered Promise during synchronous parse');
    return isPromise ? null : { kind: 'threw', cause };
  }
}

type Answer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'issues'; readonly problems: readonly OutputProblem[]; readonly total: number };

/** Throws for an answer that is none of Standard Schema. */
function readAnswer(own: OwnCheck, given: unknown): Answer {
  try {
    const { value, issues } = given as { readonly value?: unknown; readonly issues?: readonly StandardIssue[] };
    if (issues === undefined && !Object.hasOwn(Object(given), 'value')) throw new TypeError('There is neither a value nor an issue.');
    if (issues === undefined) return { kind: 'value', value };
    return { kind: 'issues', problems: issues.slice(0, maxProblems).map(problemOf), total: issues.length };
  } catch (cause) {
    throw broken(own, 'answers as no Standard Schema does', cause);
  }
}

function problemOf({ message, path = [] }: StandardIssue): OutputProblem {
  if (typeof message !== 'string') throw new TypeError('An issue has no message.');
  const members = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  return { path: placeOf(members), code: 'not_accepted', message: shortened(message, maxMessage) };
}

/** The same value, for whoever may write into it. */
function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, copyOf(member));
  return copy;
}

/** The value as detached, frozen JSON of at most 64 levels; members that are undefined are left out. Throws `model_invalid` for what cannot be that. */
export function frozenJson(value: unknown, name: string, path: (string | number)[] = []): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return value;
  const impossible = (what: string) =>
    new IntarsiaError('model_invalid', `The schema of "${name}" gives something at "${placeOf(path)}" that ${what}.`);
  const frozenMember = (key: string | number, member: unknown): Json => {
    path.push(key);
    const frozen = frozenJson(member, name, path);
    path.pop();
    return frozen;
  };
  if (typeof value === 'object' && path.length >= maxValueDepth) throw impossible(`is nested more than ${maxValueDepth} levels deep`);
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown, index) => frozenMember(index, item)));
  if (!isPlainObject(value)) throw impossible('JSON cannot hold');
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.some(([key]) => key === '__proto__')) throw impossible('has a key `__proto__`');
  return Object.freeze(Object.fromEntries(members.map(([key, member]) => [key, frozenMember(key, member)])));
}
