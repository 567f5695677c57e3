import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { plants, readyPreview, saveVersion, story } from './support/plant-care.ts';
import { scenes } from './support/scenes.ts';
import { useStudio } from './support/studio.ts';

const chromium = requireService('INTARSIA_TEST_CHROMIUM');

describe.skipIf(chromium === undefined)('the work side', { timeout: 30_000 }, () => {
  const studio = useStudio(chromium ?? '');

  it('shows the app on a host of its own, at three widths, and cannot be reached by it', async () => {
    const server = await studio.server();
    scenes['done']?.set(server);
    const page = await studio.open(server);
    const app = page.frameLocator('iframe');
    await app.getByText('Ready').waitFor();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms allow-modals');
    const reach = "(() => { try { return window.parent.document.title; } catch { return 'out of reach'; } })()";
    const reached = await app.locator('body').evaluate(reach);
    expect(reached).toBe('out of reach');
    await page.getByRole('button', { name: '360', exact: true }).click();
    await expect.poll(async () => (await frame.boundingBox())?.width).toBe(362 - 2);
    await page.getByRole('button', { name: '768', exact: true }).click();
    await expect.poll(async () => (await frame.boundingBox())?.width).toBe(768);
    const link = page.getByRole('link', { name: 'Open the app in a new tab' });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      `http://pv-41f7.localhost:${server.port}/`,
      'noreferrer noopener',
    ]);
    await page.getByText('Log of the app').click();
    await page.getByText('GET /healthz 200').waitFor();
  });

  it('shows the app as soon as it runs, keeps what was typed into it while other tabs are looked at, and reloads it', async () => {
    const server = await studio.server();
    scenes['running']?.set(server);
    const page = await studio.open(server);
    await page.getByText('The app appears here').waitFor();
    story.validates(server);
    story.ends(server);
    const search = page.frameLocator('iframe').getByRole('textbox');
    await search.fill('fern');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('tab', { name: 'App' }).click();
    expect(await search.inputValue()).toBe('fern');
    await page.getByRole('button', { name: 'Reload the app' }).click();
    await expect.poll(() => search.inputValue()).toBe('');
  });

  it('keeps the app alive, and starts it again after its end', async () => {
    const server = await studio.server();
    server.react = ({ path }) => ({ status: 200, body: readyPreview(server, path.endsWith('start') ? 30 : 58) });
    scenes['done']?.set(server);
    const page = await studio.open(server);
    await page.getByText('Running, stops in 28 min').waitFor();
    await page.getByRole('button', { name: 'Keep alive' }).click();
    await page.getByText('Running, stops in 58 min').waitFor();

    const stopped = await studio.server();
    stopped.react = () => ({ status: 200, body: readyPreview(stopped, 30) });
    scenes['stopped preview']?.set(stopped);
    const other = await studio.open(stopped);
    await other.getByRole('button', { name: 'Start the app again' }).click();
    await other.frameLocator('iframe').getByText('Ready').waitFor();
    expect(stopped.posts).toEqual([{ path: `/api/conversations/${plants}/preview/start`, body: {} }]);
  });

  it('says in Safari that it cannot show the app, and offers its other address', async () => {
    const server = await studio.server();
    scenes['done']?.set(server);
    const userAgent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15';
    const page = await studio.open(server, { userAgent });
    await page.getByText('Safari cannot show the app here').waitFor();
    expect(await page.getByRole('link', { name: 'Open the app', exact: true }).getAttribute('href')).toBe(
      `http://127.0.0.1:${server.port}/`,
    );
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('lists the files, marks what changed, and hands them out as a zip', async () => {
    const server = await studio.server();
    scenes['files']?.set(server);
    const page = await studio.open(server, {
      path: `/c/${plants}#files/server.mjs`,
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const files = page.getByRole('navigation', { name: 'Files' });
    await files.getByRole('button', { name: /server\.mjs changed in this version/ }).waitFor();
    await files.getByRole('button', { name: /app\.css new in this version/ }).waitFor();
    await files.getByText(/removed in this version/).waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('// Listens on loopback only.');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download zip' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('app-version-2.zip');
    const entries = unzipSync(await readFile(await download.path()));
    expect(Object.keys(entries)).toContain('app-version-2/public/app.css');
    expect(strFromU8(entries['app-version-2/README.md'] ?? new Uint8Array())).toMatch(/^# Plant care/);

    await files.getByRole('button', { name: 'README.md' }).click();
    expect(new URL(page.url()).hash).toBe('#files/README.md');
    await page.getByRole('combobox', { name: 'Version' }).selectOption({ label: 'Version 1, passed its tests' });
    await expect.poll(() => files.getByText(/in this version/).count()).toBe(0);
  });

  it('shows a new version without being asked again', async () => {
    const server = await studio.server();
    scenes['running']?.set(server);
    const page = await studio.open(server, { path: `/c/${plants}#files` });
    await page.getByText('The files appear here').waitFor();
    story.validates(server);
    await page.getByRole('combobox', { name: 'Version' }).waitFor();
    saveVersion(server, 2, 'passed');
    story.ends(server);
    await expect.poll(() => page.getByRole('combobox', { name: 'Version' }).locator('option').count()).toBe(2);
  });

  it('lists every envelope, narrows the list, and opens one beside it', async () => {
    const server = await studio.server();
    scenes['journal']?.set(server);
    const page = await studio.open(server, { path: `/c/${plants}#journal` });
    await page.getByText('46 envelopes', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('Builder');
    await page.getByText('10 of 46 envelopes').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('intarsia.tool.claimed');
    await page.getByText('5 of 46 envelopes').waitFor();
    const row = page.getByRole('list', { name: 'Envelopes' }).getByRole('button').first();
    expect(await row.getByRole('img').getAttribute('aria-label')).toBe('fact');
    await row.click();
    await page.getByRole('region', { name: 'Envelope 8' }).getByText('"validate_artifact"').waitFor();
    expect(new URL(page.url()).hash).toBe('#journal/8');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('region', { name: 'Envelope 8' }).count()).toBe(0);
    expect(await row.and(page.locator(':focus')).count()).toBe(1);
  });
});
