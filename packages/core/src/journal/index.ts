export { checkEnvelope } from './check.ts';
export type { ContextUpdates, Envelope, EnvelopeDraft, Packet } from './envelope.ts';
export { envelopeOf, events, journalLine, pythonJson } from './envelope.ts';
export type { Fact, FactData, FactType } from './facts.ts';
export { checkFact, factDraft, factOf, factSchemas, isFactType } from './facts.ts';
export { applyUpdates, closeReasonOf, foldJournal, initialState, writesOf } from './fold.ts';
export { memoryStore } from './memory-store.ts';
export { packetOf, textOf, updatesOf } from './packet.ts';
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
export { filePath, folderPrefix, isAtOrBeneath, normalisePath, pathSegment } from './store-path.ts';
export { clipRange, decodeText, encodeText } from './store-text.ts';
