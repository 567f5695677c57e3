/**
 * What a model, a person or a file says must not steer the terminal: control characters other than line ends and tabs, and marks that turn the direction of
 * text, are made visible.
 */
export const shown = (text: string): string => text.replace(/[^\P{Cc}\n\t]|[\p{Cs}\p{Bidi_Control}]/gu, '\ufffd');
