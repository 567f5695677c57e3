import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { answerOf, type CaseBody, create, served, until } from './harness.ts';

const printEnvironment = 'process.stdout.write(JSON.stringify(process.env))';
/** Notes the time in a file again and again, from a process below a process, while both keep the output open. */
const heartbeat = `const { spawn } = require('node:child_process');
const beat = "setInterval(() => require('node:fs').writeFileSync('beat.txt', String(Date.now())), 10)";
spawn(process.execPath, ['-e', "require('node:child_process').spawn(process.execPath, ['-e', " + JSON.stringify(beat) + "], { stdio: 'inherit' })"], { stdio: 'inherit' });
setInterval(() => {}, 1000);`;
/** Ends with 0 when that file does not change any more. */
const stillness = `const read = () => require('node:fs').readFileSync('beat.txt', 'utf8'); const before = read();
setTimeout(() => process.exit(read() === before ? 0 : 1), 300);`;

/** Commands and servers. */
export const commandCases: Readonly<Record<string, CaseBody>> = {
  'run gives the exit code and both outputs': async ({ port }) => {
    const sandbox = await create(port);
    const pieces: { stream: string; text: string }[] = [];
    const code = `process.stdout.write('out ☃'); process.stderr.write('err'); process.exitCode = 3`;
    const result = await sandbox.run({ command: ['node', '-e', code], onOutput: (piece) => pieces.push({ ...piece }) });
    deepEqual(result, { exitCode: 3, stdout: 'out ☃', stderr: 'err', truncated: false, timedOut: false });
    for (const [stream, text] of [
      ['stdout', 'out ☃'],
      ['stderr', 'err'],
    ]) {
      equal(
        pieces
          .filter((piece) => piece.stream === stream)
          .map((piece) => piece.text)
          .join(''),
        text,
      );
    }
  },
  'run starts in the folder of the files, without a shell': async ({ port }) => {
    const sandbox = await create(port);
    await sandbox.writeFiles([{ path: 'show.mjs', content: 'console.log(JSON.stringify(process.argv.slice(2)))' }]);
    const given = ['$HOME', '`id`', '; exit 7', 'two words', '*', ''];
    const { exitCode, stdout } = await sandbox.run({ command: ['node', 'show.mjs', ...given] });
    equal(exitCode, 0);
    deepEqual(JSON.parse(stdout), given);
  },
  'run of a program that is not there fails as in a shell': async ({ port }) => {
    const sandbox = await create(port);
    equal((await sandbox.run({ command: ['no-such-program-here'] })).exitCode, 127);
  },
  'the input of a command is closed': async ({ port }) => {
    const sandbox = await create(port);
    const code = `process.stdin.resume(); process.stdin.on('end', () => process.exit(5))`;
    equal((await sandbox.run({ command: ['node', '-e', code], timeoutMs: 10_000 })).exitCode, 5);
  },
  'the environment of the host stays outside': async ({ port }) => {
    const sandbox = await create(port);
    process.env['INTARSIA_CONTRACT_CANARY'] = 'canary-value';
    try {
      const { stdout } = await sandbox.run({ command: ['node', '-e', printEnvironment], environment: { GIVEN: 'yes' } });
      match(stdout, /"GIVEN":"yes"/);
      ok(!stdout.includes('canary-value'), 'a variable of the host is visible');
      ok(!/"(OPENAI|AWS|NPM_CONFIG__AUTH)_/i.test(stdout), 'a variable with credentials is visible');
    } finally {
      delete process.env['INTARSIA_CONTRACT_CANARY'];
    }
  },
  'a timeout ends a command with everything it started': async ({ port }) => {
    const sandbox = await create(port);
    const result = await sandbox.run({ command: ['node', '-e', heartbeat], timeoutMs: 1_500 });
    deepEqual({ exitCode: result.exitCode, timedOut: result.timedOut }, { exitCode: null, timedOut: true });
    notEqual(await sandbox.readFile('beat.txt'), null);
    equal((await sandbox.run({ command: ['node', '-e', stillness] })).exitCode, 0);
  },
  'an abort ends a command with everything it started': async ({ port }) => {
    const sandbox = await create(port);
    const stop = new AbortController();
    const reason = new Error('stopped by the case');
    const outcome = sandbox.run({ command: ['node', '-e', heartbeat] }, { signal: stop.signal }).catch((error: unknown) => error);
    await until('the command runs', async () => (await sandbox.readFile('beat.txt')) !== null);
    stop.abort(reason);
    equal(await outcome, reason);
    equal((await sandbox.run({ command: ['node', '-e', stillness] })).exitCode, 0);
  },
  'a flood of output is cut, and it is said': async ({ port }) => {
    const sandbox = await create(port);
    const code = `const { writeSync } = require('node:fs'); const line = 'x'.repeat(1023) + '\\n';
for (let count = 0; count < 8192; count += 1) writeSync(1, line);`;
    let told = 0;
    const result = await sandbox.run({
      command: ['node', '-e', code],
      onOutput: ({ text }) => {
        told += text.length;
      },
    });
    equal(result.exitCode, 0);
    equal(result.truncated, true);
    ok(result.stdout.length < 8 * 1024 * 1024 && told < 8 * 1024 * 1024, `${result.stdout.length} kept, ${told} told`);
  },
  'a server gets its port and answers there': async ({ port }) => {
    const sandbox = await create(port);
    const given = await served(sandbox);
    await until('its log is there', async () => (await sandbox.serviceLog()) === `listening on ${given}\n`);
    const note = `require('node:fs').writeFileSync('environment.json', JSON.stringify(process.env))`;
    await sandbox.start({ command: ['node', '-e', note], environment: { GIVEN: 'yes' } });
    await until('the second one noted its environment', async () => (await sandbox.readFile('environment.json'))?.endsWith('}') === true);
    match((await sandbox.readFile('environment.json')) ?? '', /"GIVEN":"yes"/);
  },
  'services tells every server, and which of them lives': async ({ port, again }) => {
    const sandbox = await create(port);
    deepEqual(await sandbox.services(), []);
    const living = await served(sandbox);
    const { port: ended } = await sandbox.start({ command: ['node', '-e', 'process.exit(1)'] });
    const found = await again.connect(sandbox.info.id);
    const states = [living, ended].sort((one, other) => one - other).map((given) => ({ port: given, running: given === living }));
    for (const handle of [sandbox, found]) {
      await until('the second one ended', async () => (await handle?.services())?.some(({ running }) => !running) === true, 5_000);
      deepEqual(await handle?.services(), states);
    }
  },
  'the log of a server that failed is there': async ({ port }) => {
    const sandbox = await create(port);
    equal(await sandbox.serviceLog(), '');
    await sandbox.start({ command: ['node', '-e', `console.error('cannot go on'); process.exit(1)`] });
    await until('its log is there', async () => (await sandbox.serviceLog()).includes('cannot go on'));
  },
  'servers of two sandboxes have addresses of their own': async ({ port }) => {
    const [one, other] = [await create(port), await create(port)];
    const urls = [one.localUrl(await served(one)), other.localUrl(await served(other))];
    notEqual(urls[0], urls[1]);
    for (const url of urls) notEqual(await answerOf(url), null);
  },
};
