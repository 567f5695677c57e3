import type { AgentRequest, ModelMessage } from '@intarsia/core';
import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions';

/** The body of a streamed Chat Completions request. */
export function chatRequest(model: string, request: AgentRequest): ChatCompletionCreateParamsStreaming {
  const { output, tools, toolChoice, temperature, maxTokens } = request;
  return {
    model,
    messages: request.messages.map(chatMessage),
    stream: true,
    stream_options: { include_usage: true },
    // An empty list is refused by OpenAI.
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...parameters } },
          })),
          ...(toolChoice === undefined
            ? {}
            : { tool_choice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: { name: toolChoice.tool } } }),
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    ...(output === undefined
      ? {}
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: schemaName(output.name), schema: { ...output.schema }, strict: output.strict },
          },
        }),
  };
}

function chatMessage(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content };
      const toolCalls = calls.map((call) => ({
        id: call.id,
        type: 'function' as const,
        function: { name: call.name, arguments: call.arguments },
      }));
      return { role: 'assistant', content: message.content === '' ? null : message.content, tool_calls: toolCalls };
    }
  }
}

/** OpenAI takes letters, digits, `_` and `-`, at most 64. */
function schemaName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
}
