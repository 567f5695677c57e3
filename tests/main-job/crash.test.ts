import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type AppFactory, eventsOf, openAppFactory, previewOf, toldBy } from '../support/app-factory.ts';
import type { Command, Ended } from '../support/command.ts';
import { committed, readRecorded } from '../support/journal.ts';
import { type AskedModel, type ModelEndpoint, serveModel } from '../support/model-endpoint.ts';
import { type OfflineModel, startOfflineModel } from '../support/offline-model.ts';
import { inPairs } from '../support/pairs.ts';
import { inStores, type StoreKind, storeOf } from '../support/store-kinds.ts';
import { checkPreview } from './preview-checks.ts';

const words = 'a tracker for greenhouse sensors with name (required), zone, temperature and last check date';
const field = { hinted: false, choices: [] } as const;
const app = {
  singular: 'greenhouse sensor',
  plural: 'greenhouse sensors',
  fields: [
    { ...field, label: 'name', name: 'name', type: 'text' },
    { ...field, label: 'zone', name: 'zone', type: 'text' },
    { ...field, label: 'temperature', name: 'temperature', type: 'number' },
    { ...field, label: 'last check date', name: 'last_check_date', type: 'date' },
  ],
} as const;

let folder: string;
let model: OfflineModel;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  model = await startOfflineModel(join(folder, 'model.log'));
});
afterAll(async () => {
  await model.stop();
  await rm(folder, { recursive: true });
});

/** An endpoint between the command and the model that keeps the first request of one kind unanswered. */
function gate(silentFor: string | null): Promise<ModelEndpoint> {
  let held = false;
  return serveModel((asked) => {
    if (held || kindOf(asked) !== silentFor) return { kind: 'forward', to: model.url };
    held = true;
    return { kind: 'silence' };
  });
}

/** Which reply is asked for; the interviewer is asked again after its tool. */
const kindOf = ({ output, body }: AskedModel): string =>
  output === 'text' ? (/"role":"tool"/.test(JSON.stringify(body)) ? 'closing words' : 'brief') : output;

/** A workflow whose model is asked through the endpoint; nothing of it is left after the test, however that ends. */
async function openFactory(context: TestContext, endpoint: ModelEndpoint, kind: StoreKind): Promise<AppFactory> {
  const factory = await openAppFactory(endpoint.url, await storeOf(kind, context));
  context.onTestFinished(async () => {
    await factory.close();
    await endpoint.close();
  });
  return factory;
}

/** Kills the command as soon as the claim of a tool is committed, and resumes. */
async function killAtClaim(context: TestContext, tool: string, kind: StoreKind): Promise<void> {
  const endpoint = await gate(null);
  const factory = await openFactory(context, endpoint, kind);
  const command = factory.run('--input', words);
  const claimed = committed(factory.store, factory.scope, ({ type, data }) => type === 'intarsia.tool.claimed' && data.tool === tool);
  await Promise.race([claimed, tooEarly(command)]);
  await killAndResume(command, factory, endpoint);
}

/** Rejects when the command ends before it was to be killed. */
async function tooEarly(command: Command): Promise<never> {
  const ended = await command.ended;
  throw new Error(`The command ended too early: ${toldBy(ended)}`);
}

/** What a person was shown, without what a crash may add: a second attempt, a second activation. */
function story(ended: Ended): readonly string[] {
  const told = eventsOf(ended).flatMap((event) => {
    switch (event.kind) {
      case 'message':
        return [`${event.agent}: ${event.text}`];
      case 'output':
        return [`${event.agent} ${event.status} ${event.model}`];
      case 'tool.finished':
        return [`${event.tool} ${event.status}`];
      case 'run.ended':
        return [`ended ${event.status}`];
      default:
        return [];
    }
  });
  return told;
}

const wholeStory = [
  `user: ${words}`,
  'record_brief ok',
  expect.stringMatching(/^Interviewer: /),
  'Planner accepted AppPlan',
  'save_plan ok',
  'Builder accepted CodeFiles',
  'save_artifact ok',
  'validate_artifact ok',
  'start_preview ok',
  'ended completed',
];

const replies = ['text', 'text', 'AppPlan', 'CodeFiles'];

/** Kills the command and goes on with its conversation: no reply that was committed is asked for again. */
async function killAndResume(command: Command, factory: AppFactory, endpoint: ModelEndpoint): Promise<void> {
  command.signal('SIGKILL');
  await command.ended;
  const { facts } = await readRecorded(factory.store, factory.scope);
  const replied = facts.filter(({ type }) => type === 'intarsia.model.replied').length;
  const before = endpoint.requests.length;
  await expectWhole(await factory.run('--resume').ended, factory);
  expect(endpoint.requests.slice(before)).toEqual(replies.slice(replied));
}

/** One version, one validation, one preview that works. */
async function expectWhole(ended: Ended, factory: AppFactory): Promise<void> {
  expect(ended.exitCode, toldBy(ended)).toBe(0);
  expect(story(ended)).toEqual(wholeStory);
  const recorded = await readRecorded(factory.store, factory.scope);
  expect(recorded.versions.map(({ number }) => number)).toEqual([1]);
  expect(recorded.outcomes.map(({ status, version }) => ({ status, version }))).toEqual([
    { status: 'passed', version: recorded.versions[0]?.id },
  ]);
  expect(recorded).toMatchObject({ status: 'completed', context: { artifact_version: recorded.versions[0]?.id } });
  const sandboxes = await factory.sandboxes();
  expect(sandboxes.map(({ purpose }) => purpose)).toEqual(['preview']);
  await checkPreview(previewOf(ended) ?? 'no preview', app, ['name']);
}

describe.concurrent('kill -9 in the main job, then resume: it ends as it would have', { timeout: 240_000 }, () => {
  const apart = inPairs();

  test.for(inStores(['without a crash']))('$given, in $kind', (kind, context) =>
    apart(async () => {
      const endpoint = await gate(null);
      const factory = await openFactory(context, endpoint, kind);
      await expectWhole(await factory.run('--input', words).ended, factory);
      expect(endpoint.answered).toEqual(replies);
    }),
  );

  const asked = ['brief', 'closing words', 'AppPlan', 'CodeFiles'];
  test.for(inStores(asked))('while the model is asked for $given, in $kind', ({ given, ...kind }, context) =>
    apart(async () => {
      const endpoint = await gate(given);
      const factory = await openFactory(context, endpoint, kind);
      const command = factory.run('--input', words);
      await Promise.race([endpoint.asked((request) => kindOf(request) === given), tooEarly(command)]);
      await killAndResume(command, factory, endpoint);
    }),
  );

  const tools = ['record_brief', 'save_plan', 'save_artifact', 'validate_artifact', 'start_preview'];
  test.for(inStores(tools))('as soon as $given is claimed, in $kind', ({ given, ...kind }, context) =>
    apart(() => killAtClaim(context, given, kind)),
  );
});
