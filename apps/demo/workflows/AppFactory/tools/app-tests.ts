import type { Sandbox, SandboxCommand } from '@intarsia/core';
import type { AppFile } from './app-files.ts';
import { readTestReport, reportArguments, type TestReport } from './test-report.ts';

/** How many of the app's own tests ran, and how they ended. */
export interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
}

/** What came of the app's own tests. `output` is what tells more about a failure. */
export interface TestRun {
  readonly status: 'passed' | 'failed';
  readonly summary: string;
  readonly output: string;
  readonly tests: TestCounts | null;
}

const timeoutMs = 90_000;

/** Runs the app's own tests. They passed when every test file ran to its end, at least one test passed and none failed. */
export async function runAppTests(sandbox: Sandbox, files: readonly AppFile[], signal: AbortSignal): Promise<TestRun> {
  const paths = files.map(({ path }) => path).filter((path) => /\.test\.m?js$/.test(path));
  if (paths.length === 0) return { status: 'failed', summary: 'The app has no tests', output: '', tests: null };
  const command: SandboxCommand['command'] = ['node', '--test', ...reportArguments, ...paths];
  const result = await sandbox.run({ command, timeoutMs }, { signal });
  const report = readTestReport(result.stdout);
  const tests = report === null ? null : totals(report);
  const problem = result.timedOut
    ? `The tests did not end within ${timeoutMs / 1_000} s`
    : problemOf(paths, report, tests, result.exitCode === 0);
  // The failures stand at the end of what is told to people, which is lost when there is too much of it.
  const output = result.truncated && report !== null ? report.failures.join('\n\n') : result.stderr;
  if (problem !== null || tests === null) return { status: 'failed', summary: problem ?? 'No test ran', output, tests };
  return { status: 'passed', summary: `${tests.passed} ${tests.passed === 1 ? 'test' : 'tests'} passed`, output, tests };
}

function problemOf(paths: readonly string[], report: TestReport | null, tests: TestCounts | null, exitedWell: boolean): string | null {
  if (report === null || tests === null) return 'The tests could not run';
  const unreported = paths.find((path) => !report.files.some((file) => file.path === path));
  if (unreported !== undefined) return `${unreported}: the tests ended before they reported`;
  if (tests.failed > 0) return `${tests.failed} of ${tests.total} tests failed`;
  if (!exitedWell) return 'The tests ended with an error';
  return tests.passed === 0 ? 'No test ran' : null;
}

function totals({ files }: TestReport): TestCounts {
  const sum = (key: 'total' | 'passed' | 'failed') => files.reduce((total, file) => total + file[key], 0);
  return { total: sum('total'), passed: sum('passed'), failed: sum('failed') };
}
