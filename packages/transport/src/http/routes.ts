import { Hono } from 'hono';
import { answer, cancel, decide, resolve, respond, resume, start } from './activation-routes.ts';
import { createConversationList } from './conversation-list.ts';
import { events, journal, snapshot } from './observation-routes.ts';
import { problem, problemOf } from './problems.ts';
import { answerProblem, type RouteBindings, type RouteParts } from './route-parts.ts';

/** Ids outside this alphabet name nothing. */
const one = '/:conversation{[a-z0-9-]{1,64}}';

/** The routes of `/api/conversations`. GET observes, POST acts; a POST that was refused did nothing. */
export function createRoutes(parts: RouteParts): Hono<RouteBindings> {
  const list = createConversationList(parts.runtime);
  const app = new Hono<RouteBindings>().basePath('/api/conversations');
  app.get('/', async (call) => call.json({ conversations: await list(parts.tenant(call.env.incoming)) }));
  app.post('/', (call) => start(parts, call));
  app.post(`${one}/answer`, (call) => answer(parts, call));
  app.post(`${one}/respond`, (call) => respond(parts, call));
  app.post(`${one}/decide`, (call) => decide(parts, call));
  app.post(`${one}/resume`, (call) => resume(parts, call));
  app.post(`${one}/cancel`, (call) => cancel(parts, call));
  app.post(`${one}/resolve`, (call) => resolve(parts, call));
  app.get(`${one}/snapshot`, (call) => snapshot(parts, call));
  app.get(`${one}/events`, (call) => events(parts, call));
  if (parts.journal) app.get(`${one}/journal`, (call) => journal(parts, call));
  app.notFound((call) => answerProblem(call, problem(404, 'conversation_unknown')));
  app.onError((error, call) => {
    const found = problemOf(error);
    if (found.status >= 500)
      parts.log({ level: 'error', message: `${call.req.method} failed with ${found.body.error.code}.`, cause: error });
    return answerProblem(call, found);
  });
  return app;
}
