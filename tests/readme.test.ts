import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSource } from './support/command.ts';
import { serveModel } from './support/model-endpoint.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(root, 'tests', '.readme-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the README', () => {
  it('shows a program of about 20 lines that runs as it stands', async () => {
    const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(22);
    const endpoint = await serveModel(() => ({ kind: 'reply', content: '{"total":100,"currency":"EUR"}' }));
    try {
      const workflow = join(folder, 'InvoiceCheck');
      await cp(join(root, 'tests/fixtures/InvoiceCheck'), workflow, { recursive: true });
      const program = code
        .replace("'workflows/InvoiceCheck'", JSON.stringify(workflow))
        .replace("'journals.sqlite'", JSON.stringify(join(folder, 'journals.sqlite')))
        .replace("model: 'gpt-5-mini'", `model: 'gpt-5-mini', baseUrl: ${JSON.stringify(endpoint.url)}`);
      const file = join(folder, 'program.ts');
      await writeFile(file, program);
      const ended = await startSource(file, [], { OPENAI_API_KEY: 'key' }).ended;
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      expect(ended.stdout).toMatch(/status: 'completed'/);
    } finally {
      await endpoint.close();
    }
  });

  it('names every variable that the studio reads', async () => {
    const configuration = await readFile(join(root, 'apps/demo/src/host/configuration.ts'), 'utf8');
    const read = [...configuration.matchAll(/env\['([A-Z_]+)'\]/g)].map(([, name]) => name);
    expect(read.length).toBeGreaterThan(4);
    expect(read.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
  });
});
