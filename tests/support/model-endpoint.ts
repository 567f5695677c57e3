import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

/** What was asked for: the name of the declared output, or `text` for a reply in words. */
export interface AskedModel {
  readonly output: string;
  readonly body: object;
}

/** What an endpoint does with a request. `silence` never answers. */
export type ModelAnswer =
  | { readonly kind: 'reply'; readonly content: string }
  | { readonly kind: 'calls'; readonly calls: readonly { readonly name: string; readonly arguments: object }[] }
  | { readonly kind: 'page'; readonly html: string }
  | { readonly kind: 'forward'; readonly to: string }
  | { readonly kind: 'silence' };

/** An endpoint that speaks the OpenAI API, in this process. */
export interface ModelEndpoint {
  readonly url: string;
  /** The outputs of all requests, oldest first. */
  readonly requests: readonly string[];
  /** Those that were answered whole. */
  readonly answered: readonly string[];
  /** Resolves with the first request that fits, asked already or not. */
  asked(fits: (asked: AskedModel) => boolean): Promise<AskedModel>;
  close(): Promise<void>;
}

/** Serves on a free port of this machine; `answer` decides each request, in its own time. */
export async function serveModel(answer: (asked: AskedModel) => ModelAnswer | Promise<ModelAnswer>): Promise<ModelEndpoint> {
  const requests: string[] = [];
  const answered: string[] = [];
  const asked: AskedModel[] = [];
  const waiting = new Set<() => void>();
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = Object(await json(incoming));
    const request: AskedModel = { output: body.response_format?.json_schema?.name ?? 'text', body };
    asked.push(request);
    requests.push(request.output);
    for (const look of [...waiting]) look();
    if (await send(await answer(request), body, outgoing)) answered.push(request.output);
  };
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The endpoint has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    answered,
    asked: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = asked.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function choiceOf(answer: Extract<ModelAnswer, { readonly kind: 'reply' | 'calls' }>): object {
  if (answer.kind === 'reply') return { finish_reason: 'stop', message: { role: 'assistant', content: answer.content } };
  const calls = answer.calls.map(({ name, arguments: given }, index) => ({
    id: `call_${index}`, // as providers do that number the calls of each reply anew
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return { finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: calls } };
}

/** True when the whole answer was sent to somebody who was still there. */
async function send(answer: ModelAnswer, body: object, outgoing: ServerResponse): Promise<boolean> {
  switch (answer.kind) {
    case 'silence':
      return false;
    case 'page':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end(answer.html);
      return true;
    case 'calls':
    case 'reply': {
      const choice = { index: 0, ...choiceOf(answer) };
      const completion = { id: 'c', object: 'chat.completion', created: 0, model: 'test', choices: [choice] };
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
      return !outgoing.destroyed;
    }
    case 'forward': {
      const response = await fetch(`${answer.to}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer offline' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' }).end(text);
      return !outgoing.destroyed;
    }
  }
}
