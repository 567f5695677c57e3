import { maskGroups, wordsOf } from '../language/text.ts';
import { isBullet } from './field-list.ts';
import { readHints } from './hints.ts';

/** A message falls into sentences and blocks of listed lines. */
export type Statement =
  | { readonly kind: 'sentence'; readonly text: string }
  | { readonly kind: 'items'; readonly lines: readonly string[] };

/** Cuts normalised text into statements, in order. `answering`: fields were asked for, so several short lines are one each. */
export function statementsOf(text: string, answering: boolean): readonly Statement[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const statements: Statement[] = [];
  let block: string[] = [];
  const endBlock = (): void => {
    if (block.length > 0) statements.push({ kind: 'items', lines: block });
    block = [];
  };
  for (const [index, line] of lines.entries()) {
    if (isItem(line, index, lines, answering)) block.push(line);
    else {
      endBlock();
      for (const sentence of sentencesOf(line)) statements.push({ kind: 'sentence', text: sentence });
    }
  }
  endBlock();
  return statements;
}

const command =
  /^(?:also|and|add|remove|delete|drop|rename|change|make|call|replace|please|no|yes|ok|thanks|thank you|all|each|every|for each|for every|it|they|there|the app|this|i|we|my|can|could|build|create|a tracker|an app|name of the app)\b|^(?:entity|entry|app|title|fields?|columns?|optional|required|mandatory)(?:\s+(?:fields?|columns?|ones))?\s*(?::|=|are\b|is\b)/i;

/** `title: text`: what follows the label is a type, so the line describes a field whatever its label says. */
function isTyped(line: string): boolean {
  const [, label = '', said = ''] = /^([^:]{1,60}):\s*(.+)$/.exec(line) ?? [];
  const hints = label === '' ? null : readHints(said, true);
  return hints !== null && hints.rest === undefined && !/^(?:required|mandatory|optional|fields?|columns?|choices)$/i.test(label.trim());
}

/** A line of a list: marked by a bullet, or a short one among others below the line that opens the list. */
function isItem(line: string, index: number, lines: readonly string[], answering: boolean): boolean {
  if (isBullet(line)) return true;
  if (lines.length < 2 || (index === 0 && !answering)) return false;
  if (isTyped(line)) return true;
  const words = wordsOf(maskGroups(line).replace(/\ue000+/g, ''));
  if (words.length > 9 || /[.!?]$/.test(line) || command.test(line) || /:$/.test(line)) return false;
  const previous = lines[index - 1] ?? '';
  return /:$/.test(lines[0] ?? '') || /:$/.test(previous) || lines.length >= 3 || answering || isBullet(previous);
}

/** The sentences of a line. Abbreviations and decimals do not end one. */
export function sentencesOf(line: string): readonly string[] {
  const guarded = maskGroups(line).replace(/\b(?:e\.g\.|i\.e\.|etc\.(?=\s+[a-z,])|no\.|nr\.|incl\.|approx\.|min\.|max\.|vs\.)/gi, (match) =>
    '\ue000'.repeat(match.length),
  );
  const sentences: string[] = [];
  let start = 0;
  for (const end of guarded.matchAll(/[.!?]+(?=\s+\S|$)/g)) {
    const stop = end.index + end[0].length;
    sentences.push(line.slice(start, stop).trim());
    start = stop;
  }
  sentences.push(line.slice(start).trim());
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
