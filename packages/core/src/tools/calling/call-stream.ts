import type { CallEvent, CallResult, CallStream } from './call-with-tools-types.ts';

/** What an operation tells, for any number of readers: each gets all of it from the beginning, however late it comes and however slowly it reads. */
export function createCallStream(run: (emit: (event: CallEvent) => void) => Promise<CallResult>): CallStream {
  const events: CallEvent[] = [];
  let waiting = Promise.withResolvers<void>();
  const emit = (event: CallEvent) => {
    events.push(event);
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  const result = run(emit);
  result.then(
    (end) => emit({ kind: 'end', result: end }),
    (cause: unknown) => {
      waiting.promise.catch(() => {}); // it is told by `result`, and to readers, if there are any
      waiting.reject(cause);
    },
  );
  return {
    result,
    async *[Symbol.asyncIterator]() {
      for (let next = 0; ; next++) {
        while (next >= events.length) await waiting.promise;
        const event = events[next];
        if (event === undefined) return;
        yield event;
        if (event.kind === 'end') return;
      }
    },
  };
}
