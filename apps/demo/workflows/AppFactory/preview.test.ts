import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactStore, type SandboxPort, type VersionId } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { memoryStore } from '@intarsia/knowledge-stores';
import { processSandbox } from '@intarsia/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPreviews } from '../../src/previews/previews.ts';
import { findPreview, newestPreview, type PreviewRequest, startPreview } from './tools/preview.ts';

const scope = { tenant: 'local', app: 'previewed' };
// It also tries to say itself where it is.
const server = `import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
for (const name of ['.preview-port', 'services', 'port']) writeFileSync(name, '1');
createServer(({ url }, response) => {
  response.end('ok');
  if (url === '/crash') process.exit(1);
}).listen(Number(process.env.PORT), process.env.HOST);`;

const artifacts = artifactStore({ store: memoryStore(), clock: systemClock, ids: randomIds });
let folder: string;
let port: SandboxPort;
let version: VersionId;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-'));
  port = processSandbox({ root: folder, allowUnisolated: true });
  const saved = await artifacts.save(scope, { family: 'app', key: folder, files: [{ path: 'server.mjs', content: server }] });
  version = saved.id;
  const outcome = { key: folder, version, sandbox: 'ended', strategy: 'test', status: 'passed', details: {} } as const;
  await artifacts.recordOutcome(scope, outcome);
});

afterEach(async () => {
  for (const { id } of await port.list()) await (await port.connect(id))?.terminate();
  await rm(folder, { recursive: true, force: true });
});

const request = (sandboxes: SandboxPort = port): PreviewRequest => ({
  artifacts,
  port: sandboxes,
  scope,
  version,
  key: 'key',
  signal: new AbortController().signal,
});

/** The same provider, where every sandbox of an earlier start ends just before or just after it is connected to. */
const endingAtConnect = (when: 'before' | 'after'): SandboxPort => ({
  ...port,
  connect: async (id) => {
    const sandbox = await port.connect(id);
    await sandbox?.terminate();
    return when === 'before' ? null : sandbox;
  },
});

const crash = async (url: string): Promise<void> => {
  await fetch(new URL('crash', url)).catch(() => undefined);
  await expect.poll(async () => (await findPreview(port, scope)) === null, { timeout: 10_000 }).toBe(true);
};

describe('a preview', { timeout: 60_000 }, () => {
  test('is found where its provider put it, whatever its app writes', async () => {
    const started = await startPreview(request());
    expect(await started?.sandbox.readFile('.preview-port')).toBe('1');
    const found = await findPreview(port, scope);
    expect(found?.port).toBe(started?.port);
    expect(found?.port).not.toBe(1);
    expect(await started?.sandbox.services()).toEqual([{ port: started?.port, running: true }]);
  });

  test('whose app crashed runs no more, but still tells its log, and is started anew', async () => {
    const started = await startPreview(request());
    await crash(started?.sandbox.localUrl(started.port) ?? '');
    expect((await newestPreview(port, scope))?.sandbox.info.id).toBe(started?.sandbox.info.id);
    const again = await startPreview(request());
    expect(again?.sandbox.info.id).not.toBe(started?.sandbox.info.id);
    expect((await port.list(scope)).map(({ id }) => id)).toEqual([again?.sandbox.info.id]);
  });

  test.each(['before', 'after'] as const)('that ends %s it is connected to is no preview, and another one is started', async (when) => {
    const started = await startPreview(request());
    expect(await findPreview(endingAtConnect(when), scope)).toBeNull();
    const second = await startPreview(request());
    const third = await startPreview(request(endingAtConnect(when)));
    expect(new Set([started, second, third].map((preview) => preview?.sandbox.info.id)).size).toBe(3);
    expect((await findPreview(port, scope))?.sandbox.info.id).toBe(third?.sandbox.info.id);
  });

  test('that another start of its version ended while it booted gives way to that one', async () => {
    const other = await startPreview({ ...request(), key: 'other' });
    const overtaken: SandboxPort = {
      ...port,
      create: async (...given) => {
        const sandbox = await port.create(...given);
        await sandbox.terminate();
        return sandbox;
      },
    };
    const preview = await startPreview(request(overtaken));
    expect(preview?.sandbox.info.id).toBe(other?.sandbox.info.id);
  });

  test('is started once by many who ask at once', async () => {
    let created = 0;
    const counted: SandboxPort = {
      ...port,
      create: (...given) => {
        created += 1;
        return port.create(...given);
      },
    };
    const previews = createPreviews(artifacts, counted);
    const states = await Promise.all(Array.from({ length: 4 }, () => previews.start(scope)));
    expect(created).toBe(1);
    expect(new Set(states.map(({ state, sandbox }) => `${state} ${sandbox}`)).size).toBe(1);
    expect(states[0]?.state).toBe('ready');
    await crash(states[0]?.localUrl ?? '');
    expect((await previews.start(scope)).state).toBe('ready');
    expect(created).toBe(2);
  });
});
