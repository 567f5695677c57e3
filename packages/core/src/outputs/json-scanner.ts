/** What the scanner found wrong, and where: an offset in UTF-16 code units. */
export interface JsonFault {
  readonly code: 'json_syntax' | 'json_duplicate_key' | 'json_forbidden_key' | 'json_too_deep' | 'json_number' | 'json_surrogate';
  readonly offset: number;
  readonly message: string;
}

const quote = 0x22;
const backslash = 0x5c;
const literal = /true|false|null/y;
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Fault extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Reads one JSON value and nothing else from `text`, in one pass, and says what `JSON.parse` keeps quiet about: keys that stand twice in an
 * object, keys that name a prototype, integers that lose digits, lone surrogates, too many levels. Null when nothing is wrong; then `JSON.parse`
 * accepts the text too. `maxDepth` counts open arrays and objects; the scanner recurses, so it stays small.
 */
export function scanJson(text: string, maxDepth: number): JsonFault | null {
  try {
    new Scanner(text, maxDepth).document();
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

class Scanner {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  document(): void {
    this.#space();
    this.#value(0);
    this.#space();
    if (this.#at < this.#text.length)
      this.#fail('json_syntax', 'the JSON value ended, and more text follows. Answer with the value alone.');
  }

  #value(depth: number): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === quote) this.#string();
    else if (code === 0x7b) this.#object(depth + 1);
    else if (code === 0x5b) this.#array(depth + 1);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) this.#number();
    else if (this.#match(literal) === null) this.#unexpected('a JSON value');
  }

  #object(depth: number): void {
    this.#open(depth);
    if (this.#take(0x7d)) return;
    const keys = new Set<string>();
    do {
      this.#space();
      this.#key(keys);
      this.#space();
      if (!this.#take(0x3a)) this.#unexpected('`:` after a key');
      this.#space();
      this.#value(depth);
      this.#space();
    } while (this.#take(0x2c));
    if (!this.#take(0x7d)) this.#unexpected('`,` or `}`');
  }

  #array(depth: number): void {
    this.#open(depth);
    if (this.#take(0x5d)) return;
    do {
      this.#space();
      this.#value(depth);
      this.#space();
    } while (this.#take(0x2c));
    if (!this.#take(0x5d)) this.#unexpected('`,` or `]`');
  }

  #open(depth: number): void {
    if (depth > this.#maxDepth) this.#fail('json_too_deep', `values are nested more than ${this.#maxDepth} levels deep.`);
    this.#at += 1;
    this.#space();
  }

  #key(keys: Set<string>): void {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== quote) this.#unexpected('a key in double quotes');
    const key = this.#string();
    if (key === '__proto__') this.#fail('json_forbidden_key', 'the key `__proto__` is never accepted.', start);
    if (keys.has(key)) this.#fail('json_duplicate_key', `the key ${shown(key)} stands twice in one object. Write it once.`, start);
    keys.add(key);
  }

  /** Its text with escapes resolved. */
  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let escaped = false;
    let at = start + 1;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      if (at >= text.length) this.#fail('json_syntax', 'the text ends inside a string.', at);
      if (code < 0x20) this.#fail('json_syntax', 'a string holds a raw control character. Write it as an escape, like `\\n`.', at);
      if (code !== backslash) at += 1;
      else {
        escaped = true;
        this.#at = at;
        if (this.#match(escapeSequence) === null) this.#fail('json_syntax', 'a string holds a backslash that begins no JSON escape.', at);
        at = this.#at;
      }
    }
    this.#at = at + 1;
    if (!escaped) return text.slice(start + 1, at);
    const value: unknown = JSON.parse(text.slice(start, at + 1));
    if (typeof value !== 'string' || !value.isWellFormed()) {
      this.#fail('json_surrogate', 'a string holds an escaped half of a surrogate pair.', start);
    }
    return value;
  }

  #number(): void {
    const start = this.#at;
    const match = this.#match(number) ?? this.#unexpected('a number', start);
    const value = Number(match[0]);
    if (!Number.isFinite(value)) this.#fail('json_number', 'the number is too large.', start);
    const isInteger = match[1] === undefined && match[2] === undefined;
    if (isInteger && !Number.isSafeInteger(value)) {
      this.#fail('json_number', 'the integer is beyond ±9007199254740991 and would lose digits. Write it as a string.', start);
    }
  }

  #space(): void {
    for (
      let code = this.#text.charCodeAt(this.#at);
      code === 0x20 || (code >= 0x09 && code <= 0x0d);
      code = this.#text.charCodeAt(this.#at)
    ) {
      if (code === 0x0b || code === 0x0c) return; // white space, but not JSON's
      this.#at += 1;
    }
  }

  #take(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #unexpected(expected: string, at = this.#at): never {
    const found = this.#text.codePointAt(at);
    if (found === undefined) this.#fail('json_syntax', `the text ends where ${expected} is expected.`, at);
    return this.#fail('json_syntax', `found ${shown(String.fromCodePoint(found))} where ${expected} is expected.`, at);
  }

  #fail(code: JsonFault['code'], message: string, offset = this.#at): never {
    throw new Fault({ code, offset, message });
  }
}

const shown = (text: string): string => `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
