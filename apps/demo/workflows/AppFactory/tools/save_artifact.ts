import { defineTool } from '@intarsia/core';
import { appFilesSchema, byteLength, filesProblem, lineCount } from './app-files.ts';

/** Saves the builder's files as one version, once per call. A repeated call gives the same version back. */
export const save_artifact = defineTool({
  description: 'Saves the files as a new version of the app.',
  input: appFilesSchema,
  effect: 'keyed',
  async run({ files }, ctx) {
    const { artifacts } = ctx.services;
    ctx.contextVariables.set('artifact_version', null);
    ctx.contextVariables.set('validation_status', null);
    ctx.contextVariables.set('preview_url', null);
    if (artifacts === undefined) return { status: 'failed', message: 'This host keeps no artifacts.' };
    const problem = filesProblem(files);
    if (problem !== null) return { status: 'failed', message: problem };
    const scope = { tenant: ctx.run.tenant, app: ctx.run.app };
    const version = await artifacts.save(scope, { family: 'app', key: ctx.idempotencyKey, files }, { signal: ctx.signal });
    ctx.contextVariables.set('artifact_version', version.id);
    return {
      status: 'ok',
      version: version.id,
      number: version.number,
      files: files.map(({ path, content }) => ({ path, bytes: byteLength(content), lines: lineCount(content) })),
    };
  },
});
