import { mkdirSync } from 'node:fs';
import { buildPage, launch, openPage, axeFindings } from './support/browser.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { plants, story, tellAll, saveVersion, journalOf, readyPreview } from './support/plant-care.ts';
mkdirSync('/tmp/shots', { recursive: true });
const only = process.argv[2];
const built = await buildPage();
const browser = await launch('/usr/bin/chromium');
type S = Awaited<ReturnType<typeof startScriptedServer>>;
const states: Record<string, { path?: string; set: (s: S) => void; after?: (p: any) => Promise<void>; width?: number; height?: number }> = {
  first: { path: '/', set: () => {} },
  running: { set: (s) => { s.add(plants); story.starts(s); story.asks(s); story.isAnswered(s); story.plans(s); story.builds(s); } },
  paused: { set: (s) => { s.add(plants); story.starts(s); story.asks(s); } },
  done: { set: (s) => { s.add(plants); tellAll(s); }, after: async (p) => { await p.frameLocator('iframe').locator('h1').waitFor(); } },
  failed: { set: (s) => { s.add(plants); story.starts(s); story.asks(s); story.isAnswered(s); story.plans(s); story.builds(s); story.validates(s); story.fails(s, true); } },
  uncertain: { set: (s) => { s.add(plants); story.starts(s); story.asks(s); story.isAnswered(s); story.plans(s); story.builds(s); story.validates(s); story.isUncertain(s); } },
  interrupted: { set: (s) => { const c = s.add(plants); story.starts(s); story.asks(s); story.isAnswered(s); story.plans(s); story.builds(s); c.status = 'interrupted'; } },
  files: { path: `/c/${plants}#files/server.mjs`, set: (s) => { s.add(plants); tellAll(s); saveVersion(s, 2, 'passed'); } },
  journal: { path: `/c/${plants}#journal/6`, set: (s) => { s.add(plants, { journal: journalOf(46) }); tellAll(s); } },
  menu: { set: (s) => { s.add('c1', { title: 'Reading list', status: 'completed' }); s.add('c2', { title: 'Shared expenses of the flat with every roommate', status: 'failed' }); s.add(plants); tellAll(s); }, after: async (p) => { await p.getByRole('button', { name: 'Menu' }).click(); } },
  expired: { set: (s) => { const c = s.add(plants); tellAll(s); c.preview = { ...readyPreview(s), state: 'stopped', url: null, localUrl: null, deadline: null }; } },
};
for (const [name, state] of Object.entries(states)) {
  if (only && !only.split(',').includes(name)) continue;
  for (const [scheme, width, height] of [['light', 1440, 900], ['dark', 1440, 900], ['light', 360, 740]] as const) {
    const server = await startScriptedServer(built.folder);
    state.set(server);
    const { page, faults, close } = await openPage(browser, `${server.origin}${state.path ?? `/c/${plants}`}`, { viewport: { width, height }, colorScheme: scheme });
    await page.waitForTimeout(700);
    if (width < 500 && ['files', 'journal', 'done', 'expired'].includes(name)) await page.getByRole('tab', { name: 'Work' }).click();
    if (state.after) await state.after(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/shots/${name}-${scheme}-${width}.png` });
    const found = await axeFindings(page);
    console.log(name, scheme, width, faults, found);
    await close(); await server.close();
  }
}
await browser.close(); await built.remove();
