import type { ConversationScope, Runtime } from '@intarsia/core';
import { type ConversationFeed, createConversationFeed, type FeedSource } from './conversation-feed.ts';

/** The use of a shared feed, to be given back once. */
export interface FeedUse {
  readonly feed: ConversationFeed;
  /** The last one to give it back stops the feed. Safe to call twice. */
  close(): void;
}

/** The feeds of this process: one a conversation, as long as somebody uses it. */
export interface Feeds {
  /** The feed of a conversation, read to the end of its journal; null when there is no such conversation. */
  open(scope: ConversationScope): Promise<FeedUse | null>;
  /** How many conversations are watched now. */
  size(): number;
}

/** Feeds over a runtime. Nothing here starts or changes a run. */
export function createFeeds(source: FeedSource & Pick<Runtime, 'inspect'>): Feeds {
  const shared = new Map<string, { readonly feed: ConversationFeed; users: number }>();

  function use(key: string, feed: ConversationFeed): FeedUse {
    const known = shared.get(key);
    const entry = known?.feed === feed ? known : { feed, users: 0 };
    shared.set(key, entry);
    entry.users += 1;
    let open = true;
    const close = () => {
      if (!open) return;
      open = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      feed.close();
      if (shared.get(key) === entry) shared.delete(key);
    };
    return { feed, close };
  }

  async function open(scope: ConversationScope): Promise<FeedUse | null> {
    const key = JSON.stringify([scope.tenant, scope.chat]);
    const snapshot = await source.inspect(scope);
    if (snapshot === null) return null;
    const known = shared.get(key)?.feed;
    const feed = known !== undefined && !known.failed() ? known : createConversationFeed(source, scope, snapshot.facts);
    const used = use(key, feed);
    try {
      await feed.refresh();
      return used;
    } catch (cause) {
      used.close();
      throw cause;
    }
  }

  return { open, size: () => shared.size };
}
