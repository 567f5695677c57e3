import type { ContextVariable, Workflow } from '../../documents/workflow.ts';
import { utf8Length } from '../../outputs/json-door/json-reader.ts';
import { type Clock, untilAborted } from '../../ports/clock.ts';
import type { ContextSources, FileResult, SourceRequest } from '../../ports/context-sources.ts';
import { type ErrorCode, IntarsiaError } from '../../ports/errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ConversationScope } from '../../ports/network.ts';
import { fitsType } from '../authority.ts';
import { frozenCopy, isPlainObject } from '../frozen-json.ts';
import { valueAt } from '../variable-path.ts';
import { coerce } from './coercion.ts';
import { fileValue } from './file-value.ts';
import { recordValue } from './record-value.ts';
import { fillTemplate, type RunFactName, referenceOf, referencesIn } from './templates.ts';

/** What the first values of a conversation, or the values that an activation reads anew, are read with. */
export interface ContextReading {
  readonly workflow: Workflow;
  readonly scope: ConversationScope;
  readonly app: string;
  /** What a journal keeps of the conversation already; null at its start. */
  readonly saved: JsonObject | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sources: ContextSources;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told what a person must not see. */
  readonly log: (entry: { readonly level: 'warn' | 'error'; readonly message: string; readonly cause?: unknown }) => void;
}

/** Why a value could not be read; `context_source_failed` may pass. */
export type SourceErrorCode = Extract<ErrorCode, 'config_invalid' | 'context_source_failed'>;

/** The value of a variable, or what is wrong with it in words that name the variable and no value. */
export type Read =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'fault'; readonly code: SourceErrorCode; readonly fault: string }
  /** Its query needs a variable that could not be read, which is told already. */
  | { readonly kind: 'blocked' };

type SourceOf<Kind extends ContextVariable['source']['kind']> = Extract<ContextVariable['source'], { readonly kind: Kind }>;

/** As much of a record as is read of a file. */
const maxRecordBytes = 1024 * 1024;
const noFiles: FileResult = { kind: 'missing', why: 'cannot be read: this host reads no files' };

/** Reads variables as their sources say. One that rejects is a fault, with its cause in the log only. */
export class SourceReader {
  readonly #reading: ContextReading;
  readonly #request: SourceRequest;
  readonly #declared: ReadonlySet<string>;
  readonly #runFacts: Readonly<Record<RunFactName, string>>;
  /** What is being read, by name, in document order: a query waits for what it needs of them. */
  readonly #reads = new Map<string, Promise<Read>>();
  #buildContext: Promise<Readonly<Record<string, Json | undefined>>> | undefined;

  constructor(reading: ContextReading, signal: AbortSignal) {
    const { workflow, scope, app } = reading;
    this.#reading = reading;
    this.#request = { workflow, scope, app, signal };
    this.#declared = new Set(workflow.contextVariables.keys());
    this.#runFacts = { app_id: app, chat_id: scope.chat, tenant_id: scope.tenant, workflow_name: workflow.name };
  }

  /** All of them at the same time, as far as queries allow. */
  async read(variables: readonly ContextVariable[]): Promise<ReadonlyMap<ContextVariable, Read>> {
    const ends = variables.map(async (variable) => {
      const read = this.#readOne(variable);
      this.#reads.set(variable.name, read);
      return [variable, await read] as const;
    });
    return new Map(await Promise.all(ends));
  }

  async #readOne(variable: ContextVariable): Promise<Read> {
    try {
      return await this.#valueOf(variable);
    } catch (cause) {
      const { workflow, log } = this.#reading;
      log({ level: 'error', message: `Workflow "${workflow.name}": ${placeOf(variable)} could not be read.`, cause });
      return { kind: 'fault', code: 'context_source_failed', fault: `${placeOf(variable)} could not be read` };
    }
  }

  async #valueOf(variable: ContextVariable): Promise<Read> {
    const { source } = variable;
    switch (source.kind) {
      case 'state':
        return checked(variable, source.initial);
      case 'config':
        return this.#configured(variable, source);
      case 'file':
        return this.#fromFile(variable, source);
      case 'record':
        return this.#fromRecord(variable, source);
      case 'entity':
        return checked(variable, { kind: 'data_entity', name: variable.name });
      case 'build_context':
        return checked(variable, await this.#fromBuildContext(variable.name));
      case 'tools':
        return checked(variable, null);
    }
  }

  #configured(variable: ContextVariable, { environment: name, initial, required }: SourceOf<'config'>): Read {
    const { environment } = this.#reading;
    const found = (name !== null && Object.hasOwn(environment, name) ? environment[name] : undefined) ?? initial;
    return required && (found === null || found === '') ? invalid(variable, 'is required') : checked(variable, found);
  }

  async #fromFile(variable: ContextVariable, { path, format, initial, required }: SourceOf<'file'>): Promise<Read> {
    const { file } = this.#reading.sources;
    const result = file === undefined ? noFiles : await this.#asked(() => file({ ...this.#request, path }));
    if (result.kind === 'missing') {
      if (required) return invalid(variable, `is required, and the file ${result.why}`);
      if (file !== undefined) this.#warn(variable, `keeps its default: the file ${result.why}.`);
      return checked(variable, initial);
    }
    const read = fileValue(format, result.text);
    if (read.kind === 'value') return checked(variable, read.value);
    this.#warn(variable, `is not exactly ${format}: ${read.detail}`);
    return invalid(variable, `is not exactly ${format} (${read.fault})`);
  }

  async #fromRecord(variable: ContextVariable, source: SourceOf<'record'>): Promise<Read> {
    const { record } = this.#reading.sources;
    const { database, collection, fields, initial } = source;
    if (record === undefined) return checked(variable, initial);
    const needed = await this.#needed(source.query);
    if (needed === null) return { kind: 'blocked' };
    const filled = fillTemplate(source.query, (reference) => this.#referred(reference, needed));
    if (filled.kind === 'unfilled') {
      this.#warn(variable, `keeps its default: {{${filled.template}}} of its query is not text, a number or a boolean.`);
      return checked(variable, initial);
    }
    const document = await this.#asked(() => record({ ...this.#request, database, collection, query: filled.query, fields }));
    if (isNothing(document)) return checked(variable, initial);
    // A list, or an object of a database's own class, has members that are no fields of the document.
    if (!isPlainObject(document)) return notJson(variable);
    const read = checked(variable, recordValue(document, fields) ?? initial);
    const isTooLarge = read.kind === 'value' && utf8Length(JSON.stringify(read.value)) > maxRecordBytes;
    return isTooLarge ? failed(variable, `is more than ${maxRecordBytes} bytes of JSON`) : read;
  }

  async #fromBuildContext(name: string): Promise<Json> {
    const { workflow, sources } = this.#reading;
    const { buildContext } = sources;
    if (buildContext === undefined) return null;
    const variables = [...workflow.contextVariables.values()].filter(({ source }) => source.kind === 'build_context');
    const names = variables.map((variable) => variable.name);
    this.#buildContext ??= this.#asked(() => buildContext({ ...this.#request, names }));
    const values = await this.#buildContext;
    if (!isPlainObject(values)) throw new IntarsiaError('context_source_failed', 'The build context must be an object of values by name.');
    return (Object.hasOwn(values, name) ? values[name] : null) ?? null;
  }

  /** The values of the variables that a query names: saved ones, and those that are being read; null when one of these has a fault. */
  async #needed(query: JsonObject): Promise<ReadonlyMap<string, Json> | null> {
    const saved = this.#reading.saved ?? {};
    const needed = new Map<string, Json>();
    // Called before anything is awaited, so what is being read now stands before this variable: nothing waits for itself.
    const reads = variablesIn(query, this.#declared).map((name) => [name, this.#reads.get(name)] as const);
    for (const [name, reading] of reads) {
      const read = await reading;
      if (read === undefined) needed.set(name, (Object.hasOwn(saved, name) ? saved[name] : null) ?? null);
      else if (read.kind === 'value') needed.set(name, read.value);
      else return null;
    }
    return needed;
  }

  #referred(text: string, needed: ReadonlyMap<string, Json>): Json | undefined {
    const reference = referenceOf(text, this.#declared);
    switch (reference.kind) {
      case 'run_fact':
        return this.#runFacts[reference.fact];
      case 'variable': {
        const value = needed.get(reference.name);
        return reference.path === '' ? value : valueAt(value, reference.path);
      }
      case 'unknown_fact':
        return undefined;
    }
  }

  /** A part of the host, which may ignore the signal: nobody waits for it then. */
  #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return untilAborted(Promise.resolve().then(ask), this.#request.signal);
  }

  #warn(variable: ContextVariable, what: string): void {
    const { workflow, log } = this.#reading;
    log({ level: 'warn', message: `Workflow "${workflow.name}": ${placeOf(variable)} ${what}` });
  }
}

/** The names of the variables in all texts of a query. */
function variablesIn(value: Json, declared: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'string') {
    return referencesIn(value).flatMap((text) => {
      const reference = referenceOf(text, declared);
      return reference.kind === 'variable' ? [reference.name] : [];
    });
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((member) => variablesIn(member, declared)) : [];
}

/** A value as it is kept: coerced, copied, frozen, and of the declared type. */
function checked(variable: ContextVariable, value: Json): Read {
  const copied = frozenCopy(coerce(variable.type, value));
  if (copied.kind === 'not_json') return notJson(variable);
  return fitsType(variable.type, copied.value)
    ? { kind: 'value', value: copied.value }
    : invalid(variable, `is not of type ${variable.type}`);
}

/** What a database that found nothing gives. */
const isNothing = (document: unknown): boolean => document === null || document === undefined;

const notJson = (variable: ContextVariable): Read => failed(variable, 'is not JSON');

const failed = (variable: ContextVariable, what: string): Read => ({
  kind: 'fault',
  code: 'context_source_failed',
  fault: `${placeOf(variable)} ${what}`,
});

const invalid = (variable: ContextVariable, what: string): Read => ({
  kind: 'fault',
  code: 'config_invalid',
  fault: `${placeOf(variable)} ${what}`,
});

/** A variable with where its value comes from. */
function placeOf({ name, source }: ContextVariable): string {
  const from = originOf(source);
  return from === null ? `context variable "${name}"` : `context variable "${name}" (${from})`;
}

function originOf(source: ContextVariable['source']): string | null {
  switch (source.kind) {
    case 'config':
      return source.environment === null ? null : `environment variable ${source.environment}`;
    case 'file':
      return `file ${source.path}`;
    case 'record':
      return `collection ${source.collection}`;
    case 'build_context':
      return 'build context';
    case 'state':
    case 'entity':
    case 'tools':
      return null;
  }
}
