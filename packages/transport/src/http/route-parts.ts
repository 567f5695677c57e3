import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Clock, ConversationScope, Ids, Runtime } from '@intarsia/core';
import type { Context } from 'hono';
import type { Feeds } from '../feed/index.ts';
import type { Problem } from './problems.ts';

/** What the routes work with. */
export interface RouteParts {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly defaultWorkflow: string;
  readonly tenant: (request: IncomingMessage) => string;
  readonly journal: boolean;
  readonly log: (entry: { readonly level: 'error'; readonly message: string; readonly cause: unknown }) => void;
  readonly feeds: Feeds;
  /** Ends every event stream. */
  readonly ended: AbortSignal;
}

/** What hono is told about its environment. */
export type RouteBindings = { Bindings: HttpBindings };

/** One request to a route. */
export type RouteCall = Context<RouteBindings>;

/** The conversation a route names, in the tenant of the request: a tenant's ids mean nothing to another. */
export function scopeOf(parts: RouteParts, call: RouteCall): ConversationScope {
  return { tenant: parts.tenant(call.env.incoming), chat: call.req.param('conversation') ?? '' };
}

/** Answers with a problem. */
export const answerProblem = (call: RouteCall, { status, body }: Problem): Response => call.json(body, status);
