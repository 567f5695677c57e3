import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import type { Shape } from '../shapes/shapes.ts';
import { type Check, isJsonScalar, isPlainObject, isScalar } from './check.ts';
import { type Inspection, shownValue, wrongType } from './inspection.ts';
import { listCheck, mayNest, reportMember } from './list-checks.ts';
import { asItIs } from './scalar-checks.ts';

/** A declared open object: any keys but `__proto__`, and what `values` says of each of them. */
export function openObjectCheck(shape: Shape, values: Check): Check {
  const { scalar, matches, complete } = values;
  return {
    scalar: 0,
    matches(value, pass, depth) {
      if (!isPlainObject(value) || !mayNest(pass, depth)) return false;
      if (values === anyJson && !pass.isForeign) return true; // whatever was settled is JSON
      let isLacking = false;
      for (const key of Object.keys(value)) {
        if (key === '__proto__') return false;
        const given = value[key];
        if (!isScalar(scalar, given) && !matches(given, pass, depth + 1)) return false;
        if (pass.isLacking(given)) isLacking = true;
      }
      if (isLacking) pass.lack(value);
      return true;
    },
    complete: (value, pass) =>
      pass.isLacking(value) && isJsonObject(value) ? completedObject(value, (member) => complete(member, pass)) : value,
    report(value, inspection) {
      if (isPlainObject(value)) reportMembers(value, values, inspection);
      else wrongType(shape, value, inspection);
    },
  };
}

function completedObject(value: JsonObject, complete: (member: Json) => Json): JsonObject {
  const members = Object.entries(value).map(([key, member]) => [key, complete(member)] as const);
  return members.some(([key, member]) => member !== value[key]) ? Object.freeze(Object.fromEntries(members)) : value;
}

function reportMembers(value: object, values: Check, inspection: Inspection): void {
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') inspection.refuse('forbidden_key', () => 'the key `__proto__` is never accepted', key);
    else reportMember(key, member, values, inspection);
  }
}

/** Any JSON at all. */
export const anyJson: Check = {
  scalar: 0,
  matches: (value, pass, depth) => isJsonScalar(value) || (Array.isArray(value) ? anyList : anyObject).matches(value, pass, depth),
  complete: asItIs,
  report(value, inspection) {
    if (isJsonScalar(value)) return;
    if (Array.isArray(value)) anyList.report(value, inspection);
    else if (isPlainObject(value)) anyObject.report(value, inspection);
    else inspection.refuse('wrong_type', () => `must be JSON, but is ${shownValue(value)}`);
  },
};

const anyList = listCheck({ kind: 'list', items: { kind: 'open_object', values: null } }, anyJson);
const anyObject = openObjectCheck({ kind: 'open_object', values: null }, anyJson);
