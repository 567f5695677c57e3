import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type AppPlan, appPlanSchema, generateApp, type PlannedField } from './index.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const field = (name: string, type: PlannedField['type'] = 'text', more: Partial<PlannedField> = {}): PlannedField => ({
  name,
  label: name.replaceAll('_', ' '),
  type,
  required: false,
  choices: [],
  min: null,
  max: null,
  ...more,
});

const planOf = (singular: string, plural: string, fields: readonly PlannedField[], more: Partial<AppPlan> = {}): AppPlan =>
  appPlanSchema.parse({ title: plural, summary: '', notes: '', entity: { singular, plural }, fields, ...more });

const everyType = planOf('greenhouse sensor', 'greenhouse sensors', [
  field('name', 'text', { required: true }),
  field('zone', 'choice', { choices: ['North', 'Süd', "O'Brien", 'a/b'] }),
  field('temperature', 'number', { min: -20.5, max: 60 }),
  field('floor', 'integer', { min: 1, max: 3 }),
  field('last_check_date', 'date', { required: true }),
  field('active', 'boolean'),
  field('contact', 'email'),
  field('manual', 'url'),
  field('notes', 'long_text'),
]);
const hostileText = '</script><img src=x onerror=alert(1)>"\'`$' + '{1+1}\\\u2028*/ --> {{x}} <!-- ';
const hostile = planOf(
  hostileText,
  hostileText,
  [field('first', 'text', { label: hostileText }), field('constructor', 'choice', { choices: [hostileText, '__proto__'] })],
  {
    title: hostileText,
    summary: hostileText,
    notes: hostileText,
  },
);

async function written(plan: AppPlan): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-app-'));
  folders.push(folder);
  for (const { content, path } of generateApp(plan)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

function run(folder: string, ...command: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const { NODE_TEST_CONTEXT: _outer, ...environment } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: folder, env: environment }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` });
    });
  });
}

const textOf = (plan: AppPlan, path: string): string => generateApp(plan).find((file) => file.path === path)?.content ?? '';

describe('a generated app', () => {
  test.each([
    ['every type', everyType],
    ['hostile text', hostile],
    ['only switches', planOf('flag', 'flags', [field('on', 'boolean')])],
    [
      'labels without Latin letters',
      planOf('植物', '植物', [field('field_1', 'text', { label: '名称' }), field('field_2', 'number', { label: '高さ', max: 5 })]),
    ],
  ])('passes its own tests: %s', { timeout: 60_000 }, async (_what, plan) => {
    const folder = await written(plan);
    expect(await run(folder, '--test')).toMatchObject({ code: 0 });
  });

  test('is the same for the same plan', () => {
    expect(generateApp(everyType)).toEqual(generateApp(structuredClone(everyType)));
  });

  test('has no syntax error in any script', { timeout: 60_000 }, async () => {
    const folder = await written(hostile);
    for (const { path } of generateApp(hostile)) {
      if (/\.m?js$/.test(path)) expect({ path, ...(await run(folder, '--check', path)) }).toMatchObject({ code: 0 });
    }
  });

  test('names its fields in one place, so a new label changes the form and the list', () => {
    const renamed = planOf('sensor', 'sensors', [field('area', 'text', { label: 'area' })]);
    const before = generateApp(planOf('sensor', 'sensors', [field('zone', 'text', { label: 'zone' })]));
    const changed = generateApp(renamed).filter((file, index) => file.content !== before[index]?.content);
    expect(changed.map(({ path }) => path)).toEqual(['README.md', 'schema.mjs']);
    expect(textOf(renamed, 'schema.mjs')).toContain('"label":"area"');
  });

  test('keeps hostile text as text', async () => {
    for (const { content, path } of generateApp(hostile)) {
      expect({ path, unsafe: content.includes('<img src=x') || content.includes('</script><img') }).toEqual({ path, unsafe: false });
    }
    const folder = await written(hostile);
    const printed = await run(
      folder,
      '--input-type=module',
      '-e',
      "import { title, fields } from './schema.mjs'; console.log(JSON.stringify([title, fields[0].label, fields[1].choices]));",
    );
    expect(JSON.parse(printed.output)).toEqual([hostileText.trim(), hostileText.trim(), [hostileText.trim(), '__proto__']]);
  });

  test('depends on nothing', () => {
    const manifest: unknown = JSON.parse(textOf(everyType, 'package.json'));
    expect(manifest).toMatchObject({ name: 'greenhouse-sensors', type: 'module' });
    expect(manifest).not.toHaveProperty('dependencies');
    for (const { content } of generateApp(everyType)) {
      for (const [, name = ''] of content.matchAll(/(?:from|import) '([^']+)'/g)) expect(name).toMatch(/^(?:node:|\.{0,2}\/)/);
    }
  });

  test('a plan with one key twice, or an unsafe key, is none', () => {
    expect(appPlanSchema.safeParse({ ...everyType, fields: [field('a'), field('a')] }).success).toBe(false);
    expect(appPlanSchema.safeParse({ ...everyType, fields: [field('a"b')] }).success).toBe(false);
  });
});
