/** What a piece of source text is. */
export type TokenKind = 'plain' | 'keyword' | 'string' | 'number' | 'comment' | 'tag' | 'attribute' | 'property' | 'heading';

/** A piece of one line. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

type Rule = readonly [TokenKind, RegExp];

const words = (list: string) => new RegExp(`\\b(?:${list.replaceAll(' ', '|')})\\b`, 'y');

const script: readonly Rule[] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ['string', /`(?:\\[\s\S]|[^`\\])*(?:`|$)|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/y],
  ['number', /\b(?:0x[\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)n?\b/iy],
  [
    'keyword',
    words(
      'async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return static super switch this throw true try type typeof undefined void while with yield',
    ),
  ],
  ['property', /\b[A-Za-z_$][\w$]*(?=\s*\()/y],
];

const json: readonly Rule[] = [
  ['property', /"(?:\\.|[^"\\\n])*"(?=\s*:)/y],
  ['string', /"(?:\\.|[^"\\\n])*"?/y],
  ['number', /-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/iy],
  ['keyword', words('true false null')],
];

const styles: readonly Rule[] = [
  ['comment', /\/\*[\s\S]*?(?:\*\/|$)/y],
  ['string', /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/y],
  ['keyword', /@[\w-]+|!important\b/y],
  ['property', /(?:--)?[a-z-]+(?=\s*:[^:{}]*[;}])/y],
  ['number', /#[\da-f]{3,8}\b|-?\b\d*\.?\d+(?:%|[a-z]+)?/iy],
  ['tag', /[.#]?[a-z][\w-]*(?=[^;{}]*\{)/iy],
];

const markup: readonly Rule[] = [
  ['comment', /<!--[\s\S]*?(?:-->|$)/y],
  ['keyword', /<![^>]*>/y],
  ['tag', /<\/?[a-z][\w-]*|\/?>/iy],
  ['string', /"[^"]*"(?=[^<]*>)|'[^']*'(?=[^<]*>)/y],
  ['attribute', /[a-z_:][\w:.-]*(?==["'])/iy],
  ['number', /&[\w#]+;/y],
];

const prose: readonly Rule[] = [
  ['string', /```[\s\S]*?(?:```|$)|`[^`\n]+`/y],
  ['heading', /(?<=^|\n)#{1,6} [^\n]*/y],
  ['keyword', /(?<=^|\n)\s*(?:[-*+]|\d+\.)(?= )/y],
  ['tag', /\[[^\]\n]*\]\([^)\n]*\)/y],
];

const settings: readonly Rule[] = [
  ['comment', /#[^\n]*/y],
  ['string', /"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?/y],
  ['property', /(?<=^|\n)[\s-]*[\w.-]+(?=\s*:)/y],
  ['keyword', words('true false null')],
  ['number', /\b\d+(?:\.\d+)?\b/y],
];

const rulesByEnding: Readonly<Record<string, readonly Rule[]>> = {
  js: script,
  mjs: script,
  cjs: script,
  ts: script,
  json,
  css: styles,
  html: markup,
  svg: markup,
  md: prose,
  yaml: settings,
  yml: settings,
};

/** The lines of a file, each cut into pieces. The text is never changed: joined, the pieces are the file. */
export function highlight(path: string, text: string): readonly (readonly Token[])[] {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const rules = Object.hasOwn(rulesByEnding, ending) ? (rulesByEnding[ending] ?? []) : [];
  return inLines(tokens(text, rules));
}

function tokens(text: string, rules: readonly Rule[]): readonly Token[] {
  const found: Token[] = [];
  let plainFrom = 0;
  let position = 0;
  while (position < text.length) {
    const token = tokenAt(text, position, rules);
    if (token === null) {
      position = afterWord(text, position);
      continue;
    }
    if (position > plainFrom) found.push({ kind: 'plain', text: text.slice(plainFrom, position) });
    found.push(token);
    position += token.text.length;
    plainFrom = position;
  }
  if (plainFrom < text.length) found.push({ kind: 'plain', text: text.slice(plainFrom) });
  return found;
}

function tokenAt(text: string, position: number, rules: readonly Rule[]): Token | null {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = position;
    const match = pattern.exec(text)?.[0];
    if (match) return { kind, text: match };
  }
  return null;
}

/** A token begins at a word or a sign, never inside of a word. */
function afterWord(text: string, position: number): number {
  const word = /[\w$]+/y;
  word.lastIndex = position;
  return position + (word.exec(text)?.[0].length ?? 1);
}

function inLines(pieces: readonly Token[]): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  for (const { kind, text } of pieces) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ kind, text: part });
    });
  }
  return lines;
}
