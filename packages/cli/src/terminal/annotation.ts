import { join, relative, sep } from 'node:path';
import type { DocumentProblem } from '@intarsia/core';
import { detailsOf, type Severity } from './problem-text.ts';

/**
 * A problem as a workflow command of GitHub Actions, which shows it beside the line in a pull request. `workingFolder` is the root of the checkout there,
 * and paths are told from it.
 */
export function annotation(problem: DocumentProblem, severity: Severity, folder: string, workingFolder: string): string {
  const { file, line, column, code, message } = problem;
  const path = relative(workingFolder, join(folder, file)).split(sep).join('/');
  const place = file === '' ? '' : `file=${property(path)},line=${line},col=${column},`;
  const text = [message, ...detailsOf(problem).map(([name, detail]) => `${name}: ${detail}`)].join('\n');
  return `::${severity} ${place}title=${property(code)}::${data(text)}`;
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
