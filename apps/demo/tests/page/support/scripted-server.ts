import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { ConversationState, ConversationSummary, JournalEntry, LiveFrame, NumberedEvent, VisibleEvent } from '@intarsia/transport';
import { appPage } from './app-page.ts';

/** A conversation as the scripted server holds it. */
export interface ScriptedConversation {
  title: string;
  status: ConversationState['status'];
  readonly events: NumberedEvent[];
  journal: readonly JournalEntry[];
  versions: readonly object[];
  files: Readonly<Record<string, readonly { readonly path: string; readonly content: string }[]>>;
  preview: object;
  log: string;
}

/** A request that changes something, as it came in. */
export interface Posted {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Reaction = (posted: Posted) => { readonly status: number; readonly body: object } | undefined;

/** Serves the built page and scripted answers of the API: what the page is tested against. */
export interface ScriptedServer {
  readonly port: number;
  readonly origin: string;
  readonly posts: Posted[];
  readonly conversations: Map<string, ScriptedConversation>;
  model: { readonly kind: string; readonly name: string; readonly sentence: string };
  /** What a POST is answered with; the default takes everything with 202. */
  react: Reaction;
  add(id: string, start?: Partial<ScriptedConversation>): ScriptedConversation;
  /** Appends visible events and sends them to everyone who listens. `at` counts seconds from the beginning. */
  happen(id: string, at: number, ...events: readonly VisibleEvent[]): void;
  live(id: string, frame: LiveFrame): void;
  /** Sends a visible event under a number of choice without keeping it. */
  misnumber(id: string, event: NumberedEvent): void;
  resync(id: string): void;
  /** Cuts every connection and refuses new ones, until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

const beginning = Date.now() - 5 * 60_000;
/** The ISO time so many seconds after the scripts' beginning. */
export const timeAt = (seconds: number): string => new Date(beginning + seconds * 1000).toISOString();

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
  "frame-src http://*.localhost:*; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Starts it on a free port of loopback. `folder` holds the built page. */
export async function startScriptedServer(folder: string): Promise<ScriptedServer> {
  const conversations = new Map<string, ScriptedConversation>();
  const streams = new Map<ServerResponse, string>();
  const posts: Posted[] = [];
  let down = false;
  const known = (id: string): ScriptedConversation => {
    const found = conversations.get(id);
    if (found === undefined) throw new Error(`The script has no conversation ${id}.`);
    return found;
  };
  const broadcast = (id: string, text: string) => {
    for (const [stream, conversation] of streams) if (conversation === id) stream.write(text);
  };
  const visible = (id: string, event: NumberedEvent) => `id: ${id}:${event.seq}\nevent: visible\ndata: ${JSON.stringify(event)}\n\n`;

  const http = createServer((request, response) => {
    if (down) request.socket.destroy();
    else
      answer(request, response).catch(() => {
        response.writeHead(500).end();
      });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers.host?.startsWith('pv-')) return appPage(url.pathname, response);
    if (!url.pathname.startsWith('/api/')) return page(url.pathname, response);
    if (request.method === 'POST') return post(url.pathname, request, response);
    return observe(url, request, response);
  }

  async function page(path: string, response: ServerResponse): Promise<void> {
    const file = join(folder, extname(path) === '' ? 'index.html' : path);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-security-policy': policy });
    response.end(await readFile(file));
  }

  async function post(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece);
    const posted = { path, body: JSON.parse(Buffer.concat(pieces).toString() || '{}') };
    posts.push(posted);
    const { status, body } = server.react(posted) ?? { status: 202, body: {} };
    json(response, body, status);
  }

  function observe(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const [, id = '', place = '', part = ''] = /^\/api\/conversations\/([^/]+)\/([^/]+)(?:\/([^/]+))?/.exec(url.pathname) ?? [];
    const conversation = conversations.get(id);
    if (url.pathname === '/api/studio') json(response, { model: server.model, workflow: 'AppFactory', version: '0.1.0' });
    else if (url.pathname === '/api/conversations') json(response, { conversations: summaries() });
    else if (conversation === undefined) json(response, { error: { code: 'conversation_unknown', message: 'No such conversation.' } }, 404);
    else if (place === 'events') stream(id, Number(request.headers['last-event-id']?.toString().split(':').at(-1) ?? 0), response);
    else json(response, observed(id, conversation, place, part, url.searchParams.get('after') ?? ''));
  }

  function summaries(): readonly ConversationSummary[] {
    return [...conversations]
      .map(([conversation, { title, status, events }]) => ({
        conversation,
        title,
        workflow: 'AppFactory',
        status,
        reason: reasonOf(status, events),
        owner: null,
        startedAt: timeAt(0),
      }))
      .reverse();
  }

  function stream(id: string, after: number, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    response.write('retry: 1000\n\n');
    for (const event of known(id).events) if (event.seq > after) response.write(visible(id, event));
    streams.set(response, id);
    response.once('close', () => streams.delete(response));
  }

  const server: ScriptedServer = {
    port,
    origin: `http://localhost:${port}`,
    posts,
    conversations,
    model: { kind: 'offline', name: 'offline', sentence: 'Offline model: runs without a key, understands simple trackers.' },
    react: () => undefined,
    add(id, start = {}) {
      const conversation: ScriptedConversation = {
        title: 'Plant care',
        status: 'running',
        events: [],
        journal: [],
        versions: [],
        files: {},
        preview: { state: 'none', url: null, localUrl: null, deadline: null, sandbox: null },
        log: '',
        ...start,
      };
      conversations.set(id, conversation);
      return conversation;
    },
    happen(id, at, ...events) {
      for (const event of events) {
        const numbered = { seq: known(id).events.length + 1, at: timeAt(at), event };
        known(id).events.push(numbered);
        broadcast(id, visible(id, numbered));
      }
    },
    live: (id, frame) => broadcast(id, `event: live\ndata: ${JSON.stringify(frame)}\n\n`),
    misnumber: (id, event) => broadcast(id, visible(id, event)),
    resync(id) {
      const events = known(id).events.map((event) => visible(id, event));
      broadcast(id, `event: resync\ndata: {"reason":"ahead"}\n\n${events.join('')}`);
    },
    cut() {
      down = true;
      http.closeAllConnections();
    },
    restore() {
      down = false;
    },
    close() {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
  return server;
}

function observed(id: string, conversation: ScriptedConversation, place: string, part: string, after: string): object {
  switch (place) {
    case 'snapshot':
      return snapshotOf(id, conversation);
    case 'journal':
      return journalPage(conversation, after);
    case 'artifacts':
      return part === '' ? { versions: conversation.versions } : { files: conversation.files[part] ?? [] };
    default:
      return part === 'log' ? { log: conversation.log } : conversation.preview;
  }
}

function snapshotOf(conversation: string, { status, events }: ScriptedConversation): ConversationState {
  return { conversation, workflow: 'AppFactory', status, reason: reasonOf(status, events), owner: null, head: events.length, events };
}

function reasonOf(status: string, events: readonly NumberedEvent[]): ConversationState['reason'] {
  const last = events.findLast(({ event }) => event.kind === 'run.paused')?.event;
  return status === 'paused' && last?.kind === 'run.paused' ? last.reason : null;
}

/** Two pages, so that reading on is exercised. */
function journalPage({ journal }: ScriptedConversation, after: string): object {
  const from = Number(after.split('-')[0] || 0);
  const entries = journal.slice(from, from + 20);
  return { entries, next: `${from + entries.length}-${from + entries.length}`, quarantined: [] };
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
