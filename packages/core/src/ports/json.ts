/** Any JSON value, deeply read-only: what crosses a wire, a journal line or a model's reply. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, deeply read-only. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a plain JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
