import { Composer, CST, isAlias, isMap, isNode, isScalar, Lexer, type ParsedNode, Parser, visit, type YAMLMap } from 'yaml';
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
  const content = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  if (content.length > maxDocumentBytes) {
    const message = `The document has ${content.length} characters; it may have at most ${maxDocumentBytes} bytes.`;
    problems.refuse(wholeFile(file), 'file_too_large', message);
    return null;
  }
  const plain = readPlainYaml(content);
  return plain === null ? new FullParser(file, content, problems).document() : new YamlDocument(file, plain.root, content);
}

/** Reads any text with the full parser, and refuses what YAML allows and a workflow document does not. */
class FullParser {
  readonly #text: string;
  readonly #problems: ProblemList;
  /** Knows the places, before there is anything in it. */
  readonly #blank: YamlDocument;
  #faults = 0;

  constructor(file: string, text: string, problems: ProblemList) {
    this.#text = text;
    this.#problems = problems;
    this.#blank = new YamlDocument(file, null, text);
  }

  document(): YamlDocument | null {
    this.#refuseCharacters();
    const tokens = this.#faults === 0 ? this.#tokens() : null;
    if (tokens === null) return null;
    const [parsed] = new Composer(yamlOptions).compose(tokens, true, this.#text.length);
    const errors = (parsed?.errors ?? []).filter(({ code }) => code !== 'TAG_RESOLVE_FAILED' && code !== 'BAD_DIRECTIVE'); // told already
    for (const { pos, code, message } of errors.slice(0, maxFaults)) this.#refuse(pos[0], ...faultText(code, message));
    if (parsed === undefined || errors.length > 0) return null;
    const root = this.#root(parsed.contents);
    if (root !== null) this.#refuseKeys(root);
    return this.#faults === 0 ? new YamlDocument(this.#blank.file, root, this.#text) : null;
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
      if (fault !== null) this.#refuse(parser.offset, ...fault);
      if (last === CST.SCALAR || !/^[ \n\r\t]*$/.test(lexeme)) last = last === CST.SCALAR ? '' : lexeme;
      for (const token of parser.next(lexeme)) if (this.#takes(token, tokens)) tokens.push(token);
      const beyond = parser.stack[maxDepth + 1]; // the first is the document
      if (CST.isCollection(beyond)) {
        this.#refuse(beyond.offset, 'too_deep', `The value is nested more than ${maxDepth} levels deep.`);
        return null;
      }
      if (this.#faults >= maxFaults) return null;
    }
    for (const token of parser.end()) if (this.#takes(token, tokens)) tokens.push(token);
    return tokens;
  }

  #takes(token: CST.Token, before: readonly CST.Token[]): boolean {
    if (token.type === 'error') this.#refuse(token.offset, ...faultText('', token.message));
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

  #refuseKeys(root: YAMLMap): void {
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
      return last === ',' || last === '[' || last === '{' ? faultText('', 'Nothing stands before this comma') : null;
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
