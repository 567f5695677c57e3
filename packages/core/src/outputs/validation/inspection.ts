import type { OutputProblem } from '../output-model.ts';
import type { Shape } from '../shapes/shapes.ts';
import { shownShape } from '../shapes/shown-shape.ts';
import type { Check } from './check.ts';
import { Pass } from './pass.ts';
import { maxMessage, placeOf, shortened } from './problem-text.ts';
import type { Excess } from './settled-json.ts';

/** Levels of objects and lists that a value may have, the root included; the strict JSON door lets as many through. */
export const maxValueDepth = 64;

/** Values in a value, itself included: as many as the strict JSON door's 4 MiB of text can hold. What shares its members could say far more. */
export const maxValues = 2 ** 21;

const maxProblems = 20;

/** A walk through a refused value: where it is, and what it found. Keeps the first problems and counts the rest. */
export class Inspection {
  readonly problems: OutputProblem[] = [];
  total = 0;
  depth = 0;
  readonly #path: (string | number)[] = [];
  readonly #trials: Pass;

  /** `isJson`: true when all of the value is JSON, which then need not be looked for. */
  constructor(isJson: boolean) {
    this.#trials = new Pass('report', !isJson);
  }

  /** Whether a value here fits after all. */
  tries(matches: Check['matches'], value: unknown): boolean {
    return matches(value, this.#trials, this.depth);
  }

  enter(member: string | number): void {
    this.#path[this.depth] = member;
    this.depth += 1;
  }

  leave(): void {
    this.depth -= 1;
  }

  /** Notes a problem here, or at a member of here. `message` is only asked for while there is room. */
  refuse(code: string, message: () => string, member?: string): void {
    this.total += 1;
    if (this.problems.length >= maxProblems) return;
    const here = this.#path.slice(0, this.depth);
    const path = placeOf(member === undefined ? here : [...here, member]);
    this.problems.push({ path, code, message: shortened(message(), maxMessage) });
  }
}

/** A value in words, short enough for a message. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return 'a list';
  return value === null || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'object'
      ? 'an object'
      : 'nothing that JSON can say';
}

/** Reports a value of another kind than the shape. */
export const wrongType = (shape: Shape, value: unknown, inspection: Inspection): void =>
  inspection.refuse('wrong_type', () => `must be ${shownShape(shape)}, but is ${shownValue(value)}`);

/** The problem of a value that was not read to its end. */
export function excessProblem({ code, path }: Excess): OutputProblem {
  if (code === 'too_deep') return { path: placeOf(path), code, message: `is nested more than ${maxValueDepth} levels deep` };
  return { path: '', code, message: `holds more than ${maxValues} values` };
}
