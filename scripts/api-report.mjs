// The public types of every package entry, in one file each: `packages/*/api/<entry>.d.mts`. A change of the API shows in review.
//
//   npm run api              writes the reports
//   npm run api -- --check   fails when a report differs from what the build emits
//
// A report is the entry's emitted declarations with what the build split into shared chunks put back in, so that it depends
// neither on how entries share code nor on the names of chunks.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const problems = [];
let count = 0;

for (const manifest of globSync('packages/*/package.json', { cwd: root }).sort()) {
  const folder = join(root, dirname(manifest));
  const reports = await reportsOf(folder);
  for (const [file, text] of reports) compareOrWrite(file, text);
  dropOthers(join(folder, 'api'), reports);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.stderr.write('The API report is not the API: run npm run api and commit the change.\n');
else process.stdout.write(`${count} API reports ${check ? 'match' : 'written'}\n`);
process.exit(problems.length > 0 ? 1 : 0);

/** The path and text of each report of a package. */
async function reportsOf(folder) {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const reports = new Map();
  for (const [entry, { types }] of Object.entries(exports)) {
    if (!types) continue;
    const name = entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-');
    reports.set(join(folder, 'api', `${name}.d.mts`), await declarations(folder, types));
  }
  return reports;
}

async function declarations(folder, file) {
  const { bundles } = await build({
    config: false,
    cwd: folder,
    entry: { report: file },
    format: 'esm',
    platform: 'node',
    dts: { dtsOnly: true },
    write: false,
    clean: false,
    logLevel: 'error',
  });
  const [chunk, ...others] = bundles.flatMap(({ chunks }) => chunks).filter(({ type }) => type === 'chunk');
  if (!chunk || others.length > 0) throw new Error(`${relative(root, join(folder, file))}: expected one file of declarations`);
  return `${chunk.code.replace(/^\/\/[#@] ?(sourceMappingURL=.*|(end)?region.*)\n?/gm, '').trim()}\n`;
}

function compareOrWrite(file, text) {
  count += 1;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (before === text) return;
  if (check) {
    problems.push(`${relative(root, file)} ${before === undefined ? 'is missing' : `differs: ${firstDifference(before, text)}`}`);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function firstDifference(before, after) {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const at = is.findIndex((line, index) => line !== was[index]);
  const line = at === -1 ? is.length : at;
  return `line ${line + 1} was '${was[line] ?? ''}' and is '${is[line] ?? ''}'`;
}

function dropOthers(folder, reports) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, name);
    if (reports.has(file)) continue;
    if (check) problems.push(`${relative(root, file)} is the report of no entry`);
    else rmSync(file);
  }
}
