import type { Json, JsonObject } from '../ports/json.ts';

/**
 * The context as a tool sees it: one interface for every container (workflow-documents 4.6, 7.2). Values are frozen; a write stores a
 * copy. A write that the policy refuses throws `context_write_refused`.
 */
export interface ContextAccess {
  get(key: string): Json | undefined;
  has(key: string): boolean;
  /** Declared keys that have a value; never `structured_output`. */
  keys(): readonly string[];
  set(key: string, value: Json): void;
  delete(key: string): boolean;
  /** A detached copy of everything but `structured_output`. */
  snapshot(): JsonObject;
}
