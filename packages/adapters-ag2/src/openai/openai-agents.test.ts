import type { AgentReply, AgentRequest } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, test } from 'vitest';
import type { OpenAiAgentsOptions } from './openai-agents.ts';
import { openAiAgents } from './openai-agents.ts';
import { answered, delta, scriptedEndpoint, sse, streamed, usageChunk } from './test/scripted-endpoint.ts';

const agents = (baseUrl: string, options: Partial<OpenAiAgentsOptions> = {}) =>
  openAiAgents({ apiKey: 'key-1', model: 'asked-model', baseUrl, ...options });

const asking = (changes: Partial<AgentRequest> = {}): AgentRequest => ({
  agent: 'Writer',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
  signal: new AbortController().signal,
  ...changes,
});

const replyTo = async (events: readonly unknown[], changes: Partial<AgentRequest> = {}): Promise<unknown> => {
  const endpoint = await scriptedEndpoint(streamed(events));
  return agents(endpoint.baseUrl).run(asking(changes));
};

const hello: AgentReply = {
  kind: 'replied',
  text: 'Hello',
  toolCalls: [],
  model: 'served-model',
  finishReason: 'stop',
  usage: { inputTokens: 11, outputTokens: 7 },
};

describe('the request', () => {
  test('carries the messages, the tools and the schema, and asks for a stream with usage', async () => {
    const endpoint = await scriptedEndpoint(streamed([delta({ content: 'Hello' }, 'stop'), usageChunk]));
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    const request = asking({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'look', arguments: '{"x":1}' }] },
        { role: 'tool', callId: 'a', content: '42' },
        { role: 'assistant', content: 'It is 42.' },
      ],
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
      output: { name: 'My Model', schema, strict: true },
    });
    await agents(`${endpoint.baseUrl}/`, { headers: { 'x-team': 'blue' } }).run(request);
    expect(endpoint.requests[0]?.url).toBe('/v1/chat/completions');
    expect(endpoint.requests[0]?.headers).toMatchObject({ authorization: 'Bearer key-1', 'x-team': 'blue' });
    expect(endpoint.bodies).toEqual([
      {
        model: 'asked-model',
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"x":1}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: '42' },
          { role: 'assistant', content: 'It is 42.' },
        ],
        tools: [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } } }],
        response_format: { type: 'json_schema', json_schema: { name: 'My_Model', schema, strict: true } },
      },
    ]);
  });

  test('carries what it is told of the choice of tools, temperature and length', async () => {
    const endpoint = await scriptedEndpoint(streamed([delta({ content: 'Hello' }, 'stop')]));
    const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
    const told = { temperature: 0.2, maxTokens: 123 };
    await agents(endpoint.baseUrl).run(asking({ ...told, tools, toolChoice: { tool: 'look' } }));
    await agents(endpoint.baseUrl).run(asking({ ...told, tools, toolChoice: 'required' }));
    await agents(endpoint.baseUrl).run(asking({ ...told, toolChoice: 'auto' }));
    const sent = { temperature: 0.2, max_completion_tokens: 123 };
    expect(endpoint.bodies).toMatchObject([
      { ...sent, tool_choice: { type: 'function', function: { name: 'look' } } },
      { ...sent, tool_choice: 'required' },
      sent,
    ]);
    expect(endpoint.bodies[2]).not.toHaveProperty('tool_choice'); // refused by OpenAI where there are no tools
  });

  test('has no tools and no response format when there are none', async () => {
    const endpoint = await scriptedEndpoint(streamed([delta({ content: 'Hello' }, 'stop')]));
    await agents(endpoint.baseUrl).run(asking());
    expect(Object.keys(Object(endpoint.bodies[0])).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
  });

  test("follows OpenAI's rules for schemas, or those that it is told", () => {
    expect(agents('http://127.0.0.1:1/v1').schemaDialect).toBe('openai');
    expect(agents('http://127.0.0.1:1/v1', { schemaDialect: 'json_schema' }).schemaDialect).toBe('json_schema');
  });

  test.each([{ apiKey: '' }, { baseUrl: 'localhost' }])('options that cannot work are refused at once: %o', (options) => {
    expect(() => agents('http://127.0.0.1:1/v1', options)).toThrow(expect.objectContaining({ code: 'wiring_invalid' }));
  });
});

describe('a reply', () => {
  test('is put together from its pieces, each told as it comes', async () => {
    const pieces: string[] = [];
    const events = [
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      delta({}, 'stop'),
      usageChunk,
    ];
    expect(await replyTo(events, { onText: (piece) => pieces.push(piece) })).toEqual(hello);
    expect(pieces).toEqual(['Hel', 'lo']);
  });

  test('is not torn where a chunk of the connection ends inside a character', async () => {
    const bytes = Buffer.from(sse(delta({ content: 'Grüße 🌍' }, 'stop')));
    const endpoint = await scriptedEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
    });
    expect(await agents(endpoint.baseUrl).run(asking())).toMatchObject({ text: 'Grüße 🌍', finishReason: 'stop' });
  });

  test('without a model name and usage says the model that was asked, and null', async () => {
    const events = [{ choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop' }] }];
    expect(await replyTo(events)).toEqual({ ...hello, model: 'asked-model', usage: null });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['end_turn', 'stop'],
    ['tool_use', 'tool_calls'],
    ['max_tokens', 'length'],
    ['abort', 'abort'],
  ])('that ended with %s is said to have ended with %s', async (reason, finishReason) => {
    expect(await replyTo([delta({ content: 'Hello' }), delta({}, reason), usageChunk])).toEqual({ ...hello, finishReason });
  });

  test('that is a refusal is text', async () => {
    expect(await replyTo([delta({ refusal: 'I can' }), delta({ refusal: 'not.' }, 'stop')])).toMatchObject({ text: 'I cannot.' });
  });

  test('may come whole from an endpoint that does not stream', async () => {
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [
        { type: 'function', function: { name: 'a', arguments: '{}' } },
        { id: 'z', function: { name: 'b', arguments: { x: 1 } } },
      ],
    };
    const body = { model: 'served-model', choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage: usageChunk.usage };
    const endpoint = await scriptedEndpoint(answered(200, JSON.stringify(body)));
    expect(await agents(endpoint.baseUrl).run(asking())).toEqual({
      ...hello,
      text: '',
      finishReason: 'tool_calls',
      toolCalls: [
        { id: 'call_0', name: 'a', arguments: '{}' },
        { id: 'z', name: 'b', arguments: '{"x":1}' },
      ],
    });
  });

  test('that was complete stays one when the connection breaks after its finish reason', async () => {
    const endpoint = await scriptedEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse(delta({ content: 'Hello' }, 'stop')), () => response.destroy());
    });
    expect(await agents(endpoint.baseUrl).run(asking())).toEqual({ ...hello, usage: null });
  });
});

describe('tool calls', () => {
  const call = (index: number | undefined, id: string | undefined, name: string | undefined, text: string | undefined) =>
    delta({ tool_calls: [{ index, id, function: { name, arguments: text } }] });

  test.each<readonly [string, readonly unknown[], AgentReply['toolCalls']]>([
    [
      'two calls, their arguments split and interleaved',
      [
        call(0, 'a', 'look', ''),
        call(1, 'b', 'find', '{"y"'),
        call(0, undefined, undefined, '{"x":'),
        call(1, undefined, undefined, ':2}'),
        call(0, undefined, undefined, '1}'),
      ],
      [
        { id: 'a', name: 'look', arguments: '{"x":1}' },
        { id: 'b', name: 'find', arguments: '{"y":2}' },
      ],
    ],
    [
      'no ids',
      [call(0, undefined, 'look', '{}'), call(1, '', 'find', '{}')],
      [
        { id: 'call_0', name: 'look', arguments: '{}' },
        { id: 'call_1', name: 'find', arguments: '{}' },
      ],
    ],
    [
      'no index',
      [call(undefined, 'a', 'look', '{"x"'), call(undefined, undefined, undefined, ':1}'), call(undefined, 'b', 'find', '{}')],
      [
        { id: 'a', name: 'look', arguments: '{"x":1}' },
        { id: 'b', name: 'find', arguments: '{}' },
      ],
    ],
    [
      'every call at index 0',
      [call(0, 'a', 'look', '{}'), call(0, 'b', 'look', '{"x":1}')],
      [
        { id: 'a', name: 'look', arguments: '{}' },
        { id: 'b', name: 'look', arguments: '{"x":1}' },
      ],
    ],
    [
      'one id for two calls',
      [call(0, 'a', 'look', '{}'), call(1, 'a', 'look', '{}')],
      [
        { id: 'a', name: 'look', arguments: '{}' },
        { id: 'call_1', name: 'look', arguments: '{}' },
      ],
    ],
    ['another id with each piece', [call(0, 'a', 'look', '{'), call(0, 'b', undefined, '}')], [{ id: 'a', name: 'look', arguments: '{}' }]],
    ['the name repeated', [call(0, 'a', 'look', '{'), call(0, 'a', 'look', '}')], [{ id: 'a', name: 'look', arguments: '{}' }]],
    ['the name in pieces', [call(0, 'a', 'lo', undefined), call(0, undefined, 'ok', '{}')], [{ id: 'a', name: 'look', arguments: '{}' }]],
    ['no arguments', [call(0, 'a', 'look', undefined)], [{ id: 'a', name: 'look', arguments: '{}' }]],
    ['arguments that are not JSON stay as they came', [call(0, 'a', 'look', '{x')], [{ id: 'a', name: 'look', arguments: '{x' }]],
  ])('are collected: %s', async (_title, events, expected) => {
    expect(await replyTo([...events, delta({}, 'tool_calls')])).toMatchObject({ kind: 'replied', text: '', toolCalls: expected });
  });

  test('a call without a name is no reply', async () => {
    expect(await replyTo([call(0, 'a', undefined, '{}'), delta({}, 'tool_calls')])).toMatchObject({
      kind: 'failed',
      code: 'model_garbage',
    });
  });
});

describe('an abort', () => {
  test('before the call asks nothing and rejects with its reason', async () => {
    const endpoint = await scriptedEndpoint(streamed([]));
    await expect(agents(endpoint.baseUrl).run(asking({ signal: AbortSignal.abort('no more') }))).rejects.toBe('no more');
    expect(endpoint.requests).toEqual([]);
  });

  test('before the answer closes the request at the server', async () => {
    const endpoint = await scriptedEndpoint(() => undefined);
    const abort = new AbortController();
    const run = agents(endpoint.baseUrl).run(asking({ signal: abort.signal }));
    const rejected = expect(run).rejects.toBe('no more');
    await endpoint.asked;
    abort.abort('no more');
    await rejected;
    await endpoint.hungUp;
  });

  test('midway closes the request at the server, and no further text is told', async () => {
    const endpoint = await scriptedEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse(delta({ content: 'Hel' })) + sse(delta({ content: 'lo' })));
    });
    const abort = new AbortController();
    const reason = new Error('no more');
    const pieces: string[] = [];
    const onText = (piece: string) => {
      pieces.push(piece);
      abort.abort(reason);
    };
    await expect(agents(endpoint.baseUrl).run(asking({ signal: abort.signal, onText }))).rejects.toBe(reason);
    await endpoint.hungUp;
    expect(pieces).toEqual(['Hel']);
  });

  test('leaves no timer and no listener behind, nor does a reply', async () => {
    const clock = virtualClock();
    const endpoint = await scriptedEndpoint(streamed([delta({ content: 'Hello' }, 'stop')]));
    const abort = new AbortController();
    await agents(endpoint.baseUrl, { clock }).run(asking({ signal: abort.signal }));
    expect(clock.pending()).toBe(0);
    abort.abort();
    await expect(agents(endpoint.baseUrl, { clock }).run(asking({ signal: abort.signal }))).rejects.toBe(abort.signal.reason);
    expect(clock.pending()).toBe(0);
  });
});
