import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';

const redactedText = '[REDACTED]';

const secretNames: ReadonlySet<string> = new Set(
  'api_key apikey password secret token auth_token authtoken private_key privatekey access_key accesskey bearer api_secret apisecret client_secret clientsecret'.split(
    ' ',
  ),
);

/**
 * A copy for logs and events in which the values of fields that look secret are `[REDACTED]`, at every depth (tool-calling 11.4): known names, names with `secret_`
 * in them, and names that end in `_secret`, `_key`, `_token` or `_password`; letter case aside, `-` and the humps of camelCase count as `_`. Fields that a tool
 * declares public are shown. What a model reads goes through nothing of this (case TOOL-69).
 */
export function redact(value: JsonObject, publicFields?: readonly string[]): JsonObject;
export function redact(value: Json, publicFields?: readonly string[]): Json;
export function redact(value: Json, publicFields: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item: Json) => redact(item, publicFields));
  if (!isJsonObject(value)) return value;
  const shown = (key: string, member: Json) =>
    !publicFields.includes(key) && looksSecret(key) ? redactedText : redact(member, publicFields);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shown(key, member)]));
}

function looksSecret(key: string): boolean {
  const name = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
  return secretNames.has(name) || name.includes('secret_') || /_(secret|key|token|password)$/.test(name);
}
