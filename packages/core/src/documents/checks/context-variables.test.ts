import { describe, expect, it } from 'vitest';
import { invoiceCheck, loadedWith, problemsWith } from '../folder.test-support.ts';
import type { ContextVariable } from '../workflow.ts';

const base = invoiceCheck['context_variables.yaml'] ?? '';
const withDefinition = (line: string) => ({ 'context_variables.yaml': `${base}  ${line}\n` });
const state = 'source: { type: state }';
const said = 'source: { type: state, triggers: [{ type: agent_text, agent: Closer, match: { equals: NEXT } }] }';
const heard = 'source: { type: state, triggers: [{ type: user_text, match: { contains: stop } }] }';
/** A rule that routes on the variable. */
const routed = (name: string) => ({
  'transition_graph.yaml': `${invoiceCheck['transition_graph.yaml']}  - { source_agent: Closer, target_agent: Reader, transition_type: condition, condition_type: context_equals, condition_key: ${name}, condition_value: true }\n`,
});
const load = (name: string, definition: string, more: Readonly<Record<string, string>> = {}) => {
  const { workflow, warnings } = loadedWith({ ...withDefinition(`${name}: { ${definition} }`), ...more });
  const variable = workflow.contextVariables.get(name);
  if (variable === undefined) throw new Error(`no ${name}`);
  return { variable, warnings };
};
const problems = (name: string, definition: string, more: Readonly<Record<string, string>> = {}) =>
  problemsWith({ ...withDefinition(`${name}: { ${definition} }`), ...more });
const plain = ['caller_input', 'transition_router', 'context_bridge', 'tool_writeback', 'live_user_context'];

describe('reserved names', () => {
  it.each([
    '',
    ', authority_class: closed_writer_routing_state',
    ', writer_ids: [structured_output, runtime_system]',
    ', persisted: true, model_visible: true',
  ])('RK1: structured_output cannot be declared%s', (more) => {
    expect(problems('structured_output', `${state}${more}`)).toMatchObject([
      { code: 'reserved_name', path: '/definitions/structured_output' },
    ]);
  });

  it('RK1: nor with a trigger', () => {
    expect(problems('structured_output', said)).toMatchObject([{ code: 'reserved_name' }]);
  });

  it('RK2: structured_output cannot be shown', () => {
    expect(problemsWith({ 'context_variables.yaml': `${base}agents: { Reader: { variables: [structured_output] } }` })).toMatchObject([
      { code: 'reserved_name', path: '/agents/Reader/variables/0' },
    ]);
  });

  it.each(['ag:x', 'a2a:x'])('RK4: %s cannot be declared or shown', (name) => {
    expect(problems(`"${name}"`, state)).toMatchObject([{ code: 'reserved_name' }]);
    expect(problemsWith({ 'context_variables.yaml': `${base}agents: { Reader: { variables: ["${name}"] } }` })).toMatchObject([
      { code: 'reserved_name' },
    ]);
  });

  it('RK4: peer_url can', () => {
    expect(load('peer_url', state).variable.writers).toEqual(plain);
  });

  it.each(['1st', '"a b"', '_x', `a${'b'.repeat(128)}`])('%s is no name', (name) => {
    expect(problems(name, state)).toMatchObject([{ code: 'invalid_name' }]);
  });
});

describe('what is inferred', () => {
  type Expected = readonly [ContextVariable['authorityClass'], readonly string[]];
  it.each<[string, string, Expected]>([
    ['note', state, ['mutable_workflow_state', plain]],
    ['user_id', state, ['immutable_runtime_authority', []]],
    ['owner_tenant_id', state, ['immutable_runtime_authority', []]],
    ['permissions', state, ['immutable_runtime_authority', []]],
    ['api_key', state, ['immutable_runtime_authority', []]],
    ['quality', 'writer_ids: [deterministic_tool], source: { type: state }', ['closed_writer_quality_state', ['deterministic_tool']]],
    ['tests_passed', state, ['closed_writer_quality_state', ['transition_router']]],
    ['build_mode', state, ['closed_writer_routing_state', ['transition_router']]],
    ['interview_complete', 'writer_ids: [task_batch], source: { type: state }', ['closed_writer_routing_state', ['task_batch']]],
    ['user_decision', state, ['closed_writer_routing_state', ['transition_router']]],
    ['said', said, ['derived_information', ['agent_text']]],
    ['heard', heard, ['mutable_workflow_state', ['user_text_trigger']]],
    ['region', 'source: { type: config, env_var: REGION, default: eu }', ['tool_only_information', []]],
    ['region_id', 'authority_class: mutable_workflow_state, source: { type: config }', ['mutable_workflow_state', []]],
  ])('%s with %s', (name, definition, [authorityClass, writers]) => {
    const { variable } = load(name, definition);
    expect([variable.authorityClass, variable.writers]).toEqual([authorityClass, writers]);
    const isHidden = authorityClass === 'immutable_runtime_authority' || authorityClass === 'tool_only_information';
    expect(variable).toMatchObject({ modelVisible: !isHidden, persisted: !isHidden, toolVisible: true });
    expect(variable.authorization).toBe(authorityClass === 'immutable_runtime_authority');
    expect(variable.routing).toBe(authorityClass === 'closed_writer_routing_state');
  });

  it('a name that only contains a secret word is warned about', () => {
    const { variable, warnings } = load('token_count', state);
    expect(variable.authorityClass).toBe('immutable_runtime_authority');
    expect(warnings).toEqual([expect.objectContaining({ code: 'inferred_secret', path: '/definitions/token_count', line: 6, column: 3 })]);
    expect(load('delegate', state).warnings).toMatchObject([{ code: 'inferred_quality' }]);
  });

  it('a declaration wins', () => {
    const { variable, warnings } = load(
      'token_count',
      'type: integer, authority_class: mutable_workflow_state, authorization: false, model_visible: false, persisted: false, tool_visible: false, routing: false, writer_ids: [tool_writeback], source: { type: state, default: 0 }',
    );
    expect(warnings).toEqual([]);
    expect(variable).toMatchObject({
      authorityClass: 'mutable_workflow_state',
      authorization: false,
      modelVisible: false,
      persisted: false,
      toolVisible: false,
      routing: false,
      writers: ['tool_writeback'],
      source: { kind: 'state', initial: 0 },
    });
  });

  it('sources are kept', () => {
    expect(load('region', 'source: { type: config, env_var: REGION, default: eu, required: true }').variable.source).toEqual({
      kind: 'config',
      environment: 'REGION',
      initial: 'eu',
      required: true,
    });
    expect(load('said', said).variable.triggers).toEqual([
      { kind: 'agent_text', agent: 'Closer', equals: 'NEXT', contains: null, regex: null, hidden: false },
    ]);
  });
});

describe('writers', () => {
  it('of an immutable variable are an error', () => {
    expect(problems('user_id', `writer_ids: [deterministic_tool], ${state}`)).toMatchObject([
      { code: 'writer_not_allowed', path: '/definitions/user_id/writer_ids' },
    ]);
  });

  it('of a closed class are the deterministic ones; the others are told', () => {
    const { variable, warnings } = load('tests_passed', `writer_ids: [caller_input, deterministic_tool], ${state}`);
    expect(variable.writers).toEqual(['deterministic_tool']);
    expect(warnings).toMatchObject([{ code: 'writer_dropped', message: expect.stringContaining('caller_input') }]);
  });

  it('of what a condition looks at include a deterministic one', () => {
    expect(load('ready', `writer_ids: [deterministic_tool], ${state}`, routed('ready')).variable).toMatchObject({
      authorityClass: 'closed_writer_routing_state',
      routing: true,
      writers: ['deterministic_tool'],
    });
    expect(problems('ready', `writer_ids: [caller_input], ${state}`, routed('ready'))).toMatchObject([{ code: 'routing_without_writer' }]);
    expect(problems('ready', heard, routed('ready'))).toMatchObject([{ code: 'routing_without_writer' }]);
    expect(problems('ready', 'source: { type: config, default: true }', routed('ready'))).toMatchObject([
      { code: 'routing_without_writer', hint: 'add `writer_ids: [runtime_system]`' },
    ]);
  });

  it('that only the router has are warned about where a condition looks', () => {
    expect(load('ready', state, routed('ready')).warnings).toMatchObject([{ code: 'routing_writer_inferred' }]);
  });
});

describe('what a transition looks at', () => {
  it('and no journal keeps is warned about', () => {
    const { warnings } = load('ready', `writer_ids: [deterministic_tool], persisted: false, ${state}`, routed('ready'));
    expect(warnings).toMatchObject([{ code: 'routing_not_persisted', path: '/definitions/ready' }]);
  });
});

describe('agent text that routes', () => {
  const listed = 'writer_ids: [agent_text]';
  it('is refused', () => {
    expect(problems('next', said, routed('next'))).toMatchObject([{ code: 'text_routing' }]);
    expect(problems('next', `${listed}, ${said}`, routed('next'))).toMatchObject([{ code: 'text_routing' }]);
    expect(problems('next', `allow_text_routing: true, ${said}`, routed('next'))).toContainEqual(
      expect.objectContaining({ code: 'text_routing' }),
    );
  });

  it('is allowed where the author says so twice', () => {
    const { variable, warnings } = load('next', `type: boolean, ${listed}, allow_text_routing: true, ${said}`, routed('next'));
    expect(variable).toMatchObject({ authorityClass: 'derived_information', writers: ['agent_text'], routing: false });
    expect(warnings).toEqual([]);
  });

  it('cannot be allowed where no agent text is', () => {
    expect(problems('next', `${listed}, allow_text_routing: true, ${state}`)).toMatchObject([
      { code: 'text_routing', path: '/definitions/next/allow_text_routing' },
    ]);
  });
});

describe('what is kept in a journal', () => {
  it.each<[string, string, string]>([
    ['user_id', `persisted: true, ${state}`, '/persisted'],
    ['note', `authority_class: immutable_runtime_authority, persisted: true, ${state}`, '/persisted'],
    ['note', `authorization: true, ${state}`, ''],
    ['customer_user_id', `authority_class: mutable_workflow_state, ${state}`, ''],
  ])('%s with %s may not be', (name, definition, path) => {
    expect(problems(name, definition)).toMatchObject([
      { path: `/definitions/${name}${path}`, code: 'not_replayable', hint: expect.stringContaining('`persisted: false`') },
    ]);
  });

  it.each<[string, string]>([
    ['customer_user_id', `authority_class: mutable_workflow_state, persisted: false, ${state}`],
    ['customer_user_id', `authority_class: mutable_workflow_state, authorization: false, ${state}`],
    ['region', 'persisted: true, source: { type: config, default: eu }'],
  ])('%s with %s may be declared', (name, definition) => {
    expect(problems(name, definition)).toEqual([]);
  });
});

describe('sources and triggers', () => {
  it.each<[string, string, string]>([
    ['env_var', 'source: { type: state, env_var: X }', '`env_var` belongs to `type: config`'],
    [
      'collection',
      'source: { type: file, path: x.json, collection: X }',
      '`collection` belongs to `type: data_reference`, `type: data_entity`',
    ],
    ['defualt', 'source: { type: state, defualt: X }', 'did you mean `default`?'],
    [
      'agent',
      'source: { type: state, triggers: [{ type: user_text, agent: Closer, match: { equals: x } }] }',
      '`agent` belongs to `type: agent_text`',
    ],
  ])('%s where it does not belong comes with where it does', (key, definition, hint) => {
    expect(problems('extra', definition)).toMatchObject([{ code: 'unknown_key', got: `\`${key}\``, hint }]);
  });

  it('an answer of the person may decide a route', () => {
    const asked = 'source: { type: state, triggers: [{ type: ui_response, tool: book, response_key: choice }] }';
    expect(load('chosen', asked).variable).toMatchObject({
      writers: ['ui_response_trigger'],
      triggers: [{ kind: 'ui_response', tool: 'book', responseKey: 'choice' }],
    });
    expect(load('chosen', asked, routed('chosen')).variable).toMatchObject({
      authorityClass: 'closed_writer_routing_state',
      writers: ['ui_response_trigger'],
    });
  });

  const trigger = (text: string) => `source: { type: state, triggers: [{ ${text} }] }`;
  it.each<[string, string, string, string]>([
    ['no source', 'type: string', '', 'required'],
    ['a source without a type', 'source: { default: 1 }', '/source', 'required'],
    ['an unknown source', 'source: { type: status }', '/source/type', 'wrong_value'],
    ['a field of another source', 'source: { type: state, env_var: X }', '/source/env_var', 'unknown_key'],
    ['a default of another type', 'type: integer, source: { type: state, default: "3" }', '/source/default', 'wrong_default'],
    ['agent_text without an agent', trigger('type: agent_text, match: { equals: x }'), '/source/triggers/0', 'required'],
    ['agent_text without a match', trigger('type: agent_text, agent: Closer'), '/source/triggers/0', 'required'],
    ['an empty match', trigger('type: user_text, match: {}'), '/source/triggers/0/match', 'required'],
    ['a match of empty text', trigger('type: user_text, match: { equals: " " }'), '/source/triggers/0/match', 'required'],
    ['an invalid regex', trigger('type: user_text, match: { regex: "(" }'), '/source/triggers/0/match/regex', 'wrong_value'],
    ['a slow regex', trigger('type: user_text, match: { regex: "^(a+)+$" }'), '/source/triggers/0/match/regex', 'slow_pattern'],
    ['user_text with an agent', trigger('type: user_text, agent: Closer, match: { equals: x }'), '/source/triggers/0/agent', 'unknown_key'],
    ['a trigger on text', `type: string, ${trigger('type: user_text, match: { equals: x }')}`, '/source/triggers/0', 'wrong_type'],
  ])('refuses %s', (_, definition, path, code) => {
    expect(problems('extra', definition)).toContainEqual(expect.objectContaining({ path: `/definitions/extra${path}`, code }));
  });
});
