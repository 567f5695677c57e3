import { describe, expect, it } from 'vitest';
import { compileWith, edited, invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';
import type { DocumentProblem } from '../workflow.ts';

const orchestrator = invoiceCheck['orchestrator.yaml'] ?? '';
/** The problems of the folder with more text at the end of the orchestrator, which has five lines; each as line, column and code. */
const withMore = (text: string): readonly (readonly [number, number, string])[] =>
  places(problemsWith({ 'orchestrator.yaml': orchestrator + text }));
const places = (problems: readonly DocumentProblem[]) => problems.map(({ line, column, code }) => [line, column, code] as const);

/** What a document alone is told, and how long that took. */
function timed(text: string): { readonly found: readonly DocumentProblem[]; readonly timeMs: number } {
  const start = performance.now();
  const found = problemsWith({ 'agents.yaml': text }).filter(({ file }) => file === 'agents.yaml');
  return { found, timeMs: performance.now() - start };
}

describe('what YAML allows and a workflow document does not', () => {
  it('Y1 a key that stands twice is refused with its line and column: plain, nested, quoted, in a flow mapping', () => {
    expect(withMore('max_turns: 2\n')).toEqual([[6, 1, 'duplicate_key']]);
    expect(withMore('"max_turns": 2\n')).toEqual([[6, 1, 'duplicate_key']]);
    expect(withMore("triggers:\n  - type: a\n    event: b\n    'type': c\n")).toEqual([[9, 5, 'duplicate_key']]);
    expect(withMore('triggers: [{ type: a, event: b, type: c }]\n')).toEqual([[6, 33, 'duplicate_key']]);
    expect(withMore('triggers: [{ type: a, "type": b, ? type : c }]\n')).toEqual([
      [6, 23, 'duplicate_key'],
      [6, 36, 'duplicate_key'],
    ]);
  });

  const levels = (line: (level: number) => string): string => Array.from({ length: 9 }, (_, level) => line(level)).join('\n');
  const nine = (text: string): string => Array.from({ length: 9 }, () => text).join(', ');

  it.each([
    ['plain', `l: &l0 [x]\n${levels((level) => `l${level}: &l${level + 1} [${nine(`*l${level}`)}]`)}`],
    ['through <<', `l: &l0 { x: 1 }\n${levels((level) => `l${level}: &l${level + 1} { ${nine(`<<: *l${level}`)} }`)}`],
  ])('Y2 billion laughs, %s, are refused in milliseconds', (_, bomb) => {
    timed('a: !x'); // the parser is warm
    const { found, timeMs } = timed(bomb);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['anchor_refused', 'alias_refused', 'more_problems']));
    expect(found.length).toBeLessThanOrEqual(21);
    expect(timeMs).toBeLessThan(5_000);
  });

  it('Y4 a merge key is refused, and no literal << is kept', () => {
    expect(withMore('base: &b { a: 1 }\nmore: { <<: *b }\n')).toEqual([
      [6, 7, 'anchor_refused'],
      [7, 9, 'merge_refused'],
      [7, 13, 'alias_refused'],
    ]);
  });

  it.each([
    ['!foo bar', 'the tag has no meaning'],
    ['!!js/function "function () {}"', 'the tag would run code'],
    ['!!str 1', 'text instead of a number'],
    ['!!int "1"', 'a number instead of text'],
    ['!!float 1', 'a fraction'],
    ['!!bool "true"', 'a boolean instead of text'],
    ['!!null ""', 'null instead of text'],
    ['! 1', 'text instead of a number'],
    ['!!binary aGk=', 'bytes'],
    ['!!timestamp 2024-01-01', 'a moment'],
    ['!!set { a }', 'a set'],
    ['!!omap [a: 1]', 'an ordered map'],
    ['!<tag:yaml.org,2002:str> 1', 'text, in full'],
  ])('Y5 the tag of `%s` is refused: %s', (value) => {
    expect(withMore(`initial_message: ${value}\n`)).toEqual([[6, 18, 'tag_refused']]);
  });

  it.each([
    ['yes', 'true'],
    ['no', 'false'],
    ['on', 'true'],
    ['off', 'false'],
    ['"true"', 'true'],
  ])('Y7 `auto_tool_call: %s` is text: refused as no boolean, with the hint to write %s', (written, meant) => {
    const [problem, ...others] = problemsWith(edited('tools.yaml', 'auto_tool_call: true', `auto_tool_call: ${written}`));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'wrong_type', path: '/tools/0/auto_tool_call', line: 2, expected: 'true or false' });
    expect(problem?.hint).toContain(`write ${meant}`);
  });

  it.each([
    ['20,000 nested [', '['.repeat(20_000), 65],
    ['20,000 nested [ that end', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 67],
    ['20,000 nested {a:', '{a: '.repeat(20_000), 257],
    ['20,000 nested {"a":', '{"a":'.repeat(20_000), 321],
    ['20,000 nested -', '- '.repeat(20_000), 129],
    ['20,000 nested ?', '? '.repeat(20_000), 129],
    ['both in turn', '[{a: '.repeat(10_000), 161],
    ['a block of 1,400 levels', Array.from({ length: 1400 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'), 65],
  ])('Y9 %s are refused by depth', (_, text, column) => {
    timed('a: !x');
    const { found, timeMs } = timed(text);
    expect(found).toMatchObject([{ code: 'too_deep', column }]);
    expect(timeMs).toBeLessThan(5_000);
  });

  it('64 levels are read', () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    const withDefault = (depth: number) => edited('context_variables.yaml', 'default: blocked', `default: ${nested(depth)}`);
    expect(problemsWith(withDefault(60))).toMatchObject([{ code: 'wrong_default' }]); // four mappings are around it
    expect(problemsWith(withDefault(61))).toMatchObject([{ code: 'too_deep' }]);
  });
});

describe('text that is no YAML, or hardly', () => {
  it.each<[string, string, number, number, string]>([
    ['a directive', '%YAML 1.1\n---\na: yes\n', 1, 1, 'directive_refused'],
    ['a tag directive', '# c\n%TAG ! tag:x,2000:\n---\na: 1\n', 2, 1, 'directive_refused'],
    ['a second document', 'agents: []\n--- \na: 1\n', 2, 1, 'second_document'],
    ['a second document after the end of the first', 'agents: []\n...\na: 1\n', 3, 1, 'second_document'],
    ['NUL', 'agents: []\nb: x\0y\n', 2, 5, 'control_character'],
    ['an escape', 'agents: []\nb: \u001b[31m\n', 2, 4, 'control_character'],
    ['a C1 control', 'a: \u0090\n', 1, 4, 'control_character'],
    ['half of a surrogate pair', 'a: 𝒳\ud835\n', 1, 6, 'control_character'],
    ['no character', 'a: \uffff\n', 1, 4, 'control_character'],
    ['a carriage return alone', 'a: 1\rb: 2\n', 1, 5, 'control_character'],
    ['a key without a name', ': x\n', 1, 1, 'key_not_text'],
    ['null as a key', '~: x\n', 1, 1, 'key_not_text'],
    ['true as a key', 'a: { true: x }\n', 1, 6, 'key_not_text'],
    ['a number as a key', '1.5: x\n', 1, 1, 'key_not_text'],
    ['a mapping as a key', '? { a: 1 }\n: x\n', 1, 3, 'key_not_text'],
    ['__proto__ as a key', 'a: { "__proto__": { b: 1 } }\n', 1, 6, 'key_refused'],
    ['a key without end', `? ${'k'.repeat(2000)}\n: x\n`, 1, 3, 'key_refused'],
    ['a quotation mark without end', 'a: "b\n', 1, 4, 'yaml_syntax'],
    ['an apostrophe without end', "a: 'b\n", 1, 4, 'yaml_syntax'],
    ['a bracket without end', 'a: [b\n', 2, 1, 'yaml_syntax'],
    ['a bracket too many', 'a: b]\nc: ]\n', 2, 4, 'yaml_syntax'],
    ['nothing before a comma', 'a: [b, , c]\n', 1, 8, 'yaml_syntax'],
    ['a tab', 'a:\n\tb: 1\n', 2, 1, 'tab'],
    ['text that begins with @', 'a: @b\n', 1, 4, 'yaml_syntax'],
    ['a list for a document', '- a\n', 1, 1, 'not_a_mapping'],
  ])('%s is told with its place', (_, text, line, column, code) => {
    expect(timed(text).found).toContainEqual(expect.objectContaining({ line, column, code }));
  });

  it('a colon in plain text is told with the hint to quote it', () => {
    const problems = problemsWith(edited('orchestrator.yaml', 'workflow_startup_mode: ', 'workflow_startup_mode: a: '));
    expect(problems).toMatchObject([{ line: 3, column: 24, code: 'yaml_syntax', hint: 'to mean text with `: ` in it, quote it' }]);
  });

  it('keys and text of any language, and of any length, are read', () => {
    const message = `é 𝒳 ${'long '.repeat(100_000)}`.trim();
    expect(loadedWith({ 'orchestrator.yaml': `${orchestrator}initial_message: ${message}\n` }).workflow.initialMessage).toBe(message);
  });

  it('a document of more than 1 MiB is refused unread', () => {
    expect(timed(`# ${'x'.repeat(1024 * 1024)}`).found).toMatchObject([{ code: 'file_too_large', line: 1, column: 1 }]);
    expect(timed(`# ${'x'.repeat(1024 * 1024 - 2)}`).found).toEqual([]);
  });

  it.each([
    ['alone', orchestrator],
    ['with line ends of Windows', orchestrator.replaceAll('\n', '\r\n')],
    ['with wide characters before', orchestrator.replace('InvoiceCheck', 'InvoiceCheck # 𝒳é')],
  ])('a byte order mark moves no column: %s', (_, text) => {
    const broken = `${text}x: { 𝒳: @ }\n`;
    const plain = problemsWith({ 'orchestrator.yaml': broken });
    expect(plain).toMatchObject([{ line: 6, column: 10, code: 'yaml_syntax' }]);
    expect(problemsWith({ 'orchestrator.yaml': `\ufeff${broken}` })).toEqual(plain);
    const first = `schema_verson: x\n${text}`;
    expect(problemsWith({ 'orchestrator.yaml': `\ufeff${first}` })).toEqual(problemsWith({ 'orchestrator.yaml': first }));
  });
});

describe('numbers that are not what is written', () => {
  it.each(['1e3', '0123', '12345678901234567890', '1.0', '0x1F', '-7', '.5'])(
    '`workflow_name: %s` is a number, with the hint to quote it',
    (written) => {
      const problems = problemsWith(edited('orchestrator.yaml', 'InvoiceCheck', written));
      expect(problems).toMatchObject([
        { line: 2, column: 16, code: 'wrong_type', got: `the number ${written}`, hint: `to mean text, quote it: "${written}"` },
      ]);
    },
  );

  it.each(['2024-01-01', '12:30:00', '1_000', '0o9', '1.2.3'])('`%s` is text', (written) => {
    expect(loadedWith({ 'orchestrator.yaml': `${orchestrator}initial_message: ${written}\n` }).workflow.initialMessage).toBe(written);
  });

  it.each([
    ['0123', false],
    ['-00', false],
    ['12345678901234567890', false],
    ['3.14159265358979323846', false],
    ['1e400', false],
    ['.nan', false],
    ['9007199254740992.0', true],
    ['0.10', true],
    ['1e21', true],
    ['-0.5e-7', true],
    ['0x1F', true],
  ])('where any value may stand, %s keeps its digits: %s', (written, isKept) => {
    const text = (invoiceCheck['context_variables.yaml'] ?? '').replace('default: 0', `default: ${written}`).replace('integer', 'number');
    const problems = problemsWith({ 'context_variables.yaml': text });
    const expected = isKept ? [] : [expect.objectContaining({ code: 'wrong_type', hint: `to mean text, quote it: "${written}"` })];
    expect(problems).toEqual(expected);
  });

  it('a zero in front is refused where an integer is read, and quotes around it are told', () => {
    expect(problemsWith(edited('orchestrator.yaml', 'max_turns: 8', 'max_turns: 010'))).toMatchObject([
      { hint: 'write it without a zero in front' },
    ]);
    expect(problemsWith(edited('orchestrator.yaml', 'max_turns: 8', 'max_turns: "8"'))).toMatchObject([
      { hint: 'write it without quotes' },
    ]);
  });
});

describe('what is large takes time in proportion', () => {
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');

  it.each([
    ['100,000 keys', lines(100_000, (index) => `k${index}:`)],
    ['as many flow keys', `{${lines(30_000, (index) => `k${index}: 1,`)}}`],
    ['a key without end', `${'k'.repeat(1_000_000)}: 1`],
    ['commas', `a: [${','.repeat(1_000_000)}]`],
    ['brackets', ']'.repeat(1_000_000)],
    ['tags', `a: ${'!x '.repeat(300_000)}`],
    ['documents', '---\n'.repeat(250_000)],
    ['blank lines in quotes', `a: "${'\n'.repeat(1_000_000)}"`],
    ['carriage returns', '\r'.repeat(1_000_000)],
    ['agents that are wrong', `agents:\n${lines(20_000, (index) => `  - nam: ${index}`)}`],
  ])('%s', (_, text) => {
    const { found, timeMs } = timed(text);
    expect(found.length).toBeGreaterThan(0);
    expect(timeMs).toBeLessThan(15_000);
  });

  it('names that nothing declares are told with the first of them, and the rest is counted', () => {
    const result = compileWith({
      'context_variables.yaml': `definitions:\n${lines(2000, (index) => `  variable_number_${index}: { source: { type: state } }`)}`,
      'transition_graph.yaml': `transition_rules:\n${lines(2000, (index) => `  - { source_agent: Reader, target_agent: Closer, transition_type: condition, condition_type: context_equals, condition_key: variable_numbr_${index}, condition_value: ${index} }`)}`,
    });
    const problems = result.kind === 'refused' ? result.problems : [];
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toMatchObject({
      file: '',
      code: 'more_problems',
      message: expect.stringMatching(/^\d+ more problems are not listed\.$/),
    });
    expect(problems.at(-2)?.line).toBeLessThanOrEqual(2001);
  });
});
