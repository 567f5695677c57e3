import { backslash, quote } from './json-characters.ts';

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A JSON string from its opening quote to its closing one. Used again for the next. */
export class JsonString {
  /** What it says so far. */
  text = '';
  /** `open` until the closing quote or a fault; then the place that was read to is behind the quote, or at the character at fault. */
  state: 'open' | 'closed' | 'control_character' | 'unknown_escape' = 'open';
  /** What stands of an escape that is under way, the backslash included. */
  escape = '';
  #hasUnicodeEscape = false;

  /** True when escapes put half of a surrogate pair into it. */
  get hasHalfPair(): boolean {
    return this.#hasUnicodeEscape && !this.text.isWellFormed();
  }

  begin(): void {
    this.text = '';
    this.state = 'open';
    this.escape = '';
    this.#hasUnicodeEscape = false;
  }

  /** Reads on at a place of a piece, to the end of the string or of the piece; gives the place that it read to. */
  read(piece: string, from: number): number {
    let at = from;
    while (at < piece.length && this.state === 'open') {
      at = this.escape === '' ? this.#readPlain(piece, at) : this.#readEscape(piece, at);
    }
    return at;
  }

  #readPlain(piece: string, from: number): number {
    let at = from;
    let code = piece.charCodeAt(at);
    while (code !== quote && code !== backslash && code >= 0x20) {
      at += 1;
      code = piece.charCodeAt(at); // NaN behind the end, which no comparison holds for
    }
    this.text += piece.slice(from, at);
    if (at === piece.length) return at;
    if (code === quote) this.state = 'closed';
    else if (code === backslash) this.escape = '\\';
    else {
      this.state = 'control_character';
      return at;
    }
    return at + 1;
  }

  /** Takes the next character behind a backslash: one that ends the escape, or one of `u` and four hex digits. */
  #readEscape(piece: string, at: number): number {
    const character = piece.charAt(at);
    const isFirst = this.escape.length === 1;
    const simple = isFirst ? simpleEscapes.get(character) : undefined;
    if (simple !== undefined) this.#endEscape(simple);
    else if (isFirst ? character !== 'u' : !/^[0-9a-fA-F]$/.test(character)) {
      this.state = 'unknown_escape';
      return at;
    } else if (this.escape.length < 5) this.escape += character;
    else {
      this.#hasUnicodeEscape = true;
      this.#endEscape(String.fromCharCode(Number.parseInt(this.escape.slice(2) + character, 16)));
    }
    return at + 1;
  }

  #endEscape(meant: string): void {
    this.text += meant;
    this.escape = '';
  }
}
