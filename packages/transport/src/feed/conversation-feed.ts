import type { ChannelFacts, ConversationScope, Runtime } from '@intarsia/core';
import { initialProjection, type NumberedEvent, type ProjectionState, project } from '../projection/index.ts';

/** How many projected events a feed keeps; older ones are projected again from the journal for who asks. */
const defaultWindow = 2000;
/** How many events a subscriber is handed at once. */
const batchLimit = 64;

/** What a feed reads a conversation with. */
export type FeedSource = Pick<Runtime, 'read' | 'watch'>;

/** The visible events of one conversation in this process, shared by everyone who listens. */
export interface ConversationFeed {
  /** Reads on to the end of the journal. Rejects when the journal cannot be read; the feed is over then. */
  refresh(): Promise<void>;
  /** The projection as far as it was read. */
  state(): ProjectionState;
  /**
   * All events after number `after`, in order, without a gap or a repetition; waits for new ones until `signal` fires, then returns.
   * Pulled: a slow reader costs a cursor. Throws what made the journal unreadable.
   */
  batches(after: number, signal: AbortSignal): AsyncGenerator<readonly NumberedEvent[], void>;
  /** Every event after number `after` up to the end of the journal now. */
  upToNow(after: number): Promise<readonly NumberedEvent[]>;
  /** True once the journal could not be read. */
  failed(): boolean;
  /** Stops watching. */
  close(): void;
}

/** Opens the feed of a conversation: registers for its commits first, then reads, so that nothing falls between the two. */
export function createConversationFeed(
  source: FeedSource,
  scope: ConversationScope,
  facts: ChannelFacts,
  windowSize = defaultWindow,
): ConversationFeed {
  let state = initialProjection(facts);
  let cursor = 0;
  let recent: readonly NumberedEvent[] = [];
  let failure: { readonly cause: unknown } | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of [...waiting]) resume();
  };

  async function readSlices(): Promise<void> {
    for (let previous = -1; previous !== cursor; ) {
      previous = cursor;
      const slice = await source.read(scope, cursor);
      const added: NumberedEvent[] = [];
      for (const envelope of slice.envelopes) {
        const projected = project(facts, state, envelope);
        state = projected.state;
        added.push(...projected.events);
      }
      cursor = slice.next;
      if (added.length > 0) {
        recent = [...recent, ...added].slice(-windowSize);
        wake();
      }
    }
  }

  async function readOn(): Promise<void> {
    try {
      do {
        again = false;
        await readSlices();
      } while (again);
    } catch (cause) {
      failure = { cause };
      wake();
      throw cause;
    } finally {
      reading = null; // In the same step as the last look at `again`: a commit after it starts a read of its own.
    }
  }

  /** One read at a time: a commit that is reported during a read makes that read go around once more. */
  function refresh(): Promise<void> {
    if (failure !== null) return Promise.reject(failure.cause);
    again = true;
    reading ??= readOn();
    return reading;
  }

  const change = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const resume = () => {
        waiting.delete(resume);
        signal.removeEventListener('abort', resume);
        resolve();
      };
      waiting.add(resume);
      signal.addEventListener('abort', resume, { once: true });
    });

  const oldest = () => state.seq - recent.length + 1;
  const inWindow = (after: number) => recent.slice(after + 1 - oldest());

  /** Projects the journal once more from its first envelope: for cursors older than the window. */
  async function* replay(after: number): AsyncGenerator<readonly NumberedEvent[], void> {
    let replayed = initialProjection(facts);
    for (let position = 0, previous = -1; previous !== position; ) {
      previous = position;
      const slice = await source.read(scope, position);
      let batch: NumberedEvent[] = [];
      for (const envelope of slice.envelopes) {
        const projected = project(facts, replayed, envelope);
        replayed = projected.state;
        batch.push(...projected.events.filter((event) => event.seq > after));
        if (batch.length >= batchLimit) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
      position = slice.next;
    }
  }

  async function* batches(after: number, signal: AbortSignal): AsyncGenerator<readonly NumberedEvent[], void> {
    let sent = after;
    while (!signal.aborted) {
      if (failure !== null) throw failure.cause;
      if (sent >= state.seq) await change(signal);
      else if (sent + 1 >= oldest()) {
        const batch = inWindow(sent).slice(0, batchLimit);
        sent += batch.length;
        yield batch;
      } else {
        for await (const batch of replay(sent)) {
          sent += batch.length;
          yield batch;
          if (signal.aborted || sent + 1 >= oldest()) break;
        }
      }
    }
  }

  async function upToNow(after: number): Promise<readonly NumberedEvent[]> {
    if (after + 1 >= oldest()) return inWindow(after);
    const events: NumberedEvent[] = [];
    for await (const batch of replay(after)) events.push(...batch);
    return events;
  }

  const watched = source.watch(scope, () => {
    refresh().catch(() => undefined); // Who waits for events learns of the failure from `batches`.
  });
  return { refresh, state: () => state, batches, upToNow, failed: () => failure !== null, close: () => watched.close() };
}
