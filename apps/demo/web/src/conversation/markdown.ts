/** A piece of a line. `link` only ever carries an https, http or mailto address. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

/** A block of a message. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string };

const bullet = /^\s*[-*+]\s+(.*)$/;
const numbered = /^\s*\d+[.)]\s+(.*)$/;
const heading = /^#{1,6}\s+(.*)$/;

/**
 * The few forms of Markdown that agents write: paragraphs, headings, lists, fenced code, `**strong**`, `*emphasis*`, `code` and links. HTML and
 * images stay the text they are. A text that is still streaming may end in the middle of any form.
 */
export function parseMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? '';
    if (line.trim() === '') {
      index += 1;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((candidate, position) => position > index && candidate.startsWith('```'));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(index + 1, stop).join('\n') });
      index = stop + 1;
    } else if (heading.test(line)) {
      blocks.push({ kind: 'heading', lines: [parseInline(heading.exec(line)?.[1] ?? '')] });
      index += 1;
    } else {
      const form = formOf(line);
      let stop = index + 1;
      while (stop < lines.length && formOf(lines[stop] ?? '') === form && !(lines[stop] ?? '').startsWith('```')) stop += 1;
      blocks.push(blockOf(form, lines.slice(index, stop)));
      index = stop;
    }
  }
  return blocks;
}

type Form = 'bullet' | 'numbered' | 'heading' | 'paragraph' | 'blank';

function formOf(line: string): Form {
  if (line.trim() === '') return 'blank';
  if (heading.test(line)) return 'heading';
  if (bullet.test(line)) return 'bullet';
  return numbered.test(line) ? 'numbered' : 'paragraph';
}

function blockOf(form: Form, lines: readonly string[]): Block {
  if (form !== 'bullet' && form !== 'numbered') return { kind: 'paragraph', lines: lines.map(parseInline) };
  const pattern = form === 'bullet' ? bullet : numbered;
  return { kind: 'list', ordered: form === 'numbered', items: lines.map((line) => parseInline(pattern.exec(line)?.[1] ?? '')) };
}

const inline =
  /\*\*(?<strong>[^*]+)\*\*|(?<![\w*])\*(?<emphasis>[^*\s][^*]*)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<address>[^)\s]+)\)/g;

/** The pieces of one line. */
export function parseInline(line: string): readonly Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  for (const match of line.matchAll(inline)) {
    if (match.index > from) pieces.push({ kind: 'text', text: line.slice(from, match.index) });
    pieces.push(pieceOf(match[0], match.groups ?? {}));
    from = match.index + match[0].length;
  }
  if (from < line.length) pieces.push({ kind: 'text', text: line.slice(from) });
  return pieces;
}

function pieceOf(whole: string, groups: Readonly<Record<string, string | undefined>>): Inline {
  const { strong, emphasis, code, label, address } = groups;
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  if (code !== undefined) return { kind: 'code', text: code };
  const safe = address !== undefined && /^(https?:\/\/|mailto:)/i.test(address);
  return safe && label !== undefined ? { kind: 'link', text: label, address } : { kind: 'text', text: whole };
}
