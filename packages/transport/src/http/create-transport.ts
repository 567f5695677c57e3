import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Clock, Ids, Runtime } from '@intarsia/core';
import { createFeeds } from '../feed/index.ts';
import { isAdmitted } from './admission.ts';
import { type Problem, problem } from './problems.ts';
import { createRoutes } from './routes.ts';

/** What the HTTP side of a runtime is made of. */
export interface TransportOptions {
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The workflow of a conversation that names none. */
  readonly defaultWorkflow: string;
  /** Whose conversations a request may see. Default: everybody's are `local`. */
  readonly tenant?: (request: IncomingMessage) => string;
  /** Other origins under which the pages of this server are reached (a proxy, a development server), as browsers write them. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Whether the journal itself may be read. Default true. */
  readonly journal?: boolean;
  /** Called with causes of failures that a client must not see. Default: nothing. */
  readonly log?: (entry: { readonly level: 'error'; readonly message: string; readonly cause: unknown }) => void;
}

/** Conversations over HTTP. */
export interface Transport {
  /** Serves `/api/conversations` and everything beneath it; false, with nothing done, for any other path. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Ends every event stream. No run is touched. */
  close(): void;
}

/** The HTTP side of a runtime, to be mounted in any Node server. */
export function createTransport(options: TransportOptions): Transport {
  const { runtime } = options;
  const ended = new AbortController();
  const routes = createRoutes({
    runtime,
    clock: options.clock,
    ids: options.ids,
    defaultWorkflow: options.defaultWorkflow,
    tenant: options.tenant ?? (() => 'local'),
    journal: options.journal ?? true,
    log: options.log ?? (() => undefined),
    feeds: createFeeds(runtime),
    ended: ended.signal,
  });
  const listener = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const allowedOrigins = options.allowedOrigins ?? [];

  return {
    async handle(request, response) {
      if (!/^\/api\/conversations(?:[/?]|$)/.test(request.url ?? '')) return false;
      if (isAdmitted(request.headers, allowedOrigins)) await listener(request, response);
      else send(response, problem(403, 'forbidden'));
      return true;
    },
    close: () => ended.abort(),
  };
}

function send(response: ServerResponse, { status, body }: Problem): void {
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify(body));
}
