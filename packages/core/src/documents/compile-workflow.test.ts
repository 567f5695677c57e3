import { describe, expect, it } from 'vitest';
import { compileWith, edited, invoiceCheck, loadedWith, problemsWith, shortly } from './folder.test-support.ts';

const reversedLines = (text: string): string => text.trimEnd().split('\n').reverse().join('\n');

describe('the smallest complete workflow', () => {
  it('is loaded without a warning, with everything joined', () => {
    const { workflow, warnings } = loadedWith();
    expect(warnings).toEqual([]);
    const { agents, contextVariables, digest, outputModels, ...rest } = workflow;
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(rest).toEqual({
      name: 'InvoiceCheck',
      startupMode: 'BackendOnly',
      maxTurns: 8,
      humanInTheLoop: false,
      initialMessage: null,
      initialAgent: 'Reader',
      folder: null,
      transitions: [
        {
          source: 'Reader',
          target: 'Closer',
          when: { kind: 'context_equals', key: 'book_result', value: 'booked' },
          terminationReason: null,
        },
        {
          source: 'Reader',
          target: 'terminate',
          when: { kind: 'context_equals', key: 'book_result', value: 'blocked' },
          terminationReason: 'workflow_failed',
        },
        { source: 'Closer', target: 'terminate', when: { kind: 'after_turn' }, terminationReason: null },
      ],
      failureMessageKey: null,
      unsupported: [],
    });
    expect(outputModels.get('Invoice')).toBe(agents.get('Reader')?.output);
    const { output, ...reader } = agents.get('Reader') ?? {};
    expect(reader).toEqual({
      name: 'Reader',
      description: null,
      prompt: 'Read the invoice.',
      structuredOutputsRequired: true,
      pendingTurnReplay: 'allow',
      view: [],
      autoTools: [
        {
          agent: 'Reader',
          index: 0,
          file: 'book.ts',
          function: 'book',
          description: null,
          type: 'Agent_Tool',
          surface: null,
          timeoutMs: null,
          onError: { kind: 'continue' },
          outcome: null,
          ui: null,
          selfEmitsUi: false,
        },
      ],
      callableTools: [],
    });
    expect(output?.validate({ total: 1.5, currency: 'EUR' })).toEqual({
      kind: 'accepted',
      value: { total: 1.5, currency: 'EUR', extra: null },
    });
    expect(agents.get('Closer')?.output).toBe(null);
    expect(contextVariables.get('book_result')).toEqual({
      name: 'book_result',
      type: 'string',
      description: null,
      authorityClass: 'closed_writer_routing_state',
      writers: ['deterministic_tool'],
      modelVisible: true,
      toolVisible: true,
      persisted: true,
      routing: true,
      authorization: false,
      source: { kind: 'state', initial: 'blocked' },
      triggers: [],
    });
  });

  it('needs no more than an orchestrator and an agent', () => {
    const nothing = { 'structured_outputs.yaml': null, 'tools.yaml': null, 'context_variables.yaml': null, 'transition_graph.yaml': null };
    const agents = 'agents: [{ name: Solo, system_message: Speak., structured_outputs_required: false }]';
    const orchestrator = 'schema_version: mozaiks.orchestrator.v1\nworkflow_name: invoicecheck\nworkflow_startup_mode: UserDriven\n';
    const { workflow, warnings } = loadedWith({ ...nothing, 'agents.yaml': agents, 'orchestrator.yaml': orchestrator });
    expect(workflow).toMatchObject({ name: 'invoicecheck', initialAgent: 'Solo', maxTurns: 50, transitions: [] });
    expect(warnings).toMatchObject([{ code: 'no_way_on' }]);
  });
});

describe('digest', () => {
  it('DV2: is the same with keys reversed and in another layout', () => {
    const { workflow } = loadedWith();
    const other = loadedWith({
      'orchestrator.yaml': `# a comment\n${reversedLines(invoiceCheck['orchestrator.yaml'] ?? '')}`,
      'structured_outputs.yaml': `models:
  Invoice: { fields: { extra: { type: optional_dict }, currency: { type: Currency }, total: { type: float } }, type: model }
  Currency: { values: [EUR, USD], type: literal }
registry: { Closer: ~, Reader: 'Invoice' }
schema_version: "mozaiks.structured_outputs.v1"`,
      'middleware.yaml': '',
    }).workflow;
    expect(other.digest).toBe(workflow.digest);
    expect(other.agents.get('Reader')?.output?.digest).toBe(workflow.agents.get('Reader')?.output?.digest);
    expect(JSON.stringify([...other.contextVariables])).toBe(JSON.stringify([...workflow.contextVariables]));
  });

  it.each(Object.keys(invoiceCheck))('moves with a change in %s', (file) => {
    const changes: Readonly<Record<string, readonly [string, string]>> = {
      'orchestrator.yaml': ['max_turns: 8', 'max_turns: 9'],
      'agents.yaml': ['goodbye', 'hello'],
      'structured_outputs.yaml': ['[EUR, USD]', '[EUR]'],
      'tools.yaml': ['function: book', 'function: book2'],
      'context_variables.yaml': ['default: 0', 'default: 1'],
      'transition_graph.yaml': ['workflow_failed', 'workflow_complete'],
    };
    const [from, to] = changes[file] ?? ['', ''];
    expect(loadedWith(edited(file, from, to)).workflow.digest).not.toBe(loadedWith().workflow.digest);
  });
});

describe('versions', () => {
  const versions: readonly [string, string][] = [
    ['orchestrator.yaml', 'mozaiks.orchestrator.v1'],
    ['structured_outputs.yaml', 'mozaiks.structured_outputs.v1'],
  ];
  const variants = versions.flatMap(([file, literal]): readonly [string, string, string, string][] => [
    [file, 'missing', '', 'required'],
    [file, 'null', 'schema_version: null', 'wrong_type'],
    [file, 'unknown', `schema_version: ${literal.replace('v1', 'v2')}`, 'wrong_value'],
    [file, 'padded', `schema_version: " ${literal} "`, 'wrong_value'],
    [file, 'numeric', 'schema_version: 1', 'wrong_type'],
    [file, 'a misspelt key', `schema_verison: ${literal}`, 'unknown_key'],
    [file, 'an extra key', `schema_version: ${literal}\nschema_versions: 1`, 'unknown_key'],
  ]);
  it.each(variants)('DV1: %s refuses a version that is %s', (file, _, line, code) => {
    const problems = problemsWith(edited(file, /schema_version: .*/, line));
    expect(problems).toContainEqual(expect.objectContaining({ file, code }));
  });

  it('DV3: the version is in no model and no schema', () => {
    const output = loadedWith().workflow.agents.get('Reader')?.output;
    expect(JSON.stringify(output?.providerSchema('openai'))).not.toContain('schema_version');
    expect(output?.validate({ schema_version: 'mozaiks.structured_outputs.v1', total: 1, currency: 'EUR' }).kind).toBe('rejected');
  });
});

describe('agents.yaml', () => {
  it('DV4: without structured_outputs_required names the field', () => {
    expect(problemsWith(edited('agents.yaml', ', structured_outputs_required: false', ''))).toEqual([
      expect.objectContaining({
        file: 'agents.yaml',
        line: 3,
        column: 5,
        path: '/agents/1',
        code: 'required',
        message: '`structured_outputs_required` is missing in `agents.1`.',
      }),
    ]);
  });

  it.each<[string, 'allow' | 'block' | null]>([
    ['', 'allow'],
    [', pending_turn_replay: allow', 'allow'],
    [', pending_turn_replay: block', 'block'],
    [', pending_turn_replay: retry', null],
    [', pending_turn_replay: BLOCK', null],
    [', pending_turn_replay: true', null],
  ])('DV5: `%s` is %s', (text, expected) => {
    const result = compileWith(edited('agents.yaml', / }\n$/, `${text} }\n`));
    expect(result.kind === 'loaded' ? result.workflow.agents.get('Closer')?.pendingTurnReplay : null).toBe(expected);
  });

  it('joins sections to the prompt, and takes the custom ones only instead', () => {
    const agents = (more: string) => `agents:
  - name: Reader
    structured_outputs_required: true
    prompt_sections:
      - { id: role, heading: ROLE, content: Reader. }
      - { heading: TASK, content: "Read.\\nTwice." }
${more}
  - { name: Closer, prompt_sections_custom: [{ heading: END, content: Bye. }], structured_outputs_required: false }
`;
    const plain = loadedWith({ 'agents.yaml': agents('') });
    expect(plain.workflow.agents.get('Reader')?.prompt).toBe('ROLE\nReader.\n\nTASK\nRead.\nTwice.');
    expect(plain.workflow.agents.get('Closer')?.prompt).toBe('END\nBye.');
    const both = loadedWith({
      'agents.yaml': agents('    system_message: First.\n    prompt_sections_custom: [{ heading: X, content: Y }]'),
    });
    expect(both.workflow.agents.get('Reader')?.prompt).toBe('First.\n\nROLE\nReader.\n\nTASK\nRead.\nTwice.');
    expect(both.warnings).toMatchObject([
      { code: 'no_effect_yet', path: '/agents/0/prompt_sections/0/id' },
      { code: 'no_effect', path: '/agents/0/prompt_sections_custom' },
    ]);
  });
});

describe('every problem of a folder', () => {
  it('is told at once, sorted, with its place and the nearest name', () => {
    const problems = problemsWith({
      ...edited('orchestrator.yaml', 'initial_agent: Reader', 'intial_agent: Readr'),
      ...edited('tools.yaml', 'agent: Reader', 'agent: Reder'),
      ...edited(
        'transition_graph.yaml',
        'condition_key: book_result, condition_value: booked',
        'condition_key: book_resutl, condition_value: booked',
      ),
      ...edited('structured_outputs.yaml', 'Reader: Invoice', 'Reader: Invoce'),
    });
    expect(problems.map(({ file, line, column, path, code, hint }) => [file, line, column, path, code, hint])).toEqual([
      ['orchestrator.yaml', 4, 1, '/intial_agent', 'unknown_key', 'did you mean `initial_agent`?'],
      ['structured_outputs.yaml', 2, 21, '/registry/Reader', 'unknown_model', 'did you mean `Invoice`?'],
      ['tools.yaml', 2, 14, '/tools/0/agent', 'unknown_agent', 'did you mean `Reader`?'],
      ['transition_graph.yaml', 2, 126, '/transition_rules/0/condition_key', 'unknown_variable', 'did you mean `book_result`?'],
    ]);
  });

  it('is told once: what a wrong entry declares is still declared', () => {
    const problems = problemsWith({
      ...edited('agents.yaml', 'name: Reader,', 'name: Reader, temperature: 1,'),
      ...edited('structured_outputs.yaml', 'type: literal, values', 'type: literal, vlaues'),
      ...edited('context_variables.yaml', 'source: { type: state, default: blocked }', 'source: { type: stat }'),
    });
    expect(shortly(problems)).toEqual([
      'agents.yaml /agents/0/temperature unknown_key',
      'context_variables.yaml /definitions/book_result/source/type wrong_value',
      'structured_outputs.yaml /models/Currency/vlaues unknown_key',
    ]);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the name of an agent', edited('agents.yaml', 'name: Reader', 'nmae: Reader'), 'agents.yaml /agents/0/nmae unknown_key'],
    ['the agents', edited('agents.yaml', 'agents:', 'agent:'), 'agents.yaml /agent unknown_key'],
    ['the definitions', edited('context_variables.yaml', 'definitions:', 'definition:'), 'context_variables.yaml /definition unknown_key'],
    ['the models', edited('structured_outputs.yaml', 'models:', 'modles:'), 'structured_outputs.yaml /modles unknown_key'],
    ['the registry', edited('structured_outputs.yaml', 'registry:', 'regstry:'), 'structured_outputs.yaml /regstry unknown_key'],
    ['a prompt', edited('agents.yaml', 'system_message:', 'sytem_message:'), 'agents.yaml /agents/0/sytem_message unknown_key'],
    [
      'a condition',
      edited('transition_graph.yaml', 'condition_key:', 'condtion_key:'),
      'transition_graph.yaml /transition_rules/0/condtion_key unknown_key',
    ],
    ['a required key', edited('tools.yaml', 'file:', 'flie:'), 'tools.yaml /tools/0/flie unknown_key'],
  ])('is one, when the key of %s is misspelt', (_, changes, expected) => {
    expect(shortly(problemsWith(changes))).toEqual([expected]);
  });

  it.each(Object.keys(invoiceCheck))('is one, when %s is no YAML', (file) => {
    expect(problemsWith({ [file]: 'a: [1' })).toEqual([expect.objectContaining({ file, line: 1, code: 'yaml_syntax' })]);
  });

  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['a missing orchestrator', { 'orchestrator.yaml': null }, 'orchestrator.yaml document_missing'],
    [
      'no agent at all',
      { 'agents.yaml': '', 'tools.yaml': null, 'transition_graph.yaml': null, 'structured_outputs.yaml': null },
      'orchestrator.yaml no_agents',
    ],
    ['a document with a misspelt name', { 'agent.yaml': '' }, 'agent.yaml unknown_document'],
    ['a document that ends in .yml', { 'tools.yml': '' }, 'tools.yml file_name'],
    ['an empty structured_outputs.yaml', { 'structured_outputs.yaml': '' }, 'structured_outputs.yaml required'],
  ])('tells %s', (_, changes, expected) => {
    expect(shortly(problemsWith(changes))).toContain(expected);
  });

  it('tells a folder of another name, ignoring case', () => {
    expect(problemsWith({}, 'invoicecheck')).toEqual([]);
    expect(problemsWith({}, 'Invoices')).toMatchObject([{ file: 'orchestrator.yaml', line: 2, column: 16, code: 'folder_name' }]);
  });

  it('leaves files alone that are no YAML', () => {
    expect(problemsWith({ 'README.md': '# : [' })).toEqual([]);
  });
});
