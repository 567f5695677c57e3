export { type ApiFailure, type ApiResult, api, newRequestId } from './api.ts';
export { ConnectionDot, ConnectionNotice } from './connection-notice.tsx';
export type { ConnectionState } from './connection-state.ts';
export { type ConversationActions, useConversation } from './use-conversation.ts';
export { useResource } from './use-resource.ts';
export type { ConversationSummary, JournalRow, Preview, SourceFile, StudioInfo, Version } from './wire.ts';
