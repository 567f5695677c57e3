import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const core = join(root, 'packages/core');
let folder: string;
let dependencies: Readonly<Record<string, string>>;

/** The packed core in an empty folder, beside its dependencies and nothing else. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'core-alone-'));
  const installed = join(folder, 'node_modules/@intarsia/core');
  await mkdir(join(folder, 'node_modules/@noble'), { recursive: true });
  await mkdir(installed, { recursive: true });
  const manifest: unknown = JSON.parse(await readFile(join(core, 'package.json'), 'utf8'));
  dependencies = (manifest as { readonly dependencies: Readonly<Record<string, string>> }).dependencies;
  for (const name of Object.keys(dependencies)) await symlink(join(core, 'node_modules', name), join(folder, 'node_modules', name));
  await cp(join(core, 'package.json'), join(installed, 'package.json'));
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', join(installed, 'dist'), '--no-dts'],
    { cwd: core },
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(script: string, ...words: readonly string[]): Promise<string> {
  await writeFile(join(folder, 'script.mjs'), script);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['script.mjs', ...words], { cwd: folder });
  expect(stderr).toBe('');
  return stdout;
}

describe('core alone', () => {
  it('names its dependencies as every package manager reads them', () => {
    expect(Object.values(dependencies).filter((version) => !/^\^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("judges a model's answer with the script of the README, in about fifteen lines", async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const [, script = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(script.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(15);
    const answers = [
      '{"total":1,"lines":[{"text":"a"}]}',
      '{"total":1,"lines":[{"text":"a","evil":1}]}',
      '{"total":1,"total":2,"lines":[]}',
      '{"total":-1,"lines":[]}',
    ];
    const told = (await run(script, ...answers)).trim();
    expect(told).toContain("{ total: 1, lines: [ { text: 'a' } ] }");
    expect(told).toContain('/lines/0/evil');
    expect(told).toContain('/total Line 1');
    expect(told).toMatch(/\/total must be/);
  });

  it.each(['@intarsia/core', '@intarsia/core/testing'])('%s is imported without a look at a file or the environment', async (name) => {
    const told = await run(`
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const seen = [];
      // Node's own loader reads files and variables too; what counts is code of a package.
      const note = (what) => {
        const caller = new Error().stack.split('\\n').slice(1).find((frame) => !frame.includes('script.mjs'));
        if (caller?.includes('/node_modules/')) seen.push(what + caller);
      };
      process.env = new Proxy(process.env, {
        get: (target, key) => (note('env ' + String(key)), target[key]),
        has: (target, key) => (note('env ' + String(key)), key in target),
        ownKeys: (target) => (note('env'), Reflect.ownKeys(target)),
      });
      for (const key of Object.keys(fs)) {
        const original = fs[key];
        if (typeof original !== 'function' || /^[A-Z]|^_/.test(key)) continue;
        fs[key] = (...given) => (note(key + ' ' + String(given[0])), original(...given));
      }
      syncBuiltinESMExports();
      await import('${name}');
      console.log(JSON.stringify(seen));
    `);
    expect(JSON.parse(told)).toEqual([]);
  });
});
