import fc from 'fast-check';
import { stringify } from 'yaml';
import { invoiceCheck } from '../../folder.test-support.ts';

const pieces = [
  ...['a', 'b', 'null', 'true', 'yes', '1', '-1', '01', '1e3', '0x1F', '.5', '~', 'é', '𝒳', 'x y', "it's", '__proto__', '<<'],
  ...[': ', ':', ':\n', '- ', '-', '? ', '\n', '\n\n', '\n  ', '\n    ', '\n- ', '\n  - ', ' ', '  ', '\t', '\r\n', '\r'],
  ...['[', ']', '{', '}', ', ', ',', '"', "'", '\\n', '\\"', "''", '#', ' # c', '|\n', '>\n', '|-\n  ', '>-\n    ', '|2\n', '|+\n'],
  ...['&a ', '*a', '!t ', '!!str ', '%', '---\n', '...\n', '@', '`', '\u00a0', '\u2028', '\ufeff', '\0', '\u0085'],
];

/** Text that is put together from what means something in YAML. */
export const yamlSoup: fc.Arbitrary<string> = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));

const inline = [
  'a',
  'b c',
  ' ',
  ': ',
  ':',
  '#',
  ' # c',
  '[',
  ']',
  '{',
  '}',
  ', ',
  '"',
  "'",
  '-',
  '- ',
  '|',
  '>-',
  '1',
  '~',
  'null',
  '\\n',
  'x: y',
  '[a, b]',
  '"q"',
  "'s'",
];

/** Lines of keys, list items and values, in no order: near to documents, right or wrong. */
export const yamlLines: fc.Arbitrary<string> = fc
  .array(
    fc.record({
      indent: fc.constantFrom('', '', '  ', '  ', '    ', ' ', '      '),
      dash: fc.constantFrom('', '', '', '- ', '- - ', '-   ', '-'),
      key: fc.constantFrom('', 'a: ', 'b: ', 'c:', 'a b: ', '"a": ', "'d': ", 'e:   ', 'f : '),
      value: fc.oneof(
        {
          weight: 3,
          arbitrary: fc.constantFrom('', 'x', 'two words', '1', '-0', '1.50', '01', '""', '[]', '{ a: 1 }', '[a,', 'b]', '|', '>', '# c'),
        },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...inline), { maxLength: 6 }).map((parts) => parts.join('')) },
      ),
      end: fc.constantFrom('\n', '\n', '\n', '\n', '\n\n', ' \n', '  # c\n', '\n   \n', '\n # c\n', ''),
    }),
    { maxLength: 10 },
  )
  .map((lines) => lines.map(({ indent, dash, key, value, end }) => indent + dash + key + value + end).join(''));

const shortText = fc.oneof(
  fc.constantFrom(...pieces),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.array(fc.constantFrom('one', 'two', 'three', ' ', '\n', '\n\n', ': ', ' #'), { maxLength: 8 }).map((parts) => parts.join('')),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    shortText,
    fc.constantFrom(null, true, false, 0, 7, -1, 1.5),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'agents', 'two words'), shortText), tie('value'), { maxKeys: 4 }),
  ),
}));

/** Documents as the printer of YAML writes them, in every style it has. */
export const printedYaml: fc.Arbitrary<string> = fc
  .record({
    value: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'agents'), anyValue, { minKeys: 1 }),
    indent: fc.integer({ min: 1, max: 4 }),
    indentSeq: fc.boolean(),
    collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
    defaultStringType: fc.constantFrom(
      'PLAIN' as const,
      'QUOTE_DOUBLE' as const,
      'QUOTE_SINGLE' as const,
      'BLOCK_LITERAL' as const,
      'BLOCK_FOLDED' as const,
    ),
    lineWidth: fc.constantFrom(0, 20, 80),
  })
  .map(({ value, ...options }) => stringify(value, { ...options, defaultKeyType: 'PLAIN' }));

/** One edit of a text, as people and models make them. */
type Edit = {
  readonly kind: 'insert' | 'delete' | 'repeat line' | 'drop line' | 'indent line' | 'swap';
  readonly at: number;
  readonly text: string;
};

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'repeat line', 'drop line', 'indent line', 'swap'),
  at: fc.nat({ max: 100_000 }),
  text: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })),
});

function edited(text: string, { kind, at, text: more }: Edit): string {
  const place = at % (text.length + 1);
  const lines = text.split('\n');
  const line = at % lines.length;
  switch (kind) {
    case 'insert':
      return text.slice(0, place) + more + text.slice(place);
    case 'delete':
      return text.slice(0, place) + text.slice(place + more.length);
    case 'swap':
      return text.slice(0, place) + (text[place + 1] ?? '') + (text[place] ?? '') + text.slice(place + 2);
    case 'repeat line':
      return lines.toSpliced(line, 0, lines[line] ?? '').join('\n');
    case 'drop line':
      return lines.toSpliced(line, 1).join('\n');
    case 'indent line':
      return lines.with(line, `${more.trim() === '' ? more : '  '}${lines[line]}`).join('\n');
  }
}

/** Real documents with a few edits. */
export const editedDocument: fc.Arbitrary<{ readonly file: string; readonly text: string }> = fc
  .record({
    file: fc.constantFrom(...Object.keys(invoiceCheck)),
    other: fc.option(fc.tuple(fc.constantFrom(...Object.values(invoiceCheck)), fc.nat({ max: 1000 })), { freq: 6 }),
    edits: fc.array(edit, { minLength: 1, maxLength: 5 }),
  })
  .map(({ file, other, edits }) => {
    const text = invoiceCheck[file] ?? '';
    const spliced = other === null ? text : text.slice(0, other[1] % text.length) + other[0].slice(other[1] % other[0].length);
    return { file, text: edits.reduce(edited, spliced) };
  });
