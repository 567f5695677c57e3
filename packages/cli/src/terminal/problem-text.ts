import { join } from 'node:path';
import type { DocumentProblem } from '@intarsia/core';
import { markedLine } from './marked-line.ts';
import type { Paint } from './paint.ts';
import { shown } from './shown.ts';
import type { SourceLines } from './source-lines.ts';

/** Whether a workflow is refused for it, or loads all the same. */
export type Severity = 'error' | 'warning';

/** How a problem is shown. */
export interface ProblemView {
  readonly severity: Severity;
  /** The folder as the person named it: places are told from there, so that a terminal can open them. */
  readonly folder: string;
  readonly source: SourceLines;
  readonly paint: Paint;
}

/**
 * A problem for a person: `file:line:column code: message`, the line with a caret under the column, and what was expected, what was found and what to do.
 * A warning is its first line and its hint.
 */
export function problemText(problem: DocumentProblem, { severity, folder, source, paint }: ProblemView): string {
  const { file, line, column, code, message } = problem;
  const place = file === '' ? '' : `${paint('bold', shown(`${join(folder, file)}:${line}:${column}`))} `;
  const head = `${place}${severity === 'error' ? paint('red', code) : paint('yellow', `warning ${code}`)}: ${shown(message)}`;
  const found = severity === 'error' ? source(file, line) : null;
  const details = detailsOf(problem).filter(([name]) => severity === 'error' || name === 'hint');
  return [
    head,
    ...(found === null ? [] : excerpt(found, line, column, paint)),
    ...details.map(([name, text]) => `  ${paint('cyan', name)}: ${shown(text)}`),
  ].join('\n');
}

function excerpt(source: string, line: number, column: number, paint: Paint): readonly string[] {
  const { text, caret } = markedLine(source, column);
  const number = String(line);
  return [
    `  ${paint('dim', `${number} |`)} ${text}`.trimEnd(),
    `  ${paint('dim', `${' '.repeat(number.length)} |`)} ${caret.slice(0, -1)}${paint('red', '^')}`,
  ];
}

/** What a problem says beside its message, each with its name. */
export const detailsOf = ({ expected, got, hint }: DocumentProblem): readonly (readonly [string, string])[] =>
  Object.entries({ expected, got, hint }).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
