import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { launch } from '../../tests/page/support/browser.ts';
import { appPlanSchema, generateApp } from './index.ts';

const executable = requireService('INTARSIA_TEST_CHROMIUM');
const hostile = '</script><img src=x onerror=alert(1)>';
const plan = appPlanSchema.parse({
  title: 'Greenhouse sensors',
  entity: { singular: 'greenhouse sensor', plural: 'greenhouse sensors' },
  fields: [
    { name: 'name', label: 'name', type: 'text', required: true },
    { name: 'zone', label: hostile, type: 'choice', choices: ['North', hostile] },
    { name: 'temperature', label: 'temperature', type: 'number', min: -20, max: 60 },
    { name: 'last_check_date', label: 'last check date', type: 'date' },
    { name: 'active', label: 'active', type: 'boolean' },
    { name: 'website', label: 'website', type: 'url' },
    { name: 'notes', label: 'notes', type: 'long_text' },
  ],
});

interface RunningApp {
  readonly url: string;
  readonly child: ChildProcess;
  readonly folder: string;
}

async function startApp(): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-page-'));
  for (const { content, path } of generateApp(plan)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The app ended.')));
    child.stdout.on('data', (text) => {
      const found = /http:\S+/.exec(String(text));
      if (found !== null) resolve(found[0]);
    });
  });
  return { url, child, folder };
}

async function stopApp({ child, folder }: RunningApp): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

describe.skipIf(executable === undefined)('the page of a generated app', () => {
  let app: RunningApp;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    app = await startApp();
    browser = await launch(executable ?? '');
    page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
    await page.goto(app.url);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await stopApp(app);
  });

  test('adds, edits, searches and deletes, with messages beside the fields', { timeout: 60_000 }, async () => {
    await page.getByRole('heading', { name: 'No greenhouse sensors yet' }).waitFor();
    await page.locator('#add').click();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('#error-name').textContent()).toBe('Fill this in.');
    expect(await page.evaluate('document.activeElement.id')).toBe('field-name');
    await page.locator('#field-name').fill(hostile);
    await page.locator('#field-zone').selectOption(hostile);
    await page.locator('#field-temperature').fill('99');
    await page.locator('#field-last_check_date').fill('2024-05-03');
    await page.locator('#field-website').fill('https://example.com/a');
    await page.locator('#field-active').check();
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('#error-temperature').textContent()).toBe('Enter 60 or less.');
    await page.locator('#field-temperature').fill('21.5');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.locator('tbody tr');
    await row.waitFor();
    expect(await row.locator('td').allTextContents()).toEqual([
      hostile,
      hostile,
      '21.5',
      '3 May 2024',
      'Yes',
      'example.com/a',
      '–',
      `Edit ${hostile}Delete ${hostile}`,
    ]);

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('#field-name').fill('Door');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Door', exact: true }).waitFor();

    await page.getByRole('searchbox').fill('nowhere');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('cell', { name: 'Door', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'Door', exact: true }).waitFor();
  });

  test.each(['light', 'dark'] as const)('is accessible and fits a phone, %s', { timeout: 60_000 }, async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const viewport of [
      { width: 1200, height: 800 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport);
      await page.locator('tbody tr').waitFor();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      await page.locator('#add').click();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
  });

  test('asks before it deletes', { timeout: 60_000 }, async () => {
    await page.getByRole('button', { name: 'Delete Door' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Delete Door' }).click();
    await page.locator('#confirm').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No greenhouse sensors yet' }).waitFor();
  });

  test('never ran what a person wrote, and logged nothing', () => {
    expect(problems.filter((text) => !text.includes('422'))).toEqual([]);
  });
});
