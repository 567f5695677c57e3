import { fitsType } from '../../context/authority.ts';
import { refusedPath } from '../../context/sources/file-path.ts';
import { hasStrayBraces, referenceOf, referencesIn, runFactNames } from '../../context/sources/templates.ts';
import { frozen } from '../../outputs/frozen.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { warnNoEffect } from '../reading/closed-object.ts';
import type { Reading } from '../reading/reading.ts';
import type { SourceDefinition, VariableDefinition } from '../schemas/context-variables.ts';
import type { ContextSource } from '../workflow.ts';
import { shownName } from './names.ts';
import { refuseAt, warnAt } from './reports.ts';

/** The query of a `data_reference` that writes none (workflow-documents 7.1). */
const defaultQuery: JsonObject = { app_id: '{{runtime.app_id}}' };

/** Every declared name with its place among them. */
export type DeclaredOrder = ReadonlyMap<string, number>;

/** Checks where a variable's first value comes from. `path` is the definition's. */
export function compileSource(
  name: string,
  path: string,
  { source, type }: VariableDefinition,
  order: DeclaredOrder,
  reading: Reading,
): ContextSource {
  const at = pointerTo(path, 'source');
  checkDefault(name, path, source, type, reading);
  const initial: Json = frozen(defaultOf(source));
  switch (source.type) {
    case 'state':
      return { kind: 'state', initial };
    case 'config':
      return { kind: 'config', environment: source.env_var, initial, required: source.required };
    case 'file': {
      const why = refusedPath(source.path);
      if (why !== null) refuseAt(reading, pointerTo(at, 'path'), 'path_refused', `\`${shownName(source.path)}\` ${why}.`);
      return { kind: 'file', path: source.path, format: source.format ?? formatOf(source.path), initial, required: source.required };
    }
    case 'data_reference': {
      const { database_name: database, collection, fields, refresh_strategy: refresh, query_template: query } = source;
      if (refresh !== null && refresh !== 'once')
        warnNoEffect(reading, pointerTo(at, 'refresh_strategy'), `\`refresh_strategy: ${refresh}\``, 'value');
      if (query !== null) checkQuery(name, pointerTo(at, 'query_template'), query, order, reading);
      return { kind: 'record', database, collection, query: frozen(query ?? defaultQuery), fields, initial };
    }
    case 'data_entity':
      return { kind: 'entity' };
    case 'build_context':
      return { kind: 'build_context' };
    case 'computed':
    case 'external':
      return { kind: 'tools' };
  }
}

function checkDefault(name: string, path: string, source: SourceDefinition, type: string | null, reading: Reading): void {
  const whole = objectOf(source, type);
  if (whole !== null && !fitsType(type, {})) {
    const message = `The value of ${whole} is an object, and \`${name}\` is of type ${type}.`;
    refuseAt(reading, pointerTo(path, 'type'), 'wrong_type', message, 'write `type: object`, or leave it out');
  }
  const initial = defaultOf(source);
  if (fitsType(type, initial)) return;
  const hint = typeof initial === 'string' ? 'write it without quotes' : undefined;
  const at = pointerTo(pointerTo(path, 'source'), 'default');
  refuseAt(reading, at, 'wrong_default', `The default of \`${name}\` is not of its type, ${type}.`, hint);
}

/** What a source is called whose value is always an object. A reference that is meant as a list of documents loads: its default may be one. */
function objectOf(source: SourceDefinition, type: string | null): string | null {
  if (source.type === 'data_entity') return 'a data_entity';
  if (source.type !== 'data_reference' || source.fields.length === 1 || type === 'array') return null;
  return source.fields.length === 0 ? 'a data_reference without `fields`' : 'a data_reference with several `fields`';
}

const defaultOf = (source: SourceDefinition): Json => ('default' in source ? source.default : null);

function formatOf(path: string): 'json' | 'yaml' | 'text' {
  if (/\.json$/i.test(path)) return 'json';
  return /\.ya?ml$/i.test(path) ? 'yaml' : 'text';
}

function checkQuery(name: string, path: string, query: JsonObject, order: DeclaredOrder, reading: Reading): void {
  if (Object.keys(query).length === 0)
    warnAt(
      reading,
      path,
      'empty',
      'An empty query finds any document, whoever it belongs to.',
      'leave it out to look for `app_id` of the app',
    );
  checkTemplates(name, path, query, order, reading);
}

/** Checks every `{{…}}` in the texts of a query: a fact of the run, or a variable that stands before this one and so has its value first. */
function checkTemplates(name: string, path: string, value: Json, order: DeclaredOrder, reading: Reading): void {
  if (typeof value === 'string') {
    if (hasStrayBraces(value))
      refuseAt(reading, path, 'wrong_template', 'Its braces are not closed, so they would be sent as they are.', 'write `{{name}}`');
    for (const reference of referencesIn(value)) checkReference(name, path, reference, order, reading);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = pointerTo(path, key);
      if (key.includes('{{')) refuseKey(reading, at);
      checkTemplates(name, at, member, order, reading);
    }
  }
}

function refuseKey(reading: Reading, path: string): void {
  const message = 'A key of a query is sent as it is: `{{…}}` is filled in only in the values.';
  reading.problems.refuse(reading.document.placeOf(path, 'key'), 'wrong_template', message);
}

function checkReference(name: string, path: string, text: string, order: DeclaredOrder, reading: Reading): void {
  const reference = referenceOf(text, order);
  if (reference.kind === 'run_fact') return;
  if (reference.kind === 'unknown_fact') {
    const message = `\`{{${shownName(text)}}}\` is no fact of a run; there are ${runFactNames.map((fact) => `\`runtime.${fact}\``).join(', ')}.`;
    refuseAt(reading, path, 'unknown_run_fact', message, didYouMean(reference.name, runFactNames));
    return;
  }
  const place = order.get(reference.name);
  if (place === undefined) {
    const message = `No context variable \`${shownName(reference.name)}\` is declared in context_variables.yaml.`;
    refuseAt(reading, path, 'unknown_variable', message, didYouMean(reference.name, order.keys()));
  } else if (place >= (order.get(name) ?? 0)) {
    const message = `\`{{${shownName(text)}}}\` is not known yet when \`${name}\` is read: a query takes variables that stand before it.`;
    refuseAt(reading, path, 'variable_order', message, `put \`${reference.name}\` before \`${name}\``);
  }
}
