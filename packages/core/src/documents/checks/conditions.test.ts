import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';

/** `$a` stands for the variable a. */
const written = (short: string): string => short.replace(/\$([a-z_]+)/g, '$${$1}');
const condition = (type: string, text: string) => ({
  'transition_graph.yaml': `${invoiceCheck['transition_graph.yaml']}  - source_agent: Closer
    target_agent: user
    transition_type: condition
    condition_type: ${type}
${text.replace(/^/gm, '    ')}
`,
});
const expressed = (yaml: string) => condition('context_expression', `context_expression: ${written(yaml)}`);
const place = { file: 'transition_graph.yaml', path: '/transition_rules/3/context_expression' };

describe('the fields of a condition', () => {
  it.each([
    ['context_expression', 'context_expression: "True"\ncondition_key: book_result', 'condition_key'],
    ['context_expression', 'context_expression: "True"\ncondition_value: null', 'condition_value'],
    ['context_expression', 'context_expression: "True"\ntool_name: look', 'tool_name'],
    ['tool_called', 'tool_name: look\ncondition_key: book_result', 'condition_key'],
    ['tool_called', 'tool_name: look\ncondition_value: 1', 'condition_value'],
    ['tool_called', 'tool_name: look\ncontext_expression: "True"', 'context_expression'],
  ])('%s refuses those of another type', (type, text, field) => {
    expect(problemsWith(condition(type, text))).toContainEqual(
      expect.objectContaining({ path: `/transition_rules/3/${field}`, code: 'field_not_allowed', message: expect.stringContaining(type) }),
    );
  });

  it.each([
    ['context_expression', 'context_expression'],
    ['tool_called', 'tool_name'],
  ])('%s needs its own', (type, field) => {
    expect(problemsWith(condition(type, `${field}: ' '`))).toEqual([
      expect.objectContaining({ path: '/transition_rules/3', code: 'required', message: expect.stringContaining(field) }),
    ]);
  });
});

describe('an expression', () => {
  it.each([
    ['plain', '$book_tries > 0 and foo == 1'],
    ['in single quotes', "'$book_result == ''booked'' and foo == 1'"],
    ['in double quotes', '"$book_result == \\"booked\\" and foo == 1"'],
    ['after escaped characters', '"$book_result != \'\\U0001F600\\x41\\u0042\' and foo == 1"'],
    ['with spaces before it', '"  $book_tries > 0 and foo == 1"'],
    ['on the first of two lines', '"foo == 1\n      and $book_tries > 0"'],
  ])('%s: a problem stands at its column', (_, yaml) => {
    const changes = expressed(yaml);
    const [problem, ...others] = problemsWith(changes);
    expect(others).toEqual([]);
    const line = changes['transition_graph.yaml'].split('\n')[(problem?.line ?? 0) - 1] ?? '';
    expect(line.slice((problem?.column ?? 0) - 1)).toMatch(/^foo == 1/);
    expect(problem).toMatchObject({ ...place, code: 'expression_syntax', got: expect.stringMatching(/^`foo == 1/) });
    expect(problem?.hint).toContain(written('$foo'));
  });

  it.each([
    ['a folded block', '>-\n      $book_tries > 0\n      and foo == 1'],
    ['a literal block', '|\n      $book_tries > 0\n      and foo == 1'],
    ['plain text on two lines', '$book_tries > 0\n      and foo == 1'],
    ['quotes on two lines', '"$book_tries > 0\n      and foo == 1"'],
    ['apostrophes on two lines', "'$book_tries > 0\n      and foo == 1'"],
  ])('in %s: a problem stands in its line', (_, yaml) => {
    const changes = expressed(yaml);
    const [problem] = problemsWith(changes);
    const line = changes['transition_graph.yaml'].split('\n')[(problem?.line ?? 0) - 1] ?? '';
    expect(line.slice(0, (problem?.column ?? 0) - 1)).toBe('          and ');
    expect(problem).toMatchObject({ ...place, code: 'expression_syntax', got: '`foo == 1`' });
  });

  it('names only variables that are declared, each told once where it stands first', () => {
    const [problem, ...others] = problemsWith(expressed('"$book_trys > 0 and $book_trys < 3"'));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ ...place, code: 'unknown_variable', column: 26, hint: 'did you mean `book_tries`?' });
    expect(problemsWith(expressed('$structured_output == 1'))).toMatchObject([{ ...place, code: 'reserved_name', column: 25 }]);
  });

  it('is checked against the declared types', () => {
    expect(problemsWith(expressed('$book_tries > 1 and $book_tries < "many"'))).toMatchObject([
      { ...place, code: 'expression_type', column: 61, message: expect.stringContaining('a number with text'), got: '`< "many"`' },
    ]);
    expect(problemsWith(expressed('len($book_tries) > 0'))).toMatchObject([{ ...place, code: 'expression_type', column: 25 }]);
  });

  it('is a condition like any other: its text is kept, its variables decide routes', () => {
    const declared = `${invoiceCheck['context_variables.yaml']}  extra: { type: integer, source: { type: state, default: 0 }, writer_ids: [deterministic_tool] }\n`;
    const { workflow } = loadedWith({ ...expressed('$extra > 1'), 'context_variables.yaml': declared });
    expect(workflow.transitions.at(-1)).toMatchObject({ source: 'Closer' });
    expect(workflow.transitions.map(({ when }) => when)).toContainEqual({ kind: 'context_expression', expression: written('$extra > 1') });
    expect(workflow.contextVariables.get('extra')).toMatchObject({ authorityClass: 'closed_writer_routing_state', routing: true });
    const said = '  said: { source: { type: state, triggers: [{ type: agent_text, agent: Closer, match: { equals: x } }] } }\n';
    const spoken = `${invoiceCheck['context_variables.yaml']}${said}`;
    expect(problemsWith({ ...expressed('not $said'), 'context_variables.yaml': spoken })).toMatchObject([{ code: 'text_routing' }]);
  });

  it('is unreachable after an equal one, however it is spaced; told once', () => {
    const twice = expressed('$book_tries>1')['transition_graph.yaml'];
    const again = expressed('$book_tries > 1')['transition_graph.yaml'].slice(invoiceCheck['transition_graph.yaml']?.length);
    expect(problemsWith({ 'transition_graph.yaml': `${twice}${again}` })).toMatchObject([
      { path: '/transition_rules/4', code: 'unreachable_rule' },
    ]);
  });
});

describe('a called tool', () => {
  const look = '  - { agent: [Closer], file: look.ts, function: look, tool_type: Agent_Tool }\n';
  const withLook = (text = look) => ({ 'tools.yaml': `${invoiceCheck['tools.yaml']}${text}` });
  const called = (tool: string) => condition('TOOL_CALLED', `tool_name: ${tool}`);

  it('is one that the model of the source agent can call', () => {
    const { workflow } = loadedWith({ ...withLook(), ...called('look') });
    expect(workflow.transitions.map(({ when }) => when)).toContainEqual({ kind: 'tool_called', tool: 'look' });
  });

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['misspelt', { ...withLook(), ...called('lok') }, 'unknown_tool', 'did you mean `look`?'],
    ['of another agent', called('book'), 'unknown_tool', 'in tools.yaml add `Closer`'],
    ['of nobody', { ...withLook(), ...called('escalate') }, 'unknown_tool', 'declare it in tools.yaml with `agent: Closer`'],
    [
      'run by the runtime',
      { 'transition_graph.yaml': called('book')['transition_graph.yaml'].replace('- source_agent: Closer\n', '- source_agent: Reader\n') },
      'tool_not_callable',
      'let it write a variable',
    ],
    [
      'asked of the person',
      {
        ...withLook(),
        'transition_graph.yaml': called('look')['transition_graph.yaml'].replace(
          '- source_agent: Closer\n',
          '- source_agent: User_Proxy\n',
        ),
      },
      'tool_not_callable',
      'context_equals',
    ],
    [
      'that is not bound',
      { ...withLook(look.replace(' }\n', ', bind_to_agent: false }\n')), ...called('look') },
      'unknown_tool',
      'bind_to_agent',
    ],
  ])('%s is refused', (_, changes, code, hint) => {
    expect(problemsWith(changes)).toEqual([
      expect.objectContaining({ path: '/transition_rules/3/tool_name', code, hint: expect.stringContaining(hint) }),
    ]);
  });

  it('is not looked for at a source that nobody is', () => {
    const from = (name: string) => called('look')['transition_graph.yaml'].replace('- source_agent: Closer\n', `- source_agent: ${name}\n`);
    expect(problemsWith({ 'transition_graph.yaml': from('Closr') })).toMatchObject([{ code: 'unknown_agent' }]);
    expect(problemsWith({ 'transition_graph.yaml': from('terminate') })).toMatchObject([{ code: 'wrong_value' }]);
  });

  it('is not told again when its entry in tools.yaml is wrong itself', () => {
    const problems = problemsWith({ ...withLook(look.replace('file: look.ts, ', '')), ...called('look') });
    expect(problems).toMatchObject([{ file: 'tools.yaml', code: 'required' }]);
    expect(problemsWith({ 'tools.yaml': 'tools: [', ...called('look') }).map(({ file }) => file)).toEqual(['tools.yaml']);
  });
});

it('rules of an agent to itself are legal', () => {
  const { workflow } = loadedWith(edited('transition_graph.yaml', 'target_agent: Closer', 'target_agent: Reader'));
  expect(workflow.transitions).toContainEqual(expect.objectContaining({ source: 'Reader', target: 'Reader' }));
});
