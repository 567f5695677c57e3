export { needsApproval } from './approval-of-call.ts';
export type { CallSetup } from './call-setup.ts';
export { defaultToolTimeoutMs } from './call-setup.ts';
export type { CallRules, CheckedCall, PlacedCall } from './check-call.ts';
export { checkCall } from './check-call.ts';
export { executeCall } from './execute-call.ts';
export type { ExecuteToolOptions } from './execute-tool.ts';
export { executeTool } from './execute-tool.ts';
export type { ModelContentOptions } from './model-content.ts';
export { defaultMaxResultLength, modelContent } from './model-content.ts';
export type { OperationVariables } from './operation-variables.ts';
export { operationVariables } from './operation-variables.ts';
export { redact } from './redact.ts';
export { tell } from './tell.ts';
export type {
  ClaimDecision,
  ClaimedCall,
  ClaimedEnd,
  ClaimGate,
  ClaimRequest,
  EffectPolicy,
  RequestedCall,
  RetryPolicy,
  ToolCallResult,
  ToolError,
  ToolErrorType,
  ToolEvent,
  ToolPolicy,
} from './tool-call.ts';
export { toolError } from './tool-error.ts';
