import { type ConversationScope, IntarsiaError, type Runtime } from '@intarsia/core';
import { initialProjection, project } from '@intarsia/transport';
import type { EventPrinter } from '../terminal/event-printer.ts';

/** Prints what is visible in a conversation; `drain` returns once everything committed so far was printed. */
export interface Follower {
  /** Prints only from here on. */
  skipToHead(): Promise<void>;
  drain(): Promise<void>;
  close(): void;
}

/** Follows a conversation of this process or another from its first event. */
export function follow(runtime: Runtime, scope: ConversationScope, printer: EventPrinter): Follower {
  let state: ReturnType<typeof initialProjection> | null = null;
  let cursor = 0;
  let queue: Promise<void> = Promise.resolve();
  const advance = async (print: boolean): Promise<void> => {
    const snapshot = await runtime.inspect(scope);
    if (snapshot === null) throw new IntarsiaError('conversation_unknown', `There is no conversation "${scope.chat}".`);
    let current = state ?? initialProjection(snapshot.facts);
    const slice = await runtime.read(scope, cursor);
    for (const envelope of slice.envelopes) {
      const projected = project(snapshot.facts, current, envelope);
      current = projected.state;
      if (print) for (const event of projected.events) printer.visible(event);
    }
    state = current;
    cursor = slice.next;
  };
  const enqueue = (print: boolean): Promise<void> => {
    const done = queue.then(() => advance(print));
    queue = done.catch(() => undefined);
    return done;
  };
  const watching = runtime.watch(scope, () => void enqueue(true).catch(() => undefined));
  let open: string | null = null;
  const live = runtime.live(scope, (event) => {
    // What was committed before the message began is printed before its text.
    const begins = open !== event.message;
    open = event.message;
    queue = queue.then(() => (begins ? advance(true).catch(() => undefined) : undefined)).then(() => printer.live(event));
  });
  return {
    skipToHead: () => enqueue(false),
    drain: () => enqueue(true),
    close() {
      watching.close();
      live.close();
    },
  };
}
