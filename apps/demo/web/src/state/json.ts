/** The members of an object, or none: for data whose shape the page does not own. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The text of that name, or null. */
export function textOf(value: unknown, name: string): string | null {
  const member = members(value)[name];
  return typeof member === 'string' ? member : null;
}

/** The finite number of that name, or null. */
export function numberOf(value: unknown, name: string): number | null {
  const member = members(value)[name];
  return typeof member === 'number' && Number.isFinite(member) ? member : null;
}

/** The list of that name, or an empty one. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const member = members(value)[name];
  return Array.isArray(member) ? member : [];
}
