import { utf8Length } from '../../outputs/json-door/json-reader.ts';
import type { OutputProblem } from '../../outputs/output-model.ts';
import { maxMessage, maxPath, shortened } from '../../outputs/validation/problem-text.ts';

/** Bytes that the problems of one record have at most as JSON. */
const maxBytes = 48 * 1024;

/** The first problems of a reply, as its record tells them: short whatever the reply holds and whatever words an author's own schema finds. */
export function toldProblems(
  problems: readonly OutputProblem[],
): { readonly path: string; readonly code: string; readonly message: string }[] {
  const told: OutputProblem[] = [];
  let bytes = 0;
  for (const { path, code, message } of problems) {
    const problem = { path: shortened(path, maxPath), code: shortened(code, maxPath), message: shortened(message, maxMessage) };
    bytes += utf8Length(JSON.stringify(problem));
    if (bytes > maxBytes) break;
    told.push(problem);
  }
  return told;
}
