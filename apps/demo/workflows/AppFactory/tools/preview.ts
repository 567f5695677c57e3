import type { AppScope, ArtifactStore, Sandbox, SandboxInfo, SandboxPort, VersionId } from '@intarsia/core';
import { answersNow, booted } from './boot.ts';
import { endIfThere, unlessGone } from './ended-sandboxes.ts';

/** How long a preview lives, in milliseconds. */
export const previewLifetimeMs = 30 * 60_000;

/** A running app and the port it listens on. */
export interface Preview {
  readonly sandbox: Sandbox;
  readonly port: number;
}

/** What to start, and under which key: a repeated start with the same key gives the running preview back. */
export interface PreviewRequest {
  readonly artifacts: ArtifactStore;
  readonly port: SandboxPort;
  readonly scope: AppScope;
  readonly version: VersionId;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Starts a version, or finds it running under its key; older previews of the app end. Null when the app does not answer. */
export async function startPreview(request: PreviewRequest): Promise<Preview | null> {
  const preview = (await runningUnder(request)) ?? (await start(request));
  if (preview !== null) await endOlder(request, preview.sandbox.info);
  return preview;
}

/** The newest preview of an app that answers now, or null. */
export async function findPreview(port: SandboxPort, scope: AppScope): Promise<Preview | null> {
  for (const info of await newestFirst(port, scope)) {
    const preview = await connected(port, info);
    if (preview !== null && (await answersNow(preview.sandbox, preview.port))) return preview;
  }
  return null;
}

/** The newest preview of an app that is there, whether or not it answers, or null: what it logged tells why it does not. */
export async function newestPreview(port: SandboxPort, scope: AppScope): Promise<Preview | null> {
  for (const info of await newestFirst(port, scope)) {
    const preview = await connected(port, info);
    if (preview !== null) return preview;
  }
  return null;
}

/** The preview in a sandbox, as its provider knows it; null when it ended or nothing was started in it yet. */
async function connected(port: SandboxPort, info: SandboxInfo): Promise<Preview | null> {
  const sandbox = await unlessGone(() => port.connect(info.id));
  if (sandbox === null) return null;
  const service = (await unlessGone(() => sandbox.services()))?.at(0);
  return service === undefined ? null : { sandbox, port: service.port };
}

/** The preview that an earlier attempt started. One that never got as far as answering is ended. */
async function runningUnder({ port, scope, key, signal }: PreviewRequest): Promise<Preview | null> {
  for (const info of await newestFirst(port, scope)) {
    if (info.labels['key'] !== key) continue;
    const preview = await connected(port, info);
    if (preview !== null && (await unlessGone(() => booted(preview.sandbox, preview.port, signal))) === 'answers') return preview;
    await endIfThere(port, info.id);
  }
  return null;
}

/** Starts a preview. When another start of the same version ended this one meanwhile, the preview of that start is as good. */
async function start({ artifacts, port, scope, version, key, signal }: PreviewRequest): Promise<Preview | null> {
  const options = { signal };
  const files = await artifacts.read(scope, version, options);
  const request = { purpose: 'preview', owner: scope, lifetimeMs: previewLifetimeMs, labels: { key, version } } as const;
  const sandbox = await port.create(request, options);
  try {
    const preview = await unlessGone(() => startIn(sandbox, files, signal));
    if (preview !== null) return preview;
  } catch (error) {
    await sandbox.terminate();
    throw error;
  }
  await sandbox.terminate();
  const other = await findPreview(port, scope);
  return other?.sandbox.info.labels['version'] === version ? other : null;
}

async function startIn(sandbox: Sandbox, files: Awaited<ReturnType<ArtifactStore['read']>>, signal: AbortSignal): Promise<Preview | null> {
  const options = { signal };
  await sandbox.writeFiles(files, options);
  const { port } = await sandbox.start({ command: ['node', 'server.mjs'] }, options);
  return (await booted(sandbox, port, signal)) === 'answers' ? { sandbox, port } : null;
}

const age = (info: SandboxInfo): string => `${info.createdAt} ${info.id}`;

/** Ends previews that were created before the given one, so that of two overlapping starts exactly one preview stays. */
async function endOlder({ port, scope }: PreviewRequest, current: SandboxInfo): Promise<void> {
  for (const info of await previewsOf(port, scope)) {
    if (info.id === current.id || age(info) > age(current)) continue;
    await endIfThere(port, info.id);
  }
}

async function newestFirst(port: SandboxPort, scope: AppScope): Promise<readonly SandboxInfo[]> {
  return [...(await previewsOf(port, scope))].sort((left, right) => (age(left) < age(right) ? 1 : -1));
}

async function previewsOf(port: SandboxPort, scope: AppScope): Promise<readonly SandboxInfo[]> {
  const owner = { tenant: scope.tenant, app: scope.app };
  return (await port.list(owner)).filter((info) => info.purpose === 'preview');
}
