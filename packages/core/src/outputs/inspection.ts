import type { JsonObject } from '../ports/json.ts';
import { pointerTo } from './model-definition.ts';
import type { OutputProblem } from './output-model.ts';

/** What a check answers for a value that is not accepted; the problems stand in the inspection. */
export const refused: unique symbol = Symbol('refused');

/** Levels of objects and lists that a value may have, the root included; the strict JSON door lets as many through. */
export const maxValueDepth = 64;

const maxProblems = 20;

/** One validation under way: where it is, and what it found. Keeps the first problems and counts the rest. */
export class Inspection {
  readonly problems: OutputProblem[] = [];
  /** Accepted and refused objects of the trials so far, by what they were tried as: keeps nested unions from multiplying. */
  readonly trials = new Map<object, Map<object, JsonObject | typeof refused>>();
  total = 0;
  depth = 0;
  /** While above 0 a union tries a variant: nothing is reported and the first fault ends the trial. */
  trying = 0;
  readonly #path: (string | number)[] = [];

  enter(member: string | number): void {
    this.#path[this.depth] = member;
    this.depth += 1;
  }

  leave(): void {
    this.depth -= 1;
  }

  /** Notes a problem here, or at a member of here. `message` is only asked for while there is room. */
  refuse(code: string, message: () => string, member?: string): typeof refused {
    if (this.trying > 0) return refused;
    this.total += 1;
    if (this.problems.length < maxProblems) {
      const here = this.#path.slice(0, this.depth).reduce<string>(pointerTo, '');
      this.problems.push({ path: member === undefined ? here : pointerTo(here, member), code, message: message() });
    }
    return refused;
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
