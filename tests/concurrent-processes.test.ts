import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Delivery } from './support/booking.process.ts';

let folder = '';
let file = '';
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intarsia-booking-'));
  file = join(folder, 'store.db');
});

afterEach(async () => {
  await Promise.all([...children].map(end));
  await rm(folder, { recursive: true });
});

async function open(): Promise<ChildProcess> {
  const child = fork(new URL('support/booking.process.ts', import.meta.url), [file], { execArgv: ['--conditions=@intarsia/source'] });
  children.add(child);
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code} before it was ready.`)));
  gone.catch(() => undefined);
  expect(await Promise.race([once(child, 'message'), gone])).toEqual(['ready', undefined]);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function ask(child: ChildProcess, delivery: Delivery): Promise<string> {
  const answered = once(child, 'message');
  child.send(delivery);
  const [answer] = await answered;
  return String(answer);
}

it.each([2, 8])(
  'ID1 one answer that is delivered to %i processes at once books once; the others are told why they did not',
  { timeout: 120_000 },
  async (count) => {
    const processes = await Promise.all(Array.from({ length: count }, open));
    const [first] = processes;
    if (first === undefined) throw new Error('There is no process.');
    expect(await ask(first, { kind: 'start' })).toBe('started and paused');
    const deliver = () => Promise.all(processes.map((child) => ask(child, { kind: 'answer', request: 'q1' })));
    const answers = await deliver();
    expect(answers.filter((answer) => answer === 'started and completed')).toHaveLength(1);
    for (const answer of answers) expect(['started and completed', 'repeated', 'conversation_busy']).toContain(answer);
    expect(await deliver()).toEqual(processes.map(() => 'repeated'));
    const world = (await readFile(`${file}.world`, 'utf8')).trim().split('\n');
    expect(world).toEqual([expect.stringMatching(/^start /), world[0]?.replace('start', 'end')]);
  },
);
