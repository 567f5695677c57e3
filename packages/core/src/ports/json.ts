/** Any JSON value, deeply read-only: what crosses a wire, a journal line or a model's reply. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, deeply read-only. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for what JSON can hold as it is, at every depth: no member that is undefined, no number that is not finite, no instance of a class. */
export function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  return (Array.isArray(value) || isPlain(value)) && Object.values(value).every(isJson);
}

/** A plain object of another realm has that realm's Object.prototype, which has no prototype either. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null || prototype === Object.prototype || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
  );
}

/** True for a plain JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
