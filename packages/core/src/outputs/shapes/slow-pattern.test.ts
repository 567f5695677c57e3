import { expect, it } from 'vitest';
import { isSlowPattern } from './slow-pattern.ts';

it.each([
  '^(a+)+$',
  '(a*)*',
  '(a|b+)*',
  String.raw`^(\w+\s?)*$`,
  '(?:[a-z]+)*!',
  '(?<word>[^)(]*)+',
  '((a+))+',
  '((a+)?b?)*',
  '((ab|c{2,})){3,}',
  '(a+?)+?',
  String.raw`^(\p{L}+|\u{1F514})*$`,
  '(?=(a+)+$)a',
  'x(y(a*b*)*z)?',
  String.raw`([\]]+)*`,
])('%s repeats what is one repetition', (pattern) => {
  expect(new RegExp(pattern, 'u').unicode).toBe(true);
  expect(isSlowPattern(pattern)).toBe(true);
});

it.each([
  '',
  '^[A-Z]{3}$',
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  String.raw`^\d+(\.\d+)+$`,
  '^(ab+)*$',
  '^([a-z]+ )*[a-z]+$',
  '(a?)*',
  '(a|b)*',
  '(a+){3}',
  '(a{2,4})+',
  '(a+b+)*',
  String.raw`(\b\w+)*`,
  String.raw`(\w+(?=,))*`,
  '((a+),?){2}',
  String.raw`\(a+\)+`,
  '[(a+)]+',
  String.raw`(?<c>["'])(?:\k<c>.*)*`,
  String.raw`^(?:\{+a\})*$`,
])('%s does not', (pattern) => {
  expect(new RegExp(pattern, 'u').unicode).toBe(true);
  expect(isSlowPattern(pattern)).toBe(false);
});

it('reads a long pattern once', () => {
  expect(isSlowPattern(`${'(a'.repeat(10_000)}${')?'.repeat(10_000)}`)).toBe(false);
});
