import type { ContextVariable, Workflow } from '../documents/workflow.ts';
import type { ErrorCode } from '../ports/errors.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import { fitsType } from './authority.ts';
import { frozenCopy } from './frozen-json.ts';

/**
 * The first values of a conversation, or why there are none. `values` may stand in a journal; `unpersisted` (of variables that are not
 * persisted, such as secrets of the environment) may not and is read anew by every activation. `message` names every variable at fault,
 * never a value.
 */
export type InitialContext =
  | { readonly kind: 'ready'; readonly values: JsonObject; readonly unpersisted: JsonObject }
  | { readonly kind: 'refused'; readonly code: Extract<ErrorCode, 'config_invalid'>; readonly message: string };

type InitialValue = { readonly kind: 'value'; readonly value: Json } | { readonly kind: 'fault'; readonly fault: string };

/**
 * The value of every declared variable before anything happened (workflow-documents 7.1): the default of a state variable; for a config
 * variable its environment variable if that is set, else its default. Text becomes a boolean, an integer or a number where that is
 * declared. A required config variable without a value, and a value that does not fit its type, refuse the whole context.
 */
export function initialContext(workflow: Workflow, environment: Readonly<Record<string, string | undefined>>): InitialContext {
  const values: [string, Json][] = [];
  const unpersisted: [string, Json][] = [];
  const faults: string[] = [];
  for (const variable of workflow.contextVariables.values()) {
    const initial = initialValue(variable, environment);
    if (initial.kind === 'value') (variable.persisted ? values : unpersisted).push([variable.name, initial.value]);
    else faults.push(initial.fault);
  }
  if (faults.length === 0) return { kind: 'ready', values: frozen(values), unpersisted: frozen(unpersisted) };
  return { kind: 'refused', code: 'config_invalid', message: `Workflow "${workflow.name}" cannot start: ${faults.join('; ')}.` };
}

const frozen = (entries: readonly [string, Json][]): JsonObject => Object.freeze(Object.fromEntries(entries));

function initialValue(variable: ContextVariable, environment: Readonly<Record<string, string | undefined>>): InitialValue {
  const { source } = variable;
  const name = source.kind === 'config' ? source.environment : null;
  const given = name !== null && Object.hasOwn(environment, name) ? environment[name] : undefined;
  const place =
    name === null ? `context variable "${variable.name}"` : `context variable "${variable.name}" (environment variable ${name})`;
  const found = given ?? source.initial;
  if (source.kind === 'config' && source.required && (found === null || found === ''))
    return { kind: 'fault', fault: `${place} is required` };
  const copied = frozenCopy(coerce(variable.type, found));
  if (copied.kind === 'not_json' || !fitsType(variable.type, copied.value)) {
    return { kind: 'fault', fault: `${place} is not of type ${variable.type}` };
  }
  return { kind: 'value', value: copied.value };
}

function coerce(type: string | null, value: Json): Json {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  switch (type) {
    case 'boolean':
      if (['1', 'true', 'yes', 'on'].includes(text)) return true;
      return ['', '0', 'false', 'no', 'off'].includes(text) ? false : value;
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? Number(text) : value;
    case 'number':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text) ? Number(text) : value;
    default:
      return value;
  }
}
