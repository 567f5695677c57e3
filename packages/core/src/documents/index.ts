export type { CompileWorkflowOptions, WorkflowFile } from './compile-workflow.ts';
export { compileWorkflow, documentFiles } from './compile-workflow.ts';
export type {
  Agent,
  AuthorityClass,
  ContextTrigger,
  ContextVariable,
  ContextWriter,
  DocumentProblem,
  ToolBinding,
  TransitionRule,
  Workflow,
  WorkflowResult,
} from './workflow.ts';
