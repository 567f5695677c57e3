import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

/** Builds the page as it is shipped into a folder of its own. `remove` deletes it. */
export async function buildPage(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'intarsia-page-'));
  const demo = fileURLToPath(new URL('../../..', import.meta.url));
  await build({
    configFile: join(demo, 'vite.config.ts'),
    root: join(demo, 'web'),
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'silent',
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A real Chromium without its own conversations with the world. */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}

/** A page and what it did wrong: errors in its console, breaches of its policy, requests to other hosts. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
  close(): Promise<void>;
}

/** Opens a page in a context of its own. What the previewed app does is not the page's. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('console', (message) => {
    // A refused connection is what some tests are about; Chromium writes it to the console.
    if (message.type() === 'error' && !/net::ERR_|status of 4\d\d/.test(message.text())) faults.push(`said ${message.text()}`);
  });
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && !hostname.endsWith('.localhost') && !request.url().startsWith('blob:'))
      faults.push(`asked ${request.url()}`);
  });
  await page.goto(address);
  return { page, faults, close: () => context.close() };
}

/** The name of the focused element, or `nothing`. */
export function focusedName(page: Page): Promise<unknown> {
  return page.evaluate(
    "(() => { const element = document.activeElement; return element === document.body ? 'nothing' : (element.getAttribute('aria-label') ?? element.textContent); })()",
  );
}

/** How far the page is wider than its window, in px. */
export function overflow(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}

/** What axe finds on the page, one line each; the frame of the app is not the page's own. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Half way between two colours nothing has the contrast that it is made to have.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished))',
  );
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
