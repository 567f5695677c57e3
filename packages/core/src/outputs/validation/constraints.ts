import type { NumberShape, Shape, TextShape } from '../shapes/shapes.ts';
import { formats } from './formats.ts';
import { shownValue } from './inspection.ts';

/** Something that a value of the right kind must also be. */
export interface Constraint<Value> {
  readonly code: 'out_of_range' | 'wrong_length' | 'pattern_mismatch' | 'wrong_format';
  readonly holds: (value: Value) => boolean;
  /** What does not meet it is not looked at any closer: only text of a declared length is put to a pattern. */
  readonly isBarrier?: true;
  /** What is wrong with a value for which it does not hold: "must be …, but is …". */
  readonly fault: (value: Value) => string;
}

/** The constraints of text. Lengths are in code points, as JSON Schema counts them. Throws for a pattern that is no regular expression. */
export function textConstraints({ minLength, maxLength, pattern, format }: TextShape): readonly Constraint<string>[] {
  const found: Constraint<string>[] = [];
  const length = (holds: (text: string) => boolean, bound: string, more: Pick<Constraint<string>, 'isBarrier'> = {}) =>
    found.push({ code: 'wrong_length', holds, ...more, fault: (text) => `must have ${bound}, but has ${codePoints(text)}` });
  if (minLength !== undefined) length((text) => isAtLeast(text, minLength), `at least ${counted(minLength, 'character')}`);
  if (maxLength !== undefined)
    length((text) => !isAtLeast(text, maxLength + 1), `at most ${counted(maxLength, 'character')}`, { isBarrier: true });
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const fault = (text: string) => `must match the pattern \`${pattern}\`, but is ${shownValue(text)}`;
    found.push({ code: 'pattern_mismatch', holds: (text) => expression.test(text), fault });
  }
  if (format !== undefined) {
    const { holds, shown } = formats[format];
    found.push({ code: 'wrong_format', holds, fault: (text) => `must be ${shown}, but is ${shownValue(text)}` });
  }
  return found;
}

/** The constraints of a number. */
export function numberConstraints(shape: NumberShape): readonly Constraint<number>[] {
  const found: Constraint<number>[] = [];
  const range = (holds: (value: number) => boolean, bound: string) =>
    found.push({ code: 'out_of_range', holds, fault: (value) => `must be ${bound}, but is ${shownValue(value)}` });
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape;
  if (minimum !== undefined) range((value) => value >= minimum, `at least ${minimum}`);
  if (exclusiveMinimum !== undefined) range((value) => value > exclusiveMinimum, `more than ${exclusiveMinimum}`);
  if (maximum !== undefined) range((value) => value <= maximum, `at most ${maximum}`);
  if (exclusiveMaximum !== undefined) range((value) => value < exclusiveMaximum, `less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined) range((value) => isMultiple(value, multipleOf), `a multiple of ${multipleOf}`);
  return found;
}

/** The constraints of a list, apart from those of its items. */
export function listConstraints({ minItems, maxItems }: Shape & { readonly kind: 'list' }): readonly Constraint<readonly unknown[]>[] {
  const found: Constraint<readonly unknown[]>[] = [];
  const length = (holds: (list: readonly unknown[]) => boolean, bound: string) =>
    found.push({ code: 'wrong_length', holds, fault: (list) => `must have ${bound}, but has ${list.length}` });
  if (minItems !== undefined) length((list) => list.length >= minItems, `at least ${counted(minItems, 'item')}`);
  if (maxItems !== undefined) length((list) => list.length <= maxItems, `at most ${counted(maxItems, 'item')}`);
  return found;
}

/** True when all of them hold. */
export function allHold<Value>(constraints: readonly Constraint<Value>[], value: Value): boolean {
  for (const constraint of constraints) if (!constraint.holds(value)) return false;
  return true;
}

/** A number of things in words: "1 item", "2 items". */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** True when the text has that many code points: one or two UTF-16 units each, so most texts need not be counted. */
function isAtLeast(text: string, count: number): boolean {
  return text.length >= count && (text.length >= 2 * count || codePoints(text) >= count);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Decided on the decimal numbers as JSON writes them: 0.3 is a multiple of 0.1, although their doubles are not. */
function isMultiple(value: number, of: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(of)) return value % of === 0;
  const [left, right] = [decimal(value), decimal(of)];
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(left) % scaled(right) === 0n;
}

/** digits × 10^exponent. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
