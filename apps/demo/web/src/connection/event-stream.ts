/** One event of a `text/event-stream`. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Takes pieces of a `text/event-stream` and gives the events they complete, in order. Comments and unknown fields are dropped. */
export function createStreamParser(): (piece: string) => readonly StreamEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    const completed: StreamEvent[] = [];
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (line === '') {
        if (data.length > 0) completed.push({ event: event || 'message', data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
    }
    return completed;
  };
}

/**
 * Reads a stream to its end. Rejects with what the body's reader rejects with, or when nothing at all (not even a heartbeat)
 * came for `silenceMs`.
 */
export async function* streamEvents(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<StreamEvent, void> {
  const parse = createStreamParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withDeadline(reader.read(), silenceMs);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => undefined); // Already broken: nothing is left to give back.
  }
}

function withDeadline<Value>(promise: Promise<Value>, afterMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The stream fell silent.')), afterMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
