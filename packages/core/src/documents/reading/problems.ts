import type { DocumentProblem } from '../workflow.ts';

/** Problems that are listed of one folder; the rest is only counted. */
const maxListed = 1000;
/** A problem quotes names and values of any length; what is longer is cut. */
const maxTextLength = 2000;

/** What a problem may say beside its code and message. */
export interface ProblemDetails {
  readonly expected?: string | undefined;
  readonly got?: string | undefined;
  /** How to mend it; a function is asked only when the problem is listed. */
  readonly hint?: string | (() => string | undefined) | undefined;
}

/** The problems and warnings of a folder, gathered while its documents are read. */
export class ProblemList {
  readonly #problems = new Findings();
  readonly #warnings = new Findings();
  readonly #unsupported = new Findings();
  /** Files and pointers of keys that a misspelt one was meant for. */
  readonly #meant = new Set<string>();

  refuse(place: ProblemPlace, code: string, message: string, details: ProblemDetails = {}): void {
    this.#problems.add(place, code, message, details);
  }

  warn(place: ProblemPlace, code: string, message: string, details: ProblemDetails = {}): void {
    this.#warnings.add(place, code, message, details);
  }

  /** Makes every problem of a file a warning. True when there was one. */
  excuse(file: string): boolean {
    return this.#problems.move(file, this.#warnings);
  }

  /** Something that does not work yet and would change what happens: the folder loads, and no run of it starts. */
  withhold(place: ProblemPlace, code: string, message: string): void {
    this.#unsupported.add(place, code, message, {});
  }

  /** Adds everything of another list. */
  include(other: ProblemList): void {
    this.#problems.addAll(other.#problems);
    this.#warnings.addAll(other.#warnings);
    this.#unsupported.addAll(other.#unsupported);
    for (const key of other.#meant) this.#meant.add(key);
  }

  /** Remembers the key that a misspelt one, which is told, was most likely meant for: that it is missing is no second mistake. */
  mean(file: string, path: string): void {
    this.#meant.add(JSON.stringify([file, path]));
  }

  /** True when something at a JSON pointer or below it is reported: what is left of it may look empty for that reason. */
  isTold(file: string, path: string, code?: string): boolean {
    if (code === undefined && this.#meant.has(JSON.stringify([file, path]))) return true;
    const below = `${path}/`;
    return this.#problems
      .of(file)
      .some((problem) => (problem.path === path || problem.path.startsWith(below)) && (code === undefined || problem.code === code));
  }

  /** All problems, by file, line and column; of more than 1,000 the first ones, and last how many there are besides. */
  problems(): readonly DocumentProblem[] {
    return this.#problems.listed('problem');
  }

  /** All warnings, in the same order and number. */
  warnings(): readonly DocumentProblem[] {
    return this.#warnings.listed('warning');
  }

  /** What was withheld, in the same order and number. */
  unsupported(): readonly DocumentProblem[] {
    return this.#unsupported.listed('unsupported thing');
  }
}

/** What was found, by file. Of each file as many are kept as can be listed. */
class Findings {
  readonly #byFile = new Map<string, { readonly kept: DocumentProblem[]; count: number }>();

  of(file: string): readonly DocumentProblem[] {
    return this.#byFile.get(file)?.kept ?? [];
  }

  add(place: ProblemPlace, code: string, message: string, details: ProblemDetails): void {
    const found = this.#in(place.file);
    found.count += 1;
    if (found.kept.length < maxListed) found.kept.push(problemOf(place, code, message, details));
  }

  addAll(other: Findings): void {
    for (const [file, { kept, count }] of other.#byFile) {
      const found = this.#in(file);
      found.count += count;
      found.kept.push(...kept.slice(0, maxListed - found.kept.length));
    }
  }

  /** Moves what was found in a file to another list. True when there was something. */
  move(file: string, to: Findings): boolean {
    const found = this.#byFile.get(file);
    if (found === undefined) return false;
    const moved = new Findings();
    moved.#byFile.set(file, found);
    to.addAll(moved);
    return this.#byFile.delete(file);
  }

  listed(what: string): readonly DocumentProblem[] {
    const found = [...this.#byFile.values()];
    const kept = found
      .flatMap((file) => file.kept)
      .toSorted(byPlace)
      .slice(0, maxListed);
    const more = found.reduce((sum, { count }) => sum + count, 0) - kept.length;
    if (more === 0) return kept;
    const message = `${more} more ${what}${more === 1 ? ' is' : 's are'} not listed.`;
    return [...kept, problemOf(wholeFile(''), 'more_problems', message, {})];
  }

  #in(file: string): { readonly kept: DocumentProblem[]; count: number } {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const found = { kept: [], count: 0 };
    this.#byFile.set(file, found);
    return found;
  }
}

/** Where a problem stands: a file, a position counted from 1, and a JSON pointer. */
export interface ProblemPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
}

/** The first character of a file, for what concerns all of it. */
export const wholeFile = (file: string): ProblemPlace => ({ file, line: 1, column: 1, path: '' });

function problemOf(place: ProblemPlace, code: string, message: string, { expected, got, hint: written }: ProblemDetails): DocumentProblem {
  const hint = typeof written === 'function' ? written() : written;
  return {
    file: visible(place.file),
    line: place.line,
    column: place.column,
    path: place.path,
    code,
    message: visible(message),
    ...(expected === undefined ? {} : { expected: visible(expected) }),
    ...(got === undefined ? {} : { got: visible(got) }),
    ...(hint === undefined ? {} : { hint: visible(hint) }),
  };
}

/** Line ends, control characters, and what turns or hides text: a name from a file must not change what a terminal shows. */
const invisible = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function visible(text: string): string {
  const short = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
  return short.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const byPlace = (left: DocumentProblem, right: DocumentProblem): number =>
  compareText(left.file, right.file) || left.line - right.line || left.column - right.column;

const compareText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);
