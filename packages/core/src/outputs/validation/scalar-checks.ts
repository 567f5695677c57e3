import type { LiteralValue, NumberShape, Shape, TextShape } from '../shapes/shapes.ts';
import { shownShape } from '../shapes/shown-shape.ts';
import { type Check, isScalar, scalarCode } from './check.ts';
import { allHold, type Constraint, numberConstraints, textConstraints } from './constraints.ts';
import { type Inspection, shownValue, wrongType } from './inspection.ts';

export function textCheck(shape: TextShape): Check {
  const constraints = textConstraints(shape);
  return {
    scalar: scalarCode(shape),
    matches: (value) => typeof value === 'string' && allHold(constraints, value),
    complete: asItIs,
    report: (value, inspection) =>
      typeof value === 'string' ? reportFaults(constraints, value, inspection) : wrongType(shape, value, inspection),
  };
}

export function numberCheck(shape: NumberShape): Check {
  const constraints = numberConstraints(shape);
  const kind = scalarCode({ kind: shape.kind });
  const isNumber = (value: unknown): value is number => isScalar(kind, value);
  return {
    scalar: scalarCode(shape),
    matches: (value) => isNumber(value) && allHold(constraints, value),
    complete: asItIs,
    report: (value, inspection) => (isNumber(value) ? reportFaults(constraints, value, inspection) : wrongType(shape, value, inspection)),
  };
}

export function booleanCheck(shape: Shape): Check {
  return {
    scalar: scalarCode(shape),
    matches: (value) => typeof value === 'boolean',
    complete: asItIs,
    report: (value, inspection) => typeof value === 'boolean' || wrongType(shape, value, inspection),
  };
}

export function nullCheck(shape: Shape): Check {
  return {
    scalar: scalarCode(shape),
    matches: (value) => value === null,
    complete: asItIs,
    report: (value, inspection) => value === null || wrongType(shape, value, inspection),
  };
}

export function literalCheck(shape: Shape & { readonly kind: 'literal' }): Check {
  const matches = shape.values.length > maxCompared ? listedIn(shape.values) : comparedTo(shape.values);
  return {
    scalar: scalarCode(shape),
    matches,
    complete: asItIs,
    report(value, inspection) {
      if (!matches(value)) inspection.refuse('wrong_value', () => `must be ${shownShape(shape)}, but is ${shownValue(value)}`);
    },
  };
}

/** More literal values than this are looked up instead of compared with one after the other. */
export const maxCompared = 8;

function comparedTo(values: readonly LiteralValue[]): (value: unknown) => boolean {
  return (value) => {
    for (let index = 0; index < values.length; index += 1) if (values[index] === value) return true;
    return false;
  };
}

function listedIn(values: readonly LiteralValue[]): (value: unknown) => boolean {
  const listed = new Set<unknown>(values);
  return (value) => listed.has(value);
}

/** Reports the constraints that do not hold. */
export function reportFaults<Value>(constraints: readonly Constraint<Value>[], value: Value, inspection: Inspection): void {
  for (const { code, holds, fault, isBarrier } of constraints) {
    if (holds(value)) continue;
    inspection.refuse(code, () => fault(value));
    if (isBarrier) break;
  }
}

/** Nothing is ever absent in a scalar. */
export const asItIs: Check['complete'] = (value) => value;
