import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { completionChunks, envelopeOf, wholeCompletion } from './api/completion.ts';
import { chatRequestSchema, promptOf } from './api/request.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from './api/request-log.ts';
import { decide } from './decide.ts';

/** Name of the only model. */
const modelName = 'intarsia-offline';
const bodyLimit = 20_000_000;

/** A running offline model. */
export interface OfflineModel {
  /** Base URL for an OpenAI client, ending in `/v1`. */
  readonly url: string;
  readonly model: string;
  requests(): readonly LoggedRequest[];
  close(): Promise<void>;
}

/** Where the model listens and what it writes. Port 0 or none: any free one. */
export interface OfflineModelOptions {
  readonly port?: number;
  readonly logFile?: string;
}

/** Starts a server on loopback that speaks the OpenAI API. It keeps no state between requests. Rejects when the port is taken. */
export async function startOfflineModel(options: OfflineModelOptions = {}): Promise<OfflineModel> {
  const log = createRequestLog(options.logFile);
  const server = createServer((request, response) => {
    answer(request, response, log).catch(() => response.destroy()); // the client went away
  });
  const port = await listen(server, options.port ?? 0);
  return { url: `http://127.0.0.1:${port}/v1`, model: modelName, requests: () => [...log.entries], close: () => close(server) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, log: RequestLog): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const path = pathname.replace(/\/$/, '');
  if (path === '/v1/models' && request.method === 'GET') return send(response, 200, { object: 'list', data: [modelCard] });
  if (path === `/v1/models/${modelName}` && request.method === 'GET') return send(response, 200, modelCard);
  if (path !== '/v1/chat/completions') return sendError(response, 404, `Invalid URL (${request.method} ${pathname})`, 'unknown_url');
  if (request.method !== 'POST') return sendError(response, 405, 'Only POST is allowed here.', 'method_not_allowed');
  const body = await readBody(request);
  if (body === null) return sendError(response, 413, 'The request is too large.', 'request_too_large');
  return complete(body, response, log);
}

const modelCard = { id: modelName, object: 'model', created: 0, owned_by: 'intarsia' };

async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > bodyLimit) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function complete(body: string, response: ServerResponse, log: RequestLog): Promise<void> {
  const json = parse(body);
  if (json === undefined) return sendError(response, 400, 'We could not parse the JSON body of your request.', 'invalid_json');
  const request = chatRequestSchema.safeParse(json);
  if (!request.success) {
    const [issue] = request.error.issues;
    return sendError(
      response,
      400,
      `${issue?.message ?? 'Invalid request'} (at ${issue?.path.join('.') || 'the body'})`,
      'invalid_value',
      issue?.path.join('.'),
    );
  }
  if (request.data.model !== modelName)
    return sendError(response, 404, `The model \`${request.data.model}\` does not exist.`, 'model_not_found', 'model');
  const prompt = promptOf(request.data);
  const stream = request.data.stream === true;
  log.add(request.data.messages, prompt, stream);
  const reply = decide(prompt);
  const envelope = envelopeOf(body, modelName, reply, Math.floor(Date.now() / 1_000));
  if (!stream) return send(response, 200, wholeCompletion(envelope, reply));
  return sendStream(response, completionChunks(envelope, reply, request.data.stream_options?.include_usage === true));
}

async function sendStream(response: ServerResponse, chunks: Iterable<unknown>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', connection: 'keep-alive' });
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (!response.write(`data: ${JSON.stringify(chunk)}\n\n`)) await drained(response);
  }
  response.end('data: [DONE]\n\n');
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string, code: string, parameter?: string): void {
  send(response, status, { error: { message, type: 'invalid_request_error', param: parameter ?? null, code } });
}
