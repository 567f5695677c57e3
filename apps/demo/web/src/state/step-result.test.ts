import { expect, it } from 'vitest';
import { hostOf, stepResult } from './step-result.ts';

it.each<[string, string, unknown, boolean, string]>([
  ['files with lines', 'save_artifact', { files: [{ lines: 400 }, { lines: 212 }] }, true, '2 files, 612 lines'],
  ['one file without lines', 'save_artifact', { files: [{}] }, true, '1 file'],
  ['files that were refused', 'save_artifact', { status: 'failed', message: 'The app has no files.' }, false, 'The app has no files.'],
  ['no payload at all', 'save_artifact', undefined, true, ''],
  ['tests that passed', 'validate_artifact', { status: 'passed', tests: { total: 9, passed: 9, failed: 0 } }, true, '9 tests passed'],
  ['a number of tests', 'validate_artifact', { status: 'passed', tests: 1 }, true, '1 test passed'],
  ['tests that failed', 'validate_artifact', { status: 'failed', tests: { total: 9, passed: 7, failed: 2 } }, false, '2 of 9 tests failed'],
  [
    'a step that failed before the tests',
    'validate_artifact',
    { status: 'failed', tests: null, steps: [{ name: 'syntax', status: 'failed', summary: 'app.js cannot be read' }] },
    false,
    'app.js cannot be read',
  ],
  [
    'a validation without a sandbox',
    'validate_artifact',
    { status: 'failed', message: 'This host has no sandbox.', steps: [] },
    false,
    'This host has no sandbox.',
  ],
  [
    'checks without counts',
    'validate_artifact',
    { status: 'passed', steps: [{ status: 'passed' }, { status: 'passed' }] },
    true,
    '2 checks passed',
  ],
  ['a validation without anything', 'validate_artifact', null, true, 'Passed'],
  ['a preview', 'start_preview', { url: 'http://pv-1.localhost:4100/' }, true, 'Running at pv-1.localhost'],
  ['a preview without address', 'start_preview', { url: 'not an address' }, true, 'Running'],
  ['a preview that did not start', 'start_preview', { status: 'failed', message: 'It did not answer.' }, false, 'It did not answer.'],
  ['a plan with a list', 'save_plan', { open_points: ['a', 'b'] }, true, '2 open points'],
  ['a plan with a title', 'save_plan', { title: 'Plant care', screens: [1] }, true, 'Plant care'],
])('%s', (_, tool, payload, passed, line) => {
  expect(stepResult(tool, payload)).toEqual({ passed, line });
});

it('the host of an address has no port', () => {
  expect([hostOf('http://a.localhost:80/x'), hostOf('nothing')]).toEqual(['a.localhost', null]);
});
