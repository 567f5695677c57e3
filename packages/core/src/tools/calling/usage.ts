import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { toolResult } from '../tool-result.ts';
import type { Usage } from './call-with-tools-types.ts';

/** No model call yet. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, details: {} };

/** What providers call the three counts (tool-calling 3.6); the first one that is there counts. */
const inputKeys = ['inputTokens', 'input_tokens', 'prompt_tokens', 'promptTokens', 'input', 'promptTokenCount', 'inputTokenCount'];
const outputKeys = [
  'outputTokens',
  'output_tokens',
  'completion_tokens',
  'completionTokens',
  'output',
  'candidatesTokenCount',
  'outputTokenCount',
];
const totalKeys = ['totalTokens', 'total_tokens', 'total', 'totalTokenCount'];
const countKeys: ReadonlySet<string> = new Set([...inputKeys, ...outputKeys, ...totalKeys, 'tokens']);

/** What one model call used, from what its provider says in any of the usual spellings. A total that is not said is the sum; nothing said is nothing used. */
export function readUsage(said: unknown): Usage {
  const detached = toolResult(said);
  const given = detached.kind === 'json' && isJsonObject(detached.value) ? detached.value : {};
  const nested = isJsonObject(given['tokens']) ? given['tokens'] : {};
  const count = (keys: readonly string[]) => firstCount(given, keys) ?? firstCount(nested, keys);
  const inputTokens = count(inputKeys) ?? 0;
  const outputTokens = count(outputKeys) ?? 0;
  const details = Object.fromEntries(Object.entries(given).filter(([key]) => !countKeys.has(key)));
  return { inputTokens, outputTokens, totalTokens: count(totalKeys) ?? inputTokens + outputTokens, details };
}

/** Both together (case TOOL-15): counters are added up, also nested ones; of everything else the later value stands. */
export function addUsage(earlier: Usage, later: Usage): Usage {
  return {
    inputTokens: earlier.inputTokens + later.inputTokens,
    outputTokens: earlier.outputTokens + later.outputTokens,
    totalTokens: earlier.totalTokens + later.totalTokens,
    details: merged(earlier.details, later.details),
  };
}

function firstCount(given: JsonObject, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = Object.hasOwn(given, key) ? numberOf(given[key]) : null;
    if (count !== null) return Math.max(0, Math.trunc(count));
  }
  return undefined;
}

function merged(earlier: JsonObject, later: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  const own = (from: JsonObject, key: string) => (Object.hasOwn(from, key) ? from[key] : undefined);
  return Object.fromEntries([...keys].map((key) => [key, mergedValue(key, own(earlier, key), own(later, key)) ?? null]));
}

function mergedValue(key: string, earlier: Json | undefined, later: Json | undefined): Json | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  if (isJsonObject(earlier) && isJsonObject(later)) return merged(earlier, later);
  if (!isCounter(key)) return later;
  const [one, two] = [numberOf(earlier), numberOf(later)];
  return one === null || two === null ? later : one + two;
}

const counters: ReadonlySet<string> = new Set([
  'cost',
  'total',
  'calls',
  'requests',
  'retries',
  'attempts',
  'images',
  'tokens',
  'duration_ms',
]);
const counterEnds = /_(tokens|cost|count|duration_ms)$/;

/** By its name, in both spellings: an id stays what it is, whatever digits it has. */
function isCounter(key: string): boolean {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return counters.has(name) || counterEnds.test(name);
}

/** A number, or text that is one. */
function numberOf(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
