import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { requireService } from '../../../../tests/support/services.ts';
import { focusedName } from './support/browser.ts';
import { plants, question, story, tellAll, wish } from './support/plant-care.ts';
import { scenes } from './support/scenes.ts';
import { timeAt } from './support/scripted-server.ts';
import { useStudio } from './support/studio.ts';

const chromium = requireService('INTARSIA_TEST_CHROMIUM');
const textOf = async (page: Page) =>
  (await page.locator('body').ariaSnapshot()).replace(/\d+ (s|min)( \d+ s)?( ago)?|just now/g, 'some time');

describe.skipIf(chromium === undefined)('the conversation', { timeout: 30_000 }, () => {
  const studio = useStudio(chromium ?? '');

  it('begins with the words of a person: an example, a line break, Enter', async () => {
    const server = await studio.server();
    server.react = () => {
      server.add(plants);
      story.starts(server);
      return { status: 201, body: { conversation: plants, run: 'run-1' } };
    };
    const page = await studio.open(server, { path: '/' });
    await page.getByRole('button', { name: 'Reading list' }).click();
    const field = page.getByRole('textbox', { name: 'Describe an app' });
    await field.press('End');
    await field.press('Shift+Enter');
    await field.pressSequentially('It is mine');
    await field.press('Enter');
    await page.getByText('Interviewer is reading your words').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/c/${plants}`);
    expect(server.posts).toEqual([
      {
        path: '/api/conversations',
        body: { input: expect.stringMatching(/^A reading list .*\nIt is mine$/), request: expect.stringMatching(/^[0-9a-f]{32}$/) },
      },
    ]);
    await page.goBack();
    await page.getByRole('textbox', { name: 'Describe an app' }).waitFor();
  });

  it('a question stands out, holds the focus, is announced, and is answered once', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const page = await studio.open(server);
    await page.getByText('Interviewer is reading your words').waitFor();
    story.asks(server);
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.waitFor();
    expect(await focusedName(page)).toBe('Your answer');
    await expect.poll(() => page.title()).toBe('? Plant care · Intarsia');
    expect((await answer.getAttribute('aria-describedby'))?.split(' ')).toContain('question');
    expect(await page.locator('#question').textContent()).toContain(question);
    expect(await page.getByRole('status').allInnerTexts()).toContain(`You are asked: ${question}`);
    await answer.fill('low, medium and bright');
    await answer.press('Enter');
    await answer.press('Enter');
    await expect.poll(() => server.posts.length).toBe(1);
    expect(server.posts[0]).toMatchObject({ path: `/api/conversations/${plants}/answer`, body: { text: 'low, medium and bright' } });
    await page.getByText('Sending').waitFor();
    story.isAnswered(server);
    await page.getByText('Interviewer is reading your words').waitFor();
    expect(await page.getByText('low, medium and bright').count()).toBe(1);
  });

  it('a request of a tool holds the focus, shows what it is about without JSON, and is answered by a button', async () => {
    const server = await studio.server();
    server.add(plants);
    for (const step of [story.starts, story.asks, story.isAnswered, story.plans]) step(server);
    const page = await studio.open(server);
    await page.getByText('Planner is writing the plan').waitFor();
    story.asksByTool(server);
    const card = page.getByRole('region', { name: 'Approve plan' });
    await card.waitFor();
    await expect.poll(() => focusedName(page)).toBe('Approve plan');
    expect(await page.getByRole('status').allInnerTexts()).toContain('You are asked: Approve plan, Choose date');
    expect(await card.textContent()).toMatch(/TitlePlant care.+NamePlantFieldsnamelight.*Has loginNo/);
    expect(await card.textContent()).not.toMatch(/[{}[\]]/);
    const approve = card.getByRole('button', { name: 'Approve' });
    await approve.focus();
    await approve.press('Enter');
    await expect.poll(() => server.posts.length).toBe(1);
    expect(server.posts[0]).toEqual({
      path: `/api/conversations/${plants}/respond`,
      body: { call: 'call-approve', action: 'approve', response: {}, request: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    story.isApproved(server);
    await card.getByText('You chose: Approve.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Choose date');
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    await approve.press('Enter');

    const date = page.getByRole('region', { name: 'Choose date' });
    const field = date.getByRole('textbox', { name: 'Your answer as JSON' });
    await field.fill('tomorrow');
    await date.getByRole('button', { name: 'Send answer' }).click();
    await date.getByRole('alert').waitFor();
    await field.fill('{"date":"2026-12-01"}');
    await date.getByRole('button', { name: 'Send answer' }).click();
    await expect.poll(() => server.posts.length).toBe(2);
    expect(server.posts[1]?.body).toMatchObject({ call: 'call-date', response: { date: '2026-12-01' } });
    expect(server.posts[1]?.body).not.toHaveProperty('action');
  });

  it('an action that is answered with more is written out before it is sent', async () => {
    const server = await studio.server();
    server.add(plants);
    for (const step of [story.starts, story.asks, story.isAnswered, story.plans, story.asksByTool]) step(server);
    const page = await studio.open(server);
    const card = page.getByRole('region', { name: 'Approve plan' });
    await card.getByRole('button', { name: 'Send back', exact: true }).click();
    const field = card.getByRole('textbox', { name: 'Your answer as JSON' });
    await expect.poll(() => field.inputValue()).toBe('{\n  "reason": ""\n}');
    expect(server.posts).toEqual([]);
    await field.fill('{"reason":"no watering plan"}');
    await card.getByRole('button', { name: 'Send “Send back”' }).click();
    await expect.poll(() => server.posts.length).toBe(1);
    expect(server.posts[0]?.body).toMatchObject({ call: 'call-approve', action: 'reject', response: { reason: 'no watering plan' } });
  });

  it('a call that needs approval is shown with everything it would run with, and is allowed or denied by a button', async () => {
    const server = await studio.server();
    server.add(plants);
    for (const step of [story.starts, story.asks, story.isAnswered, story.plans, story.asksForApproval]) step(server);
    const page = await studio.open(server);
    const card = page.getByRole('region', { name: 'Publish plan' });
    await card.getByText('Planner wants to do this. Risk: high').waitFor();
    expect(await card.locator('pre').textContent()).toBe('{\n  "to": "everybody",\n  "title": "Plant \\u202ecare\\udb40\\udc41"\n}');
    expect(await focusedName(page)).toBe('Publish plan');
    await card.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(() => server.posts.length).toBe(1);
    expect(server.posts[0]).toMatchObject({
      path: `/api/conversations/${plants}/decide`,
      body: { call: 'call-publish', decision: 'deny', definition: 'as-shown' },
    });
  });

  it('words that the server refused come back into the field, with the reason', async () => {
    const server = await studio.server();
    server.react = () => ({
      status: 409,
      body: { error: { code: 'not_paused', message: 'The conversation does not wait for an answer.' } },
    });
    scenes['paused']?.set(server);
    const page = await studio.open(server);
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.fill('low');
    await answer.press('Enter');
    await page.getByRole('alert').getByText('The conversation does not wait for an answer.').waitFor();
    expect(await answer.inputValue()).toBe('low');
    await page.getByRole('alert').getByText('Details').click();
    await page.getByText('not_paused').waitFor();
  });

  it('a refused answer is told until the request is answered, by whomever', async () => {
    const server = await studio.server();
    const error = { code: 'ui_answer_invalid', message: 'The answer is not what was asked for.' };
    server.react = () => ({ status: 422, body: { error } });
    server.add(plants);
    for (const step of [story.starts, story.asks, story.isAnswered, story.plans, story.asksByTool]) step(server);
    const page = await studio.open(server);
    const card = page.getByRole('region', { name: 'Approve plan' });
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').getByText(error.message).waitFor();
    story.isApproved(server);
    await card.getByText('You chose: Approve.').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('shows the same state after a reload, whenever it happens, and keeps a draft', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const page = await studio.open(server);
    const steps = [() => undefined, story.asks, story.isAnswered, story.plans, story.builds, story.validates, story.ends];
    const shown = [
      'Interviewer is reading your words',
      'Waiting for your answer',
      'Interviewer is reading your words',
      'Planner is writing the plan',
      'Builder is writing the files',
      'The app is being tested in a sandbox',
      'Version 1 · 6 files, 35 lines · 9 tests passed',
    ];
    for (const [index, step] of steps.entries()) {
      step(server);
      await page.getByText(shown[index] ?? '', { exact: true }).waitFor();
      await page.getByRole('textbox').fill(`draft ${index}`);
      const before = await textOf(page);
      await page.reload();
      await page.getByText(shown[index] ?? '', { exact: true }).waitFor();
      await expect.poll(() => textOf(page)).toBe(before);
      expect(await page.getByRole('textbox').inputValue()).toBe(`draft ${index}`);
    }
  });

  it('streams a message without showing it twice, and never shows a rejected one', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const page = await studio.open(server);
    await page.getByText('Interviewer is reading your words').waitFor();
    const live = (text: string) => server.live(plants, { kind: 'message.text', message: 'm2', agent: 'Interviewer', text });
    live('Which colours');
    await page.getByText('Which colours').waitFor();
    server.live(plants, { kind: 'message.reset', message: 'm2', agent: 'Interviewer' });
    live('Which values can ');
    live('“light” have?');
    await page.getByText('Which values can “light” have?', { exact: true }).waitFor();
    expect(await page.getByText('Which colours').count()).toBe(0);
    story.asks(server);
    await page.getByText('Waiting for your answer').waitFor();
    expect(await page.getByText('Which values can').count()).toBe(2); // The question, and its announcement.
  });

  it('follows its end only for who is there', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const say = (amount: number, from: number) => {
      for (let index = from; index < from + amount; index += 1) {
        server.happen(plants, 2, { kind: 'message', message: `x${index}`, role: 'agent', agent: 'Interviewer', text: `Sentence ${index}` });
      }
    };
    const page = await studio.open(server);
    const log = page.getByRole('log');
    const fromEnd = () => log.evaluate((view) => Math.round(view.scrollHeight - view.scrollTop - view.clientHeight));
    say(30, 0);
    await page.getByText('Sentence 29').waitFor();
    await expect.poll(fromEnd).toBe(0);
    await log.evaluate((view) => view.scrollTo({ top: 40 }));
    await page.getByRole('button', { name: 'To the latest' }).waitFor();
    say(5, 30);
    await page.getByText('Sentence 34').waitFor();
    expect(await log.evaluate((view) => view.scrollTop)).toBe(40);
    await page.getByRole('button', { name: 'To the latest' }).click();
    await expect.poll(fromEnd).toBe(0);
  });

  it('a lost connection is told after 2 s, and what was caught up when it is back', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const page = await studio.open(server);
    await page.getByRole('img', { name: 'Connected', exact: true }).waitFor();
    const cutAt = Date.now();
    server.cut();
    await page.getByText('Connection lost. Reconnecting; nothing you see is gone.').waitFor();
    expect(Date.now() - cutAt).toBeGreaterThan(1900);
    story.asks(server);
    server.restore();
    await page.getByText('Connected again. Caught up 3 events.').waitFor();
    await page.getByText('Waiting for your answer').waitFor();
  });

  it('a gap and a resync of the stream leave no trace', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const page = await studio.open(server);
    await page.getByRole('img', { name: 'Connected', exact: true }).waitFor();
    server.misnumber(plants, {
      seq: 9,
      at: timeAt(3),
      event: { kind: 'message', message: 'odd', role: 'agent', agent: 'Planner', text: 'Out of order' },
    });
    story.asks(server);
    await page.getByText('Waiting for your answer').waitFor();
    server.resync(plants);
    story.isAnswered(server);
    await page.getByText('Interviewer is reading your words').waitFor();
    expect(await page.getByText('Out of order').count()).toBe(0);
    expect(await page.getByText(wish).count()).toBe(1);
  });

  it('an interrupted and a failed run go on with one button, and the focus stays on the page', async () => {
    for (const [scene, button, verb] of [
      ['interrupted', 'Resume', 'resume'],
      ['failed', 'Try again', 'resume'],
    ] as const) {
      const server = await studio.server();
      server.react = () => {
        const conversation = server.conversations.get(plants);
        if (conversation) conversation.status = 'running';
        server.happen(
          plants,
          120,
          { kind: 'run.started', run: 'run-3', workflow: 'AppFactory', reason: 'resume' },
          { kind: 'speaker', agent: 'Builder' },
        );
        return undefined;
      };
      scenes[scene]?.set(server);
      const page = await studio.open(server);
      await page
        .getByText(/kept: the brief/i)
        .first()
        .waitFor();
      await page.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      expect(server.posts).toEqual([{ path: `/api/conversations/${plants}/${verb}`, body: {} }]);
      await expect.poll(() => focusedName(page)).toBe('Your next words');
    }
  });

  it('a call of which nobody knows is decided by a person, then the run goes on', async () => {
    const server = await studio.server();
    scenes['uncertain']?.set(server);
    const page = await studio.open(server);
    await page.getByRole('button', { name: 'Run it again' }).click();
    await expect
      .poll(() => server.posts)
      .toEqual([
        { path: `/api/conversations/${plants}/resolve`, body: { call: 'call-validate_artifact', attempt: 1, resolution: 'run_again' } },
        { path: `/api/conversations/${plants}/resume`, body: {} },
      ]);
  });

  it('a run is stopped', async () => {
    const server = await studio.server();
    scenes['running']?.set(server);
    const page = await studio.open(server);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => server.posts).toEqual([{ path: `/api/conversations/${plants}/cancel`, body: {} }]);
    server.happen(plants, 80, {
      kind: 'run.ended',
      run: 'run-2',
      status: 'cancelled',
      code: 'cancelled',
      message: 'The run was cancelled.',
      resumable: true,
    });
    await page.getByRole('heading', { name: 'You stopped the run' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
  });

  it('is walked with the keyboard alone', async () => {
    const server = await studio.server();
    server.add('c1', { title: 'Reading list', status: 'completed' });
    server.add(plants);
    tellAll(server);
    const page = await studio.open(server);
    await page.getByText('Version 1 · 6 files', { exact: false }).waitFor();
    await page.keyboard.press('/');
    expect(await focusedName(page)).toBe('What to change');
    await page.keyboard.type('a/b');
    expect(await page.getByRole('textbox', { name: 'What to change' }).inputValue()).toBe('a/b');
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('Plant care');
    await page.keyboard.press('Escape');
    expect(await focusedName(page)).toBe('Menu');
    await page.getByRole('tab', { name: 'App' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focusedName(page)).toBe('Files');
    await page.getByRole('tabpanel', { name: 'Files' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tabpanel', { name: 'Journal' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#journal');
  });

  it('at 360 px conversation and work are two rooms, and a question is seen from the other one', async () => {
    const server = await studio.server();
    server.add(plants);
    story.starts(server);
    const page = await studio.open(server, { viewport: { width: 360, height: 740 } });
    await page.getByRole('tab', { name: 'Work' }).click();
    story.asks(server);
    await page.getByRole('img', { name: 'waits for you' }).waitFor();
    await page.getByRole('tab', { name: /Conversation/ }).click();
    await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
  });
});
