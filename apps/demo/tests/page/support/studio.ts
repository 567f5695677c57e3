import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { buildPage, launch, openPage, type WatchedPage } from './browser.ts';
import { plants } from './plant-care.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

/** A scripted server and pages of it, closed after each test. */
export interface Studio {
  /** A fresh server. */
  server(): Promise<ScriptedServer>;
  /** Opens the page of the scripted conversation, or another path. */
  open(server: ScriptedServer, options?: BrowserContextOptions & { readonly path?: string }): Promise<Page>;
}

/** Builds the page and starts a browser once for a file. After each test everything is closed, and a page that did anything wrong fails it. */
export function useStudio(chromium: string): Studio {
  let built: Awaited<ReturnType<typeof buildPage>>;
  let browser: Browser;
  const servers: ScriptedServer[] = [];
  const pages: WatchedPage[] = [];

  beforeAll(async () => {
    built = await buildPage();
    browser = await launch(chromium);
  }, 60_000);
  afterEach(async () => {
    const faults = pages.flatMap((watched) => watched.faults);
    await Promise.all(pages.splice(0).map((watched) => watched.close()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
    if (faults.length > 0) throw new Error(`The page did something wrong:\n${faults.join('\n')}`);
  });
  afterAll(async () => {
    await browser?.close();
    await built?.remove();
  });
  return {
    async server() {
      const server = await startScriptedServer(built.folder);
      servers.push(server);
      return server;
    },
    async open(server, { path = `/c/${plants}`, ...options } = {}) {
      const watched = await openPage(browser, `${server.origin}${path}`, options);
      pages.push(watched);
      return watched.page;
    },
  };
}
