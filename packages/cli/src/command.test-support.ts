import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The source of the command. */
export const program: string = fileURLToPath(new URL('./main.ts', import.meta.url));
const env = { ...process.env, OPENAI_API_KEY: 'none', INTARSIA_MODEL: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };

/** How the command ended and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until it printed something more that fits, on either stream; gives all that it printed on both since the last time. Rejects when it ended without. */
  printed(pattern: RegExp): Promise<string>;
}

/** Starts the command in a folder. */
export function start(folder: string, words: readonly string[]): Running {
  const child = spawn(process.execPath, ['--conditions=@intarsia/source', program, ...words], { env, cwd: folder });
  const output = { stdout: '', stderr: '', unseen: '' };
  let look = () => {};
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      output.unseen += text;
      look();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout: output.stdout, stderr: output.stderr }));
  });
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      look = () => {
        if (!pattern.test(output.unseen)) return;
        resolve(output.unseen);
        output.unseen = '';
      };
      look();
      void ended.then(() => reject(new Error(`The command ended without printing ${pattern}: ${output.unseen}`)), reject);
    });
  return { child, ended, printed };
}

/** Runs the command in a folder to its end. */
export const intarsia = (folder: string, ...words: readonly string[]): Promise<Ended> => start(folder, words).ended;

/** A folder of its own for a test, and the way to remove it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'intarsia-cli-')));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Writes files, and the folders they stand in, below a folder. */
export async function write(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

/** A workflow named Notes with one agent and one tool that its model calls. */
export const notes: Readonly<Record<string, string>> = {
  'orchestrator.yaml':
    'schema_version: mozaiks.orchestrator.v1\nworkflow_name: Notes\nworkflow_startup_mode: UserDriven\ninitial_agent: Ann\n',
  'agents.yaml': 'agents:\n  - { name: Ann, structured_outputs_required: false, system_message: Take notes. }\n',
  'structured_outputs.yaml': 'schema_version: mozaiks.structured_outputs.v1\n',
  'transition_graph.yaml':
    'transition_rules:\n  - { source_agent: Ann, target_agent: user, transition_type: after_turn }\n  - { source_agent: user, target_agent: Ann, transition_type: after_turn }\n',
  'tools.yaml':
    'tools:\n  - agent: Ann\n    file: note.mjs\n    function: note\n    tool_type: Agent_Tool\n    description: Keeps a note.\n',
  'note.mjs': 'export const note = () => null;\n',
};

/** The workflow with other files; its name is that of its folder. */
export const notesWith = (changes: Readonly<Record<string, string>>, name = 'Notes'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...notes, ...changes }).map(([file, text]) => [file, text.replace('workflow_name: Notes', `workflow_name: ${name}`)]),
  );
