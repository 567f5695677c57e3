/** Ends the reading of plain YAML: the full parser decides. */
export const notPlain = new Error('This is not plain YAML.');

/** Ends the reading of plain YAML. */
export function giveUp(): never {
  throw notPlain;
}

/** A place in a text that is read line by line. */
export class TextCursor {
  readonly text: string;
  /** Offset of the next character. */
  at = 0;
  /** After `nextLine`: how far in that line begins; -1 at the end of the text. */
  column = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character; undefined at the end. */
  get next(): string | undefined {
    return this.text[this.at];
  }

  /** From the start of a line to the first character of the first line that says something, this one included. */
  nextLine(): void {
    while (this.at < this.text.length) {
      this.#lineStart = this.at;
      this.skipSpaces();
      this.column = this.at - this.#lineStart;
      const { next } = this;
      if (next !== undefined && next !== '\n' && next !== '#') return;
      this.at = this.lineEnd() + 1;
    }
    this.column = -1;
  }

  /** Ends a line, of which only a comment may be left, and goes to the next. */
  endLine(): void {
    this.skipSpaces();
    const { next } = this;
    if (next !== undefined && next !== '\n' && (next !== '#' || this.text[this.at - 1] !== ' ')) giveUp();
    this.at = this.lineEnd() + 1;
    this.nextLine();
  }

  /** Takes the next character for the first of a line: what stands in this line after a dash counts from there. */
  startHere(): void {
    this.column = this.at - this.#lineStart;
  }

  skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === 0x20) this.at += 1;
  }

  /** Offset of the line's end. */
  lineEnd(): number {
    const end = this.text.indexOf('\n', this.at);
    return end < 0 ? this.text.length : end;
  }

  /** True before the dash of a list item. */
  isDash(): boolean {
    return this.next === '-' && isSpace(this.text[this.at + 1] ?? '\n');
  }

  /** True when a sticky expression matches here; its `lastIndex` is behind the match then. */
  matches(sticky: RegExp): boolean {
    sticky.lastIndex = this.at;
    return sticky.test(this.text);
  }
}

/** True for a space and the end of a line. */
export const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\n';
