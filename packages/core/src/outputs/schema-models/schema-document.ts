import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { canonicalJson } from '../canonical.ts';
import { pointerTo } from '../shapes/model-definition.ts';

const maxDepth = 400;

/** A JSON Schema as our own plain data, with the place of every object and list in it. Nothing of the author's object is kept. */
export class SchemaDocument {
  readonly root: JsonObject;
  readonly #places = new Map<object, { readonly holder: object | null; readonly path: string }>();

  private constructor(root: JsonObject) {
    this.root = root;
    this.#places.set(root, { holder: null, path: '' });
    this.#index(root, 0);
  }

  /** A copy of what the author gave, or why there is none: data that JSON cannot say, cycles, endless nesting. */
  static copyOf(given: Readonly<Record<string, unknown>>): SchemaDocument | string {
    try {
      const root: Json = JSON.parse(JSON.stringify(given));
      return isJsonObject(root) ? new SchemaDocument(root) : 'It is no object.';
    } catch (cause) {
      return `It cannot be read as JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
  }

  /** The JSON pointer of a node. */
  pathOf(node: object): string {
    return this.#places.get(node)?.path ?? '';
  }

  /** Gives a node that was made of others a place, so that problems in it can be told. */
  adopt(node: JsonObject, holder: object, member: string | number): JsonObject {
    this.#places.set(node, { holder, path: pointerTo(this.pathOf(holder), member) });
    return node;
  }

  /**
   * What a `$ref` that stands in `from` means, or in words why it means nothing. `#` is the nearest schema around it that says `$schema` or `$id`, else
   * the whole document; a definition that is missing there is looked for in the schemas around the reference, nearest first.
   */
  resolve(reference: Json, from: object): JsonObject | boolean | string {
    const shown = `holds \`$ref: ${JSON.stringify(reference)}\`, which`;
    if (typeof reference !== 'string' || (reference !== '#' && !reference.startsWith('#/'))) return `${shown} leads out of the schema`;
    const tokens = reference.split('/').slice(1).map(unescaped);
    const around = this.#around(from);
    const found = valueAt(around.at(-1) ?? this.root, tokens);
    const isDefinition = tokens.length > 1 && (tokens[0] === '$defs' || tokens[0] === 'definitions');
    const nearest = isDefinition ? around.map((node) => valueAt(node, tokens)).find((value) => value !== undefined) : found;
    const meant = found ?? nearest;
    if (!isJsonObject(meant) && typeof meant !== 'boolean') return `${shown} leads to no schema`;
    if (found === undefined || nearest === undefined || canonicalJson(nearest) === canonicalJson(found)) return meant;
    return `${shown} means one thing here and another at the root: give one of the two another name`;
  }

  /** The objects around a node, itself first, up to the one that `#` means. */
  #around(from: object): readonly object[] {
    const around: object[] = [];
    for (let node: object | null = from; node !== null; node = this.#places.get(node)?.holder ?? null) {
      around.push(node);
      if (typeof valueAt(node, ['$schema']) === 'string' || typeof valueAt(node, ['$id']) === 'string') break;
    }
    return around;
  }

  #index(node: Json, depth: number): void {
    if (typeof node !== 'object' || node === null) return;
    if (depth > maxDepth) throw new RangeError(`it is nested more than ${maxDepth} levels deep`);
    for (const [key, member] of Object.entries(node)) {
      if (typeof member !== 'object' || member === null) continue;
      this.#places.set(member, { holder: node, path: pointerTo(this.pathOf(node), key) });
      this.#index(member, depth + 1);
    }
  }
}

function valueAt(node: object, tokens: readonly string[]): Json | undefined {
  let value: unknown = node;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = Reflect.get(value, token);
  }
  return value as Json;
}

/** A segment of a reference: percent-encoded, and escaped as in a JSON pointer (RFC 6901, section 6). */
function unescaped(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return token;
  }
}
