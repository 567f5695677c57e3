export { isAdmitted } from './admission.ts';
export type { ConversationOwner, ConversationState, ConversationStatus, ConversationSummary, PauseReason } from './conversation-view.ts';
export type { Transport, TransportOptions } from './create-transport.ts';
export { createTransport } from './create-transport.ts';
export type { JournalEntry, JournalPage } from './journal-view.ts';
