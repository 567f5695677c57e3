import { isJsonObject, type Json } from '../ports/json.ts';

/** The variable that a dotted path begins with; a variable's own name may have dots, too. */
export function variableOf(field: string, variables: Pick<ReadonlySet<string>, 'has'>): string {
  const segments = field.split('.');
  const prefixes = segments.map((_, index) => segments.slice(0, segments.length - index).join('.'));
  return prefixes.find((prefix) => variables.has(prefix)) ?? segments[0] ?? field;
}

/** What stands in a value at a dotted path: a key of that whole name first, then member by member. Undefined when nothing does. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  return path.split('.').reduce<Json | undefined>((inner, key) => {
    return isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}
