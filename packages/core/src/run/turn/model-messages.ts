import { agentView } from '../../context/index.ts';
import type { Agent, Workflow } from '../../documents/workflow.ts';
import type { JournalState, OpenTurn, TranscriptMessage } from '../../journal/state.ts';
import { canonicalJson } from '../../outputs/canonical.ts';
import type { ModelMessage } from '../../ports/agents.ts';
import type { JsonObject } from '../../ports/json.ts';

/**
 * What an agent's model is sent: its prompt with its view of the context, the conversation as that agent sees it (own messages as
 * `assistant`, others with their name in front), and the recorded replies and tool results of the open turn.
 */
export function modelMessages(
  workflow: Workflow,
  agent: Agent,
  state: JournalState,
  contextVariables: JsonObject,
): readonly ModelMessage[] {
  const view = agentView(workflow, agent.name, contextVariables);
  const system = [agent.prompt, view].filter((text) => text !== '').join('\n\n');
  return [{ role: 'system', content: system }, ...history(agent, state), ...turnMessages(state.turn)];
}

function history(agent: Agent, state: JournalState): readonly ModelMessage[] {
  const { earlier, messages } = state.transcript;
  const summary: readonly ModelMessage[] =
    earlier.count === 0
      ? []
      : [{ role: 'user', content: `Earlier in this channel: ${earlier.count} message(s) from ${earlier.senders.join(', ')}.` }];
  return [...summary, ...messages.map((message) => spoken(agent, message))];
}

function spoken(agent: Agent, message: TranscriptMessage): ModelMessage {
  if (message.sender === agent.name) return { role: 'assistant', content: message.text };
  return { role: 'user', content: `[${message.sender}]: ${message.text}` };
}

function turnMessages(turn: OpenTurn | null): readonly ModelMessage[] {
  if (turn === null) return [];
  return turn.replies.flatMap((reply): readonly ModelMessage[] => {
    const results = turn.calls.filter((call) => call.callId !== null && call.position.startsWith(`model:${reply.ordinal}:`));
    return [
      { role: 'assistant', content: reply.text, toolCalls: reply.toolCalls },
      ...results.map(
        (call): ModelMessage => ({ role: 'tool', callId: call.callId ?? '', content: canonicalJson(resultFor(call.outcome)) }),
      ),
    ];
  });
}

function resultFor(outcome: NonNullable<OpenTurn['calls'][number]['outcome']> | null): JsonObject {
  if (outcome === null) return { status: 'error', code: 'interrupted' };
  if (outcome.status === 'ok') return { status: 'success', result: outcome.result };
  return { status: 'error', code: outcome.code, result: outcome.result };
}
