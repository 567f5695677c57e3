import { type ErrorCode, errorCodes, isIntarsiaError } from '../../ports/errors.ts';

/** Why something was not begun. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
}

/** A refusal in the words of its code, or in words of its own. */
export const refuse = (code: ErrorCode, message: string = errorCodes[code]): Refusal => ({ kind: 'refused', code, message });

/** A journal that only a newer release can read, as a refusal: nothing can be said or done about it here. Throws every other cause on (cases C20). */
export function refuseNewer(cause: unknown): Refusal {
  if (isIntarsiaError(cause, 'journal_version')) return refuse('journal_version', cause.message);
  throw cause;
}
