import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { pointerTo } from '../outputs/model-definition.ts';
import { type ProblemList, type ProblemPlace, wholeFile } from './problems.ts';

const maxDepth = 64;
const maxFaults = 20;
const byteOrderMark = '\ufeff';

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
  readonly #lines: LineCounter;

  constructor(file: string, root: YAMLMap | null, lines: LineCounter) {
    this.file = file;
    this.root = root;
    this.#lines = lines;
  }

  /** A document that says nothing. */
  static empty(file: string): YamlDocument {
    return new YamlDocument(file, null, new LineCounter());
  }

  /** The place of a node; of the whole file when there is none. */
  place(node: Node | null | undefined, path: string): ProblemPlace {
    const offset = node?.range?.[0];
    if (offset === undefined) return { ...wholeFile(this.file), path };
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.file, line, column: col, path };
  }

  /** The place of what a JSON pointer names: the value itself, or its key; of the nearest thing around it when it is not there. */
  placeOf(path: string, part: 'key' | 'value' = 'value'): ProblemPlace {
    let node: Node | null = this.root;
    let keyNode: Node | null = null;
    for (const escaped of path.split('/').slice(1)) {
      const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const next: { readonly key: Node | null; readonly value: Node | null } | undefined = isMap(node)
        ? memberOf(node, segment)
        : isSeq(node)
          ? itemOf(node, segment)
          : undefined;
      if (next === undefined) return this.place(keyNode ?? node, path);
      keyNode = next.key;
      node = next.value ?? next.key;
    }
    return this.place(part === 'key' ? (keyNode ?? node) : node, path);
  }
}

function memberOf(map: YAMLMap, key: string): { readonly key: Node; readonly value: Node | null } | undefined {
  const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
  if (pair === undefined || !isNode(pair.key)) return undefined;
  return { key: pair.key, value: isNode(pair.value) ? pair.value : null };
}

function itemOf(sequence: YAMLSeq, index: string): { readonly key: null; readonly value: Node | null } | undefined {
  const item: unknown = sequence.items[Number(index)];
  return isNode(item) ? { key: null, value: item } : undefined;
}

/**
 * Parses one YAML 1.2 document (core schema: `yes` and `no` are text). Reports every fault of the text itself and gives null when it cannot be read
 * on: syntax, tabs, a second document, keys that stand twice, anchors, aliases, merge keys, tags, keys that are not text, nesting without end, a root
 * that is no mapping.
 */
export function parseYaml(file: string, text: string, problems: ProblemList): YamlDocument | null {
  const lines = new LineCounter();
  const options = { version: '1.2', schema: 'core', merge: false, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const;
  const parsed = parseDocument(text.startsWith(byteOrderMark) ? text.slice(1) : text, { ...options, lineCounter: lines });
  const root = isMap(parsed.contents) ? parsed.contents : null;
  const document = new YamlDocument(file, root, lines);
  const exhausted = parsed.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  // After the first faults a parser only guesses, and a stack that ran out says nothing true about the rest.
  const faults = exhausted === undefined ? [...parsed.errors, ...parsed.warnings].slice(0, maxFaults) : [exhausted];
  for (const fault of faults) {
    const { line, col } = lines.linePos(fault.pos[0]);
    const { code, message, hint } = faultText(fault.code, fault.message);
    problems.refuse({ file, line: Math.max(line, 1), column: Math.max(col, 1), path: '' }, code, message, { hint });
  }
  if (parsed.errors.length > 0) return null;
  const isEmpty = parsed.contents === null || (isScalar(parsed.contents) && parsed.contents.value === null);
  if (root === null && !isEmpty) {
    problems.refuse(document.place(parsed.contents, ''), 'not_a_mapping', 'The document must be a mapping of keys to values.', {
      expected: 'a mapping',
      got: shownNode(parsed.contents),
    });
    return null;
  }
  return refuseHazards(document, problems) ? null : document;
}

function faultText(code: string, message: string): { readonly code: string; readonly message: string; readonly hint?: string } {
  switch (code) {
    case 'MULTIPLE_DOCS':
      return { code: 'second_document', message: 'A second document begins here; a file holds one.' };
    case 'TAB_AS_INDENT':
      return { code: 'tab', message: 'A tab indents this line.', hint: 'indent with spaces' };
    case 'RESOURCE_EXHAUSTION':
      return { code: 'too_deep', message: 'The file is nested too deeply to be read.' };
    case 'TAG_RESOLVE_FAILED':
      return { code: 'tag_refused', message: 'The tag has no meaning here.' };
    default:
      return { code: 'yaml_syntax', message: `The file is not valid YAML: ${message}` };
  }
}

/** Refuses what YAML allows and a workflow document does not. True when something was found that stops the reading. */
function refuseHazards(document: YamlDocument, problems: ProblemList): boolean {
  let found = false;
  const refuse = (node: Node | null, code: string, message: string, hint?: string): void => {
    found = true;
    problems.refuse(document.place(node, ''), code, message, { hint });
  };
  if (document.root === null) return false;
  visit(document.root, {
    Node: (_, node, ancestors) => {
      if (isAlias(node)) refuse(node, 'alias_refused', `The alias \`*${node.source}\` is not accepted.`, 'write the value out');
      else if (node.anchor !== undefined)
        refuse(node, 'anchor_refused', `The anchor \`&${node.anchor}\` is not accepted.`, 'write the value out where it is used');
      for (const key of isMap(node) ? repeatedKeys(node) : [])
        refuse(key, 'duplicate_key', 'The key stands twice in one mapping.', 'keep one of them');
      if (ancestors.filter((ancestor) => !isPair(ancestor)).length <= maxDepth) return undefined;
      refuse(node, 'too_deep', `The value is nested more than ${maxDepth} levels deep.`);
      return visit.BREAK;
    },
    Pair: (_, pair) => {
      const key = isNode(pair.key) ? pair.key : null;
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN')
        refuse(key, 'merge_refused', 'The merge key `<<` is not accepted.', 'write the keys out');
      else if (!isScalar(key)) refuse(key, 'key_not_text', 'A key must be text.');
      else if (typeof key.value !== 'string')
        refuse(key, 'key_not_text', `The key must be text, but is ${shownNode(key)}.`, quoteHint(key));
      else if (key.value === '__proto__') refuse(key, 'key_refused', 'The key `__proto__` is never accepted.');
    },
  });
  return found;
}

/** Every key of a mapping that stands in it before. The parser's own check compares each key with all others: minutes for one large file. */
function repeatedKeys(map: YAMLMap): readonly Node[] {
  const seen = new Set<unknown>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    if (seen.has(key.value)) return [key];
    seen.add(key.value);
    return [];
  });
}

/** The members of a mapping, in document order. */
export function membersOf(map: YAMLMap | null): readonly YamlMember[] {
  return (map?.items ?? []).flatMap((pair) => {
    if (!isScalar(pair.key) || typeof pair.key.value !== 'string') return [];
    return [{ key: pair.key.value, keyNode: pair.key, value: isNode(pair.value) ? pair.value : null }];
  });
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
