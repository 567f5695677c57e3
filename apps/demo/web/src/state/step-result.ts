import { count } from '../design/format.ts';
import { listOf, members, numberOf, textOf } from './json.ts';

/** What a finished tool means for its step, in one line. */
export interface StepResult {
  readonly passed: boolean;
  readonly line: string;
}

/** Reads the payload that a tool of the AppFactory shows. Missing fields shorten the line, they never break it. */
export function stepResult(tool: string, payload: unknown): StepResult {
  if (tool !== 'validate_artifact' && textOf(payload, 'status') === 'failed') {
    return { passed: false, line: textOf(payload, 'message') ?? 'Did not succeed' };
  }
  switch (tool) {
    case 'save_artifact':
      return { passed: true, line: filesLine(payload) };
    case 'validate_artifact':
      return validationResult(payload);
    case 'start_preview':
      return { passed: true, line: previewLine(payload) };
    default:
      return { passed: true, line: textOf(payload, 'summary') ?? textOf(payload, 'title') ?? listLine(payload) };
  }
}

function filesLine(payload: unknown): string {
  const files = listOf(payload, 'files');
  if (files.length === 0) return '';
  const lines = files.reduce<number>((sum, file) => sum + (numberOf(file, 'lines') ?? 0), 0);
  return lines > 0 ? `${count(files.length, 'file')}, ${count(lines, 'line')}` : count(files.length, 'file');
}

function validationResult(payload: unknown): StepResult {
  const failedStep = listOf(payload, 'steps').find((step) => textOf(step, 'status') === 'failed');
  const passed = textOf(payload, 'status') !== 'failed' && failedStep === undefined;
  const tests = testCounts(payload);
  if (!passed) {
    const name = failedStep === undefined ? null : (textOf(failedStep, 'summary') ?? textOf(failedStep, 'name'));
    if (tests.failed > 0) return { passed, line: `${tests.failed} of ${count(tests.total, 'test')} failed` };
    return { passed, line: name ?? textOf(payload, 'message') ?? 'Did not pass' };
  }
  if (tests.total > 0) return { passed, line: `${count(tests.total, 'test')} passed` };
  const steps = listOf(payload, 'steps').length;
  return { passed, line: steps > 0 ? `${count(steps, 'check')} passed` : 'Passed' };
}

/** `tests` is a number, a list of tests with a status, or counts. */
function testCounts(payload: unknown): { readonly total: number; readonly failed: number } {
  const tests = members(payload)['tests'];
  if (typeof tests === 'number') return { total: tests, failed: 0 };
  if (Array.isArray(tests)) return { total: tests.length, failed: tests.filter((test) => textOf(test, 'status') === 'failed').length };
  const failed = numberOf(tests, 'failed') ?? 0;
  return { total: numberOf(tests, 'total') ?? (numberOf(tests, 'passed') ?? 0) + failed, failed };
}

function previewLine(payload: unknown): string {
  const host = hostOf(textOf(payload, 'url') ?? '');
  return host === null ? 'Running' : `Running at ${host}`;
}

/** The host name of an address without its port, or null. */
export function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** `3 screens`: the first list of the payload, counted under its own name. */
function listLine(payload: unknown): string {
  const found = Object.entries(members(payload)).find(([, value]) => Array.isArray(value) && value.length > 0);
  if (!found || !Array.isArray(found[1])) return '';
  const name = found[0].replaceAll('_', ' ');
  return count(found[1].length, name.replace(/s$/, ''), name);
}
