import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith, shortly } from '../folder.test-support.ts';

type Changes = Readonly<Record<string, string>>;
const appended = (file: string, line: string): Changes => ({ [file]: `${invoiceCheck[file]}${line}\n` });
const told = (changes: Changes): readonly string[] => shortly(problemsWith(changes));
const warned = (changes: Changes): readonly string[] =>
  shortly(loadedWith(changes).warnings.filter(({ code }) => code !== 'no_effect_yet'));

describe('orchestrator.yaml', () => {
  const trigger = (text: string) => appended('orchestrator.yaml', `triggers: [{ ${text} }]`);

  it.each(['type: schedule', 'event: invoice.received', 'endpoint: /hooks/invoice, method: POST'])('a trigger with %s loads', (text) => {
    expect(told(trigger(text))).toEqual([]);
  });

  it('a trigger that listens to nothing is refused', () => {
    expect(told(trigger('method: POST'))).toEqual(['orchestrator.yaml /triggers/0 required']);
    expect(told(trigger('type: " ", description: x'))).toEqual(['orchestrator.yaml /triggers/0 required']);
  });

  const failing = (definition: string): Changes => ({
    ...appended('orchestrator.yaml', 'failure_message_key: trouble'),
    ...appended('context_variables.yaml', `  trouble: { ${definition} }`),
  });

  it('DV6 failure_message_key names a declared variable of type string', () => {
    expect(told(appended('orchestrator.yaml', 'failure_message_key: trouble'))).toEqual([
      'orchestrator.yaml /failure_message_key unknown_variable',
    ]);
    expect(told(failing('type: object, source: { type: state }'))).toEqual(['orchestrator.yaml /failure_message_key wrong_type']);
    expect(told(failing('source: { type: state }'))).toEqual(['orchestrator.yaml /failure_message_key wrong_type']);
    const { workflow, warnings } = loadedWith(failing('type: string, source: { type: state }'));
    expect([workflow.failureMessageKey, warnings]).toEqual(['trouble', []]);
  });

  it('DV6 failure_message_key names no reserved key', () => {
    expect(told(appended('orchestrator.yaml', 'failure_message_key: structured_output'))).toEqual([
      'orchestrator.yaml /failure_message_key reserved_name',
    ]);
  });

  it('a failure message that no journal holds warns: nobody is ever told it', () => {
    expect(warned(failing('type: string, persisted: false, source: { type: state }'))).toEqual([
      'orchestrator.yaml /failure_message_key no_effect',
    ]);
  });
});

describe('a2a.yaml', () => {
  const agents = (...entries: readonly string[]): Changes => ({
    'a2a.yaml': `agents: [${entries.map((entry) => `{ ${entry} }`).join(', ')}]`,
  });

  it('of two remote agents loads', () => {
    const client = 'client: { streaming: false, accepted_output_modes: [text/plain], push_notification_configs: [{ url: x }] }';
    const first = `name: Auditor, url: "https://agents.example.com/auditor?x=1", enabled: false, max_reconnects: 0, polling_interval: 0, silent: true, ${client}`;
    expect(told(agents(first, 'name: Clerk, url: http://127.0.0.1:9000'))).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['one name twice', 'name: Clerk, url: http://b.example', '/agents/1/name duplicate'],
    ['the name of an agent', 'name: Reader, url: http://b.example', '/agents/1/name duplicate'],
    ['the name of the person', 'name: User, url: http://b.example', '/agents/1/name reserved_name'],
    ['a path for a URL', 'name: B, url: /auditor', '/agents/1/url wrong_value'],
    ['a host for a URL', 'name: B, url: agents.example.com', '/agents/1/url wrong_value'],
    ['a URL with a space', 'name: B, url: "http://agents example"', '/agents/1/url wrong_value'],
    ['no URL', 'name: B', '/agents/1 required'],
    ['fewer reconnects than none', 'name: B, url: http://b.example, max_reconnects: -1', '/agents/1/max_reconnects out_of_range'],
    ['a key of its own', 'name: B, url: http://b.example, token: x', '/agents/1/token unknown_key'],
  ])('refuses %s', (_, entry, expected) => {
    expect(told(agents('name: Clerk, url: http://a.example', entry))).toEqual([`a2a.yaml ${expected}`]);
  });
});

describe('middleware.yaml', () => {
  const middleware = (entry: string): Changes => ({ 'middleware.yaml': `prompt_middleware: [{ ${entry} }]` });

  it.each([
    'agent: all, function: "prompts:add_date"',
    'agent: Reader, function: company.prompts.add_date',
    'agent: Reader, function: add_date, filename: prompts.ts',
  ])('with %s loads', (entry) => {
    expect(told(middleware(entry))).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a function whose module nothing says', 'agent: all, function: add_date', '/function invalid_name'],
    ['a function that is no name', 'agent: all, function: "add date", filename: prompts.ts', '/function invalid_name'],
    ['a file outside the folder', 'agent: all, function: add_date, filename: ../prompts.ts', '/filename path_refused'],
    ['a Python file', 'agent: all, function: add_date, filename: prompts.py', '/filename python_tool_file'],
    ['all in another case', 'agent: ALL, function: a.b', '/agent unknown_agent'],
  ])('refuses %s', (_, entry, expected) => {
    expect(told(middleware(entry))).toEqual([`middleware.yaml /prompt_middleware/0${expected}`]);
  });

  it('is closed', () => {
    expect(told({ 'middleware.yaml': 'promt_middleware: []' })).toEqual(['middleware.yaml /promt_middleware unknown_key']);
    expect(told({ 'ui_config.yaml': 'agents: []' })).toEqual(['ui_config.yaml /agents unknown_key']);
  });
});

describe('agents.yaml', () => {
  it('with names that differ only in case has two agents, and warns', () => {
    const changes = edited('agents.yaml', / }\n$/, ' }\n  - { name: closer, system_message: Bye., structured_outputs_required: false }\n');
    expect([...loadedWith(changes).workflow.agents.keys()]).toEqual(['Reader', 'Closer', 'closer']);
    expect(warned(changes)).toEqual(['agents.yaml /agents/2/name similar_name', 'transition_graph.yaml /transition_rules no_way_on']);
  });
});
