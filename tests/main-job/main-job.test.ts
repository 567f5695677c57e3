import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type AppFactory, eventsOf, openAppFactory, previewOf, toldBy } from '../support/app-factory.ts';
import type { Ended } from '../support/command.ts';
import { readRecorded } from '../support/journal.ts';
import { type OfflineModel, startOfflineModel } from '../support/offline-model.ts';
import { inPairs } from '../support/pairs.ts';
import { inStores, type StoreKind, storeKinds, storeOf } from '../support/store-kinds.ts';
import type { Conversation } from './app-description.ts';
import { drawApps } from './generator.ts';
import { phrasings } from './phrasings.ts';
import { checkForm, checkPreview } from './preview-checks.ts';
import { rulesOf } from './rules.ts';
import { unclear } from './unclear.ts';

const seed = 20_260;
const timeout = 240_000;
let folder: string;
let model: OfflineModel;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'main-job-'));
  model = await startOfflineModel(join(folder, 'model.log'));
});
afterAll(async () => {
  await model.stop();
  await rm(folder, { recursive: true });
});

/** A whole job in a place of its own; nothing of it is left after the test, however that ends. */
async function job(
  context: TestContext,
  kind: StoreKind,
  conversation: Conversation,
  check: (ended: Ended, factory: AppFactory) => Promise<void>,
): Promise<void> {
  const factory = await openAppFactory(model.url, await storeOf(kind, context));
  context.onTestFinished(() => factory.close());
  const answers = conversation.answers.flatMap((answer) => ['--answer', answer]);
  await check(await factory.run('--input', conversation.input, ...answers).ended, factory);
}

/** The address of the preview of a job that completed. */
async function completed(ended: Ended, factory: AppFactory): Promise<string> {
  expect(ended.exitCode, toldBy(ended)).toBe(0);
  expect(eventsOf(ended).at(-1)).toMatchObject({ kind: 'run.ended', status: 'completed' });
  if (factory.store !== 'memory:') {
    const { status, versions } = await readRecorded(factory.store, factory.scope);
    expect({ status, versions: versions.map(({ number }) => number) }).toEqual({ status: 'completed', versions: [1] });
  }
  expect((await factory.sandboxes()).map(({ purpose }) => purpose)).toEqual(['preview']);
  return previewOf(ended) ?? 'no preview';
}

describe.concurrent('from words to a running app', { timeout }, () => {
  const apart = inPairs();
  const ways = Object.entries(phrasings);
  const jobs = drawApps(seed, 20).flatMap((app, index) => {
    const way = ways[index % ways.length];
    if (way === undefined) return [];
    const { answer, required } = rulesOf(app, index);
    const { input, answers } = way[1](app);
    return [{ app, way: way[0], plural: app.plural, required, conversation: { input, answers: [...answers, answer] } }];
  });
  const memory: StoreKind = { kind: 'memory', open: async () => ({ url: 'memory:', remove: async () => undefined }) };
  const inAny = inStores(jobs, [...storeKinds, memory]);
  test.for(inAny)(`seed ${seed}: $given.way, $given.plural, in $kind`, ({ given: { app, conversation, required }, ...kind }, context) =>
    apart(() => job(context, kind, conversation, async (ended, factory) => checkPreview(await completed(ended, factory), app, required))),
  );

  test.for(inStores(['zone', 'area']))('the form follows the words: $given, in $kind', ({ given: label, ...kind }, context) =>
    apart(async () => {
      const text = { type: 'text', hinted: false, choices: [] } as const;
      const temperature = { label: 'temperature', name: 'temperature', type: 'number', hinted: false, choices: [] } as const;
      const name = { ...text, label: 'name', name: 'name' };
      const app = {
        singular: 'greenhouse sensor',
        plural: 'greenhouse sensors',
        fields: [name, { ...text, label, name: label }, temperature],
      } as const;
      const input = `a tracker for greenhouse sensors with name, ${label} and temperature`;
      await job(context, kind, { input, answers: ['none'] }, async (ended, factory) => checkForm(await completed(ended, factory), app, []));
    }),
  );
});

describe.concurrent('words that describe no app get a question, and nothing is built', { timeout }, () => {
  const apart = inPairs();
  test.for(inStores(unclear))('$given, in $kind', ({ given: input, ...kind }, context) =>
    apart(() =>
      job(context, kind, { input, answers: [] }, async (ended, factory) => {
        expect(ended.exitCode, toldBy(ended)).toBe(3);
        expect(ended.stderr).toContain('Waiting for an answer.');
        const paused = eventsOf(ended).at(-1);
        expect(paused).toMatchObject({ kind: 'run.paused', reason: 'input_required', question: expect.stringMatching(/\w.*\?/s) });
        expect(previewOf(ended)).toBe(null);
        expect((await readRecorded(factory.store, factory.scope)).versions).toEqual([]);
        expect(await factory.sandboxes()).toEqual([]);
      }),
    ),
  );
});
