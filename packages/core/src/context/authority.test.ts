import { expect, test } from 'vitest';
import type { ContextWriter } from '../documents/workflow.ts';
import type { ContextRefusalReason, ContextWrite } from './authority.ts';
import { checkWrite } from './authority.ts';
import { variable, workflowOf } from './test/workflow-sample.ts';

const workflow = workflowOf([
  variable('phase', { authorityClass: 'closed_writer_routing_state', routing: true, writers: ['deterministic_tool', 'transition_router'] }),
  variable('tests_passed', { type: 'boolean', authorityClass: 'closed_writer_quality_state', writers: ['deterministic_tool'] }),
  variable('loose_gate', { authorityClass: 'closed_writer_quality_state', writers: ['context_bridge'] }),
  variable('user_id', { authorityClass: 'immutable_runtime_authority', authorization: true, modelVisible: false, persisted: false }),
  variable('heard', { authorityClass: 'derived_information', writers: ['agent_text'] }),
  variable('heard_routing', { authorityClass: 'derived_information', writers: ['agent_text'], routing: true }),
  variable('heard_rights', { authorityClass: 'derived_information', writers: ['agent_text'], authorization: true }),
  variable('heard_by_tool', { authorityClass: 'derived_information', writers: ['deterministic_tool'] }),
  variable('region', { authorityClass: 'tool_only_information' }),
  variable('note', { type: 'string' }),
  variable('count', { type: 'integer' }),
  variable('ratio', { type: 'number' }),
  variable('parts', { type: 'array' }),
  variable('details', { type: 'object' }),
  variable('odd', { type: 'spreadsheet' }),
  variable('said', { writers: ['agent_text', 'live_user_context'] }),
  variable('written_back', { writers: ['tool_writeback'] }),
]);

type Expected = 'allowed' | ContextRefusalReason;
const rows: readonly (readonly [string, ContextWriter, string, ContextWrite['value'], Expected])[] = [
  ['CA1: the bridge writes a routing key', 'context_bridge', 'phase', 'done', 'rejected'],
  ['CA1: the bridge writes an identity key', 'context_bridge', 'user_id', 'mallory', 'rejected'],
  ['CA1: the bridge writes a quality key', 'context_bridge', 'tests_passed', true, 'rejected'],
  ['CA2: an undeclared key', 'context_bridge', 'nowhere', 1, 'unknown_key'],
  ['CA2: an undeclared key, even for the runtime', 'runtime_system', 'nowhere', 1, 'unknown_key'],
  ['CA3: agent text on a routing key', 'agent_text', 'phase', true, 'rejected'],
  ['CA3: agent text on a quality key', 'agent_text', 'tests_passed', true, 'rejected'],
  ['CA3: agent text on an identity key', 'agent_text', 'user_id', true, 'rejected'],
  ['CA3: agent text on an ordinary key', 'agent_text', 'note', 'x', 'rejected'],
  ['CA3: agent text on an ordinary key that lists it', 'agent_text', 'said', true, 'rejected'],
  ['CA3: live user on a routing key', 'live_user_context', 'phase', 'done', 'rejected'],
  ['CA3: live user on a quality key', 'live_user_context', 'tests_passed', true, 'rejected'],
  ['CA3: live user on an identity key', 'live_user_context', 'user_id', 'mallory', 'rejected'],
  ['CA3: caller input on a routing key', 'caller_input', 'phase', 'done', 'rejected'],
  ['CA3: caller input on a quality key', 'caller_input', 'tests_passed', true, 'rejected'],
  ['CA3: caller input on an identity key', 'caller_input', 'user_id', 'mallory', 'rejected'],
  ['CA3: live user on an ordinary key', 'live_user_context', 'note', 'hello', 'allowed'],
  ['CA4: a tool on a quality key that lists it', 'deterministic_tool', 'tests_passed', true, 'allowed'],
  ['CA4: an ordinary writer on a quality key that lists it', 'context_bridge', 'loose_gate', true, 'rejected'],
  ['CA4: a deterministic writer that is not listed', 'task_batch', 'tests_passed', true, 'rejected'],
  ['CA6: replay on an ordinary key', 'persisted_replay', 'note', 'x', 'rejected'],
  ['CA6: replay on a routing key', 'persisted_replay', 'phase', 'x', 'rejected'],
  ['a tool on a routing key that lists it', 'deterministic_tool', 'phase', 'done', 'allowed'],
  ['a tool on derived information', 'deterministic_tool', 'heard', true, 'rejected'],
  ['the runtime on an identity key', 'runtime_system', 'user_id', 'ada', 'allowed'],
  ['agent text on derived information', 'agent_text', 'heard', true, 'allowed'],
  ['agent text on derived information that routes', 'agent_text', 'heard_routing', true, 'rejected'],
  ['agent text on derived information that gives rights', 'agent_text', 'heard_rights', true, 'rejected'],
  ['agent text on derived information that lists another', 'agent_text', 'heard_by_tool', true, 'rejected'],
  ['any ordinary writer where none is listed', 'tool_writeback', 'region', 'eu', 'allowed'],
  ['a tool where the write-back is listed', 'deterministic_tool', 'written_back', 1, 'allowed'],
  ['a writer that is not among the listed', 'caller_input', 'written_back', 1, 'rejected'],
  ['structured_output', 'runtime_system', 'structured_output', {}, 'reserved'],
  ['ag:x', 'runtime_system', 'ag:x', 1, 'reserved'],
  ['a2a:x', 'runtime_system', 'a2a:x', 1, 'reserved'],
  ['an empty key', 'runtime_system', '', 1, 'empty_key'],
  ['a key with a space', 'runtime_system', 'a b', 1, 'empty_key'],
  ['a key that starts with a digit', 'runtime_system', '1a', 1, 'empty_key'],
  ['a key of 129 characters', 'runtime_system', 'a'.repeat(129), 1, 'empty_key'],
  ['__proto__', 'runtime_system', '__proto__', 1, 'empty_key'],
  ['constructor', 'runtime_system', 'constructor', 1, 'unknown_key'],
  ['null for a typed key', 'context_bridge', 'count', null, 'allowed'],
  ['an integer', 'context_bridge', 'count', 3, 'allowed'],
  ['a fraction for an integer', 'context_bridge', 'count', 3.5, 'invalid_value'],
  ['a boolean for an integer', 'context_bridge', 'count', true, 'invalid_value'],
  ['a fraction for a number', 'context_bridge', 'ratio', 3.5, 'allowed'],
  ['a text for a number', 'context_bridge', 'ratio', '3.5', 'invalid_value'],
  ['an array', 'context_bridge', 'parts', [1], 'allowed'],
  ['an object for an array', 'context_bridge', 'parts', {}, 'invalid_value'],
  ['an array for an object', 'context_bridge', 'details', [], 'invalid_value'],
  ['a boolean for a text', 'context_bridge', 'note', false, 'invalid_value'],
  ['anything for an unknown type word', 'context_bridge', 'odd', [1], 'allowed'],
  ['a set without a value', 'context_bridge', 'odd', undefined, 'invalid_value'],
  ['authority before value', 'context_bridge', 'tests_passed', 'yes', 'rejected'],
];

test.each(rows)('%s: %s writes %s', (_title, writer, key, value, expected) => {
  const decision = checkWrite(workflow, { key, operation: 'set', writer, ...(value === undefined ? {} : { value }) });
  expect(decision.kind === 'allowed' ? 'allowed' : decision.reason).toBe(expected);
});

test('CA1: a delete needs the same right as a set', () => {
  expect(checkWrite(workflow, { key: 'phase', operation: 'delete', writer: 'context_bridge' })).toMatchObject({ reason: 'rejected' });
  expect(checkWrite(workflow, { key: 'phase', operation: 'delete', writer: 'transition_router' })).toEqual({ kind: 'allowed' });
});

test('a refusal names workflow, key, writer and operation, and not the value', () => {
  const decision = checkWrite(workflow, { key: 'user_id', operation: 'set', value: 'sesame', writer: 'live_user_context' });
  expect(decision).toEqual({
    kind: 'refused',
    reason: 'rejected',
    message: '"live_user_context" may not set "user_id" in workflow "Sample": the variable is immutable_runtime_authority.',
  });
});
