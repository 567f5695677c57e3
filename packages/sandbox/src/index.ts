export type { ProcessSandboxOptions } from './process/index.ts';
export { processSandbox } from './process/index.ts';
