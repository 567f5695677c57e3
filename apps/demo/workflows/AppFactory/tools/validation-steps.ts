import { setTimeout as after } from 'node:timers/promises';
import type { Sandbox, SandboxCommand, SandboxCommandResult } from '@intarsia/core';
import type { AppFile } from './app-files.ts';

/** What one step of a validation found. */
export interface ValidationStep {
  readonly name: 'Syntax' | 'Tests' | 'Start';
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly summary: string;
  readonly durationMs: number;
  /** The end of what a failing command printed. */
  readonly output?: string;
}

/** How many of the app's own tests ran, and how they ended. */
export interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
}

type Finding = Omit<ValidationStep, 'name' | 'durationMs'>;
type Outcome = { readonly steps: readonly ValidationStep[]; readonly tests: TestCounts | null };

const checksAtOnce = 4;
const syntaxTimeoutMs = 15_000;
const testsTimeoutMs = 90_000;
const bootTimeoutMs = 15_000;
const outputLimit = 2_000;

/** Checks the syntax of every script, runs the app's own tests and boots it. After the first failure the rest is skipped. */
export async function validateIn(sandbox: Sandbox, files: readonly AppFile[], signal: AbortSignal): Promise<Outcome> {
  const steps: ValidationStep[] = [];
  let tests: TestCounts | null = null;
  const step = async (name: ValidationStep['name'], check: () => Promise<Finding>): Promise<void> => {
    if (steps.some(({ status }) => status === 'failed')) {
      steps.push({ name, status: 'skipped', summary: 'Not run after the failure above', durationMs: 0 });
      return;
    }
    const startedAt = performance.now();
    const finding = await check();
    steps.push({ name, ...finding, durationMs: Math.round(performance.now() - startedAt) });
  };
  await step('Syntax', () => checkSyntax(sandbox, files, signal));
  await step('Tests', async () => {
    const ran = await runTests(sandbox, files, signal);
    tests = ran.tests;
    return ran.finding;
  });
  await step('Start', () => checkBoot(sandbox, signal));
  return { steps, tests };
}

async function checkSyntax(sandbox: Sandbox, files: readonly AppFile[], signal: AbortSignal): Promise<Finding> {
  const scripts = files.map(({ path }) => path).filter((path) => /\.m?js$/.test(path));
  for (let start = 0; start < scripts.length; start += checksAtOnce) {
    const paths = scripts.slice(start, start + checksAtOnce);
    const check = (path: string) => sandbox.run({ command: ['node', '--check', path], timeoutMs: syntaxTimeoutMs }, { signal });
    const results = await Promise.all(paths.map(async (path) => ({ path, result: await check(path) })));
    const bad = results.find(({ result }) => result.exitCode !== 0);
    if (bad !== undefined) return failed(`${bad.path} is not valid JavaScript`, bad.result);
  }
  return { status: 'passed', summary: `${scripts.length} scripts are valid` };
}

async function runTests(
  sandbox: Sandbox,
  files: readonly AppFile[],
  signal: AbortSignal,
): Promise<{ readonly finding: Finding; readonly tests: TestCounts | null }> {
  const paths = files.map(({ path }) => path).filter((path) => /\.test\.m?js$/.test(path));
  if (paths.length === 0) return { finding: { status: 'failed', summary: 'The app has no tests' }, tests: null };
  const command: SandboxCommand['command'] = ['node', '--test', '--test-reporter=tap', ...paths];
  const result = await sandbox.run({ command, timeoutMs: testsTimeoutMs }, { signal });
  const tests = testCounts(result.stdout);
  if (result.timedOut) return { finding: failed(`The tests did not end within ${testsTimeoutMs / 1_000} s`, result), tests };
  if (result.exitCode !== 0)
    return {
      finding: failed(tests === null ? 'The tests could not run' : `${tests.failed} of ${tests.total} tests failed`, result),
      tests,
    };
  if (tests === null || tests.total === 0) return { finding: failed('No test ran', result), tests };
  return { finding: { status: 'passed', summary: `${tests.passed} tests passed` }, tests };
}

/** The counts at the end of a TAP report; null when there are none. */
export function testCounts(report: string): TestCounts | null {
  const count = (name: string): number | null => {
    const found = [...report.matchAll(new RegExp(`^# ${name} (\\d+)$`, 'gm'))].at(-1)?.[1];
    return found === undefined ? null : Number(found);
  };
  const [total, passed, failures] = [count('tests'), count('pass'), count('fail')];
  return total === null || passed === null || failures === null ? null : { total, passed, failed: failures };
}

async function checkBoot(sandbox: Sandbox, signal: AbortSignal): Promise<Finding> {
  const { port } = await sandbox.start({ command: ['node', 'server.mjs'] }, { signal });
  if (await answers(sandbox, port, signal)) return { status: 'passed', summary: 'The app starts and answers' };
  const output = excerpt(await sandbox.serviceLog({ signal }));
  return { status: 'failed', summary: `The app did not answer /healthz within ${bootTimeoutMs / 1_000} s`, output };
}

/** Waits until the app answers `/healthz` with 200; false when it does not in time. */
export async function answers(sandbox: Sandbox, port: number, signal: AbortSignal): Promise<boolean> {
  const giveUpAt = performance.now() + bootTimeoutMs;
  while (performance.now() < giveUpAt) {
    signal.throwIfAborted();
    if (await healthy(`${sandbox.localUrl(port).replace(/\/$/, '')}/healthz`, signal)) return true;
    await after(50, undefined, { signal });
  }
  return false;
}

async function healthy(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    signal.throwIfAborted();
    return false; // not listening yet
  }
}

function failed(summary: string, result: SandboxCommandResult): Finding {
  return { status: 'failed', summary, output: excerpt(`${result.stdout}${result.stderr}`) };
}

/** The end of a text: a failure is told there. */
function excerpt(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= outputLimit ? trimmed : `…${trimmed.slice(-outputLimit)}`;
}
