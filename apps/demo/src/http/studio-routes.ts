import { asIntarsiaError, type ErrorCode, errorCodes, type Runtime, versionId } from '@intarsia/core';
import { type Context, Hono } from 'hono';
import { type Composition, tenant } from '../host/compose.ts';
import type { Configuration } from '../host/configuration.ts';
import type { Previews } from '../previews/previews.ts';

const version = '0.1.0';
const one = '/api/conversations/:conversation{[a-z0-9-]{1,64}}';

/** What the studio shows beside the conversation itself: its model, the artifacts and the preview of a conversation. */
export function studioRoutes(composition: Composition, configuration: Configuration, previews: Previews): Hono {
  const { artifacts, runtime, workflow } = composition;
  const app = new Hono();
  app.get('/api/studio', (call) => call.json({ model: modelOf(composition, configuration), workflow, version }));
  app.get(`${one}/artifacts`, async (call) => {
    const scope = await scopeOf(runtime, call);
    const outcomes = await artifacts.outcomes(scope);
    const versions = (await artifacts.list(scope)).map(({ id, number, createdAt, files }) => {
      const outcome = outcomes.findLast((candidate) => candidate.version === id)?.status ?? null;
      return { id, number, createdAt, files, outcome };
    });
    return call.json({ versions });
  });
  app.get(`${one}/artifacts/:version/files`, async (call) => {
    const scope = await scopeOf(runtime, call);
    return call.json({ files: await artifacts.read(scope, versionId(call.req.param('version'))) });
  });
  app.get(`${one}/preview`, async (call) => call.json(await previews.state(await scopeOf(runtime, call))));
  app.get(`${one}/preview/log`, async (call) => call.json({ log: await previews.log(await scopeOf(runtime, call)) }));
  app.post(`${one}/preview/extend`, async (call) => call.json(await previews.extend(await scopeOf(runtime, call))));
  app.post(`${one}/preview/start`, async (call) => call.json(await previews.start(await scopeOf(runtime, call))));
  app.onError((cause, call) => {
    const { code } = asIntarsiaError(cause, 'internal', errorCodes.internal);
    return call.json({ error: { code, message: errorCodes[code] } }, statusOf(code));
  });
  return app;
}

/** The namespace of a conversation's app; rejects with `conversation_unknown`. */
async function scopeOf(runtime: Runtime, call: Context): Promise<{ readonly tenant: string; readonly app: string }> {
  const chat = call.req.param('conversation') ?? '';
  const snapshot = await runtime.inspect({ tenant, chat });
  if (snapshot === null) throw asIntarsiaError(null, 'conversation_unknown', errorCodes.conversation_unknown);
  return { tenant, app: snapshot.labels['app'] ?? chat };
}

function statusOf(code: ErrorCode): 404 | 409 | 500 | 503 {
  if (code === 'conversation_unknown' || code === 'artifact_unknown') return 404;
  if (code === 'sandbox_gone' || code === 'sandbox_refused') return 409;
  return code === 'internal' ? 500 : 503;
}

function modelOf({ modelName }: Composition, { model, allowUnisolated }: Configuration) {
  if (model.kind === 'offline') {
    return { kind: 'offline', name: modelName, sentence: 'Offline model: runs without a key, understands simple trackers.' };
  }
  const untested = allowUnisolated
    ? ''
    : ' Its apps are saved but not run: there is no isolated sandbox, and INTARSIA_ALLOW_UNISOLATED is not 1.';
  return { kind: 'configured', name: modelName, sentence: `Model ${modelName} answers.${untested}` };
}
