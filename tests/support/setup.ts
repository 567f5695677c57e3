// Runs before every test file.
//
// A test that logs fails: output nobody reads hides the output that matters. A test of logging passes its own logger or
// replaces the console method with `vi.spyOn`.
//
// A suite that needs a real service asks for it with `requireService('INTARSIA_TEST_CHROMIUM')` of `./services.ts`:
// it gets the value of the variable, or in CI an error, or `undefined` and one printed line, to be used as
// `describe.skipIf(chromium === undefined)(...)`. `scripts/services` brings the services and the variables.
//
// `npm run torture` asks the properties of the fuzz tests for a number of runs without end: each of them ends after a minute.
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const logged: string[] = [];
for (const method of ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    logged.push(`console.${method}: ${format(...values)}`);
  };
}

function failWhenLogged(): void {
  const lines = logged.splice(0);
  if (lines.length > 0) throw new Error(`A test may not log, but this was logged:\n${lines.join('\n')}`);
}

afterEach(failWhenLogged);
afterAll(failWhenLogged);

if (process.env['INTARSIA_FUZZ_RUNS'] !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ interruptAfterTimeLimit: 60_000 });
}
