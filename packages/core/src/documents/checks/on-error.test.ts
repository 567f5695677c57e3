import { describe, expect, it } from 'vitest';
import { edited, invoiceCheck, loadedWith, problemsWith, shortly } from '../folder.test-support.ts';

const auto = (more: string) => edited('tools.yaml', 'bind_to_agent: false', `bind_to_agent: false${more}`);
const callable = (more: string) => ({
  'tools.yaml': `tools: [{ agent: Closer, file: a.ts, function: a, tool_type: Agent_Tool${more} }]\n`,
});
const bindingOf = (more: string) => loadedWith(auto(more)).workflow.agents.get('Reader')?.autoTools[0];

describe('what a failed call does', () => {
  it.each([
    ['', { kind: 'continue' }],
    [', on_error: continue', { kind: 'continue' }],
    [', on_error: fail_run', { kind: 'fail_run' }],
    [', on_error: route, on_error_target: Closer', { kind: 'route', target: 'Closer' }],
    [', on_error: route, on_error_target: Reader', { kind: 'route', target: 'Reader' }],
    [', on_error: route, on_error_target: user_proxy', { kind: 'route', target: 'user' }],
    [', on_error: route, on_error_target: TERMINATE', { kind: 'route', target: 'terminate' }],
  ])('is written as "%s"', (written, onError) => {
    expect(bindingOf(written)?.onError).toEqual(onError);
  });

  it.each<[string, string, readonly string[]]>([
    ['a route to nobody', ', on_error: route', ['/tools/0/on_error required']],
    ['a target that is null', ', on_error: route, on_error_target: null', ['/tools/0/on_error required']],
    ['a target without a route', ', on_error_target: Closer', ['/tools/0/on_error_target field_not_allowed']],
    ['a target of a run that fails', ', on_error: fail_run, on_error_target: user', ['/tools/0/on_error_target field_not_allowed']],
    ['an agent that nobody declares', ', on_error: route, on_error_target: Closr', ['/tools/0/on_error_target unknown_agent']],
    ['a word that there is not', ', on_error: retry', ['/tools/0/on_error wrong_value']],
    ['a wrong word with a target', ', on_error: rout, on_error_target: Closer', ['/tools/0/on_error wrong_value']],
    ['a target that is no text', ', on_error: route, on_error_target: [Closer]', ['/tools/0/on_error_target wrong_type']],
  ])('is refused as %s', (_, written, expected) => {
    expect(shortly(problemsWith(auto(written)))).toEqual(expected.map((problem) => `tools.yaml ${problem}`));
  });

  it.each<[string, string, readonly string[]]>([
    ['fails the run', ', on_error: fail_run', ['/tools/0/on_error field_not_allowed']],
    ['hands over', ', on_error: route, on_error_target: Reader', ['/tools/0/on_error field_not_allowed']],
    ['goes on', ', on_error: continue', []],
  ])('of a tool that a model calls is that the model is told: one that %s', (_, written, expected) => {
    const files = callable(written);
    if (expected.length === 0) expect(loadedWith(files).workflow.agents.get('Closer')?.callableTools).toHaveLength(1);
    else expect(shortly(problemsWith(files))).toEqual(expected.map((problem) => `tools.yaml ${problem}`));
  });

  it('stands with its line and column, and says what was meant', () => {
    const [problem] = problemsWith(auto(', on_error: route,\n      on_error_target: Closr'));
    expect(problem).toMatchObject({ file: 'tools.yaml', line: 3, column: 24, got: '`Closr`', hint: 'did you mean `Closer`?' });
    expect(problemsWith(auto(', on_error: route, on_error_target: human'))[0]?.hint).toBe('did you mean `user`?');
    expect(problemsWith(callable(', on_error: fail_run'))[0]).toMatchObject({ line: 1, column: 84, hint: 'take `on_error` away' });
  });
});

describe('a failure that leads to the person', () => {
  const toUser = auto(', on_error: route, on_error_target: user');
  const start = (text: string) => ({ 'orchestrator.yaml': `${invoiceCheck['orchestrator.yaml']}`.replace('BackendOnly', text) });
  const answered = edited(
    'transition_graph.yaml',
    '  - { source_agent: Closer',
    '  - { source_agent: user, target_agent: Reader, transition_type: after_turn }\n  - { source_agent: Closer',
  );
  const warned = (files: Readonly<Record<string, string>>) => loadedWith(files).warnings.map(({ code, path }) => `${code} ${path}`);

  it('warns where no rule says who speaks after them', () => {
    expect(warned({ ...toUser, ...start('AgentDriven') })).toEqual(['no_way_on /tools/0/on_error_target']);
    expect(warned({ ...toUser, ...start('AgentDriven'), ...answered })).toEqual([]);
  });

  it('makes a person take part, whatever orchestrator.yaml says', () => {
    expect(warned({ ...toUser, ...answered })).toEqual(['no_effect /workflow_startup_mode']);
    expect(warned({ ...toUser, ...answered, ...start('AgentDriven\nhuman_in_the_loop: false') })).toEqual(['no_effect /human_in_the_loop']);
    expect(warned({ ...toUser, ...answered, ...start('AgentDriven\nhuman_in_the_loop: true') })).toEqual([]);
  });
});

describe('the time that a call may take', () => {
  it.each([
    ['', null],
    [', timeout_seconds: null', null],
    [', timeout_seconds: 1', 1_000],
    [', timeout_seconds: 86400', 86_400_000],
  ])('is written as "%s"', (written, timeoutMs) => {
    expect(bindingOf(written)?.timeoutMs).toBe(timeoutMs);
  });

  it.each([
    ['0', 'out_of_range'],
    ['86401', 'out_of_range'],
    ['1.5', 'wrong_type'],
    ['"60"', 'wrong_type'],
    ['true', 'wrong_type'],
  ])('is not %s', (written, code) => {
    expect(shortly(problemsWith(auto(`, timeout_seconds: ${written}`)))).toEqual([`tools.yaml /tools/0/timeout_seconds ${code}`]);
  });
});
