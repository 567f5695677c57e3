import { expect, it } from 'vitest';
import { readDecision } from './decision.ts';

it.each([
  ['allow', { decision: 'allow' }],
  [' Y ', { decision: 'allow' }],
  ['yes', { decision: 'allow' }],
  ['deny', { decision: 'deny' }],
  ['NO', { decision: 'deny' }],
  ['n  not on\na Friday ', { decision: 'deny', reason: 'not on\na Friday' }],
  ['yes, but not now', null],
  ['allow never', null],
  ['maybe', null],
  ['', null],
])('%j is read as %j', (typed, decision) => {
  expect(readDecision(typed)).toEqual(decision);
});
