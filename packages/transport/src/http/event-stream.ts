import type { ServerResponse } from 'node:http';
import type { Clock, ConversationScope, LiveEvent, Runtime, Subscription } from '@intarsia/core';
import type { ConversationFeed } from '../feed/index.ts';
import type { LiveFrame, NumberedEvent } from '../projection/index.ts';
import { type Cursor, eventId } from './cursor.ts';
import { createStreamWriter, type StreamWriter } from './stream-writer.ts';

/** What one subscriber of a conversation is served with. */
export interface EventStream {
  readonly runtime: Pick<Runtime, 'live'>;
  readonly clock: Clock;
  readonly scope: ConversationScope;
  readonly feed: ConversationFeed;
  readonly cursor: Cursor;
  readonly response: ServerResponse;
  /** How long a client waits before it comes back, in milliseconds. */
  readonly retryMs: number;
  /** Ends the stream; a client's disconnect does the same. Neither touches the run. */
  readonly signal: AbortSignal;
}

/** Frames already encoded, shared by all subscribers: the conversation is part of the event's identity. */
const encoded = new WeakMap<NumberedEvent, string>();

/**
 * Serves visible events until the client leaves: first what it missed, then each as it is committed, with the text of the open message
 * between them. Rejects when the journal could not be read; nothing is invented then.
 */
export async function serveEventStream(stream: EventStream): Promise<void> {
  const { response, feed, cursor, scope, signal } = stream;
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
  });
  const writer = createStreamWriter(response, stream.clock);
  const live = openLiveText(stream, writer);
  try {
    writer.write(`retry: ${stream.retryMs}\n\n`);
    if (cursor.kind === 'resync') writer.write(frame('resync', { reason: cursor.reason }));
    const caughtUp = feed.state().seq;
    let sent = cursor.kind === 'after' ? cursor.seq : 0;
    if (sent === caughtUp) live.open();
    for await (const batch of feed.batches(sent, signal)) {
      for (const part of parts(scope.chat, batch)) {
        await writer.ready();
        if (signal.aborted) return;
        writer.write(part);
      }
      sent += batch.length;
      if (sent >= caughtUp) live.open();
    }
  } finally {
    live.close();
    writer.close();
  }
}

/** A batch as few writes: frames joined up to about 64 KiB. */
function* parts(conversation: string, batch: readonly NumberedEvent[]): Generator<string> {
  let part = '';
  for (const event of batch) {
    part += frameOf(conversation, event);
    if (part.length < 65_536) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}

function frameOf(conversation: string, event: NumberedEvent): string {
  const known = encoded.get(event);
  if (known !== undefined) return known;
  const text = `id: ${eventId(conversation, event.seq)}\n${frame('visible', event)}`;
  encoded.set(event, text);
  return text;
}

/** One event of the stream. JSON text holds no line break, so one data line is enough. */
const frame = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The text of the open message. It is not durable, so a client that cannot keep up loses it instead of making it pile up: the subscription
 * is closed and opened again when the client has caught up, which sends the text so far after a reset.
 */
function openLiveText({ runtime, scope }: EventStream, writer: StreamWriter): { open(): void; close(): void } {
  let subscription: Subscription | null = null;
  let shown: { readonly message: string; readonly agent: string } | null = null;
  let ended = false;

  const send = (live: LiveFrame) => writer.write(frame('live', live));
  const onEvent = (event: LiveEvent) => {
    if (writer.isBehind()) {
      subscription?.close();
      subscription = null;
      open();
      return;
    }
    const { message, agent } = event;
    if (event.kind === 'reset') {
      shown = null;
      send({ kind: 'message.reset', message, agent });
      return;
    }
    // Whatever the client still holds of this message comes from an earlier connection.
    if (shown === null) send({ kind: 'message.reset', message, agent });
    shown = { message, agent };
    send({ kind: 'message.text', message, agent, text: event.text });
  };

  function open(): void {
    if (ended || subscription !== null) return;
    if (writer.isBehind()) {
      void writer.ready().then(open);
      return;
    }
    if (shown !== null) send({ kind: 'message.reset', ...shown });
    shown = null;
    subscription = runtime.live(scope, onEvent);
  }

  return {
    open,
    close() {
      ended = true;
      subscription?.close();
    },
  };
}
