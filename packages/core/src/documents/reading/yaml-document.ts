import { isMap, isNode, isScalar, isSeq, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import { type ProblemPlace, wholeFile } from './problems.ts';
import { offsetInSource } from './text-position.ts';

/** Collections inside each other; a document that nests deeper is refused. */
export const maxDepth = 64;

/** YAML 1.2 with the core schema: `yes` and `no` are text. Keys that stand twice are found by us: the parser compares each key with all others. */
export const yamlOptions = {
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const;

/** A member of a mapping whose key is text. */
export interface YamlMember {
  readonly key: string;
  readonly keyNode: Node;
  /** Null for a key without a value. */
  readonly value: Node | null;
}

/** One document as YAML nodes that know where they stand. `root` is null for an empty file, which counts as `{}`. */
export class YamlDocument {
  readonly file: string;
  readonly root: YAMLMap | null;
  readonly #text: string;
  /** Offsets at which lines begin; found when the first place is asked for. */
  #lineStarts: readonly number[] | undefined;
  readonly #members = new Map<YAMLMap, ReadonlyMap<string, YamlMember>>();

  readonly #writtenAs = new Map<string, string>();

  /** `text` is without its byte order mark: the offsets of the nodes are in it. */
  constructor(file: string, root: YAMLMap | null, text: string) {
    this.file = file;
    this.root = root;
    this.#text = text;
  }

  /** A document that says nothing. */
  static empty(file: string): YamlDocument {
    return new YamlDocument(file, null, '');
  }

  /** Remembers that a section stands under another key, which is told. */
  meanSection(section: string, key: string): void {
    this.#writtenAs.set(section, key);
  }

  /** The key that was most likely meant for a section which is missing. */
  writtenAs(section: string): string | undefined {
    return this.#writtenAs.get(section);
  }

  /** The place of a node; of the whole file when there is none. */
  place(node: Node | null | undefined, path: string): ProblemPlace {
    const offset = node?.range?.[0];
    return offset === undefined ? { ...wholeFile(this.file), path } : this.placeAt(offset, path);
  }

  /** The place of a character. Columns count UTF-16 units. */
  placeAt(offset: number, path: string): ProblemPlace {
    this.#lineStarts ??= lineStartsOf(this.#text);
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { file: this.file, line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1, path };
  }

  /** The place of what a JSON pointer names: the value itself, or its key; of the nearest thing around it when it is not there. */
  placeOf(path: string, part: 'key' | 'value' = 'value'): ProblemPlace {
    const { keyNode, value } = this.#find(path);
    return this.place(part === 'key' ? (keyNode ?? value) : value, path);
  }

  /** The place of a character of the trimmed text that a JSON pointer names; of the text when it does not stand on one line. `offset` in UTF-16 units. */
  placeInText(path: string, offset: number): ProblemPlace {
    const { value } = this.#find(path);
    const found = isScalar(value) ? offsetInSource(value, this.#text, offset) : null;
    return found === null ? this.place(value, path) : this.placeAt(found, path);
  }

  /** What a JSON pointer names, or the nearest thing around it. A key without a value stands for it. */
  #find(path: string): Found {
    let node: Node | null = this.root;
    let keyNode: Node | null = null;
    for (const escaped of path.split('/').slice(1)) {
      const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const next: Found | undefined = isMap(node) ? this.#memberOf(node, segment) : isSeq(node) ? itemOf(node, segment) : undefined;
      if (next === undefined) return { keyNode, value: keyNode ?? node };
      keyNode = next.keyNode;
      node = next.value ?? next.keyNode;
    }
    return { keyNode, value: node };
  }

  #memberOf(map: YAMLMap, key: string): YamlMember | undefined {
    let members = this.#members.get(map);
    if (members === undefined) {
      members = membersByKey(map);
      this.#members.set(map, members);
    }
    return members.get(key);
  }
}

type Found = { readonly keyNode: Node | null; readonly value: Node | null };

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

function itemOf(sequence: YAMLSeq, index: string): Found | undefined {
  const item: unknown = sequence.items[Number(index)];
  return isNode(item) ? { keyNode: null, value: item } : undefined;
}

/** The members of a mapping, in document order. */
export function membersOf(map: YAMLMap | null): readonly YamlMember[] {
  const members: YamlMember[] = [];
  for (const { key, value } of map?.items ?? []) {
    if (isScalar(key) && typeof key.value === 'string') members.push({ key: key.value, keyNode: key, value: isNode(value) ? value : null });
  }
  return members;
}

/** The same members by their keys. */
export function membersByKey(map: YAMLMap | null): ReadonlyMap<string, YamlMember> {
  const members = new Map<string, YamlMember>();
  for (const member of membersOf(map)) members.set(member.key, member);
  return members;
}

/** The items of a sequence, each with its pointer. */
export function itemsOf(sequence: YAMLSeq, path: string): readonly { readonly node: Node | null; readonly path: string }[] {
  return sequence.items.map((item, index) => ({ node: isNode(item) ? item : null, path: pointerTo(path, index) }));
}

/** A node in a few words, for "got". */
export function shownNode(node: Node | null): string {
  if (node === null) return 'nothing';
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  if (!isScalar(node)) return 'an alias';
  const { value } = node;
  if (value === null) return node.source === undefined || node.source === '' ? 'nothing' : `null (\`${node.source}\`)`;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return `${typeof value === 'boolean' ? 'the boolean' : 'the number'} ${node.source ?? String(value)}`;
}

/** How to write a scalar that is not text as text. */
export function quoteHint(node: Scalar): string | undefined {
  return node.source === undefined || node.source === '' ? undefined : `to mean text, quote it: "${node.source}"`;
}
