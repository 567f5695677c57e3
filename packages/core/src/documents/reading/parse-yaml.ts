import { Composer, CST, isAlias, isMap, isNode, isScalar, Lexer, type Node, type ParsedNode, Parser, visit, type YAMLMap } from 'yaml';
import { readPlainYaml } from './plain-yaml.ts';
import { type ProblemList, wholeFile } from './problems.ts';
import { maxDepth, quoteHint, shownNode, YamlDocument, yamlOptions } from './yaml-document.ts';

/** A document larger than this is refused unread. Text in memory has never more UTF-16 units than bytes, and is held to the same number. */
export const maxDocumentBytes: number = 1024 * 1024;

/** What YAML allows a key that is written without `?`. */
const maxKeyLength = 1024;
/** After the first faults of a text a parser only guesses. */
const maxFaults = 20;
const byteOrderMark = '\ufeff';
/** A carriage return alone, every other control character but tab and line ends, half of a surrogate pair, and what is no character. */
const refusedCharacter = /\r(?!\n)|(?![\t\n\r\u0085])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/**
 * Parses one YAML 1.2 document (core schema: `yes` and `no` are text). Reports every fault of the text itself and gives null when it cannot be read on: its
 * size, characters that are no text, syntax, tabs, directives, a second document, keys that stand twice, anchors, aliases, merge keys, tags, keys that are
 * not text, nesting without end, a root that is no mapping. The time it takes is in proportion to the text, whatever that says.
 */
export function parseYaml(file: string, text: string, problems: ProblemList): YamlDocument | null {
  const content = withinSize(file, text, problems);
  if (content === null) return null;
  const plain = readPlainYaml(content);
  return plain === null ? new FullParser(file, content, problems).document() : new YamlDocument(file, plain.root, content);
}

/** A text of data and its root, which may be any value. */
export interface YamlData {
  readonly document: YamlDocument;
  /** Null for an empty text. */
  readonly root: Node | null;
}

/** Parses data as `parseYaml` parses a document, but for its root. */
export function parseYamlData(file: string, text: string, problems: ProblemList): YamlData | null {
  const content = withinSize(file, text, problems);
  if (content === null) return null;
  const plain = readPlainYaml(content);
  if (plain === null) return new FullParser(file, content, problems).data();
  return { document: new YamlDocument(file, plain.root, content), root: plain.root };
}

function withinSize(file: string, text: string, problems: ProblemList): string | null {
  const content = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (content.length <= maxDocumentBytes) return content;
  const message = `The document has ${content.length} characters; it may have at most ${maxDocumentBytes} bytes.`;
  problems.refuse(wholeFile(file), 'file_too_large', message);
  return null;
}

/** Reads any text with the full parser, and refuses what YAML allows and a workflow document does not. */
class FullParser {
  readonly #text: string;
  readonly #problems: ProblemList;
  /** Knows the places, before there is anything in it. */
  readonly #blank: YamlDocument;
  #faults = 0;
  /** The fault of syntax that stands first: after it a parser only guesses. */
  #syntaxFault: { readonly offset: number; readonly fault: Fault } | null = null;
  #syntaxFaults = 0;
  #firstTab = Number.POSITIVE_INFINITY;
  /** Where quoted texts begin. */
  readonly #quotes: number[] = [];

  constructor(file: string, text: string, problems: ProblemList) {
    this.#text = text;
    this.#problems = problems;
    this.#blank = new YamlDocument(file, null, text);
  }

  document(): YamlDocument | null {
    const parsed = this.#parsed((contents) => this.#root(contents));
    return parsed === null ? null : new YamlDocument(this.#blank.file, parsed.root, this.#text);
  }

  data(): YamlData | null {
    const parsed = this.#parsed((contents) => contents);
    return parsed === null ? null : { document: this.#blank, root: parsed.root };
  }

  /** The root that `rootOf` takes of the contents; null when the text has a fault. */
  #parsed<Root extends Node>(rootOf: (contents: ParsedNode) => Root | null): { readonly root: Root | null } | null {
    this.#refuseCharacters();
    const tokens = this.#faults === 0 ? this.#tokens() : null;
    const contents = tokens === null ? null : this.#composed(tokens);
    const root = contents === null ? null : rootOf(contents);
    if (root !== null) this.#refuseKeys(root);
    if (this.#syntaxFault !== null && this.#syntaxFault.offset < this.#firstTab)
      this.#refuse(this.#syntaxFault.offset, ...this.#syntaxFault.fault);
    if (this.#faults === maxFaults) this.#tellMore();
    return this.#faults === 0 ? { root } : null;
  }

  /** What the tokens say; null when they say nothing, or are no YAML. */
  #composed(tokens: Iterable<CST.Token>): ParsedNode | null {
    const [parsed] = new Composer(yamlOptions).compose(tokens, true, this.#text.length);
    const errors = (parsed?.errors ?? []).filter(({ code }) => code !== 'TAG_RESOLVE_FAILED' && code !== 'BAD_DIRECTIVE'); // told already
    for (const { pos, code, message } of errors) this.#refuseSyntax(pos[0], code, message);
    return errors.length > 0 ? null : (parsed?.contents ?? null);
  }

  #refuseSyntax(offset: number, code: string, message: string): void {
    const fault = faultText(code, message);
    if (fault[0] === 'tab') {
      this.#refuse(offset, ...fault);
      this.#firstTab = Math.min(this.#firstTab, offset);
      return;
    }
    this.#syntaxFaults += 1;
    // Where a quoted text ends without its mark says little: it ends with the file.
    const opened =
      message.startsWith('Missing closing') && message.endsWith('quote') ? this.#quotes.findLast((at) => at < offset) : undefined;
    const at = opened ?? offset;
    if (at < (this.#syntaxFault?.offset ?? Number.POSITIVE_INFINITY)) this.#syntaxFault = { offset: at, fault: this.#hinted(at, fault) };
  }

  #hinted(offset: number, [code, message, hint]: Fault): Fault {
    const lineStart = this.#text.lastIndexOf('\n', offset - 1) + 1;
    if (/^ *-[A-Za-z]/.test(this.#text.slice(lineStart, lineStart + 200))) return [code, message, 'put a space after the `-`'];
    if (hint === undefined && this.#text[offset] === '[' && message.endsWith('at node end'))
      return [code, message, 'to mean text with `[` in it, quote it'];
    return hint === undefined ? [code, message] : [code, message, hint];
  }

  /** What stands further down is not looked at. */
  #tellMore(): void {
    const { file, line } = this.#blank.placeAt(this.#text.length, '');
    const message = `Of the text of a file ${maxFaults} problems are listed; there may be more.`;
    this.#problems.refuse({ file, line, column: 1, path: '' }, 'more_problems', message, {});
  }

  #refuseCharacters(): void {
    for (const { index, 0: character } of this.#text.matchAll(refusedCharacter)) {
      if (character === '\r') this.#refuse(index, 'control_character', 'A carriage return stands alone.', 'end lines with a line feed');
      else
        this.#refuse(index, 'control_character', `The character ${codeOf(character)} is no text.`, 'save the file as plain text in UTF-8');
      if (this.#faults === maxFaults) return;
    }
  }

  /** The tokens of the text; null when there is no use in composing them. They are looked at one by one, so that a bomb is found before it is built. */
  #tokens(): readonly CST.Token[] | null {
    const parser = new Parser();
    const tokens: CST.Token[] = [];
    let last = '';
    for (const lexeme of new Lexer().lex(this.#text)) {
      const fault = last === CST.SCALAR ? null : lexemeFault(lexeme, last);
      if (fault?.[0] === 'yaml_syntax') this.#refuseSyntax(parser.offset, '', fault[1]);
      else if (fault !== null) this.#refuse(parser.offset, ...fault);
      if (/^["']/.test(lexeme) && last !== CST.SCALAR) this.#quotes.push(parser.offset);
      if (last === CST.SCALAR || !/^[ \n\r\t]*$/.test(lexeme)) last = last === CST.SCALAR ? '' : lexeme;
      for (const token of parser.next(lexeme)) if (this.#takes(token, tokens)) tokens.push(token);
      const beyond = parser.stack[maxDepth + 1]; // the first is the document
      if (CST.isCollection(beyond)) {
        this.#refuseDepth(parser, tokens, beyond.offset);
        return null;
      }
      if (this.#faults >= maxFaults) return null;
      if (this.#syntaxFaults >= maxFaults) {
        this.#composed([...tokens, ...parser.end()]); // the first fault may be one that only composing shows
        return null;
      }
    }
    for (const token of parser.end()) if (this.#takes(token, tokens)) tokens.push(token);
    return tokens;
  }

  /** Text that is no YAML can look nested, like list items behind a key without its colon: then that is what is wrong. */
  #refuseDepth(parser: Parser, tokens: readonly CST.Token[], offset: number): void {
    this.#composed([...tokens, ...parser.end()]);
    if (Math.min(this.#syntaxFault?.offset ?? offset, this.#firstTab) < offset) return;
    this.#syntaxFault = null;
    this.#refuse(offset, 'too_deep', `The value is nested more than ${maxDepth} levels deep.`);
  }

  #takes(token: CST.Token, before: readonly CST.Token[]): boolean {
    if (token.type === 'error') this.#refuseSyntax(token.offset, '', token.message);
    const isSecond = token.type === 'document' && before.some(({ type }) => type === 'document');
    if (isSecond) this.#refuse(token.offset, 'second_document', 'A second document begins here; a file holds one.');
    return token.type !== 'error' && !isSecond;
  }

  #root(contents: ParsedNode | null): YAMLMap | null {
    if (isMap(contents)) return contents;
    const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
    if (isEmpty || isAlias(contents)) return null;
    this.#refuseWith(contents.range[0], 'not_a_mapping', 'The document must be a mapping of keys to values.', {
      expected: 'a mapping',
      got: shownNode(contents),
    });
    return null;
  }

  #refuseKeys(root: Node): void {
    visit(root, {
      Map: (_, map) => {
        const seen = new Set<unknown>();
        for (const { key } of map.items) {
          const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
          if (!isScalar(key)) {
            if (!isAlias(key)) this.#refuse(offset, 'key_not_text', 'A key must be text.');
            continue;
          }
          if (seen.has(key.value)) this.#refuse(offset, 'duplicate_key', 'The key stands twice in one mapping.', 'keep one of them');
          else if (key.value === '<<' && key.type === 'PLAIN')
            this.#refuse(offset, 'merge_refused', 'The merge key `<<` is not accepted.', 'write the keys out');
          else if (typeof key.value !== 'string')
            this.#refuse(offset, 'key_not_text', `The key must be text, but is ${shownNode(key)}.`, quoteHint(key));
          else if (key.value === '__proto__') this.#refuse(offset, 'key_refused', 'The key `__proto__` is never accepted.');
          else if (!key.value.isWellFormed()) this.#refuse(offset, 'key_refused', 'The key holds half of a surrogate pair.');
          else if (key.value.length > maxKeyLength) this.#refuse(offset, 'key_refused', `A key has at most ${maxKeyLength} characters.`);
          seen.add(key.value);
        }
      },
    });
  }

  #refuse(offset: number, code: string, message: string, hint?: string): void {
    this.#refuseWith(offset, code, message, { hint });
  }

  #refuseWith(offset: number, code: string, message: string, details: Parameters<ProblemList['refuse']>[3]): void {
    if (this.#faults === maxFaults) return;
    this.#faults += 1;
    this.#problems.refuse(this.#blank.placeAt(Math.min(offset, this.#text.length), ''), code, message, details);
  }
}

type Fault = readonly [code: string, message: string, hint?: string];

/** What is wrong with a lexeme whatever it belongs to. `last` is the one before it that is no white space. */
function lexemeFault(lexeme: string, last: string): Fault | null {
  switch (CST.tokenType(lexeme)) {
    case 'tag':
      return ['tag_refused', `The tag \`${lexeme}\` is not accepted.`, lexeme === '!!str' ? 'quote the text' : 'write the plain value'];
    case 'anchor':
      return ['anchor_refused', `The anchor \`${lexeme}\` is not accepted.`, 'write the value out where it is used'];
    case 'alias':
      return ['alias_refused', `The alias \`${lexeme}\` is not accepted.`, 'write the value out'];
    case 'directive-line':
      return ['directive_refused', 'A line that begins with `%` is a directive, and none is accepted.', 'take the line out'];
    case 'comma':
      return last === ',' || last === '[' || last === '{' ? ['yaml_syntax', 'Nothing stands before this comma'] : null;
    default:
      return null;
  }
}

function faultText(code: string, message: string): Fault {
  if (code === 'TAB_AS_INDENT') return ['tab', 'A tab indents this line.', 'indent with spaces'];
  const text = `The file is not valid YAML: ${message}`;
  return code === 'BLOCK_AS_IMPLICIT_KEY' ? ['yaml_syntax', text, 'to mean text with `: ` in it, quote it'] : ['yaml_syntax', text];
}

const codeOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
