export type {
  AgentFailure,
  AgentReply,
  AgentRequest,
  AgentRunner,
  ContentPart,
  ModelMessage,
  ModelTool,
  ModelToolCall,
  ModelUsage,
  ToolChoice,
  ToolValue,
} from './agents.ts';
export type { AppScope, ArtifactFile, ArtifactStore, ArtifactVersion, SandboxOutcome } from './artifacts.ts';
export type { ClaimSlice, ClaimStore } from './claims.ts';
export type { Clock, Ids } from './clock.ts';
export { delay, untilAborted } from './clock.ts';
export type { BuildContextRequest, ContextSources, FileRequest, FileResult, RecordRequest, SourceRequest } from './context-sources.ts';
export type { ErrorCode, IntarsiaErrorOptions } from './errors.ts';
export { asIntarsiaError, errorCodes, IntarsiaError, isIntarsiaError } from './errors.ts';
export type { AgentId, CallKey, ChannelId, EnvelopeId, RunId, SandboxId, TurnId, VersionId } from './ids.ts';
export { agentId, callKey, channelId, envelopeId, runId, sandboxId, turnId, turnOf, versionId } from './ids.ts';
export type { Json, JsonObject } from './json.ts';
export { isJsonObject } from './json.ts';
export type {
  AgentNetwork,
  Channel,
  ChannelResult,
  ChannelSpec,
  ConversationScope,
  ConversationSnapshot,
  JournalSlice,
  ParticipantSpec,
} from './network.ts';
export type {
  Sandbox,
  SandboxCommand,
  SandboxCommandResult,
  SandboxFile,
  SandboxInfo,
  SandboxOwner,
  SandboxPort,
  SandboxRequest,
  SandboxService,
  SandboxServiceState,
} from './sandbox.ts';
export type {
  CallOptions,
  CommitConditions,
  CommitResult,
  FileStat,
  JournalStore,
  KnowledgeStore,
  LeaseOperations,
  LeaseResult,
  StoreNamespace,
  StoreOperation,
  Subscription,
} from './store.ts';
export type { ToolLoader, ToolLoadResult } from './tools.ts';
