import { type AppScope, type ArtifactStore, IntarsiaError, type Sandbox, type SandboxPort, type VersionId } from '@intarsia/core';
import { findPreview, newestPreview, previewLifetimeMs, startPreview } from '../../workflows/AppFactory/tools/preview.ts';

/** The running app of a conversation as its page shows it. `deadline` is an ISO time. */
export interface PreviewState {
  readonly state: 'none' | 'ready' | 'stopped' | 'expired';
  readonly url: string | null;
  readonly localUrl: string | null;
  readonly deadline: string | null;
  readonly sandbox: string | null;
}

/** Looks after the previews of apps: what runs now, for how long, and starting one again. */
export interface Previews {
  state(scope: AppScope): Promise<PreviewState>;
  log(scope: AppScope): Promise<string>;
  /** Keeps it alive for another half hour; rejects with `sandbox_gone` when none runs. */
  extend(scope: AppScope): Promise<PreviewState>;
  /** Starts the newest version that passed its validation again. */
  start(scope: AppScope): Promise<PreviewState>;
}

/** A preview that does not answer in this time is given up. */
const startLimitMs = 120_000;

/** Previews over the sandbox port: its live sandboxes are the only state. */
export function createPreviews(artifacts: ArtifactStore, port: SandboxPort): Previews {
  const passed = async (scope: AppScope) => {
    const outcomes = await artifacts.outcomes(scope);
    const good = new Set(outcomes.filter((outcome) => outcome.status === 'passed').map((outcome) => outcome.version));
    return (await artifacts.list(scope)).findLast((version) => good.has(version.id)) ?? null;
  };
  const living = async (scope: AppScope): Promise<Sandbox> => {
    const preview = await newestPreview(port, scope);
    if (preview === null) throw new IntarsiaError('sandbox_gone', 'No preview runs: start it again.');
    return preview.sandbox;
  };
  const state = async (scope: AppScope): Promise<PreviewState> => {
    const preview = await findPreview(port, scope);
    if (preview !== null) {
      const { sandbox, port: appPort } = preview;
      const { id, deadline } = sandbox.info;
      return { state: 'ready', url: sandbox.previewUrl(appPort), localUrl: sandbox.localUrl(appPort), deadline, sandbox: id };
    }
    const nothing = { url: null, localUrl: null, deadline: null, sandbox: null };
    return { state: (await passed(scope)) === null ? 'none' : 'stopped', ...nothing };
  };
  const starting = new Map<string, Promise<unknown>>();
  /** Whoever asks while a version of an app starts waits for that start: of two, each would end the other's preview. */
  const startOnce = (scope: AppScope, version: VersionId): Promise<unknown> => {
    const which = JSON.stringify([scope.tenant, scope.app, version]);
    const running = starting.get(which);
    if (running !== undefined) return running;
    const signal = AbortSignal.timeout(startLimitMs);
    const started = startPreview({ artifacts, port, scope, version, key: `studio:${version}`, signal }).finally(() =>
      starting.delete(which),
    );
    starting.set(which, started);
    return started;
  };
  return {
    state,
    log: async (scope) => (await living(scope)).serviceLog(),
    async extend(scope) {
      await (await living(scope)).extend(previewLifetimeMs);
      return state(scope);
    },
    async start(scope) {
      const version = await passed(scope);
      if (version === null) throw new IntarsiaError('artifact_unknown', 'No version passed its validation yet.');
      await startOnce(scope, version.id);
      return state(scope);
    },
  };
}
