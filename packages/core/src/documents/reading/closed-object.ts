import { isMap, isSeq, type Node } from 'yaml';
import { didYouMean, nearestName } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { invalid, lastOf, type Reader, type Reading, reader, refuse, refuseType, text, type ValueOf, type WrittenOf } from './reading.ts';
import { membersByKey, membersOf, shownNode, type YamlMember } from './yaml-document.ts';

/** One key of a closed object: how it is read, what it is for, and what stands for it when it is absent. */
export interface Field<Value, Written = unknown, Absent extends 'required' | 'default' = 'required' | 'default'> {
  readonly read: Reader<Value, Written>;
  /** One sentence for the author of a document. */
  readonly description: string;
  readonly absent: { readonly kind: Absent; readonly value?: Value };
  /** Reported as a warning when the key is written with another value than the default. */
  readonly hasEffect: boolean;
  /** Values as an author would write them, for editors. */
  readonly examples: readonly Json[];
}

type Fields = Readonly<Record<string, Field<unknown>>>;
/** The value that a table of fields reads. */
export type ObjectOf<Table> = { readonly [Key in keyof Table]: Table[Key] extends Field<infer Value> ? Value : never };

/** A key that must be there. */
export const required = <Value, Written>(
  read: Reader<Value, Written>,
  description: string,
  ...examples: readonly Json[]
): Field<Value, Written, 'required'> => ({
  read,
  description,
  absent: { kind: 'required' },
  hasEffect: true,
  examples,
});

/** A key with a default. */
export const optional = <Value, Written>(
  read: Reader<Value, Written>,
  value: NoInfer<Value>,
  description: string,
  ...examples: readonly Json[]
): Field<Value, Written, 'default'> => ({
  read,
  description,
  absent: { kind: 'default', value },
  hasEffect: true,
  examples,
});

/** A key that is read and checked and has no effect yet: the load warns by name when it says anything but its default. */
export const withoutEffect = <Value, Written>(
  read: Reader<Value, Written>,
  value: NoInfer<Value>,
  description: string,
  ...examples: readonly Json[]
): Field<Value, Written, 'default'> => ({ ...optional(read, value, description, ...examples), hasEffect: false });

/** What the schema of a key or variant without effect says, for editors and the reference page. */
export const noEffectNote = 'Accepted; has no effect yet.';
/** The same for what would change what happens, so that a run is refused while it is there. */
export const withheldNote = 'Accepted; no run starts with it yet.';

/** Warns that something written is accepted and has no effect yet. `what` is its name as written, in backquotes. */
export function warnNoEffect(reading: Reading, path: string, what: string, part: 'key' | 'value' = 'key'): void {
  const message = `${what} in ${reading.document.file} is accepted and has no effect yet.`;
  reading.problems.warn(reading.document.placeOf(path, part), 'no_effect_yet', message);
}

/** What an author writes for a table of fields: keys with a default may be left out. */
export type ObjectWritten<Table> = {
  readonly [Key in keyof Table as Table[Key] extends Field<unknown, unknown, 'required'> ? Key : never]: FieldWritten<Table[Key]>;
} & {
  readonly [Key in keyof Table as Table[Key] extends Field<unknown, unknown, 'required'> ? never : Key]?:
    | FieldWritten<Table[Key]>
    | undefined;
};
type FieldWritten<Given> = Given extends { readonly read: infer Read } ? WrittenOf<Read> : never;

/**
 * A closed object: every key is in the table, or it is a problem. All its problems are reported. A key of `retired` names what stands in its place. A wrong
 * value of a key with a default counts as absent, so that the rest can be checked; a wrong required one makes the whole object invalid.
 */
export function closedObject<Table extends Fields>(
  table: Table,
  retired: Readonly<Record<string, string>> = {},
): Reader<ObjectOf<Table>, ObjectWritten<Table>> {
  const fields = Object.entries(table);
  return reader(schemaOf(table), (node, path, reading) => {
    if (node !== null && !isMap(node)) return refuseType(reading, node, path, 'a mapping');
    if (node === null && path !== '') return refuseType(reading, node, path, 'a mapping');
    const members = membersByKey(isMap(node) ? node : null);
    const { problems, document } = reading;
    const unknown = [...members.values()].filter(({ key }) => !Object.hasOwn(table, key));
    for (const { key, keyNode } of unknown) {
      const isOnly = path === '' && unknown.length === 1 && !Object.hasOwn(retired, key);
      const section = isOnly ? missingSection(key, members, table) : null;
      refuseKey(reading, keyNode, pointerTo(path, key), key, table, section === null ? retired : { [key]: `did you mean \`${section}\`?` });
      const meant = section ?? keyWithoutSpace(key, Object.keys(table)) ?? nearestName(key, Object.keys(table));
      if (meant !== null && !members.has(meant)) problems.mean(document.file, pointerTo(path, meant));
      if (section !== null) document.meanSection(section, key);
    }
    let isValid = true;
    const read: Record<string, unknown> = {};
    for (const [key, field] of fields) {
      const member = members.get(key);
      const value = member === undefined ? invalid : readField(field, member.value, pointerTo(path, key), reading);
      if (value !== invalid) read[key] = value;
      else if (field.absent.kind === 'default') read[key] = field.absent.value;
      else {
        isValid = false;
        if (member === undefined && !problems.isTold(document.file, pointerTo(path, key)))
          refuse(reading, node, path, 'required', `\`${key}\` is missing${path === '' ? '' : ` in ${inWords(path)}`}.`, {
            expected: `\`${key}\``,
          });
      }
    }
    return isValid ? (read as ObjectOf<Table>) : invalid; // every key of the table was set just above
  });
}

/** The section of a document that its only unknown key was meant for, whatever the key's name: the first that is missing and holds the same kind of thing. */
function missingSection(key: string, members: ReadonlyMap<string, YamlMember>, table: Fields): string | null {
  const known = Object.keys(table);
  if (nearestName(key, known) !== null) return null;
  const value = members.get(key)?.value;
  const type = isSeq(value) ? 'array' : isMap(value) ? 'object' : null;
  return known.find((name) => !members.has(name) && table[name]?.read.schema['type'] === type) ?? null;
}

function schemaOf(table: Fields): JsonObject {
  const properties = Object.entries(table).map(([key, field]): [string, JsonObject] => [
    key,
    {
      ...field.read.schema,
      description: field.hasEffect ? field.description : `${field.description} ${noEffectNote}`,
      ...shownDefault(field.absent.value),
      ...(field.examples.length === 0 ? {} : { examples: field.examples }),
    },
  ]);
  const needed = Object.entries(table).flatMap(([key, field]) => (field.absent.kind === 'required' ? [key] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
}

/** A default that an author could write. Null stands for nothing written: an editor must not offer it. */
function shownDefault(value: unknown): JsonObject {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { default: value };
  if (!saysNothing(value)) return {};
  return { default: Array.isArray(value) ? [] : {} };
}

function readField(field: Field<unknown>, node: Node | null, path: string, reading: Reading): unknown {
  const value = field.read(node, path, reading);
  if (field.hasEffect || value === invalid) return value;
  const isDefault = field.absent.kind === 'default' && (saysNothing(value) || value === field.absent.value);
  if (!isDefault) warnNoEffect(reading, path, `\`${lastOf(path)}\``);
  return value;
}

const saysNothing = (value: unknown): boolean => (Array.isArray(value) && value.length === 0) || (value instanceof Map && value.size === 0);

function refuseKey(
  reading: Reading,
  node: Node,
  path: string,
  key: string,
  table: Fields,
  retired: Readonly<Record<string, string>>,
): void {
  const known = Object.keys(table);
  const hint = (): string | undefined =>
    Object.hasOwn(retired, key) ? retired[key] : keyWithoutSpace(key, known) === null ? didYouMean(key, known) : spaceHint;
  refuse(reading, node, path, 'unknown_key', `\`${key}\` is not a key here.`, {
    expected: known.map((name) => `\`${name}\``).join(', '),
    got: `\`${key}\``,
    hint,
  });
}

const spaceHint = 'put a space after the colon';

/** The key of a flow mapping that is written like `{type:state}`: without a space behind its colon that is all one key. */
const keyWithoutSpace = (written: string, known: readonly string[]): string | null =>
  known.find((key) => written.startsWith(`${key}:`)) ?? null;

const inWords = (path: string): string => `\`${path.slice(1).replaceAll('/', '.')}\``;

type VariantTables = Readonly<Record<string, Fields>>;
type ClosedVariants<Tables extends VariantTables> = {
  readonly [Word in keyof Tables]: Reader<ObjectOf<Tables[Word]>, ObjectWritten<Tables[Word]>>;
};

/** The closed objects for `variantsOf`: a key that only other variants have is told with the word that it goes with. */
export function closedVariants<Tables extends VariantTables>(key: string, tables: Tables): ClosedVariants<Tables> {
  const ownersOf = (field: string): readonly string[] => Object.keys(tables).filter((word) => Object.hasOwn(tables[word] ?? {}, field));
  const fields = new Set(Object.values(tables).flatMap((table) => Object.keys(table)));
  const hints = Object.fromEntries(
    [...fields].map((field) => [
      field,
      `\`${field}\` belongs to ${ownersOf(field)
        .map((word) => `\`${key}: ${word}\``)
        .join(', ')}`,
    ]),
  );
  const readers = Object.entries(tables).map(([word, table]) => [word, closedObject(table, hints)]);
  return Object.fromEntries(readers) as ClosedVariants<Tables>; // one reader a table, under the same word
}

/** Objects that differ by the word under one key. Words of `later` are read and checked, and have no effect yet: the load warns. */
export function variantsOf<Variants extends Readonly<Record<string, Reader<unknown>>>>(
  key: string,
  variants: Variants,
  later: readonly (keyof Variants & string)[] = [],
): Reader<ValueOf<Variants[keyof Variants]>, WrittenOf<Variants[keyof Variants]>> {
  type Value = ValueOf<Variants[keyof Variants]>;
  const words = Object.keys(variants);
  const schemas = Object.entries(variants).map(([word, { schema }]) => ({
    title: word,
    ...(later.includes(word) ? { description: noEffectNote } : {}),
    ...schema,
  }));
  return reader({ oneOf: schemas }, (node, path, reading) => {
    if (!isMap(node)) return refuseType(reading, node, path, 'a mapping');
    const member = membersOf(node).find((candidate) => candidate.key === key);
    if (member === undefined)
      return refuse(reading, node, path, 'required', `\`${key}\` is missing in ${inWords(path)}.`, {
        expected: `\`${key}\``,
        hint: membersOf(node).some((other) => keyWithoutSpace(other.key, [key]) !== null) ? spaceHint : undefined,
      });
    const keyPath = pointerTo(path, key);
    const word = text(member.value, keyPath, reading);
    if (word === invalid) return invalid;
    const read = Object.hasOwn(variants, word) ? variants[word] : undefined;
    if (read === undefined) {
      const expected = words.map((name) => `\`${name}\``).join(', ');
      return refuse(reading, member.value, keyPath, 'wrong_value', `\`${key}\` must be one of ${expected}.`, {
        expected,
        got: shownNode(member.value),
        hint: didYouMean(word, words),
      });
    }
    if (later.includes(word)) warnNoEffect(reading, keyPath, `\`${key}: ${word}\``, 'value');
    return read(node, path, reading) as Value | typeof invalid; // the reader of a variant reads its value
  });
}
