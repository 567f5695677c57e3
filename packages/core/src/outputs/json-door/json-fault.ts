import type { OutputProblem } from '../output-model.ts';
import { shortened } from '../validation/problem-text.ts';

/** Why the strict JSON door stays shut. */
export type JsonFaultCode =
  | 'json_empty'
  | 'json_too_large'
  | 'json_syntax'
  /** The value ended and more text follows. */
  | 'json_ambiguous'
  | 'json_duplicate_key'
  | 'json_forbidden_key'
  | 'json_too_deep'
  | 'json_number'
  | 'json_surrogate';

/** What ends the reading of a text. */
export class JsonFault extends Error {
  readonly problem: OutputProblem;

  constructor(problem: OutputProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A piece of the text as a message shows it. */
export function shown(text: string): string {
  return `\`${shortened(text, 60)}\``;
}
