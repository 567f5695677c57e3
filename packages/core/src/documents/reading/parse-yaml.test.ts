import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';

const orchestrator = invoiceCheck['orchestrator.yaml'] ?? '';
const withLine = (line: string) => ({ 'orchestrator.yaml': `${orchestrator}${line}` });

describe('hazards of YAML', () => {
  it.each<[string, string, string, number, number]>([
    ['a key twice', 'max_turns: 9', 'duplicate_key', 6, 1],
    ['a key twice, once quoted', '"max_turns": 9', 'duplicate_key', 6, 1],
    ['an anchor', 'initial_message: &hello hi', 'anchor_refused', 6, 18],
    ['an anchor on a mapping', 'triggers: &all { a: 1 }', 'anchor_refused', 6, 11],
    ['deep nesting of mappings', `triggers: ${'{ a: '.repeat(70)}1${' }'.repeat(70)}`, 'too_deep', 6, 326],
    ['an alias', 'triggers: [&a x, *a]', 'alias_refused', 6, 18],
    ['a merge key', '<<: { human_in_the_loop: true }', 'merge_refused', 6, 1],
    ['a tab', 'triggers:\n\t- type: x', 'tab', 7, 1],
    ['a second document', '---\na: 1', 'second_document', 6, 1],
    ['a tag without meaning', 'initial_message: !secret hi', 'tag_refused', 6, 18],
    ['a number as a key', '1: x', 'key_not_text', 6, 1],
    ['a list as a key', '? [a]\n: x', 'key_not_text', 6, 3],
    ['__proto__ as a key', '__proto__: { polluted: true }', 'key_refused', 6, 1],
    ['a value that never ends', 'initial_message: "hi', 'yaml_syntax', 6, 18],
    ['deep nesting', `triggers: ${'['.repeat(70)}${']'.repeat(70)}`, 'too_deep', 6, 74],
  ])('%s', (_, line, code, row, column) => {
    expect(problemsWith(withLine(line))).toContainEqual(expect.objectContaining({ file: 'orchestrator.yaml', code, line: row, column }));
  });

  it.each<[string, string]>([
    ['a list', '- a'],
    ['text', 'hello'],
    ['a number', '1'],
  ])('%s for a document', (_, text) => {
    expect(problemsWith({ 'agents.yaml': text })).toContainEqual(
      expect.objectContaining({ file: 'agents.yaml', line: 1, column: 1, code: 'not_a_mapping' }),
    );
  });

  it('a key twice is found at every level, and in a large file too', () => {
    const large = Array.from({ length: 20_000 }, (_, index) => `key${index}: 1`).join('\n');
    const problems = problemsWith({ 'agents.yaml': `${large}\nlast: { a: 1, b: 2, a: 3 }\nkey7: 1\n` });
    expect(problems.filter(({ code }) => code === 'duplicate_key').map(({ line, column }) => [line, column])).toEqual([
      [20_001, 21],
      [20_002, 1],
    ]);
  });

  it('nesting without end is a problem, not a crash', () => {
    for (const piece of ['[', '- ', '{a: ']) {
      expect(problemsWith({ 'agents.yaml': piece.repeat(20_000) })).toEqual([
        expect.objectContaining({ file: 'agents.yaml', code: 'too_deep' }),
      ]);
    }
  });

  it.each<[string, string]>([
    ['empty', ''],
    ['only a comment', '# nothing yet\n'],
    ['only white space', '\n \n'],
    ['null', '~'],
  ])('a document that is %s counts as {}', (_, text) => {
    const withoutTools = loadedWith({ 'tools.yaml': text }).workflow;
    expect(withoutTools.agents.get('Reader')?.autoTools).toEqual([]);
    expect(withoutTools.digest).toBe(loadedWith({ 'tools.yaml': null }).workflow.digest);
  });

  it('a byte order mark is tolerated and moves no column', () => {
    expect(loadedWith({ 'orchestrator.yaml': `\ufeff${orchestrator}` }).workflow.digest).toBe(loadedWith().workflow.digest);
    expect(problemsWith({ 'orchestrator.yaml': `\ufeff${orchestrator.replace('schema_version', 'schema_verion')}` })).toContainEqual(
      expect.objectContaining({ line: 1, column: 1, code: 'unknown_key' }),
    );
  });

  it('lines end in any way', () => {
    const windows = Object.fromEntries(Object.entries(invoiceCheck).map(([file, text]) => [file, text.replaceAll('\n', '\r\n')]));
    expect(loadedWith(windows).workflow.digest).toBe(loadedWith().workflow.digest);
  });
});

describe('scalars', () => {
  it.each<[string, string, string, string | undefined]>([
    ['a number for text', 'initial_message: 1.0', 'the number 1.0', 'to mean text, quote it: "1.0"'],
    ['true for text', 'initial_message: true', 'the boolean true', 'to mean text, quote it: "true"'],
    ['text for true', 'human_in_the_loop: maybe', '"maybe"', undefined],
    ['null for true', 'human_in_the_loop:', 'nothing', undefined],
    ['a list for text', 'initial_message: [a]', 'a list', undefined],
  ])('%s is refused, saying what was found', (_, line, got, hint) => {
    const [problem, ...others] = problemsWith(withLine(line));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'wrong_type', line: 6, got });
    expect(problem?.hint).toBe(hint);
  });

  it.each<[string, string]>([
    ['0', 'out_of_range'],
    ['501', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['8.5', 'wrong_type'],
    ['"8"', 'wrong_type'],
    ['true', 'wrong_type'],
    ['.inf', 'wrong_type'],
  ])('max_turns: %s is %s', (value, code) => {
    expect(problemsWith(edited('orchestrator.yaml', 'max_turns: 8', `max_turns: ${value}`))).toMatchObject([{ code, path: '/max_turns' }]);
  });

  it.each(['1', '500'])('max_turns: %s is accepted', (value) => {
    expect(loadedWith(edited('orchestrator.yaml', 'max_turns: 8', `max_turns: ${value}`)).workflow.maxTurns).toBe(Number(value));
  });

  it('yes, no, on and off stay text', () => {
    const { workflow } = loadedWith(edited('structured_outputs.yaml', '[EUR, USD]', '[yes, no, on, off]'));
    expect(workflow.agents.get('Reader')?.output?.validate({ total: 1, currency: 'no' }).kind).toBe('accepted');
  });

  it('text is trimmed; empty text is null where it may be, else a problem', () => {
    expect(loadedWith(withLine('initial_message: "  hi  "')).workflow.initialMessage).toBe('hi');
    expect(loadedWith(withLine('initial_message: "  "')).workflow.initialMessage).toBe(null);
    expect(problemsWith(edited('orchestrator.yaml', 'InvoiceCheck', '" "'))).toMatchObject([{ code: 'empty', path: '/workflow_name' }]);
  });

  it('a number that loses digits is refused where any value may stand', () => {
    expect(problemsWith(edited('context_variables.yaml', 'default: 0', 'default: 9007199254740993'))).toMatchObject([
      { code: 'wrong_type', path: '/definitions/book_tries/source/default' },
    ]);
  });
});
