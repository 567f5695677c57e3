import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const source = '@intarsia/source'; // tests run from the sources of every package, not from its build
const folders = ['packages', 'apps'].flatMap((group) =>
  readdirSync(new URL(group, import.meta.url))
    .map((name) => `${group}/${name}`)
    .filter((folder) => existsSync(new URL(`${folder}/package.json`, import.meta.url))),
);

/** Their test files share a process and its loaded modules, which halves the time of hundreds of short ones; the others start and signal processes. */
const sharing = ['packages/core', 'packages/adapters-ag2', 'packages/knowledge-stores', 'packages/transport'];

const project = (name: string, root: string, include: string[]) => ({
  extends: true as const,
  test: { name, root, include, isolate: !sharing.includes(root) },
});

export default defineConfig({
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions], externalConditions: [source, 'node', 'module-sync'] } },
  test: {
    projects: [
      project('tests', '.', ['tests/**/*.test.ts']),
      ...folders.map((folder) => project(folder.replace(/^.*\//, ''), folder, ['{src,web,workflows,tests}/**/*.test.{ts,tsx}'])),
    ],
    setupFiles: [new URL('tests/support/setup.ts', import.meta.url).pathname],
    // Hundreds of processes are started from the same sources: each but the first finds them compiled.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    pool: 'forks', // suites start, signal and await real processes
    maxWorkers: 3, // on two cores: half of the time of a suite goes by waiting for processes and for the disk
    testTimeout: 60_000, // a process that a test starts takes seconds on a busy machine
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', 'json'],
    outputFile: { json: new URL('.reports/vitest.json', import.meta.url).pathname },
  },
});
