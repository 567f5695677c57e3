import type { FolderReport } from '../checking/check-folder.ts';
import { annotation } from './annotation.ts';
import { counted } from './counted.ts';
import { paintFor } from './paint.ts';
import { problemText, type Severity } from './problem-text.ts';
import { sourceLines } from './source-lines.ts';
import type { Streams } from './streams.ts';

/** For people; one JSON object a line; commands of GitHub Actions. */
export type ReportFormat = 'text' | 'json' | 'github';

/** Prints what a check found: problems and warnings to standard output, the counts to standard error. JSON stands alone. */
export function writeReports(reports: readonly FolderReport[], format: ReportFormat, streams: Streams): void {
  for (const report of reports) {
    const text = lineWriter(report, format, streams);
    for (const problem of report.problems) streams.stdout.write(`${text(problem, 'error')}\n`);
    for (const warning of report.warnings) streams.stdout.write(`${text(warning, 'warning')}\n`);
  }
  if (format !== 'json') streams.stderr.write(summary(reports));
}

type Problem = FolderReport['problems'][number];

function lineWriter({ folder }: FolderReport, format: ReportFormat, streams: Streams): (problem: Problem, severity: Severity) => string {
  switch (format) {
    case 'json':
      return (problem, severity) => JSON.stringify({ severity, folder, ...problem });
    case 'github':
      return (problem, severity) => annotation(problem, severity, folder, process.cwd());
    case 'text': {
      const source = sourceLines(folder);
      const paint = paintFor(streams.stdout, streams.env);
      return (problem, severity) => problemText(problem, { severity, folder, source, paint });
    }
  }
}

/** A line for every workflow and, for several, one for all. */
function summary(reports: readonly FolderReport[]): string {
  const all = {
    name: counted(reports.length, 'workflow'),
    problems: reports.flatMap(({ problems }) => problems),
    warnings: reports.flatMap(({ warnings }) => warnings),
  };
  const lines = reports.length === 1 ? reports : [...reports, all];
  return lines
    .map(({ name, problems, warnings }) => {
      const warned = warnings.length === 0 ? '' : `, ${counted(warnings.length, 'warning')}`;
      return `${name}: ${counted(problems.length, 'problem')}${warned}\n`;
    })
    .join('');
}
