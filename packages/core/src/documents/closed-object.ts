import { isMap, type Node } from 'yaml';
import { canonicalJson } from '../outputs/canonical.ts';
import { pointerTo } from '../outputs/model-definition.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { Json } from '../ports/json.ts';
import { invalid, isNull, json, lastOf, type Reader, type Reading, refuse, refuseType, text } from './reading.ts';
import { membersOf, shownNode } from './yaml-document.ts';

/** One key of a closed object: how it is read, and what stands for it when it is absent. */
export interface Field<Value> {
  readonly read: Reader<Value>;
  readonly absent: { readonly kind: 'required' } | { readonly kind: 'default'; readonly value: Value };
  /** Reported as a warning when the key is written with another value than the default. */
  readonly withoutEffect: boolean;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
/** The value that a table of fields reads. */
export type ObjectOf<Table extends Fields> = { readonly [Key in keyof Table]: Table[Key] extends Field<infer Value> ? Value : never };

/** A key that must be there. */
export const required = <Value>(read: Reader<Value>): Field<Value> => ({ read, absent: { kind: 'required' }, withoutEffect: false });

/** A key with a default. */
export const optional = <Value>(read: Reader<Value>, value: Value): Field<Value> => ({
  read,
  absent: { kind: 'default', value },
  withoutEffect: false,
});

/** A key that is read and has no effect yet: the load warns by name. */
export const withoutEffect = <Value>(read: Reader<Value>, value: Value): Field<Value> => ({
  ...optional(read, value),
  withoutEffect: true,
});

/** A key whose feature does not work yet: only the value that switches it off is accepted. */
export function notSupported(off: Json): Field<null> {
  return optional<null>((node, path, reading) => {
    const value = json(node, path, reading);
    if (value === invalid || canonicalJson(value) === canonicalJson(off)) return null;
    return refuseUnsupported(reading, node, path, `\`${lastOf(path)}\``);
  }, null);
}

/** Reports a feature that does not work yet. `feature` is its name as written, in backquotes. */
export function refuseUnsupported(reading: Reading, node: Node | null, path: string, feature: string): typeof invalid {
  const message = `${feature} in ${reading.document.file} is not supported yet.`;
  return refuse(reading, node, path, 'not_supported_yet', message, {
    got: shownNode(node),
    hint: 'remove it; nothing is ignored silently',
  });
}

/**
 * A closed object: every key is in the table, or it is a problem. All its problems are reported. A key of `retired` names what stands in its place. A wrong
 * value of a key with a default counts as absent, so that the rest can be checked; a wrong required one makes the whole object invalid.
 */
export function closedObject<Table extends Fields>(table: Table, retired: Readonly<Record<string, string>> = {}): Reader<ObjectOf<Table>> {
  return (node, path, reading) => {
    if (node !== null && !isMap(node)) return refuseType(reading, node, path, 'a mapping');
    if (node === null && path !== '') return refuseType(reading, node, path, 'a mapping');
    const members = new Map(membersOf(isMap(node) ? node : null).map((member) => [member.key, member]));
    for (const { key, keyNode } of members.values()) {
      if (!Object.hasOwn(table, key)) refuseKey(reading, keyNode, pointerTo(path, key), key, table, retired);
    }
    let isValid = true;
    const read: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(table)) {
      const member = members.get(key);
      const value = member === undefined ? invalid : readField(field, member.value, pointerTo(path, key), reading);
      if (value !== invalid) read[key] = value;
      else if (field.absent.kind === 'default') read[key] = field.absent.value;
      else {
        isValid = false;
        if (member === undefined)
          refuse(reading, node, path, 'required', `\`${key}\` is missing${path === '' ? '' : ` in ${inWords(path)}`}.`, {
            expected: `\`${key}\``,
          });
      }
    }
    return isValid ? (read as ObjectOf<Table>) : invalid; // every key of the table was set just above
  };
}

function readField(field: Field<unknown>, node: Node | null, path: string, reading: Reading): unknown {
  const value = field.read(node, path, reading);
  const isDefault = field.absent.kind === 'default' && (isNull(node) || value === field.absent.value);
  if (field.withoutEffect && value !== invalid && !isDefault) {
    const place = reading.document.placeOf(path, 'key');
    reading.problems.warn(place, 'no_effect_yet', `\`${lastOf(path)}\` in ${reading.document.file} is accepted and has no effect yet.`);
  }
  return value;
}

function refuseKey(
  reading: Reading,
  node: Node,
  path: string,
  key: string,
  table: Fields,
  retired: Readonly<Record<string, string>>,
): void {
  const known = Object.keys(table);
  const hint = Object.hasOwn(retired, key) ? retired[key] : didYouMean(key, known);
  refuse(reading, node, path, 'unknown_key', `\`${key}\` is not a key here.`, {
    expected: known.map((name) => `\`${name}\``).join(', '),
    got: `\`${key}\``,
    hint,
  });
}

const inWords = (path: string): string => `\`${path.slice(1).replaceAll('/', '.')}\``;

/** Objects that differ by the word under one key. Words of `later` are known and not supported yet. */
export function variantsOf<Variants extends Readonly<Record<string, Reader<unknown>>>>(
  key: string,
  variants: Variants,
  later: readonly string[] = [],
): Reader<Variants[keyof Variants] extends Reader<infer Value> ? Value : never> {
  type Value = Variants[keyof Variants] extends Reader<infer Read> ? Read : never;
  return (node, path, reading) => {
    if (!isMap(node)) return refuseType(reading, node, path, 'a mapping');
    const member = membersOf(node).find((candidate) => candidate.key === key);
    if (member === undefined)
      return refuse(reading, node, path, 'required', `\`${key}\` is missing in ${inWords(path)}.`, { expected: `\`${key}\`` });
    const keyPath = pointerTo(path, key);
    const word = text(member.value, keyPath, reading);
    if (word === invalid) return invalid;
    if (later.includes(word)) return refuseUnsupported(reading, member.value, keyPath, `\`${key}: ${word}\``);
    const read = Object.hasOwn(variants, word) ? variants[word] : undefined;
    if (read !== undefined) return read(node, path, reading) as Value | typeof invalid; // the reader of a variant reads its value
    const known = [...Object.keys(variants), ...later];
    const expected = known.map((name) => `\`${name}\``).join(', ');
    return refuse(reading, member.value, keyPath, 'wrong_value', `\`${key}\` must be one of ${expected}.`, {
      expected,
      got: shownNode(member.value),
      hint: didYouMean(word, known),
    });
  };
}

/** A document's root as JSON, for its digest. An empty document is `{}`. */
export function documentJson(reading: Reading): Json {
  const value = reading.document.root === null ? {} : json(reading.document.root, '', reading);
  return value === invalid ? null : value;
}
