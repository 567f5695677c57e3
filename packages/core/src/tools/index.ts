export type {
  AnswerContract,
  CallError,
  CallEvent,
  CallGuard,
  CallResult,
  CallStream,
  CallWithToolsOptions,
  Decision,
  FinishReason,
  PendingCall,
  QuotaLimits,
  QuotaStatus,
  ResumeOptions,
  TokenQuota,
  ToolCallSettings,
  Usage,
} from './calling/index.ts';
export {
  addUsage,
  callWithTools,
  createQuota,
  defaultMaxTurns,
  finishReason,
  flagPrompt,
  hardMaxTurns,
  maxPromptLength,
  maxSystemLength,
  readUsage,
  resume,
  streamResume,
  streamWithTools,
} from './calling/index.ts';
export type {
  ApprovalSubject,
  CallAttempt,
  CallStatus,
  DecidedApproval,
  OperationAccess,
  OperationApproval,
  OperationCall,
  OperationState,
  OperationView,
  RecordedDecision,
  ResolvedOperation,
} from './claims/index.ts';
export {
  claimGate,
  claimMarginMs,
  decideApproval,
  decisionFor,
  foldOperation,
  inspectOperation,
  isOperationPath,
  memoryClaims,
  operationCallKey,
  readOperation,
  requestApproval,
  resolveOperation,
  storeClaims,
  verifyOperation,
} from './claims/index.ts';
export type { ToolAuthoring } from './define-tool.ts';
export { defineTool, toolFromExport } from './define-tool.ts';
export type {
  ClaimDecision,
  ClaimedCall,
  ClaimedEnd,
  ClaimGate,
  ClaimRequest,
  EffectPolicy,
  ExecuteToolOptions,
  ModelContentOptions,
  RequestedCall,
  RetryPolicy,
  ToolCallResult,
  ToolError,
  ToolErrorType,
  ToolEvent,
  ToolPolicy,
} from './execution/index.ts';
export { defaultMaxResultLength, defaultToolTimeoutMs, executeTool, modelContent, redact } from './execution/index.ts';
export type {
  CallContext,
  ListedTool,
  ListToolsOptions,
  ListToolsResult,
  LiveToolRegistry,
  PolicyDecision,
  ReadRegistry,
  RefuseTool,
  RegistryOptions,
  RegistrySource,
  ResolvedTools,
  ToolField,
  ToolInputs,
  ToolRegistry,
} from './registry/index.ts';
export {
  createLiveRegistry,
  createRegistry,
  decidePolicy,
  definitionDigest,
  isToolName,
  listTools,
  readRegistry,
  resolveTools,
  sensitiveFragments,
} from './registry/index.ts';
export type { ReconcileAnswer, RunFacts, ToolContext, ToolDefinition, ToolEffect, ToolHooks, ToolServices } from './tool.ts';
export type { ToolInput } from './tool-input.ts';
export { bindOutput, checkInput, describeTool, unfedFields } from './tool-input.ts';
export type { ToolResult } from './tool-result.ts';
export { saysFailed, toolResult } from './tool-result.ts';
export { toolsInCode } from './tools-in-code.ts';
