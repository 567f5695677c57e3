export type { CompileWorkflowOptions } from './compile-workflow.ts';
export { compileWorkflow } from './compile-workflow.ts';
export type { DefinedWorkflow, ModelOf, OutputOf, WorkflowDocuments } from './define-workflow/index.ts';
export { defineWorkflow } from './define-workflow/index.ts';
export { documentSchemas } from './editor-schemas/index.ts';
export type { WorkflowFile } from './reading/folder-reading.ts';
export type { DocumentFile } from './schemas/index.ts';
export { documentFiles } from './schemas/index.ts';
export type {
  Agent,
  AuthorityClass,
  ContextSource,
  ContextTrigger,
  ContextVariable,
  ContextWriter,
  DocumentProblem,
  OnToolError,
  ResponseTrigger,
  TextTrigger,
  ToolBinding,
  ToolOutcome,
  TransitionRule,
  UiAction,
  UiContract,
  Workflow,
  WorkflowResult,
} from './workflow.ts';
