import type { Json } from '../../ports/json.ts';
import { acceptsNull, type Shape } from '../shapes/shapes.ts';
import type { Inspection } from './inspection.ts';
import type { Pass } from './pass.ts';

/** A shape, compiled. Its walks agree: `report` finds a problem exactly when `matches` says no. None of them changes the value. */
export interface Check {
  /** What is decided without a call, because most values are scalars. */
  readonly scalar: ScalarCode;
  /** The decision alone: stops at the first fault and makes nothing. `depth` is the number of objects and lists around the value. */
  readonly matches: (value: unknown, pass: Pass, depth: number) => boolean;
  /** A settled value that matched in this pass, with what is absent filled in: a new one, frozen, where something was absent, else the one given. */
  readonly complete: (value: Json, pass: Pass) => Json;
  /** Says everything that is wrong with a settled value. */
  readonly report: (value: unknown, inspection: Inspection) => void;
}

/** Scalars that need no call: 0 is none, and `orNull` added lets null through too. */
export type ScalarCode = number;
const codes = { none: 0, string: 1, integer: 2, number: 3, boolean: 4, orNull: 8 } as const;

/** The code of a shape that is a scalar without constraints, or one or null. */
export function scalarCode(shape: Shape): ScalarCode {
  switch (shape.kind) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return Object.keys(shape).length === 1 ? codes[shape.kind] : codes.none;
    case 'union': {
      const [other, ...more] = shape.variants.filter(({ kind }) => kind !== 'null');
      const code = other === undefined || more.length > 0 ? codes.none : scalarCode(other);
      return code !== codes.none && acceptsNull(shape) ? code | codes.orNull : code;
    }
    default:
      return codes.none;
  }
}

/** True for a value that the code alone lets through. */
export function isScalar(code: ScalarCode, value: unknown): boolean {
  switch (code & 7) {
    case codes.string:
      return typeof value === 'string' || (value === null && code >= codes.orNull);
    case codes.integer:
      return Number.isSafeInteger(value) || (value === null && code >= codes.orNull);
    case codes.number:
      return Number.isFinite(value) || (value === null && code >= codes.orNull);
    case codes.boolean:
      return typeof value === 'boolean' || (value === null && code >= codes.orNull);
    default:
      return false;
  }
}

/** True for an object that JSON could have made: no class, no list. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** True for a value that JSON can say without an object or list. */
export const isJsonScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Gives an object a property of its own: an assignment to a name that every object inherits could call a setter or be refused, a definition cannot. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key in object) Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}
