export { callWithTools, resume, streamResume, streamWithTools } from './call-with-tools.ts';
export type {
  AnswerContract,
  CallError,
  CallEvent,
  CallGuard,
  CallResult,
  CallStream,
  CallWithToolsOptions,
  Decision,
  PendingCall,
  ResumeOptions,
  ToolCallSettings,
  Usage,
} from './call-with-tools-types.ts';
export type { FinishReason } from './finish-reason.ts';
export { finishReason } from './finish-reason.ts';
export { flagPrompt } from './flag-prompt.ts';
export { maxPromptLength, maxSystemLength } from './prompt-text.ts';
export { defaultMaxTurns, hardMaxTurns } from './read-options.ts';
export type { QuotaLimits, QuotaStatus, TokenQuota } from './token-quota.ts';
export { createQuota } from './token-quota.ts';
export { addUsage, readUsage } from './usage.ts';
