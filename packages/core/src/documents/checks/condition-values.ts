import { fitsType } from '../../context/authority.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Json } from '../../ports/json.ts';
import { type Reading, truthWord } from '../reading/reading.ts';
import type { TransitionDocument } from '../schemas/transition-graph.ts';
import { shownName } from './names.ts';

/** Reports conditions that wait for a value which their variable never has, by its declared type. Looks only at rules and variables of which nothing is told. */
export function checkConditionValues(
  { transition_rules: rules }: TransitionDocument,
  typeOf: (variable: string) => string | null,
  context: Reading,
  reading: Reading,
): void {
  for (const { path, value: rule } of rules) {
    const { condition_key: key, condition_value: value = null } = rule;
    if (rule.condition_type?.toLowerCase() !== 'context_equals' || key === null) continue;
    const isTold = reading.problems.isTold(reading.document.file, path);
    if (!isTold && !context.problems.isTold(context.document.file, pointerTo('/definitions', key)))
      checkValue(path, key, value, typeOf(key), reading);
  }
}

function checkValue(path: string, key: string, value: Json, type: string | null, reading: Reading): void {
  if (type === null || canEqual(type, value)) return;
  const message = `\`${key}\` is of type ${type}, so it is never ${JSON.stringify(value)}: this rule is never taken.`;
  reading.problems.refuse(reading.document.placeOf(pointerTo(path, 'condition_value')), 'wrong_type', message, {
    expected: type,
    got: JSON.stringify(value),
    hint: valueHint(type, value),
  });
}

/** Numbers and truth values are compared as Python compares them: true is 1. */
function canEqual(type: string, value: Json): boolean {
  const isNumber = type === 'integer' || type === 'number';
  if (type === 'boolean') return fitsType(type, value) || value === 0 || value === 1;
  return fitsType(type, value) || (isNumber && typeof value === 'boolean');
}

function valueHint(type: string, value: Json): string | undefined {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return `to mean text, quote it: "${value}"`;
  if (typeof value !== 'string') return undefined;
  if (type === 'boolean') {
    const word = truthWord(value);
    return word === null ? didYouMean(value, ['true', 'false']) : `write \`${word}\`, without quotes; \`${shownName(value)}\` is text`;
  }
  return value.trim() !== '' && fitsType(type, Number(value)) ? 'write it without quotes' : undefined;
}
