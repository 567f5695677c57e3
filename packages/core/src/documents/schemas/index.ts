import type { Reader } from '../reading/reading.ts';
import { a2aDocument } from './a2a.ts';
import { agentsDocument } from './agents.ts';
import { contextDocument } from './context-variables.ts';
import { middlewareDocument } from './middleware.ts';
import { orchestratorDocument } from './orchestrator.ts';
import { outputsDocument } from './structured-outputs.ts';
import { taskBatchesDocument } from './task-batches.ts';
import { toolsDocument } from './tools.ts';
import { transitionDocument } from './transition-graph.ts';
import { uiConfigDocument } from './ui-config.ts';

/** The path of a document in its folder (workflow-documents 1.1). */
export type DocumentFile =
  | 'orchestrator.yaml'
  | 'agents.yaml'
  | 'transition_graph.yaml'
  | 'context_variables.yaml'
  | 'structured_outputs.yaml'
  | 'tools.yaml'
  | 'ui_config.yaml'
  | 'middleware.yaml'
  | 'a2a.yaml'
  | 'extended_orchestration/task_batches.yaml';

/** Every document that a folder may hold, by its path in it, with the reader of its root (workflow-documents 1.1). */
export const documentReaders = {
  'orchestrator.yaml': orchestratorDocument,
  'agents.yaml': agentsDocument,
  'transition_graph.yaml': transitionDocument,
  'context_variables.yaml': contextDocument,
  'structured_outputs.yaml': outputsDocument,
  'tools.yaml': toolsDocument,
  'ui_config.yaml': uiConfigDocument,
  'middleware.yaml': middlewareDocument,
  'a2a.yaml': a2aDocument,
  'extended_orchestration/task_batches.yaml': taskBatchesDocument,
} as const satisfies Readonly<Record<DocumentFile, Reader<unknown>>>;

/** The documents that a folder may hold, by their paths in it. */
export const documentFiles: readonly DocumentFile[] = Object.keys(documentReaders) as DocumentFile[]; // the keys of a literal
