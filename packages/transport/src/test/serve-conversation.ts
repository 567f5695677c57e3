import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { countingIds, type VirtualClock, virtualClock } from '@intarsia/core/testing';
import { createTransport, type TransportOptions } from '../http/index.ts';
import type { ScriptedConversation } from './scripted-conversation.ts';

/** A frame of an event stream as a client reads it; `data` parsed. */
export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** One open event stream. */
export interface EventClient {
  readonly headers: IncomingHttpHeaders;
  /** The text of everything that arrived. */
  text(): string;
  /** Waits until that many frames of the name arrived, and gives all of that name. */
  frames(name: string, count: number): Promise<readonly Frame[]>;
  /** Waits until the text holds it. */
  holds(text: string): Promise<void>;
  /** Waits until the server ended the stream. */
  ended(): Promise<void>;
  pause(): void;
  resume(): void;
  close(): void;
}

/** A real server on loopback with the transport in it. */
export interface Served {
  readonly port: number;
  readonly clock: VirtualClock;
  /** The responses of the event streams, oldest first. */
  readonly responses: readonly ServerResponse[];
  readonly logged: readonly unknown[];
  ask(
    method: string,
    path: string,
    more?: { readonly headers?: object; readonly body?: unknown },
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  events(path: string, headers?: object): Promise<EventClient>;
  endStreams(): void;
  close(): Promise<void>;
}

export async function serve(conversation: ScriptedConversation, options: Partial<TransportOptions> = {}): Promise<Served> {
  const clock = virtualClock();
  const logged: unknown[] = [];
  const transport = createTransport({
    runtime: conversation.runtime,
    clock,
    ids: countingIds(),
    defaultWorkflow: 'AppFactory',
    log: (entry) => logged.push(entry.cause),
    ...options,
  });
  const responses: ServerResponse[] = [];
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url?.includes('/events')) responses.push(outgoing);
    if (!(await transport.handle(incoming, outgoing))) outgoing.writeHead(204).end();
  });
  const port = await listen(server);

  const send = (method: string, path: string, headers: object, body?: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...headers } }, resolve);
      sent.on('error', reject);
      sent.end(body);
    });

  return {
    port,
    clock,
    responses,
    logged,
    async ask(method, path, { headers = {}, body } = {}) {
      const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await send(method, path, { ...type, ...headers }, text);
      let given = '';
      for await (const piece of answer.setEncoding('utf8')) given += piece;
      return { status: answer.statusCode ?? 0, body: given === '' ? null : JSON.parse(given) };
    },
    events: async (path, headers = {}) => readEvents(await send('GET', path, headers)),
    endStreams: () => transport.close(),
    async close() {
      transport.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}

function readEvents(incoming: IncomingMessage): EventClient {
  const pieces: string[] = [];
  const arrived: Frame[] = [];
  let rest = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of [...waiting]) check();
  };
  incoming.setEncoding('utf8');
  incoming.on('data', (piece: string) => {
    pieces.push(piece);
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    arrived.push(...blocks.map(frameOf));
    wake();
  });
  const end = () => {
    over = true;
    wake();
  };
  incoming.on('close', end);
  incoming.on('error', end);

  const until = <Found>(find: () => Found | null): Promise<Found> =>
    new Promise((resolve) => {
      const check = () => {
        const found = find();
        if (found === null) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });

  return {
    headers: incoming.headers,
    text: () => pieces.join(''),
    frames: (name, count) =>
      until(() => {
        const found = arrived.filter((frame) => frame.event === name);
        return found.length >= count ? found : null;
      }),
    holds: async (part) => {
      await until(() => (pieces.join('').includes(part) ? true : null));
    },
    ended: async () => {
      await until(() => (over ? true : null));
    },
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
    close: () => incoming.destroy(),
  };
}

function frameOf(block: string): Frame {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? 'null') };
}
