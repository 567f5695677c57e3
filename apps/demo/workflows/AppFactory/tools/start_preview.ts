import { defineTool, type JsonObject, versionId } from '@intarsia/core';
import { startPreview } from './preview.ts';

/** Starts the validated version for the person to try. Repeated, it gives the running preview back; older previews of the app end. */
export const start_preview = defineTool({
  description: 'Starts the validated version for the person to try.',
  effect: 'keyed',
  timeoutMs: 2 * 60_000,
  async run(_output, ctx) {
    const { artifacts, sandbox: port } = ctx.services;
    const saved = ctx.contextVariables.get('artifact_version');
    if (ctx.contextVariables.get('validation_status') !== 'passed') return failed('Only a version that passed its validation is started.');
    if (artifacts === undefined || port === undefined || typeof saved !== 'string') return failed('This host has no sandbox for previews.');
    const scope = { tenant: ctx.run.tenant, app: ctx.run.app };
    const preview = await startPreview({ artifacts, port, scope, version: versionId(saved), key: ctx.idempotencyKey, signal: ctx.signal });
    if (preview === null) return failed('The app passed its validation but did not answer as a preview.');
    const url = preview.sandbox.previewUrl(preview.port);
    ctx.contextVariables.set('preview_url', url);
    const { id, deadline } = preview.sandbox.info;
    return { status: 'ok', url, localUrl: preview.sandbox.localUrl(preview.port), sandbox: id, port: preview.port, deadline };
  },
});

const failed = (message: string): JsonObject => ({ status: 'failed', message });
