import { deterministicWriters } from '../../context/authority.ts';
import { variableOf } from '../../context/variable-path.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Placed, Reading } from '../reading/reading.ts';
import type { ContextDocument, SourceDefinition, VariableDefinition } from '../schemas/context-variables.ts';
import type { AuthorityClass, ContextTrigger, ContextVariable, ContextWriter } from '../workflow.ts';
import { inferClass, inferWriters, isIdentityOrSecret, type VariableFacts } from './context-authority.ts';
import { compileSource, type DeclaredOrder } from './context-sources.ts';
import { compileTriggers, type TriggerNames } from './context-triggers.ts';
import { declaredNames } from './participants.ts';
import { isKeyTold, refuseAt, warnAt } from './reports.ts';
import { checkDeclaredName } from './variable-names.ts';

/** What the other documents say of the variables. */
export interface VariableUses extends TriggerNames {
  /** Variables that transitions look at. */
  readonly conditions: ReadonlySet<string>;
  /** Variables that task batches write. */
  readonly taskKeys: ReadonlySet<string>;
}

/** Checks the definitions of context_variables.yaml and fills in what 7.3 infers. */
export function compileVariables(document: ContextDocument, uses: VariableUses, reading: Reading): ReadonlyMap<string, ContextVariable> {
  const declared = declaredNames(reading.document, 'definitions');
  for (const name of declared) checkDeclaredName(reading, name);
  const order: DeclaredOrder = new Map([...declared].map((name, place) => [name, place]));
  for (const { path, value } of document.definitions.values()) warnOfUnknownInputs(reading, path, value.source, declared);
  return new Map(
    [...document.definitions].map(([name, definition]) => [name, new VariableCompiler(name, definition, uses, order, reading).variable()]),
  );
}

/** What a computed variable reads is looked up when it is computed, so an unknown name is not a problem yet. */
function warnOfUnknownInputs(reading: Reading, path: string, source: SourceDefinition, declared: ReadonlySet<string>): void {
  if (source.type !== 'computed') return;
  for (const input of source.inputs.filter((name) => !declared.has(variableOf(name, declared)))) {
    const message = `No context variable \`${input}\` is declared in context_variables.yaml.`;
    warnAt(reading, `${path}/source/inputs`, 'unknown_variable', message, didYouMean(input, declared));
  }
}

/** What decides who may write a variable. */
const writerKeys = ['writer_ids', 'source', 'allow_text_routing', 'authority_class', 'routing'] as const;

class VariableCompiler {
  readonly #name: string;
  readonly #path: string;
  readonly #definition: VariableDefinition;
  readonly #reading: Reading;
  readonly #facts: VariableFacts;
  readonly #triggers: readonly ContextTrigger[];
  readonly #listed: readonly ContextWriter[];
  readonly #order: DeclaredOrder;

  constructor(name: string, definition: Placed<VariableDefinition>, uses: VariableUses, order: DeclaredOrder, reading: Reading) {
    this.#name = name;
    this.#order = order;
    this.#path = definition.path;
    this.#definition = definition.value;
    this.#reading = reading;
    this.#triggers = compileTriggers(name, definition.value, uses, reading);
    this.#listed = [...new Set(definition.value.writer_ids.map(({ value }) => value))];
    const { source } = definition.value;
    this.#facts = {
      name,
      isCondition: uses.conditions.has(name),
      isTaskKey: uses.taskKeys.has(name),
      source: source.type,
      hasAgentText: this.#triggers.some(({ kind }) => kind === 'agent_text'),
      hasUserText: this.#triggers.some(({ kind }) => kind === 'user_text'),
      hasUiResponse: this.#triggers.some(({ kind }) => kind === 'ui_response'),
    };
  }

  variable(): ContextVariable {
    const definition = this.#definition;
    const authorityClass = this.#class();
    const writers = this.#writers(authorityClass);
    const isHidden = authorityClass === 'immutable_runtime_authority' || authorityClass === 'tool_only_information';
    const isRouting = definition.routing ?? (this.#facts.isCondition || authorityClass === 'closed_writer_routing_state');
    const isTold = writerKeys.some((key) => isKeyTold(this.#reading, this.#path, key));
    if (!isTold) this.#checkRoutingWriters(writers);
    const persisted = definition.persisted ?? !isHidden;
    if (this.#facts.isCondition && !persisted) {
      const message = `A transition looks at \`${this.#name}\`, which is not persisted: what is written to it never reaches the graph.`;
      this.#warn(this.#path, 'routing_not_persisted', message);
    }
    const authorization = definition.authorization ?? isIdentityOrSecret(this.#name);
    if (persisted && (authorization || authorityClass === 'immutable_runtime_authority')) this.#refuseReplay(authorityClass);
    return {
      name: this.#name,
      type: definition.type,
      description: definition.description,
      authorityClass,
      writers,
      modelVisible: definition.model_visible ?? !isHidden,
      toolVisible: definition.tool_visible ?? true,
      persisted,
      // A declared text route gives up the protection that routing state has against text.
      routing: isRouting && !this.#isTextRouted(),
      authorization,
      source: compileSource(this.#name, this.#path, this.#definition, this.#order, this.#reading),
      triggers: this.#triggers,
    };
  }

  /** What is kept in a journal is read back later, when rights and identities may be others (workflow-documents 7.4). */
  #refuseReplay(authorityClass: AuthorityClass): void {
    const isDeclared = this.#definition.persisted !== null;
    const isImmutable = authorityClass === 'immutable_runtime_authority';
    const why = isImmutable ? `is ${authorityClass}` : 'carries rights';
    const isByName = !isImmutable && this.#definition.authorization === null;
    this.#refuse(
      isDeclared ? pointerTo(this.#path, 'persisted') : this.#path,
      'not_replayable',
      `\`${this.#name}\` ${why}, so its value must not be read back from a journal.`,
      `${isDeclared ? 'write' : 'add'} \`persisted: false\`${isByName ? ', or `authorization: false` if it carries none' : ''}`,
    );
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
    if (this.#definition.allow_text_routing && !this.#isTextRouted() && !(isRouting && hasAgentText)) {
      const message = '`allow_text_routing` needs an `agent_text` trigger, and `agent_text` in `writer_ids`.';
      this.#refuse(pointerTo(this.#path, 'allow_text_routing'), 'text_routing', message);
    }
  }

  #refuse(path: string, code: string, message: string, hint?: string): void {
    if (path !== this.#path) refuseAt(this.#reading, path, code, message, hint);
    else this.#reading.problems.refuse(this.#reading.document.placeOf(path, 'key'), code, message, { hint });
  }

  #warn(path: string, code: string, message: string, hint?: string): void {
    warnAt(this.#reading, path, code, message, hint);
  }
}
