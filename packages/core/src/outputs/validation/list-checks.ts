import type { Json } from '../../ports/json.ts';
import type { Shape } from '../shapes/shapes.ts';
import { type Check, isScalar } from './check.ts';
import { allHold, counted, listConstraints } from './constraints.ts';
import { type Inspection, maxValueDepth, wrongType } from './inspection.ts';
import type { Pass } from './pass.ts';
import { reportFaults } from './scalar-checks.ts';

export function listCheck(shape: Shape & { readonly kind: 'list' }, item: Check): Check {
  const { scalar, matches, complete } = item;
  const constraints = listConstraints(shape);
  return {
    scalar: 0,
    matches(value, pass, depth) {
      if (!isList(value) || !mayNest(pass, depth) || !allHold(constraints, value)) return false;
      let isLacking = false;
      for (let index = 0; index < value.length; index += 1) {
        const given = value[index];
        if (scalar !== 0 && isScalar(scalar, given)) continue;
        if (!matches(given, pass, depth + 1)) return false;
        if (pass.isLacking(given)) isLacking = true;
      }
      if (isLacking) pass.lack(value);
      return true;
    },
    complete: (value, pass) => (pass.isLacking(value) ? completedList(value, (member) => complete(member, pass)) : value),
    report(value, inspection) {
      if (!isList(value)) return wrongType(shape, value, inspection);
      reportFaults(constraints, value, inspection);
      for (let index = 0; index < value.length; index += 1) {
        if (scalar === 0 || !isScalar(scalar, value[index])) reportMember(index, value[index], item, inspection);
      }
    },
  };
}

export function tupleCheck(shape: Shape & { readonly kind: 'tuple' }, items: readonly Check[]): Check {
  return {
    scalar: 0,
    matches(value, pass, depth) {
      if (!isList(value) || !mayNest(pass, depth) || value.length !== items.length) return false;
      if (!items.every(({ matches }, index) => matches(value[index], pass, depth + 1))) return false;
      if (value.some((member) => pass.isLacking(member))) pass.lack(value);
      return true;
    },
    complete: (value, pass) =>
      pass.isLacking(value) ? completedList(value, (member, index) => items[index]?.complete(member, pass) ?? member) : value,
    report(value, inspection) {
      if (!isList(value)) return wrongType(shape, value, inspection);
      if (value.length !== items.length) {
        inspection.refuse('wrong_length', () => `must have exactly ${counted(items.length, 'item')}, but has ${value.length}`);
      } else for (const [index, item] of items.entries()) reportMember(index, value[index], item, inspection);
    },
  };
}

function completedList(value: Json, complete: (member: Json, index: number) => Json): Json {
  if (!isList(value)) return value;
  const completed = value.map(complete);
  return completed.some((member, index) => member !== value[index]) ? Object.freeze(completed) : value;
}

/** Reports what is wrong with a member of the value under inspection. */
export function reportMember(member: string | number, value: unknown, { report }: Pick<Check, 'report'>, inspection: Inspection): void {
  inspection.enter(member);
  report(value, inspection);
  inspection.leave();
}

/** False for an object or list that lies too deep. What was settled lies nowhere too deep. */
export const mayNest = (pass: Pass, depth: number): boolean => !pass.isForeign || depth < maxValueDepth;

/** Its items are still to be looked at. */
const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
