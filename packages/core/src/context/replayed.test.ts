import { describe, expect, it } from 'vitest';
import type { Json } from '../ports/json.ts';
import { replayed } from './replayed.ts';
import { variable, workflowOf } from './test/workflow-sample.ts';

const workflow = workflowOf([
  variable('customer_user_id', { authorityClass: 'immutable_runtime_authority', authorization: true, persisted: false }),
  variable('tests_passed', { type: 'boolean', authorityClass: 'closed_writer_quality_state', writers: ['deterministic_tool'] }),
  variable('note', { type: 'string' }),
  variable('region', { persisted: false }),
  variable('count', { type: 'integer' }),
  variable('odd', { type: 'spreadsheet' }),
  variable('owner', { authorityClass: 'immutable_runtime_authority' }),
  variable('grants', { authorization: true }),
]);

describe('of a stored journal', () => {
  it.each<[string, string, Json, string | null]>([
    ['CA5 an identity key that is not persisted is skipped with a diagnostic', 'customer_user_id', 'mallory', 'not_persisted'],
    ['CA5 a quality key is kept', 'tests_passed', true, null],
    ['CA5 an ordinary key is kept', 'note', 'hello', null],
    ['a key that is not declared is dropped', 'gone', 1, 'unknown_key'],
    ['an inherited name is not declared', 'constructor', 1, 'unknown_key'],
    ['an ordinary key that is not persisted is skipped', 'region', 'eu', 'not_persisted'],
    ['a value of another type is dropped', 'count', 'three', 'invalid_value'],
    ['a value of the declared type is kept', 'count', 3, null],
    ['null fits every type', 'count', null, null],
    ['an unknown type word takes everything', 'odd', [1], null],
    ['an immutable key is never taken from it', 'owner', 'mallory', 'non_replayable'],
    ['what carries rights is never taken from it', 'grants', ['all'], 'non_replayable'],
  ])('%s', (_, key, value, rule) => {
    const { values, diagnostics } = replayed(workflow, { [key]: value });
    expect(values).toEqual(rule === null ? { [key]: value } : {});
    expect(diagnostics).toEqual(rule === null ? [] : [{ key, rule: `context_authority.${rule}` }]);
  });

  it('what may be used is all of it, with every diagnostic in order', () => {
    const stored = { note: 'hello', gone: 1, tests_passed: true, customer_user_id: 'mallory' };
    const { values, diagnostics } = replayed(workflow, stored);
    expect(values).toEqual({ note: 'hello', tests_passed: true });
    expect(diagnostics.map(({ key }) => key)).toEqual(['gone', 'customer_user_id']);
    expect(JSON.stringify(diagnostics)).not.toContain('mallory');
  });
});
