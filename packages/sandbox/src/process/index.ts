export type { ProcessSandboxOptions } from './process-sandbox.ts';
export { processSandbox } from './process-sandbox.ts';
