/** The id of what a reply says: streamed text, intermediate message and final message carry the same one. */
export const messageId = (turn: string, ordinal: number): string => `${turn}:${ordinal}`;

/** True for a text that would show as nothing. */
export const isBlank = (text: string): boolean => text.trim() === '';
