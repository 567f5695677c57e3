import type { Json } from '../../ports/json.ts';
import type { CallError } from './call-with-tools-types.ts';

/** Why an operation cannot go on. `code` is the source document's word where it has one. */
export function callError(
  type: CallError['type'],
  code: string,
  message: string,
  { details = {}, retryable = false }: { readonly details?: Json; readonly retryable?: boolean } = {},
): CallError {
  return { type, code, message, details, retryable };
}
