// Plain JavaScript for any Node from 20 on: brings pnpm, Node 24 and the locked dependencies, then runs one task with them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const env = {
  ...process.env,
  PATH: [bin, process.env.PATH].filter(Boolean).join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
};

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

// ---- children: each leads a process group, so that ending it ends everything it started --------

let running; // the child at work
let ending; // { signal, at } once somebody asked us to end

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    return false; // nobody is left in the group
  }
}

function end(signal) {
  if (ending) {
    if (running && Date.now() - ending.at > 1000) signalGroup(running, 'SIGKILL'); // asked again
    return;
  }
  ending = { signal, at: Date.now() };
  if (!running) process.exit(128 + constants.signals[signal]);
  const child = running;
  signalGroup(child, signal);
  setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
const parent = process.ppid; // npm hands SIGTERM to its shell only, which dies and leaves us behind
setInterval(() => {
  if (process.ppid !== parent) end('SIGTERM');
}, 300).unref();

/** Runs a command to its end and gives its exit status; after a signal it does not come back but ends this process. */
function run(command, args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...extra }, detached: true });
    running = child;
    child.on('error', (error) => stop(`${command} could not be started: ${error.message}`));
    child.on('exit', async (code, signal) => {
      if (ending || signal) {
        for (let waited = 0; signalGroup(child, 0); waited += 50) {
          if (waited >= 3000) signalGroup(child, 'SIGKILL');
          await new Promise((next) => setTimeout(next, 50));
        }
      }
      running = undefined;
      if (ending) process.exit(code === 0 && task === 'start' ? 0 : 128 + constants.signals[ending.signal]);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

// ---- what a task needs -------------------------------------------------------------------------

/** Installs when the lockfile is not the one of the last complete install: that notices a pull and an interrupted install. */
async function install() {
  const stamp = join(modules, '.installed');
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(stamp, { force: true });
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const npm = npmCommand();
  const args = [...npm.slice(1), 'exec', '--yes', '--', packageManager, 'install', '--frozen-lockfile'];
  const status = await run(npm[0], args, { CI: 'true', npm_config_update_notifier: 'false' });
  if (status !== 0) process.exit(status);
  writeFileSync(stamp, wanted);
}

function npmCommand() {
  const file = process.env.npm_execpath; // npm's own file: no shell in between
  if (file && /^npm-cli\.c?js$/.test(basename(file))) return [process.execPath, file];
  if (spawnSync('npm', ['--version']).status === 0) return ['npm'];
  return stop('npm is missing, and the dependencies are not installed yet. Install Node.js with npm, then run npm start or npm test.');
}

function node24() {
  const locked = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const node = existsSync(locked) ? locked : process.execPath;
  const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const [major, minor] = version.split('.').map(Number);
  if (!(major > 22 || (major === 22 && minor >= 18))) {
    stop(
      `Node ${version || '(unknown)'} is too old and no Node 24 package is locked for ${process.platform}-${process.arch}: install Node 22.18 or newer.`,
    );
  }
  return node;
}

// ---- tasks -------------------------------------------------------------------------------------

const [task, ...given] = process.argv.slice(2);
const rest = given[0] === '--' ? given.slice(1) : given;
const turbo = (...args) => run(process.execPath, [join(modules, 'turbo', 'bin', 'turbo'), 'run', ...args, '--output-logs=errors-only']);
const biome = (...args) => run(join(bin, 'biome'), [...args, '--error-on-warnings', ...rest]);
const script = (name, ...args) => run(node24(), [join(root, name), ...args]);

const steps = {
  build: () => turbo('build'),
  lint: () => biome('check', '.'),
  format: () => biome('check', '--write', '.'),
  types: () => turbo('types', 'types:root', '--continue'),
  api: async () => (await turbo('build')) || script('scripts/api-report.mjs', ...rest),
  test: async () => (await turbo('build')) || script('node_modules/vitest/vitest.mjs', 'run', ...rest),
  start: async () => (await turbo('build', '--filter=@intarsia/demo...')) || script('apps/demo/dist/server.mjs', ...rest),
  torture: async () => {
    const files = rest.length === 0 ? ['.fuzz.test.ts', 'torture.test.ts'] : rest;
    const runs = env.INTARSIA_FUZZ_RUNS ?? '1000000'; // more than the minute that each property has
    const args = [join(modules, 'vitest', 'vitest.mjs'), 'run', ...files, '--testTimeout=600000'];
    return (await turbo('build')) || run(node24(), args, { INTARSIA_FUZZ_RUNS: runs, INTARSIA_TORTURE: 'full' });
  },
  bench: async () => {
    const [name, ...more] = rest;
    const file = join('bench', 'src', name ?? '', 'main.ts');
    if (!existsSync(join(root, file))) stop('Which benchmark? npm run bench -- <name>; bench/README.md lists them.');
    return (await turbo('build', '--filter=@intarsia/bench^...')) || script(file, ...more);
  },
  check: async () => {
    for (const name of ['lint', 'types', 'test']) {
      const status = await steps[name]();
      if (status !== 0) return status;
    }
    return 0;
  },
};

if (!(Number(process.versions.node.split('.')[0]) >= 20)) stop(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
if (process.platform === 'win32') stop('Windows is not supported as it is: use WSL 2.');
if (!Object.hasOwn(steps, task ?? '')) stop(`run.mjs: which task? One of: ${Object.keys(steps).join(', ')}.`);
await install();
process.exit(await steps[task]());
