import type { ContextWriter } from '../documents/workflow.ts';
import { IntarsiaError } from '../ports/errors.ts';

/** A write that the rules did not allow: what, by whom, and by which rule; never the value. */
export interface RefusedWrite {
  /** As it was given, cut after 128 characters; empty for what is no text. */
  readonly key: string;
  readonly operation: 'set' | 'delete';
  readonly writer: ContextWriter;
  /** `context_authority.<word>`: the words of workflow-documents 7.4, and `call_ended` for a write after the end of its call. */
  readonly rule: string;
  readonly message: string;
}

/** The error that a refused write throws. */
export function refusalError({ key, operation, writer, rule, message }: RefusedWrite, workflow: string): IntarsiaError {
  return new IntarsiaError('context_write_refused', message, { details: { reason: rule, workflow, key, operation, writer } });
}
