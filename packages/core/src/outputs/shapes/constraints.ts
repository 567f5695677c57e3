import { type FieldDefinition, type ModelProblem, pointerTo } from './model-definition.ts';
import { type Shape, type TextFormat, textFormats } from './shapes.ts';
import { isSlowPattern } from './slow-pattern.ts';

type Report = (problem: ModelProblem) => void;
const keys = ['min', 'max', 'pattern', 'format'] as const;

/** A field's shape with the constraints that the field declares, `path` being the field's; what cannot be meant is reported. */
export function constrained(shape: Shape, field: FieldDefinition, path: string, report: Report): Shape {
  const { min = null, max = null, pattern = null } = field;
  refuseUnused(shape, field, path, report);
  switch (shape.kind) {
    case 'string': {
      checkLengths(min, max, path, report);
      const format = formatOf(field, path, report);
      if (pattern !== null) checkPattern(pattern, path, report);
      const lengths = { ...(min === null ? {} : { minLength: min }), ...(max === null ? {} : { maxLength: max }) };
      return { ...shape, ...lengths, ...(pattern === null ? {} : { pattern }), ...(format === null ? {} : { format }) };
    }
    case 'list':
      checkLengths(min, max, path, report);
      return { ...shape, ...(min === null ? {} : { minItems: min }), ...(max === null ? {} : { maxItems: max }) };
    case 'integer':
    case 'number':
      checkRange(shape.kind, min, max, path, report);
      return { ...shape, ...(min === null ? {} : { minimum: min }), ...(max === null ? {} : { maximum: max }) };
    default:
      return shape;
  }
}

function refuseUnused({ kind }: Shape, field: FieldDefinition, path: string, report: Report): void {
  const hasRange = kind === 'string' || kind === 'list' || kind === 'integer' || kind === 'number';
  for (const key of keys) {
    const isTextOnly = key === 'pattern' || key === 'format';
    if ((field[key] ?? null) === null || kind === 'string' || (hasRange && !isTextOnly)) continue;
    const owners = isTextOnly ? 'text' : 'numbers, text and lists';
    const message = `\`${key}\` says nothing about type \`${field.type}\`; it goes with ${owners}.`;
    report({ path: pointerTo(path, key), code: 'field_not_allowed', message });
  }
}

function checkRange(kind: 'integer' | 'number', min: number | null, max: number | null, path: string, report: Report): void {
  if (min === null || max === null) return;
  if (min > max) reportReversed(path, report);
  else if (kind === 'integer' && Math.ceil(min) > Math.floor(max))
    report({ path: pointerTo(path, 'max'), code: 'out_of_range', message: `No integer lies between ${min} and ${max}.` });
}

function checkLengths(min: number | null, max: number | null, path: string, report: Report): void {
  for (const [key, value] of Object.entries({ min, max })) {
    if (value === null || (Number.isSafeInteger(value) && value >= 0)) continue;
    report({ path: pointerTo(path, key), code: 'out_of_range', message: `\`${key}\` is a length here: an integer, 0 or more.` });
  }
  if (min !== null && max !== null && min > max) reportReversed(path, report);
}

function reportReversed(path: string, report: Report): void {
  report({ path: pointerTo(path, 'max'), code: 'out_of_range', message: '`max` is less than `min`, so no value fits.' });
}

const slow =
  'It repeats what repeats already, like `(a+)+`: a text that almost matches would take forever. Write one repetition, or what must stand between two.';

function checkPattern(pattern: string, path: string, report: Report): void {
  try {
    new RegExp(pattern, 'u');
    if (isSlowPattern(pattern)) report({ path: pointerTo(path, 'pattern'), code: 'slow_pattern', message: slow });
  } catch (error) {
    const message = `The regular expression is invalid: ${error instanceof Error ? error.message : String(error)}.`;
    report({ path: pointerTo(path, 'pattern'), code: 'invalid_pattern', message });
  }
}

function formatOf({ format = null }: FieldDefinition, path: string, report: Report): TextFormat | null {
  const known = textFormats.find((name) => name === format) ?? null;
  if (format !== null && known === null) {
    const message = `\`${format}\` is no known format: ${textFormats.join(', ')}.`;
    report({ path: pointerTo(path, 'format'), code: 'wrong_value', message });
  }
  return known;
}
