import type { DocumentProblem } from '@intarsia/core';

/** A problem as one line that editors can jump to, with its hint beneath. */
export function problemText(problem: DocumentProblem): string {
  const { file, line, column, code, message, expected, got, hint } = problem;
  const detail = [expected === undefined ? '' : `expected ${expected}`, got === undefined ? '' : `got ${got}`]
    .filter((part) => part !== '')
    .join(', ');
  const more = detail === '' ? '' : ` (${detail})`;
  const place = file === '' ? '' : `${file}:${line}:${column} `;
  return `${place}${code}: ${message}${more}${hint === undefined ? '' : `\n    ${hint}`}`;
}
