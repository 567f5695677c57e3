import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intarsia, notesWith, temporaryFolder, write } from '../command.test-support.ts';

let root: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  root = await temporaryFolder();
});
afterEach(() => root.remove());

const workflow = (changes: Readonly<Record<string, string>> = {}, name = 'Notes') =>
  write(join(root.path, name), notesWith(changes, basename(name)));
const check = (...words: readonly string[]) => intarsia(root.path, 'check', ...words);
const lines = (text: string) => text.trimEnd().split('\n');

const misspelt = {
  'agents.yaml':
    'agents:\n\n  - name: Ann\r\n    descripton: Writes.\r\n    structured_outputs_required: false\r\n    system_message: Hi.\n',
};
const warned = { 'agents.yaml': 'agents: [{ name: Ann, structured_outputs_required: false, system_message: Hi., web_search: true }]\n' };

describe('intarsia check', () => {
  it('has nothing to say about a sound folder but its counts', async () => {
    await workflow();
    expect(await check('Notes')).toEqual({ code: 0, stdout: '', stderr: 'Notes: no problems\n' });
  });

  it('shows every problem where it stands, without colours', async () => {
    await workflow({ ...misspelt, 'a2a.yaml': 'agents: 1\n' });
    const { code, stdout, stderr } = await check('Notes');
    expect(lines(stdout)).toEqual([
      'Notes/a2a.yaml:1:9 wrong_type: `agents` must be a list, but is the number 1.',
      '  1 | agents: 1',
      '    |         ^',
      '  expected: a list',
      '  got: the number 1',
      'Notes/agents.yaml:4:5 unknown_key: `descripton` is not a key here.',
      '  4 |     descripton: Writes.',
      '    |     ^',
      expect.stringMatching(/^ {2}expected: `name`, `prompt_sections`/),
      '  got: `descripton`',
      '  hint: did you mean `description`?',
    ]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'Notes: 2 problems\n' });
  });

  it('warns in one line, and warnings alone refuse nothing', async () => {
    await workflow(warned);
    expect(await check('Notes')).toEqual({
      code: 0,
      stdout: 'Notes/agents.yaml:1:80 warning no_effect_yet: `web_search` in agents.yaml is accepted and has no effect yet.\n',
      stderr: 'Notes: no problems, 1 warning\n',
    });
  });

  it('gives JSON that tells problems and warnings apart, and nothing else', async () => {
    await workflow(misspelt, 'First');
    await workflow(warned, 'Second');
    const { code, stdout, stderr } = await check('.', '--json');
    const found = lines(stdout).map((line) => JSON.parse(line));
    expect(found).toEqual([
      expect.objectContaining({ severity: 'error', folder: 'First', file: 'agents.yaml', line: 4, column: 5, code: 'unknown_key' }),
      expect.objectContaining({ severity: 'warning', folder: 'Second', path: '/agents/0/web_search', code: 'no_effect_yet' }),
    ]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  });

  it('annotates for GitHub, with paths from the working folder', async () => {
    await workflow(misspelt, 'flows/First');
    await workflow(warned, 'flows/Second');
    const { code, stdout } = await check(join(root.path, 'flows'), '--github');
    const [unknown, warning] = lines(stdout);
    expect(unknown).toMatch(
      /^::error file=flows\/First\/agents\.yaml,line=4,col=5,title=unknown_key::`descripton` is not a key here\.%0Aexpected: /,
    );
    expect(warning).toMatch(/^::warning file=flows\/Second\/agents\.yaml,line=1,col=80,title=no_effect_yet::/);
    expect(code).toBe(2);
  });

  it('checks every workflow of a folder and sums up; what is no workflow there is left alone', async () => {
    await workflow({}, 'First');
    await workflow(misspelt, 'Second');
    await workflow(warned, 'Third');
    await write(root.path, { '_shared/prices.ts': '', 'notes.yaml': 'a: [', 'node_modules/x/agents.yaml': 'a: [' });
    const { code, stderr } = await check('.', 'First');
    expect(lines(stderr)).toEqual([
      'First: no problems',
      'Second: 1 problem',
      'Third: no problems, 1 warning',
      '3 workflows: 1 problem, 1 warning',
    ]);
    expect(code).toBe(2);
  });

  it.each<[string, string]>([
    ['nowhere', 'folder_unreadable'],
    ['Notes/agents.yaml', 'not_a_folder'],
    ['empty', 'document_missing'],
  ])('tells what is wrong with %s', async (named, problem) => {
    await workflow();
    await write(root.path, { 'empty/README.md': '' });
    expect(await check(named)).toMatchObject({ code: 2, stdout: expect.stringContaining(problem) });
  });
});

describe('the tools of a checked folder', () => {
  it.each<[string, string, string, string]>([
    ['is missing', 'unused.mjs', '', 'tool_not_found'],
    ['exports something else', 'note.mjs', 'export const other = 1;', 'tool_invalid'],
    ['cannot be imported', 'note.mjs', 'throw new Error("no disk");', 'no disk'],
  ])('are imported, and one that %s is a problem of its entry', async (_, file, text, problem) => {
    const tools = '\ufefftools:\n  - { agent: [Ann], function: note, tool_type: Agent_Tool, file: missing.mjs }\n';
    await workflow({ 'tools.yaml': file === 'unused.mjs' ? tools : tools.replace('missing', 'note'), [file]: text });
    const { code, stdout, stderr } = await check('Notes');
    expect(stdout).toMatch(/^Notes\/tools\.yaml:2:66 /);
    expect(stdout).toContain(problem);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'Notes: 1 problem\n' });
  });

  it('are left alone with --no-tools, and may then be written in Python', async () => {
    await workflow({ 'note.mjs': 'throw new Error("never imported");' });
    await workflow({ 'tools.yaml': 'tools: [{ agent: Ann, file: note.py, function: note, tool_type: Agent_Tool }]\n' }, 'Python');
    expect(await check('Notes', '--no-tools')).toMatchObject({ code: 0, stdout: '' });
    expect(await check('Python')).toMatchObject({ code: 2, stdout: expect.stringContaining('note.py') });
    expect(await check('Python', '--no-tools')).toMatchObject({ code: 0 });
  });

  it('TOOL-57 are accepted without a description, and one that a model may call is warned of', async () => {
    const core = JSON.stringify(new URL('../../../core/src/index.ts', import.meta.url).href);
    const entry = (name: string, extra = '') => `  - { agent: Ann, file: ${name}.mjs, function: ${name}, tool_type: Agent_Tool${extra} }\n`;
    await workflow({
      'tools.yaml': `tools:\n${entry('bare')}${entry('said', ', description: Says.')}${entry('defined')}${entry('blank')}`,
      'bare.mjs': 'export const bare = () => null;',
      'said.mjs': 'export const said = () => null;',
      'defined.mjs': `import { defineTool } from ${core}; export const defined = defineTool({ description: 'Defines.', run: () => null });`,
      'blank.mjs': `import { defineTool } from ${core}; export const blank = defineTool({ description: '  ', run: () => null });`,
    });
    const { code, stdout, stderr } = await check('Notes');
    const hint = "  hint: write a `description` in its entry, or in the tool's `defineTool`";
    const warning = 'has no description, so a model knows it by its name and its arguments alone.';
    expect(lines(stdout)).toEqual([
      `Notes/tools.yaml:2:25 warning tool_undescribed: \`bare\` ${warning}`,
      hint,
      `Notes/tools.yaml:5:25 warning tool_undescribed: \`blank\` ${warning}`,
      hint,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Notes: no problems, 2 warnings\n' });
    expect(await check('Notes', '--no-tools')).toMatchObject({ code: 0, stdout: '' });
  });

  it('cannot ask a person twice: a UI_Tool has no requiresApproval', async () => {
    const core = JSON.stringify(new URL('../../../core/src/index.ts', import.meta.url).href);
    await workflow({
      'tools.yaml':
        'tools:\n  - { agent: Ann, file: ask.mjs, function: ask, description: Asks., tool_type: UI_Tool, ui: { component: Card, mode: inline, workflow_primitive: approval_card } }\n',
      'ask.mjs': `import { defineTool } from ${core}; export const ask = defineTool({ requiresApproval: true, run: () => null });`,
    });
    const { code, stdout } = await check('Notes');
    expect(stdout).toContain('tool_invalid: `ask` asks a person as a UI_Tool and has `requiresApproval`, too');
    expect(code).toBe(2);
  });

  it('are compared with the model that feeds them: a required field that none feeds is named', async () => {
    const core = JSON.stringify(new URL('../../../core/src/index.ts', import.meta.url).href);
    const zod = JSON.stringify(createRequire(new URL('../../../core/package.json', import.meta.url)).resolve('zod'));
    await workflow({
      'agents.yaml': `agents:
  - { name: Ann, structured_outputs_required: true, system_message: Plan. }
`,
      'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Ann: Plan }
models: { Plan: { type: model, fields: { PhaseAgents: { type: list, items: str }, note: { type: optional_str } } } }
`,
      'tools.yaml':
        'tools:\n  - { agent: Ann, file: note.mjs, function: note, tool_type: Agent_Tool, auto_tool_call: true, bind_to_agent: false }\n',
      'note.mjs': `import { defineTool } from ${core};
import { z } from ${zod};
const input = z.object({ phase_agents: z.array(z.string()), title: z.string(), color: z.string().default('red'), size: z.int().optional() });
export const note = defineTool({ input, run: () => null });
`,
    });
    const { code, stdout, stderr } = await check('Notes');
    expect(lines(stdout)).toEqual([
      'Notes/tools.yaml:2:25 tool_input_unfed: `note` needs `title`, and Plan, which Ann answers with, has no such field.',
      expect.stringContaining('file: note.mjs'),
      `    |${' '.repeat(25)}^`,
      '  expected: a field `title` in Plan',
      '  got: `PhaseAgents`, `note`',
      "  hint: add it to Plan, or make it optional in the tool's `input`",
    ]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'Notes: 1 problem\n' });
  });
});
