/** UTF-16 codes of the characters that JSON is made of. */
export const newline = 0x0a;
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const backtick = 0x60;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const byteOrderMark = 0xfeff;

/** White space between tokens. */
export const isSpace = (code: number): boolean => code === 0x20 || code === newline || code === 0x0d || code === 0x09;

/** What ends a number, `true`, `false` or `null`, or what stands in their place. */
export function endsWord(code: number): boolean {
  if (code === comma || code === closeBracket || code === closeBrace) return true;
  return isSpace(code) || code === quote || code === colon || code === openBracket || code === openBrace;
}
