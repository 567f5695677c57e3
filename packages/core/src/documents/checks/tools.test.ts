import { describe, expect, it } from 'vitest';
import { compileWorkflow } from '../compile-workflow.ts';
import { edited, invoiceCheck, loadedWith, problemsWith, shortly } from '../folder.test-support.ts';

type Changes = Readonly<Record<string, string>>;
const tools = (...entries: readonly string[]): Changes => ({
  'tools.yaml': `tools:\n${entries.map((entry) => `  - { tool_type: Agent_Tool, ${entry} }\n`).join('')}`,
});
const auto = 'agent: Reader, file: a.ts, function: a, auto_tool_call: true';
const lifecycle = (...entries: readonly string[]): Changes => ({
  'tools.yaml': `${invoiceCheck['tools.yaml']}lifecycle_tools:\n${entries.map((entry) => `  - { ${entry} }\n`).join('')}`,
});
const told = (changes: Changes): readonly string[] => shortly(problemsWith(changes));

describe('tools', () => {
  it('become bindings by agent, in document order', () => {
    const { workflow } = loadedWith(
      tools(
        auto,
        'agent: [Closer, Reader], file: tools/b.mjs, function: b, bind_to_agent: true, description: Look.',
        'agent: Reader, file: c.js, function: c, auto_tool_call: true',
        'agent: Closer, file: d.ts, function: d',
      ),
    );
    const names = (agent: string) => {
      const found = workflow.agents.get(agent);
      return [found?.autoTools, found?.callableTools].map((bindings) =>
        bindings?.map((binding) => `${binding.index} ${binding.function} ${binding.agent}`),
      );
    };
    expect(names('Reader')).toEqual([['0 a Reader', '1 c Reader'], ['0 b Reader']]);
    expect(names('Closer')).toEqual([[], ['0 b Closer', '1 d Closer']]);
  });

  it.each<[string, Changes, string]>([
    [
      'an auto tool of an agent without a model',
      tools('agent: Closer, file: a.ts, function: a, auto_tool_call: true'),
      '/tools/0/auto_tool_call auto_tool_without_model',
    ],
    ['another tool of an auto-tool agent', tools(auto, 'agent: Reader, file: b.ts, function: b'), '/tools/1 auto_tool_agent'],
    ['the same function twice', tools(auto, 'agent: Reader, file: b.ts, function: a, auto_tool_call: true'), '/tools/1/function duplicate'],
    ['a file outside the folder', tools('agent: Reader, file: ../book.ts, function: book'), '/tools/0/file path_refused'],
    ['an absolute file', tools('agent: Reader, file: /etc/book.ts, function: book'), '/tools/0/file path_refused'],
    ['a file of another drive', tools('agent: Reader, file: "C:/book.ts", function: book'), '/tools/0/file path_refused'],
    ['a file that is a URL', tools('agent: Reader, file: "data:text/javascript,1", function: book'), '/tools/0/file path_refused'],
    ['a file with a control character', tools('agent: Reader, file: "a\\0.ts", function: book'), '/tools/0/file path_refused'],
    ['a file that is no module', tools('agent: Reader, file: book.json, function: book'), '/tools/0/file tool_file_type'],
    ['a function that is no name', tools('agent: Reader, file: a.ts, function: do it'), '/tools/0/function invalid_name'],
    ['no agent', tools('agent: [], file: a.ts, function: a'), '/tools/0/agent empty'],
    ['a name', tools('agent: Reader, file: a.ts, function: a, name: x'), '/tools/0/name unknown_key'],
  ])('refuse %s', (_, changes, expected) => {
    expect(told(changes)).toEqual([`tools.yaml ${expected}`]);
  });

  it('of an auto-tool agent stay callable where their entry says so; the hint says how', () => {
    const [problem] = problemsWith(tools(auto, 'agent: Reader, file: b.ts, function: b'));
    expect(problem?.hint).toContain('`bind_to_agent: true`');
    const { workflow } = loadedWith(tools(auto, 'agent: Reader, file: b.ts, function: b, bind_to_agent: true'));
    expect(workflow.agents.get('Reader')?.callableTools).toMatchObject([{ function: 'b' }]);
  });

  it('that run by themselves are never called by a model, whatever their entry says; one that says so warns', () => {
    const { workflow, warnings } = loadedWith(tools(`${auto}, bind_to_agent: true`));
    expect(workflow.agents.get('Reader')).toMatchObject({ autoTools: [{ function: 'a' }], callableTools: [] });
    expect(warnings).toMatchObject([{ code: 'no_effect', path: '/tools/0/bind_to_agent', message: expect.stringContaining('`a`') }]);
    expect(loadedWith(tools(auto)).warnings).toEqual([]);
  });

  it('warn of one that nothing ever runs', () => {
    expect(loadedWith(tools('agent: Closer, file: a.ts, function: a, bind_to_agent: false')).warnings).toMatchObject([
      { code: 'unused_tool' },
    ]);
  });
});

describe('what a tool shows', () => {
  const surface = (ui: string, type = 'UI_Surface', more = '') =>
    edited('tools.yaml', 'tool_type: Agent_Tool', `tool_type: ${type}, ui: ${ui}${more}`);
  const bindingOf = (changes: Changes) => loadedWith(changes).workflow.agents.get('Reader')?.autoTools[0];
  const card = '{ component: ApprovalCard, workflow_primitive: approval_card }';
  const contract = ', ui_contract: { surface_kind: agent_tool }';

  it.each(['UI_Surface', 'ui-surface', 'UI_SURFACE', 'UI_Tool', 'ui_tool', 'UI-Tool'])('%s is a type, and its mode is inline', (type) => {
    expect(bindingOf(surface(card, type))).toMatchObject({
      type: type.toLowerCase().endsWith('tool') ? 'UI_Tool' : 'UI_Surface',
      surface: { component: 'ApprovalCard', mode: 'inline' },
    });
  });

  const shipped = {
    approval_card: 'ApprovalCard',
    choice_picker: 'ChoicePicker',
    confirmation_summary: 'ConfirmationSummary',
    form_card: 'FormCard',
    outcome_feedback: 'OutcomeFeedback',
    artifact_workbench: 'ArtifactWorkbench',
    download_center: 'DownloadCenter',
    diagram_viewer: 'DiagramViewer',
  };
  const generated = [
    'record_picker',
    'file_upload_prompt',
    'diff_review',
    'action_plan_review',
    'document_preview',
    'comparison_board',
    'table_review',
    'progress_stepper',
  ];
  const realizations = [
    ...Object.entries(shipped).flatMap(([primitive, component]) => [
      [primitive, component, 'shipped_component'] as const,
      [primitive, `My${component}`, 'workflow_wrapper'] as const,
    ]),
    ...generated.map((primitive) => [primitive, 'Board', 'generated_component'] as const),
  ];

  it.each(realizations)('%s by %s is a %s, and no other realization; it need not be written', (primitive, component, realization) => {
    const written = (more: string) => surface(`{ component: ${component}, mode: artifact, workflow_primitive: ${primitive}${more} }`);
    expect(bindingOf(written(''))?.surface).toEqual({ component, mode: 'artifact' });
    for (const word of ['shipped_component', 'workflow_wrapper', 'generated_component', 'shell_builtin']) {
      const problems = told(written(`, realization: ${word}`));
      expect(problems).toEqual(word === realization ? [] : ['tools.yaml /tools/0/ui/realization wrong_value']);
    }
  });

  it.each<[string, Changes, string]>([
    [
      'a primitive of the shell',
      surface('{ component: X, workflow_primitive: composer_reply }'),
      '/tools/0/ui/workflow_primitive wrong_value',
    ],
    ['an unknown primitive', surface('{ component: X, workflow_primitive: form_crd }'), '/tools/0/ui/workflow_primitive wrong_value'],
    ['no primitive', surface('{ component: X }'), '/tools/0/ui required'],
    ['no primitive, but a realization', surface('{ component: X, realization: shipped_component }'), '/tools/0/ui required'],
    ['no component', surface('{ workflow_primitive: form_card }'), '/tools/0/ui required'],
    ['a UI_Surface without ui', surface('null'), '/tools/0 required'],
    ['a UI_Tool without ui', surface('null', 'UI_Tool'), '/tools/0 required'],
    ['a UI_Surface with a contract', surface(card, 'UI_Surface', contract), '/tools/0/ui_contract field_not_allowed'],
    ['an Agent_Tool with ui', surface(card, 'Agent_Tool'), '/tools/0/ui field_not_allowed'],
    ['an Agent_Tool with a contract', surface('null', 'Agent_Tool', contract), '/tools/0/ui_contract field_not_allowed'],
    [
      'a contract of another kind',
      surface(card, 'UI_Tool', ', ui_contract: { surface_kind: artifact }'),
      '/tools/0/ui_contract/surface_kind wrong_value',
    ],
    [
      'an action without an id',
      surface(card, 'UI_Tool', ', ui_contract: { surface_kind: agent_tool, actions_schema: [{ label: Yes }] }'),
      '/tools/0/ui_contract/actions_schema/0 required',
    ],
    ['another type', edited('tools.yaml', 'Agent_Tool', 'AgentTool'), '/tools/0/tool_type wrong_value'],
  ])('refuses %s', (_, changes, expected) => {
    expect(told(changes)).toEqual([`tools.yaml ${expected}`]);
  });

  it('hints at the nearest primitive', () => {
    expect(problemsWith(surface('{ component: X, workflow_primitive: form_crd }'))).toMatchObject([
      { hint: 'did you mean `form_card`?', expected: expect.stringContaining('`progress_stepper`') },
    ]);
  });

  const asking = (text: string) => surface(card, 'UI_Tool', `, ui_contract: { surface_kind: agent_tool, ${text} }`);

  it('a UI_Tool shows and gets what its contract says', () => {
    const schema = { type: 'object', properties: { reason: { type: 'string' } } };
    const text = `payload_schema: { type: object, properties: { title: { type: string } } }, actions_schema: [
      { id: approve, label: Approve, description: Goes on., variant: primary, approved: true },
      { id: reject, payload_schema: ${JSON.stringify(schema)} }]`;
    expect(bindingOf(asking(text.replaceAll('\n', ' ')))?.ui).toEqual({
      payload: { type: 'object', properties: { title: { type: 'string' } } },
      actions: [
        { id: 'approve', label: 'Approve', description: 'Goes on.', variant: 'primary', approved: true, payload: null },
        { id: 'reject', label: null, description: null, variant: null, approved: null, payload: schema },
      ],
    });
  });

  it.each(['null', '[]', '{}', 'any', '{ type: object }', '{ type: object, additionalProperties: true }'])(
    'a UI_Tool with payload_schema: %s takes any object',
    (schema) => {
      const ui = bindingOf(asking(`payload_schema: ${schema}, actions_schema: [{ id: approve, payload_schema: ${schema} }]`))?.ui;
      expect([ui?.payload, ui?.actions[0]?.payload]).toEqual([null, null]);
    },
  );

  it.each(['[]', 'any', 'false', '3'])('says that a payload_schema that is no mapping takes any object: %s', (schema) => {
    const { warnings } = loadedWith(asking(`payload_schema: ${schema}`));
    expect(warnings.map(({ path, code }) => `${path} ${code}`)).toContain('/tools/0/ui_contract/payload_schema no_effect');
  });

  it('a UI_Tool without a contract takes any object and no action, and no other tool has one', () => {
    expect(bindingOf(surface(card, 'UI_Tool'))?.ui).toEqual({ payload: null, actions: [] });
    expect(bindingOf(surface(card, 'UI_Surface'))?.ui).toBeNull();
  });

  it.each([
    [
      'actions_schema: [{ id: a, payload_schema: { type: object, properties: { why: { type: string, pattern: "^(a+)+$" } } } }]',
      '/actions_schema/0/payload_schema/properties/why slow_pattern',
    ],
    ['actions_schema: [{ id: "go\\u200b" }]', '/actions_schema/0/id invalid_name'],
    ['actions_schema: [{ id: "go\\nback" }]', '/actions_schema/0/id invalid_name'],
    ['payload_schema: { type: string }', '/payload_schema no_object'],
    ['payload_schema: { type: object, properties: { title: {} } }', '/payload_schema/properties/title not_closed'],
    [
      'actions_schema: [{ id: a }, { id: b, payload_schema: { type: object, properties: { when: { type: date } } } }]',
      '/actions_schema/1/payload_schema/properties/when invalid_schema',
    ],
  ])('a schema of a contract that cannot be closed is a problem at its place: %s', (text, expected) => {
    expect(told(asking(text))).toEqual([`tools.yaml /tools/0/ui_contract${expected}`]);
  });
});

describe('tool files in Python', () => {
  const python = {
    ...tools(
      'agent: [Reader, Closer], file: book.py, function: book, bind_to_agent: true',
      'agent: Closer, file: book.py, function: other',
      'agent: Closer, file: tools/mail.py, function: mail',
    ),
    'middleware.yaml': 'prompt_middleware: [{ agent: all, function: add_date, filename: book.py }]',
  };

  it('are one problem each, where they are first named', () => {
    expect(problemsWith(python)).toMatchObject([
      { path: '/tools/0/file', code: 'python_tool_file', message: expect.stringContaining('`book.py`') },
      { path: '/tools/2/file', code: 'python_tool_file', hint: expect.stringMatching(/`tools\/mail\.ts`.*`check --no-tools`/) },
    ]);
  });

  it('are no problem without tools: the agents keep them, and no run starts', () => {
    const files = Object.entries({ ...invoiceCheck, ...python }).map(([file, text]) => ({ file, text }));
    const result = compileWorkflow(files, { folderName: 'InvoiceCheck', folder: null, withoutTools: true });
    if (result.kind === 'refused') throw new Error(shortly(result.problems).join('\n'));
    expect(result.workflow.agents.get('Closer')?.callableTools.map(({ function: name }) => name)).toEqual(['book', 'other', 'mail']);
    expect(result.workflow.unsupported).toMatchObject([{ code: 'python_tool_file' }, { code: 'python_tool_file' }]);
    expect(result.warnings).toMatchObject([{ path: '/prompt_middleware' }]);
  });

  it('outside the folder are refused all the same', () => {
    const files = Object.entries({ ...invoiceCheck, ...tools('agent: Closer, file: ../book.py, function: book') });
    const result = compileWorkflow(
      files.map(([file, text]) => ({ file, text })),
      { folderName: 'InvoiceCheck', folder: null, withoutTools: true },
    );
    expect(result).toMatchObject({ kind: 'refused', problems: [{ code: 'path_refused' }] });
  });
});

describe('lifecycle tools', () => {
  it('of the run have no agent, those of turns may have one', () => {
    const runs = ['on_start', 'on_complete', 'on_fail'].map((trigger) => `trigger: ${trigger}, file: a.ts, function: a`);
    const turns = ['before_chat', 'after_chat', 'before_agent', 'after_agent'].map(
      (trigger) => `trigger: ${trigger}, agent: Reader, file: a.ts, function: a`,
    );
    expect(loadedWith(lifecycle(...runs, ...turns)).warnings).toMatchObject([{ code: 'no_effect_yet', path: '/lifecycle_tools' }]);
  });

  it.each<[string, string, string]>([
    ['an agent of the whole run', 'trigger: on_start, agent: Reader, file: a.ts, function: a', '/agent field_not_allowed'],
    ['an agent that is not declared', 'trigger: before_agent, agent: Readr, file: a.ts, function: a', '/agent unknown_agent'],
    ['another trigger', 'trigger: on_end, file: a.ts, function: a', '/trigger wrong_value'],
    ['a Python file', 'trigger: on_start, file: a.py, function: a', '/file python_tool_file'],
    ['a file outside the folder', 'trigger: on_start, file: ../a.ts, function: a', '/file path_refused'],
    ['a function that is no name', 'trigger: on_start, file: a.ts, function: a-b', '/function invalid_name'],
    ['no function', 'trigger: on_start, file: a.ts', ' required'],
    [
      'ui on an Agent_Tool',
      'trigger: on_start, file: a.ts, function: a, ui: { component: X, workflow_primitive: form_card }',
      '/ui field_not_allowed',
    ],
    ['a UI_Surface without ui', 'trigger: on_start, file: a.ts, function: a, tool_type: UI_Surface', ' required'],
  ])('refuse %s', (_, entry, expected) => {
    expect(told(lifecycle(entry))).toEqual([`tools.yaml /lifecycle_tools/0${expected}`]);
  });
});
