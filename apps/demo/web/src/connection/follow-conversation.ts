import type { FeedApi } from './api.ts';
import type { ConversationStore } from './conversation-store.ts';
import { type StreamEvent, streamEvents } from './event-stream.ts';
import { readLiveFrame, readNumberedEvent } from './wire.ts';

/** Times of the connection, in ms. */
export interface FollowTimes {
  /** How long a break stays unmentioned. */
  readonly graceMs: number;
  /** First and longest pause between two tries. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** The server sends something at least every 15 s; after this long without, the line is taken for dead. */
  readonly silenceMs: number;
  /** How often a run that another process owns is looked at: when that one died, no event tells it. */
  readonly lookMs: number;
}

const defaultTimes: FollowTimes = { graceMs: 2000, retryMs: 250, longestRetryMs: 3000, silenceMs: 40_000, lookMs: 3000 };

type Attempt = 'absent' | 'failed' | 'ended' | 'gap' | 'idle';

/**
 * Follows a conversation until `signal` fires: snapshot, then the stream from its head; again after every break. A snapshot
 * after a break tells what a stream cannot: that the owner of a run died meanwhile.
 */
export async function followConversation(
  id: string,
  store: ConversationStore,
  api: FeedApi,
  signal: AbortSignal,
  times: FollowTimes = defaultTimes,
): Promise<void> {
  let failures = 0;
  let opened = false;
  let lostAfter: number | null = null;
  let mention: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(mention);
    mention = undefined;
    const { connection, studio } = store.view();
    const before = connection.kind === 'live' ? connection.caughtUp : null;
    store.connect({ kind: 'live', caughtUp: connection.kind === 'lost' ? studio.lastSeq - (lostAfter ?? studio.lastSeq) : before });
    failures = 0;
    lostAfter = null;
    opened = true;
  };
  signal.addEventListener('abort', () => clearTimeout(mention), { once: true });
  while (!signal.aborted) {
    const seen = store.view().studio.lastSeq;
    opened = false;
    const outcome = await attempt(id, store, api, signal, times, settle);
    if (signal.aborted || outcome === 'absent') return;
    if (outcome === 'failed' || outcome === 'ended') {
      lostAfter ??= opened ? store.view().studio.lastSeq : seen;
      mention ??= setTimeout(() => store.connect({ kind: 'lost' }), times.graceMs);
    }
    failures += 1;
    const pauseMs = outcome === 'idle' ? times.longestRetryMs : Math.min(times.longestRetryMs, times.retryMs * 2 ** (failures - 1));
    await pause(pauseMs, signal);
  }
}

async function attempt(
  id: string,
  store: ConversationStore,
  api: FeedApi,
  signal: AbortSignal,
  times: FollowTimes,
  settle: () => void,
): Promise<Attempt> {
  const snapshot = await api.snapshot(id, signal);
  if (snapshot.kind === 'failed') {
    if (snapshot.status !== 404) return 'failed';
    settle();
    store.dispatch({ kind: 'absent' });
    return 'absent';
  }
  store.dispatch({ kind: 'snapshot', ...snapshot.value });
  const listening = new AbortController();
  try {
    const response = await api.events(id, store.view().studio.lastSeq, signal);
    if (response.status === 204) {
      settle();
      return 'idle';
    }
    if (!response.ok || response.body === null) return 'failed';
    store.dispatch({ kind: 'stream-opened' });
    settle();
    if (snapshot.value.ownedElsewhere) void lookForOwner(id, store, api, listening.signal, times.lookMs);
    for await (const event of streamEvents(response.body, times.silenceMs)) {
      take(store, event);
      if (store.view().studio.gap) return 'gap';
    }
    return 'ended';
  } catch {
    return 'failed';
  } finally {
    listening.abort();
  }
}

/** Looks until the run is over, goes on here, or turns out to have no owner any more. */
async function lookForOwner(id: string, store: ConversationStore, api: FeedApi, signal: AbortSignal, everyMs: number): Promise<void> {
  while (store.view().studio.status === 'running') {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    const snapshot = await api.snapshot(id, signal);
    if (snapshot.kind === 'failed') continue;
    if (signal.aborted) return;
    store.dispatch({ kind: 'snapshot', ...snapshot.value });
    if (!snapshot.value.ownedElsewhere) return;
  }
}

function take(store: ConversationStore, { event, data }: StreamEvent): void {
  if (event === 'resync') {
    store.dispatch({ kind: 'resync' });
    return;
  }
  const value = parse(data);
  if (event === 'visible') {
    const numbered = readNumberedEvent(value);
    if (numbered !== null) store.dispatch({ kind: 'visible', event: numbered });
  } else if (event === 'live') {
    const frame = readLiveFrame(value);
    if (frame !== null) store.dispatch({ kind: 'live', frame });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Waits, but not when the browser just came back online or the page was shown again. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal.addEventListener('abort', end, { signal: ended.signal });
    globalThis.addEventListener?.('online', end, { signal: ended.signal });
  });
}
