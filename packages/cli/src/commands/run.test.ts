import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notesWith, temporaryFolder, write } from '../command.test-support.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { controlC, controlD, personAt } from '../terminal/terminal.test-support.ts';
import { run } from './run.ts';

const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Well?' } };
const completion = { id: 'c', object: 'chat.completion', created: 0, model: 'test', choices: [choice] };
const model = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion)),
);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  folder = await temporaryFolder();
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const address = model.address();
  const port = typeof address === 'object' ? address?.port : null;
  env = { OPENAI_API_KEY: 'none', INTARSIA_MODEL: 'none', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
});
afterEach(async () => {
  model.closeAllConnections();
  await new Promise((resolve) => model.close(resolve));
  await folder.remove();
});

describe('a run that asks a person at a terminal', () => {
  it.each([
    ['Ctrl-C', exitCodes.interrupted],
    ['a signal', exitCodes.interrupted],
    ['the end of the input', exitCodes.paused],
  ])('ends with %s, and says how to resume, at its first question and when it was resumed', async (how, exitCode) => {
    const path = await write(join(folder.path, 'Notes'), notesWith({}));
    const store = join(folder.path, 'a.sqlite');
    const options = { answer: [], store, conversation: 'c1', tenant: 'local' };
    const answered = async (person: ReturnType<typeof personAt>, running: Promise<void>) => {
      await person.type(how === 'Ctrl-C' ? controlC : how === 'a signal' ? 'half' : controlD);
      if (how === 'a signal') person.streams.emit('SIGINT');
      return running;
    };

    const first = personAt(env);
    await answered(first, run(path, { ...options, input: 'hi' }, first.streams));
    expect(first.streams.exitCode).toBe(exitCode);
    expect(first.seen()).toContain(`Go on with: intarsia run ${path} --resume --store ${store} --conversation c1 --answer TEXT`);

    const later = personAt(env);
    const resumed = answered(later, run(path, { ...options, resume: true }, later.streams));
    if (how === 'the end of the input') return expect(resumed).rejects.toMatchObject({ code: 'answer_required' });
    await resumed;
    expect(later.streams.exitCode).toBe(exitCode);
    expect(later.seen()).toContain('--resume --store');
  });
});
