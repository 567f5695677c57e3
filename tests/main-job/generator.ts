import { type AppDescription, type FieldDescription, type FieldType, keyOf } from './app-description.ts';
import { choiceFields, entities, hintedFields, identities, obviousFields } from './pools.ts';

/** Draws numbers from 0 up to 1. */
export type Random = () => number;

/** The generator mulberry32: the same seed gives the same numbers on every machine. */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every field that an app can be given beside its first. */
export const fieldPool: readonly FieldDescription[] = [
  ...plainFields(obviousFields, false),
  ...plainFields(hintedFields, true),
  ...choiceFields.map(([label, choices]) => ({ label, name: keyOf(label), type: 'choice', hinted: true, choices }) as const),
];

/** Draws that many apps of different kinds. */
export function drawApps(seed: number, count: number): readonly AppDescription[] {
  const random = mulberry32(seed);
  return shuffled(random, entities)
    .slice(0, count)
    .map(([singular, plural]) => drawApp(random, singular, plural));
}

function drawApp(random: Random, singular: string, plural: string): AppDescription {
  const [identity = 'name'] = shuffled(random, identities);
  const first: FieldDescription = { label: identity, name: keyOf(identity), type: 'text', hinted: false, choices: [] };
  const others = 2 + Math.floor(random() * 5);
  return {
    singular,
    plural,
    fields: [
      first,
      ...shuffled(random, typeBuckets)
        .slice(0, others)
        .map((bucket) => drawFrom(random, bucket)),
    ],
  };
}

/** The pool by type, so that every type is drawn about as often; text twice, because people have most of it. */
const typeBuckets: readonly (readonly FieldDescription[])[] = (
  ['text', 'text', 'long_text', 'number', 'integer', 'date', 'boolean', 'choice', 'email', 'url'] as const
).map((type, index) => fieldPool.filter((field) => field.type === type && (type !== 'text' || field.hinted === (index === 0))));

function drawFrom(random: Random, fields: readonly FieldDescription[]): FieldDescription {
  const field = fields[Math.floor(random() * fields.length)];
  if (field === undefined) throw new Error('There is nothing to draw from.');
  return field;
}

function shuffled<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

function plainFields(labels: Readonly<Partial<Record<FieldType, readonly string[]>>>, hinted: boolean): readonly FieldDescription[] {
  const fieldsOf = (type: FieldType) => (labels[type] ?? []).map((label) => ({ label, name: keyOf(label), type, hinted, choices: [] }));
  return (['text', 'long_text', 'number', 'integer', 'date', 'boolean', 'email', 'url'] as const).flatMap(fieldsOf);
}
