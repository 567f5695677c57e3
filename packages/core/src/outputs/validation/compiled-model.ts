import { IntarsiaError } from '../../ports/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { didYouMean } from '../nearest-name.ts';
import type { OutputProblem, OutputResult } from '../output-model.ts';
import type { FieldShape, ModelShape, Shape } from '../shapes/shapes.ts';
import { listed, shownShape } from '../shapes/shown-shape.ts';
import { type Check, isPlainObject, isScalar, setOwn } from './check.ts';
import { CompiledField } from './compiled-field.ts';
import { excessProblem, Inspection, shownValue } from './inspection.ts';
import { mayNest, reportMember } from './list-checks.ts';
import { Pass } from './pass.ts';
import { isSettled, settledJson } from './settled-json.ts';

/** A model, ready to check. */
export class CompiledModel implements Check {
  readonly shape: ModelShape;
  readonly scalar = 0;
  readonly matches: Check['matches'];
  #fields: readonly CompiledField[] = [];
  #byName: ReadonlyMap<string, CompiledField> = new Map();
  #required = 0;

  readonly #takesAnyKey: boolean;

  /** `takesAnyKey`: an open object can be inside. `matches` decides in place of the own walk, unless it is null. */
  constructor(shape: ModelShape, takesAnyKey: boolean, matches: Check['matches'] | null) {
    this.shape = shape;
    this.#takesAnyKey = takesAnyKey;
    this.matches = matches ?? this.walk;
  }

  link(compile: (shape: Shape) => Check): void {
    if (this.shape.fields.some(({ name }) => name === '__proto__')) {
      throw new IntarsiaError('wiring_invalid', `\`${this.shape.name}\` has a field \`__proto__\`, which no object can be trusted with.`);
    }
    this.#fields = this.shape.fields.map((field, index) => new CompiledField(field, index, compile(field.shape)));
    this.#byName = new Map(this.#fields.map((field) => [field.name, field]));
    this.#required = this.#fields.filter((field) => field.required === 1).length;
  }

  /** The fields whose default is not what they declare, each with the problems of its default. Checks every default once; an absent field becomes it. */
  wrongDefaults(): readonly (readonly [FieldShape, readonly OutputProblem[]])[] {
    return this.#fields.flatMap((field) => {
      const problems = field.defaultProblems();
      return problems.length === 0 ? [] : [[field.shape, problems] as const];
    });
  }

  /** The closed validation: see `OutputModel.validate`. */
  validate(candidate: unknown): OutputResult {
    const settled = settledJson(candidate, this.#takesAnyKey);
    if (settled.kind === 'excess') return { kind: 'rejected', problems: [excessProblem(settled)], total: 1 };
    const pass = new Pass('complete');
    if (settled.kind === 'json' && isJsonObject(settled.value) && this.matches(settled.value, pass, 0)) {
      return { kind: 'accepted', value: pass.isLacking(settled.value) ? this.#completed(settled.value, pass) : settled.value };
    }
    const inspection = new Inspection(settled.kind === 'json');
    this.report(settled.value, inspection);
    return { kind: 'rejected', problems: inspection.problems, total: inspection.total };
  }

  /** The same decision alone: see `OutputModel.matches`. */
  decides(candidate: unknown): boolean {
    return this.matches(candidate, new Pass('decide', !isSettled(candidate)), 0);
  }

  /** `matches` for every object whatsoever. */
  readonly walk = (value: unknown, pass: Pass, depth: number): boolean => {
    if (!isObject(value) || (pass.isForeign && !isPlainObject(value)) || !mayNest(pass, depth)) return false;
    const fields = this.#fields;
    // Not `for … in`, which would be quicker at first: one object with numbers for keys makes the engine slow at it for good.
    const keys = Object.keys(value);
    let next = 0; // a model that is sent a schema writes the fields in their order
    let required = 0;
    let present = 0;
    let isLacking = false;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      let field = fields[next];
      if (field === undefined || field.name !== key) {
        field = this.#byName.get(key);
        if (field === undefined) return false;
      }
      next = field.index + 1;
      required += field.required;
      const given = value[key];
      if (given === null && field.nullIsAbsent) continue;
      present += 1;
      if (isScalar(field.scalar, given)) continue;
      if (!field.matches(given, pass, depth + 1)) return false;
      if (pass.isLacking(given)) isLacking = true;
    }
    if (isLacking || present < fields.length) pass.lack(value);
    return required === this.#required;
  };

  readonly complete = (value: Json, pass: Pass): Json =>
    pass.isLacking(value) && isJsonObject(value) ? this.#completed(value, pass) : value;

  readonly report = (value: unknown, inspection: Inspection): void => {
    if (!isPlainObject(value)) {
      inspection.refuse('wrong_type', () => `must be an object (${this.shape.name}), but is ${shownValue(value)}`);
      return;
    }
    const unknown: string[] = [];
    let required = 0;
    let next = 0;
    for (const key of Object.keys(value)) {
      const field = this.#fields[next]?.name === key ? this.#fields[next] : this.#byName.get(key);
      if (field === undefined) {
        unknown.push(key);
        continue;
      }
      next = field.index + 1;
      required += field.required;
      const given = value[key];
      const isFine = isScalar(field.scalar, given) || (given === null && field.nullIsAbsent);
      if (!isFine) reportMember(key, given, field, inspection);
    }
    if (required !== this.#required) this.#reportMissing(value, inspection);
    for (const key of unknown) inspection.refuse('unknown_field', () => this.#unknownField(key), key);
  };

  /** How much an object of these members looks like this model, to choose the variant whose problems are told. */
  likeness(members: readonly (readonly [string, unknown])[], inspection: Inspection): number {
    let score = 0;
    for (const [key, given] of members) {
      const field = this.#byName.get(key);
      if (field === undefined) continue;
      score += 1;
      if (field.shape.shape.kind === 'literal' && inspection.tries(field.matches, given)) score += 2;
    }
    return score;
  }

  /** Fields stand in their declared order in what is new. */
  #completed(value: JsonObject, pass: Pass): JsonObject {
    const completed: Record<string, Json> = {};
    let isNew = false;
    for (const field of this.#fields) {
      const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      const member = field.complete(given, pass);
      if (member !== given) isNew = true;
      if (member !== undefined) setOwn(completed, field.name, member);
    }
    return isNew ? Object.freeze(completed) : value;
  }

  #reportMissing(value: object, inspection: Inspection): void {
    for (const { name, required, shape } of this.#fields) {
      if (required === 0 || Object.hasOwn(value, name)) continue;
      inspection.refuse('missing', () => `is missing; it must be ${shownShape(shape.shape)}`, name);
    }
  }

  #unknownField(key: string): string {
    const known = [...this.#byName.keys()];
    const hint = didYouMean(key, known);
    return `is not a field of ${this.shape.name}; its fields are ${listed(known)}${hint === undefined ? '' : `; ${hint}`}`;
  }
}

/** Its members are still to be looked at. */
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
