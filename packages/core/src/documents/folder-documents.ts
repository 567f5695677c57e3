import { declaredAgents, declaredNames, declaredTools, unknownNames } from './checks/participants.ts';
import type { FolderReading } from './reading/folder-reading.ts';
import type { KeptDocuments } from './reading/kept-documents.ts';

/** All documents of a folder, each as far as it could be read; `outputs` is null when the folder has none. */
export type FolderDocuments = ReturnType<typeof readDocuments>;

/** Reads every document of a folder that is not kept from an earlier reading; what is wrong with each by itself is told. */
export function readDocuments(folder: FolderReading, kept: KeptDocuments) {
  return {
    orchestrator: folder.read(kept.orchestrator),
    agents: folder.read(kept.agents),
    transitions: folder.read(kept.transitions),
    context: folder.read(kept.context),
    outputs: folder.has(kept.outputs.file) ? folder.read(kept.outputs) : null,
    tools: folder.read(kept.tools),
    uiConfig: folder.read(kept.uiConfig),
    middleware: folder.read(kept.middleware),
    a2a: folder.read(kept.a2a),
    taskBatches: folder.read(kept.taskBatches),
  };
}

/** What the documents declare, by name. A document that cannot be looked into may declare any name. */
export interface FolderNames {
  readonly agents: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** Functions of tools.yaml. */
  readonly tools: ReadonlySet<string>;
  /** Models and aliases. */
  readonly models: ReadonlySet<string>;
}

/** The names, also of what is wrong otherwise, so that one mistake is told once. */
export function namesIn({ agents, context, tools, outputs }: FolderDocuments): FolderNames {
  const noNames: ReadonlySet<string> = new Set();
  return {
    agents: agents.isReadable ? declaredAgents(agents.reading.document) : unknownNames,
    variables: context.isReadable ? declaredNames(context.reading.document, 'definitions') : unknownNames,
    tools: tools.isReadable ? declaredTools(tools.reading.document) : unknownNames,
    models: outputs === null ? noNames : outputs.isReadable ? declaredNames(outputs.reading.document, 'models') : unknownNames,
  };
}
