import type { DocumentProblem } from './workflow.ts';

/** What a problem may say beside its code and message. */
export interface ProblemDetails {
  readonly expected?: string | undefined;
  readonly got?: string | undefined;
  readonly hint?: string | undefined;
}

/** The problems and warnings of a folder, gathered while its documents are read. */
export class ProblemList {
  readonly #problems: DocumentProblem[] = [];
  readonly #warnings: DocumentProblem[] = [];

  refuse(place: ProblemPlace, code: string, message: string, details: ProblemDetails = {}): void {
    this.#problems.push(problemOf(place, code, message, details));
  }

  warn(place: ProblemPlace, code: string, message: string, details: ProblemDetails = {}): void {
    this.#warnings.push(problemOf(place, code, message, details));
  }

  /** True when something at a JSON pointer or below it is reported: what is left of it may look empty for that reason. */
  isTold(file: string, path: string): boolean {
    return this.#problems.some((problem) => problem.file === file && (problem.path === path || problem.path.startsWith(`${path}/`)));
  }

  /** All problems, by file, line and column. */
  problems(): readonly DocumentProblem[] {
    return sorted(this.#problems);
  }

  warnings(): readonly DocumentProblem[] {
    return sorted(this.#warnings);
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

function problemOf(place: ProblemPlace, code: string, message: string, { expected, got, hint }: ProblemDetails): DocumentProblem {
  return {
    file: place.file,
    line: place.line,
    column: place.column,
    path: place.path,
    code,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    ...(hint === undefined ? {} : { hint }),
  };
}

function sorted(problems: readonly DocumentProblem[]): readonly DocumentProblem[] {
  return problems.toSorted((left, right) => compareText(left.file, right.file) || left.line - right.line || left.column - right.column);
}

const compareText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);
