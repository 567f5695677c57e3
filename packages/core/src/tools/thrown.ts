import { shortened } from '../outputs/validation/problem-text.ts';

/** Characters of a thrown message that are told: it can hold what a model wrote. */
const maxMessage = 8000;

/** The message of what was thrown, or null. Anything may be thrown, and even looking at it may fail. */
export function messageOf(thrown: unknown): string | null {
  const message = typeof thrown === 'string' ? thrown : memberOf(thrown, 'message');
  return typeof message === 'string' && message.trim() !== '' ? shortened(message, maxMessage) : null;
}

/** A member of what was thrown; undefined when there is none or it cannot be read. */
export function memberOf(thrown: unknown, key: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, key) : undefined;
  } catch {
    return undefined;
  }
}
