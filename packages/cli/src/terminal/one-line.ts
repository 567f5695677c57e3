import type { Json } from '@intarsia/core';
import { shown } from './shown.ts';

/** A text of a journal on one line, cut after `room` characters: it can neither steer the terminal nor look like a line of ours. */
export const oneLine = (text: string, room = 160): string => cut(text.replace(/\s+/g, ' ').trim(), room);

/** A value of a journal as JSON on one line, cut after `room` characters. */
export const valueText = (value: Json, room = 160): string => cut(JSON.stringify(value), room);

const cut = (text: string, room: number): string => (text.length > room ? `${shown(text.slice(0, room))}…` : shown(text));

/** JSON for programs that may be looked at in a terminal: what would steer it is written as an escape. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
