export type { ChangeListeners } from './change-listeners.ts';
export { changeListeners } from './change-listeners.ts';
export { checkEnvelope } from './check.ts';
export type { ContextUpdates, Envelope, EnvelopeDraft, Packet } from './envelope.ts';
export { envelopeOf, events, journalLine, pythonJson } from './envelope.ts';
export type {
  AttemptEnd,
  AttemptExplanation,
  CallApproval,
  CallExplanation,
  CallRequest,
  Judgement,
  NextExplanation,
  RefusedWriteExplanation,
  ReplyExplanation,
  RunEvent,
  TurnExplanation,
  TurnStatus,
  TurnSummary,
  WriteExplanation,
  WriteOrigin,
} from './explain-turn/index.ts';
export { explainTurn, turnsOf } from './explain-turn/index.ts';
export type { Fact, FactData, FactType } from './facts.ts';
export { checkFact, factDraft, factOf, factSchemas, isFactType } from './facts.ts';
export type { FileTable } from './file-table.ts';
export { fileTable } from './file-table.ts';
export { applyUpdates, closeReasonOf, foldJournal, initialState, writesOf } from './fold.ts';
export type { LeaseTable, LeaseTableOptions, StoredLease } from './lease-table.ts';
export { leaseTable } from './lease-table.ts';
export { memoryStore } from './memory-store.ts';
export { conversationLease, namespaceOfPath, namespacePath, namespaceStore, storeNamespaces } from './namespaces.ts';
export type { OwnSubscriptions } from './own-subscriptions.ts';
export { ownSubscriptions } from './own-subscriptions.ts';
export { packetOf, textOf, updatesOf } from './packet.ts';
export type { PreparedConditions, PreparedOperation } from './prepared-commit.ts';
export { brokenExpectation, prepareConditions, prepareOperation } from './prepared-commit.ts';
export { scopedStore } from './scoped-store.ts';
export type {
  CallRecord,
  ChannelFacts,
  ChannelState,
  JournalState,
  OpenTurn,
  RecordedReply,
  RunRecord,
  Transcript,
  TranscriptMessage,
} from './state.ts';
export { journalStateVersion } from './state.ts';
export type { Answer, BackendCommit, FileBytes, StoreBackend } from './store-backend.ts';
export { journalStoreOf } from './store-backend.ts';
export { filePath, folderPrefix, isAtOrBeneath, normalisePath, pathSegment } from './store-path.ts';
export { clipRange, decodeText, encodeText } from './store-text.ts';
export type { TextChunk, TextLine } from './text-chunks.ts';
export { textChunks, textLines } from './text-chunks.ts';
export type { StoredProblem, VerifiedLog } from './verification.ts';
export { lostLine, verifyLines } from './verification.ts';
