import type { Json } from '../../ports/json.ts';
import type { OutputProblem } from '../output-model.ts';
import { acceptsNull, type FieldShape } from '../shapes/shapes.ts';
import type { Check, ScalarCode } from './check.ts';
import { excessProblem, Inspection } from './inspection.ts';
import { Pass } from './pass.ts';
import { settledJson } from './settled-json.ts';

/** One field, ready to check. */
export class CompiledField {
  readonly name: string;
  /** Its place in the model. */
  readonly index: number;
  readonly scalar: ScalarCode;
  readonly matches: Check['matches'];
  readonly report: Check['report'];
  readonly shape: FieldShape;
  /** 1 or 0, to be summed up. */
  readonly required: 0 | 1;
  /** A null for an optional field that has no null of its own is how a wire schema says "absent". */
  readonly nullIsAbsent: boolean;
  readonly #complete: Check['complete'];
  #filled: Json | undefined;
  #isFilling = false;

  constructor(shape: FieldShape, index: number, { scalar, matches, complete, report }: Check) {
    this.name = asKey(shape.name);
    this.index = index;
    this.scalar = scalar;
    this.matches = matches;
    this.#complete = complete;
    this.report = report;
    this.shape = shape;
    this.required = shape.optional ? 0 : 1;
    this.nullIsAbsent = shape.optional && !acceptsNull(shape.shape);
  }

  /** What the field is in a value that matches: its default when it is absent, unless it stays so. `given` is undefined when there is none. */
  complete(given: Json | undefined, pass: Pass): Json | undefined {
    if (given === undefined || (given === null && this.nullIsAbsent)) return this.shape.omitted ? undefined : this.#absent();
    return this.#complete(given, pass);
  }

  /** What is wrong with the default. Checks it, and makes what the absent field becomes. */
  defaultProblems(): readonly OutputProblem[] {
    const { default: given, omitted } = this.shape;
    if (this.required === 1 || omitted || given === null) return [];
    const settled = settledJson(given, true);
    if (settled.kind === 'excess') return [excessProblem(settled)];
    const inspection = new Inspection(settled.kind === 'json');
    this.report(settled.value, inspection);
    if (inspection.total === 0 && isEndless(() => this.#absent())) {
      inspection.refuse('endless_default', () => 'contains itself, so it never ends');
    }
    return inspection.problems;
  }

  /** Made when the model is compiled. Throws while it is being made: then it needs itself. */
  #absent(): Json {
    if (this.#filled !== undefined) return this.#filled;
    if (this.#isFilling) throw new EndlessDefault();
    this.#isFilling = true;
    const settled = settledJson(this.shape.default, true);
    const given = settled.kind === 'json' ? settled.value : null; // null stands for "no value" in every field
    const pass = new Pass('complete');
    this.#filled = given !== null && this.matches(given, pass, 0) ? this.#complete(given, pass) : null;
    this.#isFilling = false;
    return this.#filled;
  }
}

class EndlessDefault extends Error {}

function isEndless(fill: () => void): boolean {
  try {
    fill();
    return false;
  } catch (error) {
    if (error instanceof EndlessDefault) return true;
    throw error;
  }
}

/** The same text as the engine keeps keys of objects, which it compares by their place in memory. */
const asKey = (name: string): string => Object.keys({ [name]: null })[0] ?? name;
