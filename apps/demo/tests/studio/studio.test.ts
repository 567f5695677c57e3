import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type Command, modelEnvironment, startSource } from '../../../../tests/support/command.ts';
import { freePort } from '../../../../tests/support/free-port.ts';
import { serveModel } from '../../../../tests/support/model-endpoint.ts';
import { startOfflineModel } from '../../../../tests/support/offline-model.ts';
import { requireService } from '../../../../tests/support/services.ts';
import { axeFindings, launch, openPage, type WatchedPage } from '../page/support/browser.ts';

const chromium = requireService('INTARSIA_TEST_CHROMIUM');
const words = 'a tracker for greenhouse sensors with name, zone, temperature and last check date';

/** The studio as `npm start` runs it, on a port and a data folder of its own. */
interface RunningStudio {
  readonly address: string;
  readonly command: Command;
}

type Environment = Readonly<Record<string, string>>;

async function startStudio(port: number, data: string, environment: Environment = {}): Promise<RunningStudio> {
  const command = startSource('apps/demo/src/server.ts', [], { PORT: String(port), INTARSIA_DATA: data, ...environment });
  const [, address = ''] = await command.printed(/(http:\/\/localhost:\d+)/);
  return { address, command };
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

async function answerRules(page: Page): Promise<void> {
  await page.getByText('Which of these must always be filled in?').last().waitFor();
  await say(page, 'Only the name.');
}

/** Adds an entry in the app and sees it in the list. */
async function addSensor(app: FrameLocator, name: string): Promise<void> {
  await app.getByRole('button', { name: 'Add greenhouse sensor' }).first().click();
  await app.getByLabel(/^name/i).fill(name);
  await app.getByLabel(/^temperature/i).fill('21.5');
  await app.getByRole('button', { name: 'Save' }).click();
  await app.getByText(name).first().waitFor();
}

describe.skipIf(chromium === undefined)('the studio', { timeout: 120_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(chromium ?? '');
  }, 60_000);
  afterAll(() => browser?.close());

  async function open(context: TestContext, studio: RunningStudio): Promise<WatchedPage> {
    const watched = await openPage(browser, studio.address);
    context.onTestFinished(() => watched.close());
    return watched;
  }

  /** The offline model behind an endpoint that leaves the first request for this output unanswered. */
  async function holdingModel(context: TestContext, data: string, output: string) {
    const model = await startOfflineModel(join(data, 'model.jsonl'));
    let held = false;
    const endpoint = await serveModel((asked) => {
      if (held || asked.output !== output) return { kind: 'forward', to: model.url };
      held = true;
      return { kind: 'silence' };
    });
    context.onTestFinished(async () => {
      await endpoint.close();
      await model.stop();
    });
    return { endpoint, environment: modelEnvironment(endpoint.url, data) };
  }

  async function dataFolder(context: TestContext): Promise<string> {
    const data = await mkdtemp(join(tmpdir(), 'intarsia-studio-'));
    context.onTestFinished(() => rm(data, { recursive: true, force: true }));
    return data;
  }

  async function studioFor(context: TestContext, port: number, data: string, environment: Environment = {}): Promise<RunningStudio> {
    const studio = await startStudio(port, data, environment);
    context.onTestFinished(async () => {
      studio.command.signal('SIGTERM');
      await studio.command.ended;
    });
    return studio;
  }

  test('from words over a question to an app in use, the same after a reload', async (context) => {
    const studio = await studioFor(context, 0, await dataFolder(context));
    const { page, faults } = await open(context, studio);
    await page.getByText('Offline model').first().waitFor();
    await say(page, words);
    await answerRules(page);
    const app = page.frameLocator('iframe');
    await addSensor(app, 'North bed');
    expect(await axeFindings(page)).toEqual([]);

    await page.reload();
    await app.getByText('North bed').first().waitFor();
    await page.getByText('tests passed').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('killed in the middle and started again, it says so and goes on', async (context) => {
    const data = await dataFolder(context);
    const port = await freePort();
    const { environment, endpoint } = await holdingModel(context, data, 'CodeFiles');
    const first = await startStudio(port, data, environment);
    context.onTestFinished(async () => {
      first.command.signal('SIGKILL');
      await first.command.ended;
    });
    const { page } = await open(context, first);
    await say(page, words);
    await answerRules(page);
    await endpoint.asked(({ output }) => output === 'CodeFiles');
    await page.getByText('Builder is writing the files').first().waitFor();
    first.command.signal('SIGKILL');
    await first.command.ended;
    await page.getByText('Connection lost').first().waitFor();

    await studioFor(context, port, data, environment);
    await page.getByRole('button', { name: 'Resume' }).click({ timeout: 60_000 });
    await page.frameLocator('iframe').getByText('No greenhouse sensors yet').waitFor({ timeout: 60_000 });
    expect(endpoint.answered).toEqual(['text', 'text', 'text', 'AppPlan', 'CodeFiles']);
  });

  test('a taken port and a folder that cannot be made are told with what to do', async (context) => {
    const data = await dataFolder(context);
    const studio = await studioFor(context, 0, data);
    const taken = startSource('apps/demo/src/server.ts', [], { PORT: new URL(studio.address).port, INTARSIA_DATA: join(data, 'other') });
    expect(await taken.ended).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^port_in_use: .*PORT/m) });
    const blocked = startSource('apps/demo/src/server.ts', [], { PORT: '0', INTARSIA_DATA: join(data, 'journals.sqlite', 'below') });
    expect(await blocked.ended).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^store_read_only: .*INTARSIA_DATA/m) });
  });

  test('SIGTERM ends everything that it started', async (context) => {
    const studio = await startStudio(0, await dataFolder(context));
    const { page } = await open(context, studio);
    await say(page, words);
    await answerRules(page);
    const frame = page.locator('iframe');
    await frame.waitFor();
    const preview = new URL((await frame.getAttribute('src')) ?? '');
    studio.command.signal('SIGTERM');
    expect(await studio.command.ended).toMatchObject({ exitCode: 0 });
    await expect(fetch(`http://127.0.0.1:${preview.port}/healthz`)).rejects.toThrow();
  });
});
