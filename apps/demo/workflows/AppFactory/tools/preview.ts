import type { AppScope, ArtifactStore, Sandbox, SandboxInfo, SandboxPort, VersionId } from '@intarsia/core';
import { answers } from './validation-steps.ts';

/** How long a preview lives, in milliseconds. */
export const previewLifetimeMs = 30 * 60_000;

/** Inside the sandbox: which port its app was given, so that anyone finds it again. */
const portFile = '.preview-port';

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

/** The newest preview of an app that runs now, or null. */
export async function findPreview(port: SandboxPort, scope: AppScope): Promise<Preview | null> {
  const newestFirst = [...(await previewsOf(port, scope))].sort((left, right) => (age(left) < age(right) ? 1 : -1));
  for (const info of newestFirst) {
    const found = await connected(port, info);
    if (found !== null) return found;
  }
  return null;
}

async function connected(port: SandboxPort, info: SandboxInfo): Promise<Preview | null> {
  const sandbox = await port.connect(info.id);
  const appPort = Number(await sandbox?.readFile(portFile));
  return sandbox !== null && appPort > 0 ? { sandbox, port: appPort } : null;
}

/** The preview that an earlier attempt started. One that never got as far as answering is ended. */
async function runningUnder({ port, scope, key, signal }: PreviewRequest): Promise<Preview | null> {
  for (const info of await previewsOf(port, scope)) {
    if (info.labels['key'] !== key) continue;
    const preview = await connected(port, info);
    if (preview !== null && (await answers(preview.sandbox, preview.port, signal))) return preview;
    await (await port.connect(info.id))?.terminate();
  }
  return null;
}

async function start({ artifacts, port, scope, version, key, signal }: PreviewRequest): Promise<Preview | null> {
  const options = { signal };
  const files = await artifacts.read(scope, version, options);
  const request = { purpose: 'preview', owner: scope, lifetimeMs: previewLifetimeMs, labels: { key, version } } as const;
  const sandbox = await port.create(request, options);
  const preview = await startIn(sandbox, files, signal).catch(async (error: unknown) => {
    await sandbox.terminate();
    throw error;
  });
  if (preview === null) await sandbox.terminate();
  return preview;
}

async function startIn(sandbox: Sandbox, files: Awaited<ReturnType<ArtifactStore['read']>>, signal: AbortSignal): Promise<Preview | null> {
  const options = { signal };
  await sandbox.writeFiles(files, options);
  const { port } = await sandbox.start({ command: ['node', 'server.mjs'] }, options);
  if (!(await answers(sandbox, port, signal))) return null;
  await sandbox.writeFiles([{ path: portFile, content: String(port) }], options);
  return { sandbox, port };
}

const age = (info: SandboxInfo): string => `${info.createdAt} ${info.id}`;

/** Ends previews that were created before the given one, so that of two overlapping starts exactly one preview stays. */
async function endOlder({ port, scope }: PreviewRequest, current: SandboxInfo): Promise<void> {
  for (const info of await previewsOf(port, scope)) {
    if (info.id === current.id || age(info) > age(current)) continue;
    await (await port.connect(info.id))?.terminate();
  }
}

async function previewsOf(port: SandboxPort, scope: AppScope): Promise<readonly SandboxInfo[]> {
  const owner = { tenant: scope.tenant, app: scope.app };
  return (await port.list(owner)).filter((info) => info.purpose === 'preview');
}
