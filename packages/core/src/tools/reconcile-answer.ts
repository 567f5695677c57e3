import { isJsonObject, type Json } from '../ports/json.ts';
import type { ReconcileAnswer } from './tool.ts';

/** What `reconcile` of a tool answered; null for what is no answer. */
export function readReconcileAnswer(value: Json): ReconcileAnswer | null {
  if (!isJsonObject(value)) return null;
  const { kind, result = null } = value;
  if (kind === 'happened') return { kind, result };
  return kind === 'not_happened' || kind === 'unknown' ? { kind } : null;
}
