import { acceptsNull, type LiteralValue, type ModelShape, type Shape } from '../shapes/shapes.ts';
import { maxValueDepth } from '../validation/inspection.ts';
import { maxCompared } from '../validation/scalar-checks.ts';

/** More fields than this and a chain of comparisons is slower than a look-up by name. */
export const maxGeneratedFields = 32;

/**
 * Writes the source of one function a model, `match0`, `match1` and so on, that decides as `Check.matches` does. Objects, lists, literals and scalars without
 * constraints are written out; every other shape is put to a check, and every object that is not as `JSON.parse` makes it to the walk that needs no source.
 * From the models come only names of fields and literals, as JSON, and bounds, as numbers.
 */
export class MatchSource {
  /** The shapes that the source asks `checks` for, by their index. */
  readonly shapes: Shape[] = [];
  readonly #indexes: ReadonlyMap<string, number>;
  #variables = 0;

  constructor(models: readonly ModelShape[]) {
    this.#indexes = new Map(models.map(({ name }, index) => [name, index]));
  }

  /** The function for the model of this index. */
  model({ fields }: ModelShape, index: number): string {
    if (fields.length > maxGeneratedFields) return `const match${index} = walks[${index}];`;
    const walk = `walks[${index}](value, pass, depth)`;
    const read = fields.map(({ name, optional }, place) => {
      const member = `value[${JSON.stringify(name)}]`;
      return `const field${place} = ${optional ? `has${place} ? ${member} : undefined` : member};`;
    });
    const cases = fields.map(({ name, optional }, place) => {
      return `case ${JSON.stringify(name)}: ${optional ? `has${place} = true` : 'required += 1'}; break;`;
    });
    const tests = fields.map(({ shape, optional }, place) => {
      const test = this.#member(shape, `field${place}`, 'depth + 1', 'isLacking');
      if (!optional) return test;
      const isAbsent = acceptsNull(shape) ? `!has${place}` : `!has${place} || field${place} === null`;
      return `if (${isAbsent}) isLacking = true; else { ${test} }`;
    });
    // Every field is read before anything is called: so the engine looks once at how the object is made, and knows its prototype.
    return `function match${index}(value, pass, depth) {
      if (typeof value !== 'object' || value === null || isArray(value)) return false;
      if (pass.inheritsKeys) return ${walk};
      let isLacking = false, required = 0${fields.map(({ optional }, place) => (optional ? `, has${place} = false` : '')).join('')};
      for (const key in value) switch (key) {
        ${cases.join('\n')}
        default: return isOdd(value, pass) && ${walk};
      }
      if (required !== ${fields.filter(({ optional }) => !optional).length}) return isOdd(value, pass) && ${walk};
      ${read.join('\n')}
      if (pass.isForeign && (prototypeOf(value) !== plain || depth >= ${maxValueDepth})) return ${walk};
      ${tests.join('\n')}
      if (isLacking) pass.lack(value);
      return true;
    }`;
  }

  /** The same for a member of an object or list, which notes in the variable `lacking` that something is absent in it. */
  #member(shape: Shape, variable: string, depth: string, lacking: string): string {
    const refusal = this.#refusal(shape, variable, depth);
    return canHold(shape) ? `${refusal} if (pass.isLacking(${variable})) ${lacking} = true;` : refusal;
  }

  /** Statements that return false when `variable` is not of the shape; `depth` says how deep it lies. */
  #refusal(shape: Shape, variable: string, depth: string): string {
    const unless = (condition: string) => `if (!(${condition})) return false;`;
    switch (shape.kind) {
      case 'string':
        return isBare(shape) ? unless(`typeof ${variable} === 'string'`) : this.#check(shape, variable, depth);
      case 'integer':
        return isBare(shape) ? unless(`isSafeInteger(${variable})`) : this.#check(shape, variable, depth);
      case 'number':
        return isBare(shape) ? unless(`isFinite(${variable})`) : this.#check(shape, variable, depth);
      case 'boolean':
        return unless(`typeof ${variable} === 'boolean'`);
      case 'null':
        return unless(`${variable} === null`);
      case 'literal':
        if (shape.values.length > maxCompared) return this.#check(shape, variable, depth);
        return unless(['false', ...shape.values.map((value) => `${variable} === ${literal(value)}`)].join(' || '));
      case 'model':
        return unless(`match${this.#indexes.get(shape.name)}(${variable}, pass, ${depth})`);
      case 'list':
        return this.#list(shape, variable, depth);
      case 'union': {
        const [other, ...more] = shape.variants.filter(({ kind }) => kind !== 'null');
        const isOptional = other !== undefined && more.length === 0 && acceptsNull(shape);
        return isOptional ? `if (${variable} !== null) { ${this.#refusal(other, variable, depth)} }` : this.#check(shape, variable, depth);
      }
      default:
        return this.#check(shape, variable, depth);
    }
  }

  #list({ items, minItems, maxItems }: Shape & { readonly kind: 'list' }, variable: string, depth: string): string {
    const [index, item, lacking] = [`index${this.#variables}`, `item${this.#variables}`, `lacking${this.#variables}`];
    this.#variables += 1;
    const faults = [`!isArray(${variable})`, `(pass.isForeign && ${depth} >= ${maxValueDepth})`];
    if (minItems !== undefined) faults.push(`${variable}.length < ${Number(minItems)}`);
    if (maxItems !== undefined) faults.push(`${variable}.length > ${Number(maxItems)}`);
    return `if (${faults.join(' || ')}) return false;
      let ${lacking} = false;
      for (let ${index} = 0; ${index} < ${variable}.length; ${index} += 1) {
        const ${item} = ${variable}[${index}];
        ${this.#member(items, item, `${depth} + 1`, lacking)}
      }
      if (${lacking}) pass.lack(${variable});`;
  }

  #check(shape: Shape, variable: string, depth: string): string {
    this.shapes.push(shape);
    return `if (!checks[${this.shapes.length - 1}].matches(${variable}, pass, ${depth})) return false;`;
  }
}

/** True for a shape that takes objects or lists. */
function canHold(shape: Shape): boolean {
  if (shape.kind === 'union') return shape.variants.some(canHold);
  return shape.kind === 'model' || shape.kind === 'list' || shape.kind === 'tuple' || shape.kind === 'open_object';
}

/** True for a scalar without constraints. */
const isBare = (shape: Shape): boolean => Object.keys(shape).length === 1;

const literal = (value: LiteralValue): string => JSON.stringify(value);
