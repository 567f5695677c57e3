import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An endpoint on loopback that answers every request with one script. */
export interface ScriptedEndpoint {
  readonly baseUrl: string;
  /** The body of every request so far, parsed. */
  readonly bodies: readonly unknown[];
  readonly requests: readonly IncomingMessage[];
  /** Resolves when a request came. */
  readonly asked: Promise<void>;
  /** Resolves when the connection of an unanswered request was closed by the other side. */
  readonly hungUp: Promise<void>;
}

/** Starts an endpoint for the running test. */
export async function scriptedEndpoint(answer: (response: ServerResponse) => void): Promise<ScriptedEndpoint> {
  const bodies: unknown[] = [];
  const requests: IncomingMessage[] = [];
  const asked = Promise.withResolvers<void>();
  const hungUp = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) hungUp.resolve();
    });
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      requests.push(request);
      bodies.push(JSON.parse(Buffer.concat(pieces).toString()));
      answer(response);
      asked.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = addressOf(server.address());
  return { baseUrl: `http://127.0.0.1:${port}/v1`, bodies, requests, asked: asked.promise, hungUp: hungUp.promise };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
  return address;
}

/** A port on loopback that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** One server-sent event. */
export const sse = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** A chunk whose one choice has this delta. */
export const delta = (change: object, finish: string | null = null): object => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'served-model',
  choices: [{ index: 0, delta: change, finish_reason: finish }],
});

/** The chunk that OpenAI sends last. */
export const usageChunk = { model: 'served-model', choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } };

/** Answers with these events and `[DONE]`. */
export function streamed(events: readonly unknown[]): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(sse(event));
    response.end(sse('[DONE]'));
  };
}

/** Answers with one body. */
export function answered(status: number, body: string, contentType = 'application/json'): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
}
