/** Where a subscriber wants to go on: after an event, or from the first one because its cursor means nothing here. */
export type Cursor =
  | { readonly kind: 'after'; readonly seq: number }
  | { readonly kind: 'resync'; readonly reason: 'malformed' | 'foreign' | 'ahead' };

/** An event number as it is written: no sign, no leading zero, small enough to be exact. */
const number = /^(0|[1-9]\d{0,14})$/;

/** The id of an event on the wire: the conversation it belongs to and its number there. */
export const eventId = (conversation: string, seq: number): string => `${conversation}:${seq}`;

/**
 * Reads a cursor: `<conversation>:<number>`, or a bare number. Absent or empty means from the beginning. One that is malformed, of another
 * conversation, or ahead of what happened is never guessed at: the subscriber is told to start over.
 */
export function cursorOf(text: string | undefined, conversation: string, head: number): Cursor {
  if (text === undefined || text === '') return { kind: 'after', seq: 0 };
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  if (!number.test(digits)) return { kind: 'resync', reason: 'malformed' };
  if (colon >= 0 && text.slice(0, colon) !== conversation) return { kind: 'resync', reason: 'foreign' };
  const seq = Number(digits);
  return seq > head ? { kind: 'resync', reason: 'ahead' } : { kind: 'after', seq };
}
