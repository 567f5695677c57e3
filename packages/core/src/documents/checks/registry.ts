import { type CompileModelsResult, compileModels } from '../../outputs/compile-models.ts';
import { didYouMean, nearestName } from '../../outputs/nearest-name.ts';
import type { OutputModel } from '../../outputs/output-model.ts';
import type { ModelDefinition } from '../../outputs/shapes/model-definition.ts';
import type { ReadDocument } from '../reading/folder-reading.ts';
import type { Reading } from '../reading/reading.ts';
import type { AgentsDocument } from '../schemas/agents.ts';
import { definitionOf, type OutputsDocument } from '../schemas/structured-outputs.ts';
import type { ToolsDocument } from '../schemas/tools.ts';
import { checkAgent, declaredNames } from './participants.ts';
import { isKeyTold } from './reports.ts';

/** The models of structured_outputs.yaml, and who answers with which. */
export interface CompiledRegistry {
  /** By name. */
  readonly models: ReadonlyMap<string, OutputModel>;
  /** By agent; the same objects. */
  readonly byAgent: ReadonlyMap<string, OutputModel>;
  /** True when the registry gives an agent a model, also one that cannot be compiled, and when that cannot be known. */
  hasModel(agent: string): boolean;
}

/** True when an agent must answer with a model or has an auto tool, or when a document that would say so cannot be read (case AG1). */
export function needsRegistry(agents: AgentsDocument | null, tools: ToolsDocument | null): boolean {
  if (agents === null || tools === null) return true;
  return (
    agents.agents.some(({ value }) => value.structured_outputs_required) || tools.tools.some(({ value }) => value.auto_tool_call === true)
  );
}

const noModels = new Map<string, never>();

/**
 * Compiles the models and checks the registry (workflow-documents 1.11, 1.14): its agents and models exist, and a model is of `type: model`. When nobody
 * needs it, everything that is wrong with the document is a warning, and no agent has a model.
 */
export function compileRegistry(
  outputs: ReadDocument<OutputsDocument> | null,
  agents: ReadonlySet<string>,
  isNeeded: boolean,
): CompiledRegistry {
  if (outputs === null) return { models: noModels, byAgent: noModels, hasModel: () => false };
  const { value: document, reading } = outputs;
  const compiled = document === null ? null : compileDocument(document, agents, reading);
  if (!isNeeded && reading.problems.excuse(reading.document.file)) return { models: noModels, byAgent: noModels, hasModel: () => false };
  return compiled ?? { models: noModels, byAgent: noModels, hasModel: () => true };
}

function compileDocument(document: OutputsDocument, agents: ReadonlySet<string>, reading: Reading): CompiledRegistry {
  const declared = declaredNames(reading.document, 'models');
  const compiled = compiledOnce(document, declared);
  if (compiled.kind === 'refused') {
    // A type that is no type says nothing of what goes with it.
    const unknownTypes = new Set(compiled.problems.flatMap(({ code, path }) => (code === 'unknown_type' ? [`/models${path}`] : [])));
    for (const { path, code, message, hint } of compiled.problems) {
      const pointer = `/models${path}`;
      const isLeft = (code === 'empty' || code === 'field_missing') && reading.problems.isTold(reading.document.file, pointer);
      if (isLeft || (code === 'field_not_allowed' && unknownTypes.has(pointer.replace(/[^/]*$/, 'type')))) continue;
      reading.problems.refuse(reading.document.placeOf(pointer, code === 'invalid_name' ? 'key' : 'value'), code, message, { hint });
    }
  }
  const models: ReadonlyMap<string, OutputModel> = compiled.kind === 'compiled' ? compiled.models : noModels;
  const byAgent = new Map<string, OutputModel>();
  const agentsWithModel = new Set<string>();
  for (const [agent, { path, value: name }] of document.registry) {
    const isDeclared = checkAgent(reading, path, agent, agents, 'key');
    if (name === null) continue;
    // A misspelt name was meant for the nearest agent, which then lacks nothing: one mistake is told once.
    agentsWithModel.add(isDeclared ? agent : (nearestName(agent, agents) ?? agent));
    checkModel(document, path, name, declared, reading);
    const model = models.get(name);
    if (model !== undefined) byAgent.set(agent, model);
  }
  const isMisspelt = document.registry.size === 0 && isKeyTold(reading, '', 'registry');
  // An entry that cannot be read, or that stands beside the registry, is told.
  const isTold = (agent: string): boolean => isKeyTold(reading, '/registry', agent) || isKeyTold(reading, '', agent);
  return { models, byAgent, hasModel: (agent) => isMisspelt || agentsWithModel.has(agent) || isTold(agent) };
}

/** A document that is kept between two loads keeps its models. */
const compiledDocuments = new WeakMap<OutputsDocument, CompileModelsResult>();

function compiledOnce(document: OutputsDocument, declared: ReadonlySet<string>): CompileModelsResult {
  const known = compiledDocuments.get(document);
  if (known !== undefined) return known;
  const compiled = compileModels(definitionsOf(document, declared));
  compiledDocuments.set(document, compiled);
  return compiled;
}

/** A definition that cannot be read still declares its name: what refers to it is no second mistake. */
function definitionsOf(document: OutputsDocument, declared: ReadonlySet<string>): ReadonlyMap<string, ModelDefinition> {
  const unread: ModelDefinition = { type: 'literal', description: null, values: [''] };
  return new Map(
    [...declared].map((name) => {
      const placed = document.models.get(name);
      return [name, placed === undefined ? unread : definitionOf(placed.value)];
    }),
  );
}

function checkModel(document: OutputsDocument, path: string, name: string, declared: ReadonlySet<string>, reading: Reading): void {
  const place = reading.document.placeOf(path);
  if (!declared.has(name)) {
    reading.problems.refuse(place, 'unknown_model', `No model \`${name}\` is declared.`, {
      got: `\`${name}\``,
      hint: () => didYouMean(name, declared),
    });
  } else if (document.models.get(name)?.value.type !== 'model' && document.models.has(name)) {
    reading.problems.refuse(place, 'not_a_model', `\`${name}\` is an alias; an agent answers with a \`type: model\`.`, {
      expected: '`type: model`',
    });
  }
}
