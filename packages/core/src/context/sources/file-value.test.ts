import { expect, test } from 'vitest';
import type { Json } from '../../ports/json.ts';
import { type FileFormat, fileValue } from './file-value.ts';

test.each<[FileFormat, string, Json]>([
  ['text', 'plain\n', 'plain\n'],
  ['text', '\ufeffmarked', 'marked'],
  ['json', ' {"a":[1,null]} \n', { a: [1, null] }],
  ['json', '\ufeff[]', []],
  ['json', '"text"', 'text'],
  ['yaml', 'a: 1\nb: [x, true]\n', { a: 1, b: ['x', true] }],
  ['yaml', '- a\n- b: 1\n', ['a', { b: 1 }]],
  ['yaml', '[1, 2]', [1, 2]],
  ['yaml', '\ufeffyes', 'yes'],
  ['yaml', '12', 12],
  ['yaml', '', null],
  ['yaml', '# nothing\n', null],
])('%s: %j', (format, text, value) => {
  expect(fileValue(format, text)).toEqual({ kind: 'value', value });
});

test.each<[FileFormat, string, string]>([
  ['json', '', 'json_empty'],
  ['json', '{"a":1,"a":2}', 'json_duplicate_key'],
  ['json', '{"a":90071992547409931}', 'json_number'],
  ['json', '{"__proto__":1}', 'json_forbidden_key'],
  ['json', '{"a":1,}', 'json_syntax'],
  ['json', '1 2', 'json_ambiguous'],
  ['json', '```json\n{}\n```', 'json_syntax'],
  ['json', '['.repeat(100), 'json_too_deep'],
  ['yaml', 'a: 1\na: 2\n', 'duplicate_key'],
  ['yaml', '- a: 1\n  a: 2\n', 'duplicate_key'],
  ['yaml', 'a: &x [1]\nb: *x\n', 'anchor_refused'],
  ['yaml', '- &x [1]\n- *x\n', 'anchor_refused'],
  ['yaml', '*x', 'alias_refused'],
  ['yaml', '- !!binary abc\n', 'tag_refused'],
  ['yaml', '- 0777\n', 'wrong_type'],
  ['yaml', '[a', 'yaml_syntax'],
  ['yaml', 'a\n---\nb\n', 'second_document'],
  ['yaml', `${'['.repeat(100)}${']'.repeat(100)}`, 'too_deep'],
])('%s is refused without quoting it: %j', (format, text, fault) => {
  expect(fileValue(format, text)).toMatchObject({ kind: 'invalid', fault });
});

test('YAML of more than 256 KiB, in bytes, is refused unread; JSON and text are not', () => {
  const limit = 256 * 1024;
  expect(fileValue('yaml', `a: ${'x'.repeat(limit - 3)}`)).toMatchObject({ kind: 'value' });
  for (const text of [`a: ${'x'.repeat(limit - 2)}`, `a: ${'é'.repeat(limit / 2)}`, '- 1\n'.repeat(limit)])
    expect(fileValue('yaml', text)).toEqual({
      kind: 'invalid',
      fault: 'file_too_large',
      detail: 'it is more than 262144 bytes, which is as much YAML as is read; write it as JSON.',
    });
  expect(fileValue('json', JSON.stringify('x'.repeat(limit)))).toMatchObject({ kind: 'value' });
  expect(fileValue('text', 'x'.repeat(limit + 1))).toMatchObject({ kind: 'value' });
});
