import { maxValueDepth } from '../validation/inspection.ts';
import {
  backtick,
  byteOrderMark,
  closeBrace,
  closeBracket,
  colon,
  comma,
  endsWord,
  isSpace,
  newline,
  openBrace,
  openBracket,
  quote,
} from './json-characters.ts';
import { JsonFault, type JsonFaultCode, shown } from './json-fault.ts';
import { scalarOf } from './json-scalar.ts';
import { expectedIn, type JsonState } from './json-state.ts';
import { JsonString } from './json-string.ts';
import { JsonTree } from './json-tree.ts';

const openingFence = /^```(?:json)?[ \t]*\r?$/;

/**
 * The strict JSON door's grammar as a state machine: text comes in pieces that break no surrogate pair, every character is looked at once, and what is
 * kept between two pieces does not depend on where they were cut. Throws a JsonFault at the first fault, and is spent then.
 */
export class JsonScanner {
  readonly tree = new JsonTree();
  readonly #string = new JsonString();
  #state: JsonState = 'start';
  /** Characters before the piece that is being read, and the place in it. */
  #before = 0;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  /** What was read of the open word or fence, and where the open token began. */
  #token = '';
  #tokenStart = 0;
  #isKey = false;
  #isFenced = false;
  /** Line on which the document's value ended: a closing fence stands on a later one. */
  #lastLine = 0;

  /** True when the value stands inside one Markdown code fence. */
  get isFenced(): boolean {
    return this.#isFenced;
  }

  get #expected(): string {
    return expectedIn(this.#state, this.tree.inside);
  }

  read(piece: string): void {
    this.#at = 0;
    while (this.#at < piece.length) this.#step(piece);
    this.#before += piece.length;
    this.#at = 0;
  }

  /** The text ended here. */
  finish(): void {
    if (this.#state === 'word') this.#endWord();
    if (this.#state === 'start') this.fail('json_empty', 'the text is empty. Answer with one JSON value.');
    if (this.#state === 'string') this.fail('json_syntax', 'the text ends inside a string.');
    const isWhole =
      this.#state === 'after_fence' ||
      (this.#state === 'closing_fence' && this.#token === '```') ||
      (this.#state === 'after_document' && !this.#isFenced);
    if (!isWhole) this.fail('json_syntax', `the text ends where ${this.#expected} is expected.`);
  }

  /** Refuses the text at the place that was read to, or at an earlier one of the same line. */
  fail(code: JsonFaultCode, message: string, offset = this.#before + this.#at): never {
    const column = offset - this.#lineStart + 1;
    throw new JsonFault({ path: this.tree.path(), code, message: `Line ${this.#line}, column ${column}: ${message}` });
  }

  #step(piece: string): void {
    switch (this.#state) {
      case 'string':
        this.#readString(piece);
        break;
      case 'word':
        this.#readWord(piece);
        break;
      case 'opening_fence':
        this.#readOpeningFence(piece);
        break;
      case 'closing_fence':
        this.#readClosingFence(piece);
        break;
      default:
        this.#skipSpace(piece);
        if (this.#at < piece.length) this.#readToken(piece, piece.charCodeAt(this.#at));
    }
  }

  #readToken(piece: string, code: number): void {
    switch (this.#state) {
      case 'start':
        this.#readStart(piece, code);
        break;
      case 'first_item':
        if (code === closeBracket) this.#close();
        else this.#readValue(piece, code);
        break;
      case 'first_key':
        if (code === closeBrace) this.#close();
        else this.#readKey(piece, code);
        break;
      case 'key':
        this.#readKey(piece, code);
        break;
      case 'colon':
        if (code === colon) this.#move('value');
        else this.#unexpected(piece);
        break;
      case 'after_value':
        this.#readAfterValue(piece, code);
        break;
      case 'after_document':
        if (this.#isFenced && code === backtick && this.#line > this.#lastLine) this.#begin('closing_fence');
        else this.#moreFollows();
        break;
      case 'after_fence':
        this.#moreFollows();
        break;
      default:
        this.#readValue(piece, code);
    }
  }

  #readStart(piece: string, code: number): void {
    if (code === byteOrderMark && this.#before + this.#at === 0) {
      this.fail('json_syntax', 'the text begins with a byte order mark. Answer with the JSON value alone.');
    }
    if (code === backtick) this.#begin('opening_fence');
    else this.#readValue(piece, code);
  }

  #readValue(piece: string, code: number): void {
    if (code === quote) this.#beginString(false);
    else if (code === openBrace) this.#open('object', 'first_key');
    else if (code === openBracket) this.#open('array', 'first_item');
    else if (endsWord(code)) this.#unexpected(piece);
    else this.#begin('word');
  }

  #readKey(piece: string, code: number): void {
    if (code === quote) this.#beginString(true);
    else this.#unexpected(piece);
  }

  #readAfterValue(piece: string, code: number): void {
    const isObject = this.tree.inside === 'object';
    if (code === comma) {
      this.tree.next();
      this.#move(isObject ? 'key' : 'value');
    } else if (code === (isObject ? closeBrace : closeBracket)) this.#close();
    else this.#unexpected(piece);
  }

  #open(kind: 'object' | 'array', next: JsonState): void {
    if (this.tree.depth >= maxValueDepth) this.fail('json_too_deep', `values are nested more than ${maxValueDepth} levels deep.`);
    this.tree.open(kind);
    this.#move(next);
  }

  #close(): void {
    this.tree.close();
    this.#at += 1;
    this.#endValue();
  }

  #endValue(): void {
    this.#state = this.tree.depth === 0 ? 'after_document' : 'after_value';
    this.#lastLine = this.#line;
  }

  #beginString(isKey: boolean): void {
    this.#begin('string');
    this.#at += 1;
    this.#isKey = isKey;
    this.#string.begin();
  }

  #readString(piece: string): void {
    const string = this.#string;
    this.#at = string.read(piece, this.#at);
    if (string.state === 'closed') this.#endString(string);
    if (string.state === 'control_character') {
      this.fail('json_syntax', 'a string holds a raw control character. Write it as an escape, like `\\n`.');
    }
    if (string.state === 'unknown_escape') {
      const start = this.#before + this.#at - string.escape.length;
      this.fail('json_syntax', 'a string holds a backslash that begins no JSON escape.', start);
    }
  }

  #endString({ text, hasHalfPair }: JsonString): void {
    const start = this.#tokenStart;
    if (hasHalfPair) this.fail('json_surrogate', 'a string holds an escaped half of a surrogate pair.', start);
    if (!this.#isKey) {
      this.tree.add(text);
      this.#endValue();
      return;
    }
    const named = this.tree.name(text);
    if (named === 'forbidden') this.fail('json_forbidden_key', `the key ${shown(text)} is never accepted here.`, start);
    if (named === 'repeated') this.fail('json_duplicate_key', `the key ${shown(text)} stands twice in one object. Write it once.`, start);
    this.#state = 'colon';
  }

  #readWord(piece: string): void {
    const start = this.#at;
    let at = start;
    while (at < piece.length && !endsWord(piece.charCodeAt(at))) at += 1;
    this.#at = at;
    this.#token += piece.slice(start, at);
    if (at < piece.length) this.#endWord();
  }

  #endWord(): void {
    const scalar = scalarOf(this.#token);
    if (scalar === null) this.#noValue();
    if (scalar.kind === 'bad_number') this.fail('json_number', scalar.message, this.#tokenStart);
    this.tree.add(scalar.value);
    this.#endValue();
  }

  #readOpeningFence(piece: string): void {
    const lineEnd = piece.indexOf('\n', this.#at);
    const end = lineEnd < 0 ? piece.length : lineEnd;
    this.#token += piece.slice(this.#at, end);
    this.#at = end;
    if (lineEnd < 0) return;
    if (!openingFence.test(this.#token)) this.#noValue();
    this.#isFenced = true;
    this.#state = 'value';
  }

  #readClosingFence(piece: string): void {
    if (this.#token === '```') this.#state = 'after_fence';
    else if (piece.charCodeAt(this.#at) === backtick) {
      this.#token += '`';
      this.#at += 1;
    } else this.#moreFollows(this.#tokenStart);
  }

  #skipSpace(piece: string): void {
    let at = this.#at;
    for (let code = piece.charCodeAt(at); isSpace(code); code = piece.charCodeAt(at)) {
      at += 1;
      if (code !== newline) continue;
      this.#line += 1;
      this.#lineStart = this.#before + at;
    }
    this.#at = at;
  }

  /** A token begins here; its characters are still to be read. */
  #begin(state: JsonState): void {
    this.#state = state;
    this.#token = '';
    this.#tokenStart = this.#before + this.#at;
  }

  /** One character was read. */
  #move(state: JsonState): void {
    this.#state = state;
    this.#at += 1;
  }

  #moreFollows(offset?: number): never {
    this.fail('json_ambiguous', 'the JSON value ended, and more text follows. Answer with one value alone.', offset);
  }

  /** The open token is none that a value begins with. */
  #noValue(): never {
    this.fail('json_syntax', `found ${shown(this.#token)} where a JSON value is expected.`, this.#tokenStart);
  }

  #unexpected(piece: string): never {
    const found = String.fromCodePoint(piece.codePointAt(this.#at) ?? 0);
    this.fail('json_syntax', `found ${shown(found)} where ${this.#expected} is expected.`);
  }
}
