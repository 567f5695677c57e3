import type { Sandbox, SandboxCommandResult } from '@intarsia/core';
import type { AppFile } from './app-files.ts';
import { runAppTests, type TestCounts } from './app-tests.ts';
import { booted, bootTimeoutMs } from './boot.ts';

/** What one step of a validation found. */
export interface ValidationStep {
  readonly name: 'Syntax' | 'Tests' | 'Start';
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly summary: string;
  readonly durationMs: number;
  /** The end of what a failing command printed. */
  readonly output?: string;
}

type Finding = Omit<ValidationStep, 'name' | 'durationMs'>;
type Outcome = { readonly steps: readonly ValidationStep[]; readonly tests: TestCounts | null };

const checksAtOnce = 4;
const syntaxTimeoutMs = 15_000;
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
    const { status, summary, output, tests: counts } = await runAppTests(sandbox, files, signal);
    tests = counts;
    return status === 'passed' ? { status, summary } : { status, summary, output: excerpt(output) };
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

async function checkBoot(sandbox: Sandbox, signal: AbortSignal): Promise<Finding> {
  const { port } = await sandbox.start({ command: ['node', 'server.mjs'] }, { signal });
  const boot = await booted(sandbox, port, signal);
  if (boot === 'answers') return { status: 'passed', summary: 'The app starts and answers' };
  const silent = `The app did not answer /healthz within ${bootTimeoutMs / 1_000} s`;
  const summary = boot === 'ended' ? 'The app ended before it answered /healthz' : silent;
  return { status: 'failed', summary, output: excerpt(await sandbox.serviceLog({ signal })) };
}

function failed(summary: string, result: SandboxCommandResult): Finding {
  return { status: 'failed', summary, output: excerpt(`${result.stdout}${result.stderr}`) };
}

/** The end of a text: a failure is told there. */
function excerpt(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= outputLimit ? trimmed : `…${trimmed.slice(-outputLimit)}`;
}
