import type { Reading } from '../reading/reading.ts';
import { refuseAt } from './reports.ts';

const maxLength = 128;
/** Control characters, marks that turn the direction of text, line separators, and spaces without width. */
const unseen = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff]/gu;
const functionName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A name in a message: what cannot be seen is written out, and a long one is cut. */
export function shownName(name: string): string {
  const seen = name.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`);
  return seen.length > 60 ? `${seen.slice(0, 60)}…` : seen;
}

/** Reports a name of a workflow, an agent or an action that no log, screen or prompt would show as it is. */
export function checkName(reading: Reading, path: string, name: string): void {
  if (name === '__proto__') refuseAt(reading, path, 'invalid_name', '`__proto__` is never accepted as a name.');
  else if (name.length > maxLength)
    refuseAt(reading, path, 'invalid_name', `\`${shownName(name)}\` has ${name.length} characters; a name has at most ${maxLength}.`);
  else if (name.search(unseen) >= 0) {
    const message = `\`${shownName(name)}\` holds a character that cannot be seen.`;
    refuseAt(reading, path, 'invalid_name', message, 'a name has no control characters and no marks of text direction');
  }
}

/** Reports a function that no model could call by its name. */
export function checkFunction(reading: Reading, path: string, name: string): void {
  if (functionName.test(name) && name !== '__proto__') return;
  const message = `\`${shownName(name)}\` cannot name a tool: a letter or \`_\` first, then letters, digits and \`_\`, at most 64.`;
  refuseAt(reading, path, 'invalid_name', message);
}
