export { loadWorkflow } from './load-workflow.ts';
export { randomIds, systemClock } from './platform.ts';
export { toolLoader } from './tool-loader.ts';
