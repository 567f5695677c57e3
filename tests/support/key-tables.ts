/** A JSON Schema, as far as the documents' schemas use it. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** What the description of a key or variant ends with that does not work yet, and what a table says then. */
const notes: Readonly<Record<string, string>> = {
  'Accepted; has no effect yet.': 'accepted, no effect yet',
  'Accepted; no run starts with it yet.': 'accepted, no run starts with it yet',
};
const works = 'works';
const head = '| key | type | default | meaning | effect |\n| --- | --- | --- | --- | --- |';

/** The tables of one document in Markdown: one for its root, then one for every object in it, under its path. */
export function keyTables(document: object): string {
  const tables = new KeyTables();
  tables.add('', document, works);
  return tables.text();
}

class KeyTables {
  readonly #blocks: string[] = [];
  /** What has a table already, by its properties or variants: the same object may stand in several places. */
  readonly #paths = new Map<object, string>();

  text(): string {
    return this.#blocks.join('\n\n');
  }

  /** Adds the tables of all objects at a path and below. */
  add(path: string, schema: Schema, effect: string): void {
    if (schema.oneOf !== undefined) this.#addVariants(path, schema.oneOf, effect);
    else if (schema.properties !== undefined) this.#addObject(path, path === '' ? '' : `**\`${path}\`**`, schema, effect);
    else if (schema.items !== undefined) this.add(`${path}[]`, schema.items, effect);
    else if (typeof schema.additionalProperties === 'object')
      this.add(path === '' ? 'NAME' : `${path}.NAME`, schema.additionalProperties, effect);
    else for (const inner of schema.anyOf ?? []) this.add(path, inner, effect);
  }

  #addVariants(path: string, variants: readonly Schema[], effect: string): void {
    if (this.#isTold(variants, path)) return;
    for (const variant of variants) {
      this.#addObject(path, `**\`${path}\` with \`type: ${variant.title}\`**`, variant, described(variant, effect).effect);
    }
  }

  #addObject(path: string, heading: string, { properties = {}, required = [] }: Schema, effect: string): void {
    if (this.#isTold(properties, path)) return;
    const block = this.#blocks.push('') - 1; // before the tables of what is in it, whose paths its rows name
    const rows = Object.entries(properties).map(([key, property]) => {
      const inner = path === '' ? key : `${path}.${key}`;
      const { meaning, effect: own } = described(property, effect);
      this.add(inner, property, own);
      const value = required.includes(key) ? 'required' : defaultOf(property);
      return `| \`${key}\` | ${this.#typeOf(inner, property)} | ${value} | ${meaning} | ${own} |`;
    });
    this.#blocks[block] = [...(heading === '' ? [] : [`${heading}\n`]), head, ...rows].join('\n');
  }

  #isTold(part: object, path: string): boolean {
    if (this.#paths.has(part)) return true;
    this.#paths.set(part, path);
    return false;
  }

  #typeOf(path: string, schema: Schema): string {
    if (schema.const !== undefined) return `\`${schema.const}\``;
    if (schema.enum !== undefined) return schema.enum.map((word) => `\`${word}\``).join(', ');
    if (schema.oneOf !== undefined) return this.#linked('mapping by `type`', schema.oneOf, path);
    if (schema.properties !== undefined) return this.#linked('mapping', schema.properties, path);
    if (schema.anyOf !== undefined) return this.#anyOf(path, schema.anyOf);
    if (schema.items !== undefined) return `list of ${this.#itemType(`${path}[]`, schema.items)}`;
    if (typeof schema.additionalProperties === 'object')
      return `mapping of names to ${this.#typeOf(`${path}.NAME`, schema.additionalProperties)}`;
    const types = schema.type === undefined ? ['anything'] : [schema.type].flat();
    return types.map((type) => basicType(type, schema)).join(' or ');
  }

  /** Null in a list of text is dropped, like empty text. */
  #itemType(path: string, items: Schema): string {
    if (String(items.type) === 'string,null') return 'text';
    const type = this.#typeOf(path, items);
    return type.includes(' or ') ? `(${type})` : type;
  }

  /** A word that is accepted in several spellings is told once. */
  #anyOf(path: string, choices: readonly Schema[]): string {
    const [first] = choices;
    const told = first?.enum === undefined ? choices : choices.filter((choice) => choice === first || choice.type !== 'string');
    return told.map((choice) => this.#typeOf(path, choice)).join(' or ');
  }

  #linked(word: string, part: object, path: string): string {
    const told = this.#paths.get(part);
    return told === undefined || told === path ? word : `${word} (as \`${told}\`)`;
  }
}

/** A description without its note. What stands in something that does not work yet does not work either. */
function described({ description = '' }: Schema, around: string): { readonly meaning: string; readonly effect: string } {
  const note = Object.keys(notes).find((text) => description.endsWith(text)) ?? '';
  const meaning = description
    .slice(0, description.length - note.length)
    .trim()
    .replaceAll('|', '\\|');
  return { meaning, effect: around === works ? (notes[note] ?? works) : around };
}

function basicType(type: string, { minimum, maximum }: Schema): string {
  const range =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? `, ${minimum} or more`
        : maximum === minimum
          ? ` ${minimum}`
          : ` ${minimum} to ${maximum}`;
  switch (type) {
    case 'string':
      return 'text';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'any mapping';
    case 'integer':
    case 'number':
      return `${type}${range}`;
    default:
      return type;
  }
}

function defaultOf(schema: Schema): string {
  if (schema.default === undefined) return 'none';
  return typeof schema.default === 'string' ? `\`${schema.default}\`` : `\`${JSON.stringify(schema.default)}\``;
}
