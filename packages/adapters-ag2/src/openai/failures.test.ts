import type { AgentFailure, AgentReply, AgentRequest } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, test } from 'vitest';
import { openAiAgents } from './openai-agents.ts';
import { answered, closedPort, delta, scriptedEndpoint, sse, streamed } from './test/scripted-endpoint.ts';

type Script = Parameters<typeof scriptedEndpoint>[0];

const asking = (onText?: (piece: string) => void): AgentRequest => ({
  agent: 'Writer',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
  signal: new AbortController().signal,
  ...(onText === undefined ? {} : { onText }),
});

const ask = async (script: Script): Promise<AgentReply | AgentFailure> => {
  const endpoint = await scriptedEndpoint(script);
  const result = await openAiAgents({ apiKey: 'k', model: 'm', baseUrl: endpoint.baseUrl }).run(asking());
  expect(endpoint.requests).toHaveLength(1);
  return result;
};

const failed = (code: AgentFailure['code'], retryable: boolean) => ({
  kind: 'failed',
  code,
  retryable,
  message: expect.not.stringContaining('sesame'),
  cause: expect.anything(),
});

const partly =
  (...pieces: readonly string[]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
  };

describe('a status', () => {
  const error = (code: string | null = null) => JSON.stringify({ error: { message: 'sesame', code } });
  test.each<readonly [number, AgentFailure['code'], boolean, string]>([
    [400, 'model_refused', false, 'model name, the base URL'],
    [401, 'model_refused', false, 'Check the key'],
    [403, 'model_refused', false, 'Check the key'],
    [404, 'model_refused', false, 'Check the model name and the base URL'],
    [422, 'model_refused', false, 'model name, the base URL'],
    [408, 'model_timeout', true, 'longer'],
    [429, 'model_rate_limited', true, 'slow down'],
    [500, 'model_unreachable', true, 'on its side'],
    [503, 'model_unreachable', true, 'on its side'],
  ])('%i is asked once and becomes %s', async (status, code, retryable, sentence) => {
    const failure = await ask(answered(status, error()));
    expect(failure).toEqual(failed(code, retryable));
    expect(failure).toMatchObject({ message: expect.stringContaining(sentence) });
  });

  test.each([301, 302, 303, 307, 308])('%i is not followed: nothing goes to another host', async (status) => {
    const elsewhere = await scriptedEndpoint(streamed([delta({ content: 'Hello' }, 'stop')]));
    const failure = await ask((response) => {
      response.writeHead(status, { location: `${elsewhere.baseUrl}/chat/completions`, 'content-type': 'application/json' });
      response.end(error());
    });
    expect(failure).toEqual(failed('model_refused', false));
    expect(failure).toMatchObject({ message: expect.stringContaining('Check the base URL') });
    expect(elsewhere.requests).toEqual([]);
  });

  test('429 for an empty account does not pass by waiting', async () => {
    expect(await ask(answered(429, error('insufficient_quota')))).toEqual(failed('model_refused', false));
  });

  test('an HTML error page is no different', async () => {
    expect(await ask(answered(502, '<html>sesame</html>', 'text/html'))).toEqual(failed('model_unreachable', true));
  });

  test('an error without an end is read no further than a log needs', async () => {
    const endpoint = await scriptedEndpoint((response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write('sesame '.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    expect(await openAiAgents({ apiKey: 'k', model: 'm', baseUrl: endpoint.baseUrl }).run(asking())).toEqual(
      failed('model_unreachable', true),
    );
    await endpoint.hungUp;
  });
});

describe('no connection', () => {
  test('a refused one is unreachable', async () => {
    const port = await closedPort();
    const failure = await openAiAgents({ apiKey: 'k', model: 'm', baseUrl: `http://127.0.0.1:${port}/v1` }).run(asking());
    expect(failure).toEqual(failed('model_unreachable', true));
  });

  test('a name that does not resolve is unreachable', async () => {
    const failure = await openAiAgents({ apiKey: 'k', model: 'm', baseUrl: 'http://nowhere.invalid/v1' }).run(asking());
    expect(failure).toEqual(failed('model_unreachable', true));
  });

  test('one that is closed before the answer is unreachable', async () => {
    expect(await ask((response) => response.destroy())).toEqual(failed('model_unreachable', true));
  });
});

describe('something that is not a reply', () => {
  const garbage: readonly (readonly [string, Script])[] = [
    ['an HTML page', answered(200, '<!doctype html><p>sesame</p>', 'text/html')],
    ['nothing', answered(200, '')],
    ['nothing as a stream', answered(200, '', 'text/event-stream')],
    ['JSON that is none', answered(200, '{"choices": [', 'application/json')],
    ['JSON of another kind', answered(200, '{"status": "ok"}')],
    ['a JSON text', answered(200, '"sesame"')],
    ['a JSON error', answered(200, '{"error": {"message": "sesame"}}')],
    ['empty choices', answered(200, '{"choices": []}')],
    ['empty choices in a stream', streamed([{ choices: [] }])],
    ['choices that are none', streamed([{ choices: 'sesame' }, { choices: [null] }, { choices: [{ delta: 7 }] }])],
    ['an event that is null', streamed([null])],
    ['an event that is not JSON', streamed(['sesame'])],
    ['a stream without a finish reason', streamed([delta({ content: 'Hel' })])],
    ['half an event, then the end', (response) => response.end('data: {"choices":[{"delta":{"con')],
    ['half an event, then a closed connection', (response) => response.write('data: {"choices":[{"del', () => response.destroy())],
    ['a piece, then a closed connection', (response) => response.write(sse(delta({ content: 'Hel' })), () => response.destroy())],
  ];
  test.each(garbage)('is model_garbage: %s', async (_title, script) => {
    expect(await ask(script)).toEqual(failed('model_garbage', true));
  });

  test('a reply beyond the limit is cut off, and so is the request', async () => {
    const endpoint = await scriptedEndpoint(partly(sse(delta({ content: 'x'.repeat(600) })), sse(delta({ content: 'é'.repeat(250) }))));
    const runner = openAiAgents({ apiKey: 'k', model: 'm', baseUrl: endpoint.baseUrl, maxReplyBytes: 1000 });
    expect(await runner.run(asking())).toMatchObject({
      code: 'model_garbage',
      retryable: true,
      message: expect.stringContaining('larger'),
    });
    await endpoint.hungUp;
  });

  test('a line without an end is cut off too', async () => {
    const endpoint = await scriptedEndpoint(partly('data: ', 'x'.repeat(20_000)));
    const runner = openAiAgents({ apiKey: 'k', model: 'm', baseUrl: endpoint.baseUrl, maxReplyBytes: 1000 });
    expect(await runner.run(asking())).toMatchObject({ code: 'model_garbage', message: expect.stringContaining('larger') });
    await endpoint.hungUp;
  });

  test.each<readonly [object, AgentFailure['code'], boolean]>([
    [{ message: 'sesame', type: 'server_error' }, 'model_unreachable', true],
    [{ message: 'sesame', code: 'rate_limit_exceeded' }, 'model_rate_limited', true],
    [{ message: 'sesame', code: 400, type: 'invalid_request_error' }, 'model_refused', false],
  ])('an error inside a stream is what it stands for: %o', async (error, code, retryable) => {
    expect(await ask(streamed([delta({ content: 'Hel' }), { error }]))).toEqual(failed(code, retryable));
  });
});

describe('time', () => {
  const timed = async (script: Script, advance: readonly number[], firstPiece: boolean) => {
    const clock = virtualClock();
    const endpoint = await scriptedEndpoint(script);
    const piece = Promise.withResolvers<void>();
    const run = openAiAgents({ apiKey: 'k', model: 'm', baseUrl: endpoint.baseUrl, clock }).run(asking(() => piece.resolve()));
    await endpoint.asked;
    if (firstPiece) await piece.promise;
    for (const ms of advance) await clock.advance(ms);
    const failure = await run;
    await endpoint.hungUp;
    expect(clock.pending()).toBe(0);
    return failure;
  };

  test('a hang before the answer ends after the whole time of a call', async () => {
    expect(await timed(() => undefined, [120_000], false)).toMatchObject({ code: 'model_timeout', retryable: true });
  });

  test('a hang midway ends after the idle time', async () => {
    const failure = await timed(partly(sse(delta({ content: 'Hel' }))), [59_999, 1], true);
    expect(failure).toMatchObject({ code: 'model_timeout', retryable: true, message: expect.stringContaining('middle') });
  });

  test('a slow drip ends after the whole time of a call', async () => {
    const clock = virtualClock();
    const pieces: string[] = [];
    let piece = Promise.withResolvers<void>();
    let drip: () => void = () => undefined;
    const endpoint = await scriptedEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      drip = () => response.write(sse(delta({ content: '.' })));
    });
    const onText = (text: string) => {
      pieces.push(text);
      piece.resolve();
    };
    const run = openAiAgents({ apiKey: 'k', model: 'm', baseUrl: endpoint.baseUrl, clock }).run(asking(onText));
    await endpoint.asked;
    for (let count = 0; count < 3; count += 1) {
      piece = Promise.withResolvers<void>();
      drip();
      await piece.promise;
      await clock.advance(40_000);
    }
    expect(await run).toMatchObject({ code: 'model_timeout', message: expect.stringContaining('longer') });
    expect(pieces).toEqual(['.', '.', '.']);
    await endpoint.hungUp;
  });
});
