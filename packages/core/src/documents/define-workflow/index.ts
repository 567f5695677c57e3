export type { DefinedWorkflow, ModelOf, OutputOf } from './define-workflow.ts';
export { defineWorkflow } from './define-workflow.ts';
export type { WorkflowDocuments } from './written-documents.ts';
