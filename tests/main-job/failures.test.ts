import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ended } from '../support/command.ts';
import { readRecorded } from '../support/journal.ts';
import type { ModelAnswer } from '../support/model-endpoint.ts';
import { type OrderDesk, openOrderDesk, orderReply } from '../support/order-desk.ts';

const timeout = 60_000;
const goOn = (desk: OrderDesk) => `Go on with: intarsia run tests/fixtures/OrderDesk --resume --store ${desk.store} --conversation order`;

/** The journal can be read, says that status, and a resume with a healthy model comes to the same end as a run without a failure. */
async function expectGoesOn(desk: OrderDesk, status: string): Promise<void> {
  const inspected = await desk.intarsia('inspect', '--store', desk.store, '--conversation', 'order', '--json').ended;
  expect(inspected, inspected.stderr).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(inspected.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ conversation: 'order', status, owner: null });
  const resumed = await desk.run('--resume').ended;
  expect(resumed, resumed.stderr).toMatchObject({ exitCode: 0 });
  expect(await readRecorded(desk.store, desk.scope)).toMatchObject({ status: 'completed', context: { price: 20, booking: 'B1' } });
  expect(desk.log('effects')).toEqual(['booked 2 lamp', 'announced Two lamps are booked.']);
}

/** Refused before anything began: one line with a code, words for a person, no events. */
function expectRefused(ended: Ended, line: RegExp): void {
  expect(ended.stderr).toMatch(line);
  expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ended.stderr).not.toMatch(/^\s+at /m);
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe.concurrent('Ctrl-C', { timeout }, () => {
  test('while the model thinks: interrupted at once, and the resume goes on', async (context) => {
    const silent = { value: true };
    const desk = await openOrderDesk(({ output }) => (silent.value ? { kind: 'silence' } : orderReply(output)));
    context.onTestFinished(() => desk.close());
    const command = desk.run('--input', 'two lamps');
    await desk.model.asked(() => true);
    command.signal('SIGINT');
    const ended = await command.ended;
    context.expect(ended.stderr).toContain('Interrupted: interrupted: ');
    context.expect(ended.stderr).toContain(goOn(desk));
    context.expect(ended.exitCode).toBe(130);
    silent.value = false;
    await expectGoesOn(desk, 'interrupted');
  });

  test('inside a tool that does not listen: it ends all the same', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    await desk.hold('book.before');
    const command = desk.run('--input', 'two lamps');
    await desk.reached('book.before');
    command.signal('SIGINT');
    const ended = await command.ended;
    context.expect(ended.stderr).toContain(goOn(desk));
    context.expect(ended.exitCode).toBe(130);
    await desk.release('book.before');
    await expectGoesOn(desk, 'interrupted');
    context.expect(desk.log('calls')).toEqual(['price', 'book', 'book', 'announce']);
  });
});

describe.concurrent('a model endpoint that fails', { timeout }, () => {
  test('is not there', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    const down = { OPENAI_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1` };
    const ended = await desk.runWith(down, '--input', 'two lamps').ended;
    context
      .expect(ended.stderr)
      .toContain('Failed: model_unreachable: The model endpoint cannot be reached. Check the base URL and the network.');
    context.expect(ended.stderr).toContain(goOn(desk));
    context.expect(ended.exitCode).toBe(1);
    await expectGoesOn(desk, 'failed');
  });

  const answers: readonly { readonly what: string; readonly bad: ModelAnswer; readonly code: string; readonly next: string }[] = [
    {
      what: 'never answers',
      bad: { kind: 'silence' },
      code: 'model_timeout',
      next: 'The model endpoint took longer than one call may take.',
    },
    { what: 'answers a web page', bad: { kind: 'page', html: '<h1>Welcome</h1>' }, code: 'model_garbage', next: 'Check the base URL.' },
    { what: 'answers an empty reply', bad: { kind: 'reply', content: '' }, code: 'model_garbage', next: 'The model gave an empty reply.' },
    { what: 'gives half an order', bad: { kind: 'reply', content: '{"item":"lamp"}' }, code: 'output_rejected', next: 'not exactly a' },
  ];
  test.for(answers)('$what', async ({ bad, code, next }, context) => {
    const healthy = { value: false };
    const desk = await openOrderDesk(({ output }) => (healthy.value ? orderReply(output) : bad));
    context.onTestFinished(() => desk.close());
    const ended = await desk.runWith({ INTARSIA_MODEL_TIMEOUT_MS: '300' }, '--input', 'two lamps').ended;
    context.expect(ended.stderr).toContain(`Failed: ${code}: `);
    context.expect(ended.stderr).toContain(next);
    context.expect(ended.stderr).toContain(goOn(desk));
    context.expect(ended.exitCode).toBe(1);
    healthy.value = true;
    await expectGoesOn(desk, 'failed');
  });
});

describe.concurrent('nothing is started', { timeout }, () => {
  test('on a store that is a folder, or lies in a file', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    await mkdir(desk.store);
    const file = join(dirname(desk.store), 'file');
    await writeFile(file, '');
    for (const store of [desk.store, join(file, 'store.sqlite')]) {
      const ended = await desk.intarsia('run', 'tests/fixtures/OrderDesk', '--input', 'two lamps', '--json', '--store', store).ended;
      expectRefused(ended, /^store_(read_only|unavailable): .+: .+\.( \(.+\))?\n$/);
      context.expect(ended.stderr).toContain(store);
    }
    context.expect(desk.log('calls')).toEqual([]);
  });

  test('on a store that is no database', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    await writeFile(desk.store, 'not a database, but long enough to be looked at as one '.repeat(20));
    expectRefused(await desk.run('--input', 'two lamps').ended, /^store_corrupt: .+: name another file or restore a backup\. \(.+\)\n$/);
  });

  test('with a folder that is no workflow', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    const run = (folder: string) => desk.intarsia('run', folder, '--input', 'x', '--json', '--store', desk.store).ended;
    const broken = join(dirname(desk.store), 'Broken');
    await mkdir(broken);
    await writeFile(join(broken, 'orchestrator.yaml'), 'schema_version: mozaiks.orchestrator.v1\nworkflow_name: Broken\n');
    expectRefused(
      await run(broken),
      /^\S*Broken\/orchestrator\.yaml:\d+:\d+ required: .*\n[\s\S]*workflow_invalid: The workflow folder .* has \S+ problems?; mend what is listed above\./,
    );
    expectRefused(await run('tests/fixtures/Nowhere'), /folder_unreadable: [\s\S]*workflow_invalid: /);
  });

  test('without a model, or with a time limit that is none', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    const unnamed = await desk.runWith({ INTARSIA_MODEL: '', OPENAI_API_KEY: '' }, '--input', 'x').ended;
    expectRefused(unnamed, /^model_refused: No model is configured: set OPENAI_API_KEY and INTARSIA_MODEL .+\n$/);
    const soon = await desk.runWith({ INTARSIA_MODEL_TIMEOUT_MS: 'soon' }, '--input', 'x').ended;
    expectRefused(soon, /^bad_request: INTARSIA_MODEL_TIMEOUT_MS must be a positive number of milliseconds\.\n$/);
  });

  test('by a resume of what was never started', async (context) => {
    const desk = await openOrderDesk();
    context.onTestFinished(() => desk.close());
    expectRefused(await desk.run('--resume').ended, /^store_unavailable: There is no store file /);
  });
});
