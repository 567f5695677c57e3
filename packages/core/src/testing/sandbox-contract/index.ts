export { sandboxContract } from './contract.ts';
export type { FaultySandbox } from './faulty.ts';
export { faultySandboxes } from './faulty.ts';
export type { SandboxContractCase, SandboxUnderTest } from './harness.ts';
