import type { Json } from '../../ports/json.ts';

/** Text becomes a boolean, an integer or a number where that is declared; every other value, and text that says none, stays (workflow-documents 7.1). */
export function coerce(type: string | null, value: Json): Json {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  switch (type) {
    case 'boolean':
      if (['1', 'true', 'yes', 'on'].includes(text)) return true;
      return ['', '0', 'false', 'no', 'off'].includes(text) ? false : value;
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? Number(text) : value;
    case 'number':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : value;
    default:
      return value;
  }
}
