import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notesWith, type Running, start, temporaryFolder, write } from '../command.test-support.ts';
import { exitCodes } from '../terminal/exit-codes.ts';

let root: Awaited<ReturnType<typeof temporaryFolder>>;
let started: Running[];
beforeEach(async () => {
  root = await temporaryFolder();
  started = [];
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  await root.remove();
});

function watch(...words: readonly string[]): Running {
  const running = start(root.path, ['check', '--watch', ...words]);
  started.push(running);
  return running;
}

/** Everything that is printed until a result stands that has some words in it. Results that came before belong to states in between. */
const result = (running: Running, words: string) =>
  running.printed(new RegExp(`${words}.*Watching for changes; Ctrl-C ends it\\.\n$`, 's'));
const sound = 'Notes: no problems';
const broken = 'Notes: [1-9]\\d* problems?';

describe('intarsia check --watch', () => {
  it('checks again after every change, however an editor writes it', async () => {
    const folder = await write(
      join(root.path, 'Notes'),
      notesWith({ 'note.mjs': 'export { note } from "./tools/writing.mjs";', 'tools/writing.mjs': 'export const note = 1;' }),
    );
    const agents = join(folder, 'agents.yaml');
    const text = notesWith({})['agents.yaml'] ?? '';
    const running = watch('Notes');
    expect(await result(running, broken)).toContain('tool_invalid');

    await writeFile(join(folder, 'tools/writing.mjs'), 'export const note = () => null;'); // not a tool file, but imported by one
    await result(running, sound);

    await writeFile(agents, text.replace('name', 'nme'));
    expect(await result(running, broken)).toContain('Notes/agents.yaml:2:7 unknown_key');

    await writeFile(`${agents}~`, text);
    await rename(`${agents}~`, agents);
    await result(running, sound);

    await write(folder, { 'extended_orchestration/task_batches.yaml': 'batch: []' });
    expect(await result(running, broken)).toContain('task_batches.yaml:1:1 unknown_key');
    await writeFile(join(folder, 'extended_orchestration/task_batches.yaml'), 'batches: []');
    await result(running, sound);
  });

  it('goes on when folders are deleted, made again, and put in the place of others', async () => {
    const flows = join(root.path, 'flows');
    const running = watch('flows');
    expect(await result(running, '')).toContain('folder_unreadable');

    await write(join(root.path, 'prepared', 'Notes'), notesWith({}));
    await rename(join(root.path, 'prepared'), flows);
    await result(running, sound);

    await rm(join(flows, 'Notes'), { recursive: true });
    await result(running, 'document_missing');
    await write(join(flows, 'Notes'), notesWith({}));
    await result(running, sound);

    await rename(flows, join(root.path, 'old'));
    await mkdir(flows);
    await result(running, 'document_missing');
    await write(join(flows, 'Notes'), notesWith({ 'a2a.yaml': 'agnts: []' }));
    expect(await result(running, broken)).toContain('flows/Notes/a2a.yaml:1:1');
    await write(join(flows, 'Notes'), { 'a2a.yaml': 'agents: []' });
    await result(running, sound);
  });

  it('outlives what tool files do, also one whose import does not end', async () => {
    const folder = await write(join(root.path, 'Notes'), notesWith({ 'note.mjs': 'process.exit(0);' }));
    const running = watch('Notes');
    expect(await result(running, '')).toContain('internal: The command ended before it was done');
    await writeFile(join(folder, 'note.mjs'), 'console.log("imported"); await new Promise((done) => setTimeout(done, 1e9));');
    await running.printed(/imported/);
    await writeFile(join(folder, 'note.mjs'), 'export const note = () => null;');
    await result(running, sound);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s with the documented code, in the middle of a check too', async (signal) => {
    await write(join(root.path, 'Notes'), notesWith({ 'note.mjs': 'console.log("imported"); for (;;);' }));
    const running = watch('Notes');
    await running.printed(/imported/);
    running.child.kill(signal);
    expect(await running.ended).toEqual({ code: exitCodes.interrupted, stdout: '', stderr: 'imported\n' });
  });
});
