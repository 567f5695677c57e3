import type { Json, JsonObject } from '../../ports/json.ts';
import { type LiteralValue, type NumberShape, type Shape, type TextShape, textFormats } from '../shapes/shapes.ts';
import { isSlowPattern } from '../shapes/slow-pattern.ts';
import { allHold, numberConstraints, textConstraints } from '../validation/constraints.ts';
import { type Report, typesOf } from './merged-schema.ts';

/** How a schema is read. */
export interface ReadingOptions {
  /** The author's own validation runs after ours: it fills defaults in and checks what shapes cannot say. */
  readonly hasOwnCheck: boolean;
  /** False: limits, patterns and formats are left out of the shapes. */
  readonly constraints: boolean;
}

const largest = Number.MAX_SAFE_INTEGER;
const slow = 'has a `pattern` that repeats what repeats already, like `(a+)+`: a text that almost matches would take forever';

/** The limits that a schema says, least and most. Limits that nothing meets are reported. */
export function readLimits<Low extends string, High extends string>(
  node: JsonObject,
  merged: JsonObject,
  low: readonly Low[],
  high: readonly High[],
  options: ReadingOptions,
  report: Report,
): Partial<Record<Low | High, number>> {
  const found: Partial<Record<string, number>> = {};
  for (const key of [...low, ...high]) {
    const value = merged[key];
    if (typeof value === 'number') found[key] = value;
  }
  const least = Math.max(...low.map((key) => found[key] ?? Number.NEGATIVE_INFINITY));
  const most = Math.min(...high.map((key) => found[key] ?? Number.POSITIVE_INFINITY));
  if (least > most) report(node, 'contradiction', `allows nothing: at least ${least} and at most ${most}`);
  return options.constraints ? (found as Partial<Record<Low | High, number>>) : {};
}

/** A number; every integer is a safe one, so bounds that let all of them through are no bounds. */
export function readNumber(
  kind: NumberShape['kind'],
  node: JsonObject,
  merged: JsonObject,
  options: ReadingOptions,
  report: Report,
): NumberShape {
  const { minimum, maximum, ...others } = merged;
  const isLow = kind === 'integer' && typeof minimum === 'number' && minimum <= -largest;
  const isHigh = kind === 'integer' && typeof maximum === 'number' && maximum >= largest;
  const said = { ...others, ...(!isLow && minimum !== undefined && { minimum }), ...(!isHigh && maximum !== undefined && { maximum }) };
  const bounds = readLimits(node, said, ['minimum', 'exclusiveMinimum'], ['maximum', 'exclusiveMaximum'], options, report);
  return { kind, ...bounds, ...readLimits(node, merged, ['multipleOf'], [], options, report) };
}

/** Text. A pattern or format that we do not check is reported, unless the author's own validation checks it. */
export function readText(node: JsonObject, merged: JsonObject, options: ReadingOptions, report: Report): TextShape {
  const { pattern, format } = merged;
  const lengths = readLimits(node, merged, ['minLength'], ['maxLength'], options, report);
  const known = textFormats.find((each) => each === format);
  if (format !== undefined && known === undefined && (!options.hasOwnCheck || format === 'binary')) {
    report(
      node,
      'not_checked',
      `says \`format: ${JSON.stringify(format)}\`, which is not checked here; the formats are ${textFormats.join(', ')}`,
    );
  }
  const sound = pattern !== undefined && isPattern(pattern) ? pattern : undefined;
  if (pattern !== sound && !options.hasOwnCheck)
    report(node, 'invalid_schema', 'has a `pattern` that is no regular expression of ECMAScript');
  // What a library checks itself it would run all the same.
  if (sound !== undefined && !options.hasOwnCheck && isSlowPattern(sound)) report(node, 'slow_pattern', slow);
  if (!options.constraints) return { kind: 'string' };
  // A library writes a format's own pattern beside the format: one of the two says enough to a provider.
  const isFormatEnough = known !== undefined && options.hasOwnCheck;
  return { kind: 'string', ...lengths, ...(known && { format: known }), ...(sound !== undefined && !isFormatEnough && { pattern: sound }) };
}

/** The fixed values of `enum` or `const`. Each of them must be all that is said beside them. */
export function readLiteral(node: JsonObject, merged: JsonObject, options: ReadingOptions, report: Report): Shape | null {
  const { const: only, enum: listed, type } = merged;
  const values = only === undefined ? listed : [only];
  if (!Array.isArray(values) || values.length === 0) return report(node, 'invalid_schema', 'has an `enum` without values');
  const literals = [...new Set(values.filter(isLiteral))];
  if (literals.length < values.length)
    return report(node, 'not_closed', 'has a fixed value that stands twice, or is neither text, a number, true, false nor null');
  const isOfType = (value: LiteralValue) => type === undefined || typesOf(merged).some((each) => isOf(each, value));
  const isListed = (value: LiteralValue) => !Array.isArray(listed) || listed.includes(value);
  const isMet = options.hasOwnCheck ? () => true : meetsAll(node, merged, options, report);
  if (literals.every((value) => isOfType(value) && isListed(value) && isMet(value))) return { kind: 'literal', values: literals };
  return report(node, 'contradiction', 'has a fixed value that is not of its type, or that something else said of it forbids');
}

/** Whether a value is what is said of text and numbers. */
function meetsAll(node: JsonObject, merged: JsonObject, options: ReadingOptions, report: Report): (value: LiteralValue) => boolean {
  const ofText = textConstraints(readText(node, merged, options, report));
  const ofNumbers = numberConstraints(readNumber('number', node, merged, options, report));
  return (value) => (typeof value === 'string' ? allHold(ofText, value) : typeof value !== 'number' || allHold(ofNumbers, value));
}

function isOf(type: string, value: LiteralValue): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return value === null ? type === 'null' : typeof value === type;
}

const isLiteral = (value: Json): value is LiteralValue => value === null || typeof value !== 'object';

function isPattern(pattern: Json): pattern is string {
  if (typeof pattern !== 'string') return false;
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}
