import type { AgentFailure, AgentReply, AgentRequest, AgentRunner, Clock, SchemaDialect } from '@intarsia/core';
import { IntarsiaError } from '@intarsia/core';
import OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import { countedResponse, fetchFromEndpoint } from './bounded-body.ts';
import type { CallLimits } from './call-limits.ts';
import { limitCall } from './call-limits.ts';
import { chatRequest } from './chat-request.ts';
import { failureOf, timeoutFailure } from './failures.ts';
import type { ReplyCollector } from './reply-collector.ts';
import { replyCollector } from './reply-collector.ts';

/** How to reach an OpenAI-compatible Chat Completions endpoint. */
export interface OpenAiAgentsOptions {
  /** Sent as a bearer token. A server that asks for none takes any text. */
  readonly apiKey: string;
  /** Up to and without `/chat/completions`. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string;
  readonly model: string;
  /** Whose rules its schemas follow. Default `openai`; `json_schema` for an endpoint that only speaks the API and promises nothing. */
  readonly schemaDialect?: SchemaDialect;
  /** For one whole call. Default 120,000. */
  readonly timeoutMs?: number;
  /** Between two pieces of a reply. Default 60,000. */
  readonly idleTimeoutMs?: number;
  /** Most bytes of text and tool arguments in one reply. Default 4 MiB. */
  readonly maxReplyBytes?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** On the wire every few characters of a reply have an event around them. */
const wireBytesPerReplyByte = 16;

const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Agents whose model answers through OpenAI's Chat Completions, streamed. One `run` is one request: whether a failure is tried again
 * is the caller's decision. An endpoint that answers a whole completion instead of a stream works too. `wiring_invalid` if the key is
 * empty or the base URL is none.
 */
export function openAiAgents(options: OpenAiAgentsOptions): AgentRunner {
  const { apiKey, model, timeoutMs = 120_000, idleTimeoutMs = 60_000, maxReplyBytes = 4 * 1024 * 1024, clock = systemClock } = options;
  const client = clientOf(apiKey, options.baseUrl ?? 'https://api.openai.com/v1', timeoutMs, options.headers ?? {});
  return {
    schemaDialect: options.schemaDialect ?? 'openai',
    async run(request) {
      request.signal.throwIfAborted();
      const limits = limitCall(clock, { timeoutMs, idleTimeoutMs }, request.signal);
      const collector = replyCollector({ model, maxReplyBytes, ...(request.onText === undefined ? {} : { onText: request.onText }) });
      try {
        const body = chatRequest(model, request);
        const response = await client.chat.completions.create(body, { signal: limits.controller.signal }).asResponse();
        const counted = countedResponse(response, maxReplyBytes * wireBytesPerReplyByte, limits.progress);
        await readReply(counted, client, limits, collector);
        return ended(request, limits, collector, undefined);
      } catch (error) {
        return ended(request, limits, collector, error);
      } finally {
        limits.release();
      }
    },
  };
}

function clientOf(apiKey: string, baseURL: string, timeout: number, defaultHeaders: Readonly<Record<string, string>>): OpenAI {
  if (apiKey === '')
    throw new IntarsiaError('wiring_invalid', 'The model endpoint needs an API key; for a server that asks for none, give any text.');
  if (!URL.canParse(baseURL)) throw new IntarsiaError('wiring_invalid', 'The base URL of the model endpoint is not a URL.');
  return new OpenAI({
    apiKey,
    baseURL,
    timeout,
    defaultHeaders,
    maxRetries: 0,
    fetch: fetchFromEndpoint,
    // The client takes what is not given from the environment, and logs to the console.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: 'off',
  });
}

async function readReply(response: Response, client: OpenAI, limits: CallLimits, collector: ReplyCollector): Promise<void> {
  if (response.headers.get('content-type')?.includes('json') === true) {
    collector.completion(JSON.parse(await response.text()));
    return;
  }
  // The stream ends without an error when the controller fires, so whoever reads it looks at the limits afterwards.
  for await (const chunk of Stream.fromSSEResponse<unknown>(response, limits.controller, client)) {
    if (limits.controller.signal.aborted) return;
    collector.chunk(chunk);
  }
}

/** How a call ended. A reply that was complete stays one, whatever happened to the connection after its finish reason. */
function ended(request: AgentRequest, limits: CallLimits, collector: ReplyCollector, error: unknown): AgentReply | AgentFailure {
  if (request.signal.aborted) throw request.signal.reason;
  if (!collector.finished()) {
    const exceeded = limits.exceeded();
    if (exceeded !== null) return timeoutFailure(exceeded, error);
    if (error !== undefined) return failureOf(error);
  }
  try {
    return collector.reply();
  } catch (incomplete) {
    return failureOf(incomplete);
  }
}
