export type { ConversationFeed, FeedSource } from './conversation-feed.ts';
export { createConversationFeed } from './conversation-feed.ts';
export type { Feeds, FeedUse } from './feeds.ts';
export { createFeeds } from './feeds.ts';
