import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from './terminal/exit-codes.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'intarsia-cli-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const env = { ...process.env, OPENAI_API_KEY: 'none', INTARSIA_MODEL: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };

/** Runs the command in a process of its own. */
function intarsia(...words: readonly string[]): Promise<{ readonly code: number | null; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=@intarsia/source', program, ...words], { env, cwd: root });
    let stderr = '';
    child.stderr.on('data', (piece) => (stderr += String(piece)));
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stderr }));
  });
}

async function workflow(tool: string): Promise<string> {
  const folder = join(root, 'Notes');
  const files = {
    'orchestrator.yaml':
      'schema_version: mozaiks.orchestrator.v1\nworkflow_name: Notes\nworkflow_startup_mode: UserDriven\ninitial_agent: Ann\n',
    'agents.yaml': 'agents: [{ name: Ann, structured_outputs_required: false, system_message: Take notes. }]\n',
    'structured_outputs.yaml': 'schema_version: mozaiks.structured_outputs.v1\n',
    'transition_graph.yaml': 'transition_rules: [{ source_agent: Ann, target_agent: user, transition_type: after_turn }]\n',
    'tools.yaml':
      'tools: [{ agent: Ann, file: note.mjs, function: note, tool_type: Agent_Tool, auto_tool_call: false, bind_to_agent: true }]\n',
    'note.mjs': tool,
  };
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

describe('the intarsia command', () => {
  it.each<[string, readonly string[], number]>([
    ['help', ['--help'], exitCodes.done],
    ['the version', ['--version'], exitCodes.done],
    ['no command', [], exitCodes.refused],
    ['an unknown command', ['walk'], exitCodes.refused],
    ['an unknown option', ['run', '.', '--fast'], exitCodes.refused],
    ['a missing folder', ['check'], exitCodes.refused],
  ])('ends %s with the documented code', async (_, words, code) => {
    expect((await intarsia(...words)).code).toBe(code);
  });

  it('is not done when a tool file ends the process', async () => {
    const folder = await workflow('process.exit(0);');
    expect(await intarsia('check', folder)).toMatchObject({ code: exitCodes.interrupted, stderr: expect.stringContaining('internal') });
  });

  it.each<[string, readonly string[], string]>([
    ['a resume that brings words to begin with', ['--resume', '--store', 'a.sqlite', '--input', 'hi'], 'bad_request'],
    ['words that say nothing', ['--input', ' '], 'bad_request'],
    ['a resume from a store that is not there', ['--resume', '--store', 'a.sqlite'], 'store_unavailable'],
  ])('refuses %s, and leaves nothing behind', async (_, words, code) => {
    const folder = await workflow('export const note = () => null;');
    const ended = await intarsia('run', folder, ...words);
    expect(ended).toMatchObject({ code: exitCodes.refused, stderr: expect.stringContaining(code) });
    expect(await readdir(root)).toEqual(['Notes']);
  });
});
