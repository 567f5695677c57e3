export { fileSources } from './file-sources.ts';
export type { LoadWorkflowOptions, WorkflowLoader } from './load-workflow.ts';
export { loadWorkflow, workflowLoader } from './load-workflow.ts';
export { randomIds, systemClock } from './platform.ts';
export { toolLoader } from './tool-loader.ts';
