import { z } from 'zod';

/**
 * A reporter for `node --test`, as a module of its own text: no file of the app can be put in its place. It tells one line of JSON on
 * the runner's standard output, where nothing that a test prints gets to: the runner reads the output of each test file itself. Only a
 * file whose tests all ended has a summary there; the runner's own counts would take a file that just ended for a passed test.
 */
const reporter = `import { relative } from 'node:path';
export default async function* (events) {
  const [files, failures] = [[], []];
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined) {
      const { tests, passed, failed, cancelled } = data.counts;
      files.push({ path: relative(process.cwd(), data.file), total: tests, passed, failed: failed + cancelled });
    }
    if (type === 'test:fail' && failures.length < 4) {
      const { cause } = data.details.error;
      failures.push((data.name + ': ' + (cause?.stack ?? cause)).slice(0, 400));
    }
  }
  yield JSON.stringify({ files, failures });
}`;

/** The arguments of `node --test` that give a report on standard output, and tell people the same on standard error. */
export const reportArguments: readonly string[] = [
  `--test-reporter=data:text/javascript,${encodeURIComponent(reporter)}`,
  '--test-reporter-destination=stdout',
  '--test-reporter=spec',
  '--test-reporter-destination=stderr',
];

const count = z.int().nonnegative();
const reportSchema = z.object({
  files: z.array(z.object({ path: z.string(), total: count, passed: count, failed: count })),
  failures: z.array(z.string()),
});

/** What each test file that ran to its end reported, and the first failures in words. */
export type TestReport = z.infer<typeof reportSchema>;

/** The report that a run wrote, or null when it did not come to that. */
export function readTestReport(stdout: string): TestReport | null {
  try {
    return reportSchema.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}
