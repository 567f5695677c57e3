import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type ConversationState, ownerOf, reasonOf, statusOf } from './conversation-view.ts';
import { cursorOf } from './cursor.ts';
import { serveEventStream } from './event-stream.ts';
import { journalCursorOf, journalPage } from './journal-view.ts';
import { problem } from './problems.ts';
import { answerProblem, type RouteCall, type RouteParts, scopeOf } from './route-parts.ts';

/** `GET /:conversation/snapshot` */
export async function snapshot(parts: RouteParts, route: RouteCall): Promise<Response> {
  const scope = scopeOf(parts, route);
  const use = await parts.feeds.open(scope);
  if (use === null) return answerProblem(route, problem(404, 'conversation_unknown'));
  try {
    const found = await parts.runtime.inspect(scope);
    const owner = found === null ? null : ownerOf(parts.runtime, scope, found);
    const events = await use.feed.upToNow(0);
    const { journal } = use.feed.state();
    const body: ConversationState = {
      conversation: scope.chat,
      workflow: journal.run?.workflow ?? null,
      status: statusOf(journal, owner),
      reason: reasonOf(journal),
      owner,
      head: events.at(-1)?.seq ?? 0,
      events,
    };
    return route.json(body);
  } finally {
    use.close();
  }
}

/** `GET /:conversation/events`: the event stream, after `Last-Event-ID` or `?after=`. */
export async function events(parts: RouteParts, route: RouteCall): Promise<Response> {
  const scope = scopeOf(parts, route);
  const response = route.env.outgoing;
  const left = new AbortController();
  response.once('close', () => left.abort());
  if (response.destroyed) left.abort();
  const use = await parts.feeds.open(scope);
  if (use === null) return answerProblem(route, problem(404, 'conversation_unknown'));
  try {
    await serveEventStream({
      runtime: parts.runtime,
      clock: parts.clock,
      scope,
      feed: use.feed,
      cursor: cursorOf(route.req.header('last-event-id') || route.req.query('after'), scope.chat, use.feed.state().seq),
      response,
      retryMs: retryMs(parts),
      signal: AbortSignal.any([left.signal, parts.ended]),
    });
  } catch (cause) {
    parts.log({ level: 'error', message: 'An event stream ended because the journal could not be read.', cause });
  } finally {
    use.close();
  }
  return RESPONSE_ALREADY_SENT;
}

/** Between one and two seconds, so that clients of a server that was restarted do not all come back at once. */
const retryMs = (parts: RouteParts): number => 1000 + (Number.parseInt(parts.ids.randomHex(2), 16) % 1000);

/** `GET /:conversation/journal`: the engineer's view, apart from what a person is shown. */
export async function journal(parts: RouteParts, route: RouteCall): Promise<Response> {
  const scope = scopeOf(parts, route);
  const cursor = journalCursorOf(route.req.query('after'));
  if (cursor === null) return answerProblem(route, problem(400, 'bad_request'));
  const found = await parts.runtime.inspect(scope);
  if (found === null) return answerProblem(route, problem(404, 'conversation_unknown'));
  return route.json(journalPage(found.facts, cursor, await parts.runtime.read(scope, cursor.position)));
}
