import { describe, expect, it } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { axeFindings, overflow } from './support/browser.ts';
import { scenes } from './support/scenes.ts';
import { useStudio } from './support/studio.ts';

const chromium = requireService('INTARSIA_TEST_CHROMIUM');

describe.skipIf(chromium === undefined)('axe finds nothing in light, dark and at 360 px', { timeout: 60_000 }, () => {
  const studio = useStudio(chromium ?? '');

  it.each(Object.entries(scenes))('%s', async (_, scene) => {
    const server = await studio.server();
    scene.set(server);
    const page = await studio.open(server, { ...(scene.path === undefined ? {} : { path: scene.path }), colorScheme: 'light' });
    const shown = page.getByText(scene.shows, { exact: true }).first();
    await shown.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 360, height: 740 });
    const work = page.getByRole('tab', { name: 'Work' });
    if (scene.onWorkSide) await work.click();
    await shown.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
});
