import { deterministicWriters, fitsType, isReservedKey } from '../context/authority.ts';
import { frozen } from '../outputs/frozen.ts';
import { pointerTo } from '../outputs/model-definition.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { Json } from '../ports/json.ts';
import { inferClass, inferWriters, isIdentityOrSecret, type VariableFacts } from './context-authority.ts';
import type { ContextDocument, VariableDefinition } from './document-schemas.ts';
import { checkAgent, declaredNames } from './participants.ts';
import type { Placed, Reading } from './reading.ts';
import type { ConditionKey } from './transitions.ts';
import type { AuthorityClass, ContextTrigger, ContextVariable, ContextWriter } from './workflow.ts';

const keyGrammar = /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/;

/** Checks the definitions of context_variables.yaml and fills in what 7.3 infers. `conditionKeys` are the variables that transitions look at. */
export function compileVariables(
  document: ContextDocument,
  conditionKeys: ReadonlySet<string>,
  agents: ReadonlySet<string>,
  reading: Reading,
): ReadonlyMap<string, ContextVariable> {
  for (const name of declaredNames(reading.document, 'definitions')) checkName(name, pointerTo('/definitions', name), reading);
  return new Map(
    [...document.definitions].map(([name, definition]) => [
      name,
      new VariableCompiler(name, definition, conditionKeys.has(name), agents, reading).variable(),
    ]),
  );
}

/** The variables that each agent's prompt shows; every one declared, every agent too. */
export function compileViews(
  document: ContextDocument,
  variables: ReadonlySet<string>,
  agents: ReadonlySet<string>,
  reading: Reading,
): ReadonlyMap<string, readonly string[]> {
  for (const [agent, view] of document.agents) {
    checkAgent(reading, view.path, agent, agents, 'key');
    for (const { path, value } of view.value.variables) checkVariable(reading, path, value, variables);
  }
  return new Map([...document.agents].map(([agent, view]) => [agent, [...new Set(view.value.variables.map(({ value }) => value))]]));
}

/** Reports the keys of conditions that no definition declares. */
export function checkConditionKeys(keys: readonly ConditionKey[], variables: ReadonlySet<string>, reading: Reading): void {
  for (const { path, key } of keys) checkVariable(reading, path, key, variables);
}

function checkVariable(reading: Reading, path: string, name: string, variables: ReadonlySet<string>): void {
  const place = reading.document.placeOf(path);
  if (isReservedKey(name))
    reading.problems.refuse(place, 'reserved_name', `\`${name}\` is a reserved name; no document can declare or show it.`);
  else if (!variables.has(name)) {
    const message = `No context variable \`${name}\` is declared in context_variables.yaml.`;
    reading.problems.refuse(place, 'unknown_variable', message, { got: `\`${name}\``, hint: didYouMean(name, variables) });
  }
}

function checkName(name: string, path: string, reading: Reading): void {
  const place = reading.document.placeOf(path, 'key');
  if (isReservedKey(name)) reading.problems.refuse(place, 'reserved_name', `\`${name}\` is a reserved name; nothing makes it declarable.`);
  else if (!keyGrammar.test(name)) {
    const message = `\`${name}\` cannot name a context variable: a letter first, then letters, digits, \`_\`, \`.\`, \`:\`, \`-\`, at most 128.`;
    reading.problems.refuse(place, 'invalid_name', message);
  }
}

class VariableCompiler {
  readonly #name: string;
  readonly #path: string;
  readonly #definition: VariableDefinition;
  readonly #reading: Reading;
  readonly #facts: VariableFacts;
  readonly #triggers: readonly ContextTrigger[];
  readonly #listed: readonly ContextWriter[];

  constructor(name: string, definition: Placed<VariableDefinition>, isCondition: boolean, agents: ReadonlySet<string>, reading: Reading) {
    this.#name = name;
    this.#path = definition.path;
    this.#definition = definition.value;
    this.#reading = reading;
    this.#triggers = this.#readTriggers(agents);
    this.#listed = [...new Set(definition.value.writer_ids.map(({ value }) => value))];
    this.#facts = {
      name,
      isCondition,
      source: definition.value.source.type,
      hasAgentText: this.#triggers.some(({ kind }) => kind === 'agent_text'),
      hasUserText: this.#triggers.some(({ kind }) => kind === 'user_text'),
    };
  }

  variable(): ContextVariable {
    const definition = this.#definition;
    const authorityClass = this.#class();
    const writers = this.#writers(authorityClass);
    const isHidden = authorityClass === 'immutable_runtime_authority' || authorityClass === 'tool_only_information';
    const isRouting = definition.routing ?? (this.#facts.isCondition || authorityClass === 'closed_writer_routing_state');
    this.#checkRoutingWriters(writers);
    this.#checkDefault();
    return {
      name: this.#name,
      type: definition.type,
      description: definition.description,
      authorityClass,
      writers,
      modelVisible: definition.model_visible ?? !isHidden,
      toolVisible: definition.tool_visible ?? true,
      persisted: definition.persisted ?? !isHidden,
      // A declared text route gives up the protection that routing state has against text.
      routing: isRouting && !this.#isTextRouted(),
      authorization: definition.authorization ?? isIdentityOrSecret(this.#name),
      source: this.#source(),
      triggers: this.#triggers,
    };
  }

  /** Agent text may move a route only where the author says so, twice. */
  #isTextRouted(): boolean {
    return this.#definition.allow_text_routing && this.#facts.hasAgentText && this.#listed.includes('agent_text');
  }

  #class(): AuthorityClass {
    const declared = this.#definition.authority_class;
    if (declared !== null) return declared;
    const { authorityClass, because } = inferClass(this.#facts);
    if (because !== null) {
      const article = because.kind === 'secret' ? 'a secret' : 'quality evidence';
      const message = `\`${this.#name}\` is taken for ${article} because its name contains "${because.word}", so it is ${authorityClass}.`;
      this.#warn(
        this.#path,
        because.kind === 'secret' ? 'inferred_secret' : 'inferred_quality',
        message,
        'declare `authority_class` to decide it',
      );
    }
    return authorityClass === 'closed_writer_routing_state' && this.#isTextRouted() ? 'derived_information' : authorityClass;
  }

  #writers(authorityClass: AuthorityClass): readonly ContextWriter[] {
    const path = pointerTo(this.#path, 'writer_ids');
    if (authorityClass === 'immutable_runtime_authority') {
      if (this.#listed.length > 0)
        this.#refuse(
          path,
          'writer_not_allowed',
          `\`${this.#name}\` is ${authorityClass}: only the runtime writes it, so \`writer_ids\` must go.`,
        );
      return [];
    }
    const writers = this.#listed.length > 0 ? this.#listed : inferWriters(this.#facts, authorityClass);
    if (!authorityClass.startsWith('closed_writer')) return writers;
    const dropped = this.#listed.filter((writer) => !deterministicWriters.has(writer) && writer !== 'agent_text');
    if (dropped.length > 0)
      this.#warn(
        path,
        'writer_dropped',
        `\`${this.#name}\` is ${authorityClass}, which only deterministic writers may write; ${dropped.join(', ')} may not.`,
      );
    return writers.filter((writer) => deterministicWriters.has(writer));
  }

  #checkRoutingWriters(writers: readonly ContextWriter[]): void {
    const { isCondition, hasAgentText, source } = this.#facts;
    const isRouting = isCondition || this.#definition.routing === true;
    if (isRouting && hasAgentText && !this.#isTextRouted()) {
      const message = `Agent text would decide a route through \`${this.#name}\`.`;
      this.#refuse(
        this.#path,
        'text_routing',
        message,
        'let a tool write it, or list `agent_text` in `writer_ids` and set `allow_text_routing: true`',
      );
    } else if (isRouting && !this.#isTextRouted() && !writers.some((writer) => deterministicWriters.has(writer))) {
      const message = `\`${this.#name}\` decides a route, and no deterministic writer may write it.`;
      this.#refuse(
        this.#path,
        'routing_without_writer',
        message,
        `add \`writer_ids: [${source === 'config' ? 'runtime_system' : 'deterministic_tool'}]\``,
      );
    } else if (isCondition && this.#listed.length === 0 && !writers.some((writer) => writer !== 'transition_router')) {
      const message = `\`${this.#name}\` decides a route, and no tool may write it: only transition_router is inferred as its writer.`;
      this.#warn(this.#path, 'routing_writer_inferred', message, 'add `writer_ids: [deterministic_tool]`');
    }
    if (this.#definition.allow_text_routing && !this.#isTextRouted()) {
      const message = '`allow_text_routing` needs an `agent_text` trigger, and `agent_text` in `writer_ids`.';
      this.#refuse(pointerTo(this.#path, 'allow_text_routing'), 'text_routing', message);
    }
  }

  #checkDefault(): void {
    const { type, source } = this.#definition;
    if (fitsType(type, source.default)) return;
    const path = pointerTo(pointerTo(this.#path, 'source'), 'default');
    const hint = typeof source.default === 'string' ? 'write it without quotes' : undefined;
    this.#refuse(path, 'wrong_default', `The default of \`${this.#name}\` is not of its type, ${type}.`, hint);
  }

  #source(): ContextVariable['source'] {
    const { source } = this.#definition;
    const initial: Json = frozen(source.default);
    return source.type === 'state'
      ? { kind: 'state', initial }
      : { kind: 'config', environment: source.env_var, initial, required: source.required };
  }

  #readTriggers(agents: ReadonlySet<string>): readonly ContextTrigger[] {
    const { source, type } = this.#definition;
    if (source.type === 'config') return [];
    return source.triggers.map(({ path, value }) => {
      const { equals, contains, regex } = value.match;
      const matchPath = pointerTo(path, 'match');
      if (equals === null && contains === null && regex === null) {
        this.#refuse(matchPath, 'required', 'A match needs at least one of `equals`, `contains` and `regex`.');
      }
      if (regex !== null) this.#checkRegex(pointerTo(matchPath, 'regex'), regex);
      if (value.type === 'agent_text') checkAgent(this.#reading, pointerTo(path, 'agent'), value.agent, agents);
      if (!fitsType(type, true))
        this.#refuse(path, 'wrong_type', `A text trigger sets true, and \`${this.#name}\` is of type ${type}.`, 'declare `type: boolean`');
      return {
        kind: value.type,
        agent: value.type === 'agent_text' ? value.agent : null,
        equals,
        contains,
        regex,
        hidden: value.ui_hidden,
      };
    });
  }

  #checkRegex(path: string, regex: string): void {
    try {
      new RegExp(regex, 'i');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#refuse(path, 'wrong_value', `\`${regex}\` is not a valid regular expression.`, 'ECMAScript syntax; case never matters');
    }
  }

  #refuse(path: string, code: string, message: string, hint?: string): void {
    this.#reading.problems.refuse(this.#reading.document.placeOf(path, path === this.#path ? 'key' : 'value'), code, message, { hint });
  }

  #warn(path: string, code: string, message: string, hint?: string): void {
    this.#reading.problems.warn(this.#reading.document.placeOf(path, 'key'), code, message, { hint });
  }
}
