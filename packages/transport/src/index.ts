export type {
  ConversationOwner,
  ConversationState,
  ConversationStatus,
  ConversationSummary,
  JournalEntry,
  JournalPage,
  PauseReason,
  Transport,
  TransportOptions,
} from './http/index.ts';
export { createTransport, isAdmitted } from './http/index.ts';
export type {
  LiveFrame,
  NumberedEvent,
  OpenCall,
  OpenReply,
  Projected,
  ProjectionState,
  UiActionShown,
  VisibleEvent,
} from './projection/index.ts';
export { initialProjection, project } from './projection/index.ts';
