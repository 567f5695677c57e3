import { callError } from './call-error.ts';
import type { CallError } from './call-with-tools-types.ts';

/** Characters of a prompt (tool-calling 11.1). */
export const maxPromptLength = 100_000;
/** Characters of a system prompt. */
export const maxSystemLength = 5_000;

/** What is wrong with the text of a field, or null. It is sent as it is: nothing is trimmed (tool-calling 3.1, cases TOOL-1 to TOOL-3). */
export function textProblem(field: 'prompt' | 'system', text: unknown, maxLength: number): CallError | null {
  const problem = (code: string, why: string) => callError('invalid_input', code, `\`${field}\` ${why}.`, { details: { field } });
  if (typeof text !== 'string') return problem('invalid_string_type', 'must be a text');
  if (text.trim() === '') return problem('prompt_required', 'must say something');
  if (isLonger(text, maxLength)) return problem('string_too_long', `is longer than ${maxLength} characters`);
  const at = [...text].findIndex(isDangerous);
  return at < 0 ? null : problem('dangerous_character', `holds a control character at ${at + 1}`);
}

/** Characters, not UTF-16 units: an emoji is one. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > maxLength * 2 || [...text].length > maxLength);
}

/** Control characters but backspace, tab, line feed and carriage return (tool-calling 11.2). */
function isDangerous(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 32 && !(code >= 8 && code <= 10) && code !== 13;
}
