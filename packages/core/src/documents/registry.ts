import { compileModels } from '../outputs/compile-models.ts';
import type { ModelDefinition } from '../outputs/model-definition.ts';
import { didYouMean } from '../outputs/nearest-name.ts';
import type { OutputModel } from '../outputs/output-model.ts';
import { definitionOf, type OutputsDocument } from './document-schemas.ts';
import { checkAgent, declaredNames } from './participants.ts';
import type { Reading } from './reading.ts';

/** The models of structured_outputs.yaml and who answers with which. */
export interface CompiledOutputs {
  /** By agent. */
  readonly models: ReadonlyMap<string, OutputModel>;
  /** Agents to which the registry gives a model, also one that cannot be compiled. */
  readonly agentsWithModel: ReadonlySet<string>;
}

/** Compiles the models and checks the registry (workflow-documents 1.11, 1.14): its agents and models exist, and a model is of `type: model`. */
export function compileOutputs(document: OutputsDocument, agents: ReadonlySet<string>, reading: Reading): CompiledOutputs {
  const declared = declaredNames(reading.document, 'models');
  const compiled = compileModels(definitionsOf(document, declared));
  if (compiled.kind === 'refused') {
    for (const { path, code, message, hint } of compiled.problems) {
      const pointer = `/models${path}`;
      if (code === 'empty' && reading.problems.isTold(reading.document.file, pointer)) continue;
      reading.problems.refuse(reading.document.placeOf(pointer, code === 'invalid_name' ? 'key' : 'value'), code, message, { hint });
    }
  }
  const models = new Map<string, OutputModel>();
  const agentsWithModel = new Set<string>();
  for (const [agent, { path, value: name }] of document.registry) {
    checkAgent(reading, path, agent, agents, 'key');
    if (name === null) continue;
    agentsWithModel.add(agent);
    checkModel(document, path, name, declared, reading);
    const model = compiled.kind === 'compiled' ? compiled.models.get(name) : undefined;
    if (model !== undefined) models.set(agent, model);
  }
  return { models, agentsWithModel };
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
      hint: didYouMean(name, declared),
    });
  } else if (document.models.get(name)?.value.type !== 'model' && document.models.has(name)) {
    reading.problems.refuse(place, 'not_a_model', `\`${name}\` is an alias; an agent answers with a \`type: model\`.`, {
      expected: '`type: model`',
    });
  }
}
