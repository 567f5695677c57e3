import { controlText, couldBeControlText } from '../../context/index.ts';
import type { FactData } from '../../journal/facts.ts';
import { strictJson } from '../../outputs/json-door/strict-json.ts';
import type { AgentFailure, AgentReply, AgentRequest, ModelTool } from '../../ports/agents.ts';
import { delay, untilAborted } from '../../ports/clock.ts';
import { maxCallsInReply, unfinished } from '../../tools/calling/finish-reason.ts';
import { modelRetryMs, requestedOutput } from '../../tools/calling/model-call.ts';
import { describeTool } from '../../tools/tool-input.ts';
import { loadTool } from '../calls/index.ts';
import { modelMessages } from './model-messages.ts';
import { liveContext, openTurnOf, type TurnContext } from './turn-context.ts';

/** Asks the agent's model for the next reply of the turn; tries again what may pass, with growing pauses. */
export async function askModel(context: TurnContext, ordinal: number): Promise<AgentReply | AgentFailure> {
  const { settings, agent, signal } = context;
  const request = await modelRequest(context);
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    const asked = settings.agents.run({ ...request, onText: streaming(context, ordinal) });
    const reply = refuseUseless(await untilAborted(asked, signal));
    if (reply.kind === 'replied') return reply;
    signal.throwIfAborted();
    context.live.reset(context.channel.scope);
    settings.log({ level: 'warn', message: `${agent.name}: ${reply.message}`, cause: reply.cause });
    if (!reply.retryable || attempt >= settings.modelRetries) return reply;
    await delay(settings.clock, modelRetryMs(attempt), signal);
  }
}

/** Whether a person may be shown a reply, as its fact says it. */
export type Visibility = Pick<FactData<'intarsia.model.replied'>, 'visibility' | 'hidden_because'>;

/**
 * Control text and everything that an agent with a model says is hidden, and the reason is told (workflow-documents 7.7). The agent that speaks is known, so
 * its name, or another spelling of it, is never looked for in the text. An empty text gives no reason: there is nothing to hide.
 */
export function visibilityOf({ agent, workflow }: Pick<TurnContext, 'agent' | 'workflow'>, { text }: Pick<AgentReply, 'text'>): Visibility {
  if (controlText(workflow, agent.name, text).hidden) return { visibility: 'hidden', hidden_because: 'ui_hidden_agent_text' };
  if (agent.output === null) return { visibility: 'shown' };
  if (text.trim() === '') return { visibility: 'hidden' };
  const isJson = strictJson(text).kind === 'parsed';
  return { visibility: 'hidden', hidden_because: isJson ? 'structured_output_artifact' : 'malformed_structured_output' };
}

async function modelRequest(context: TurnContext): Promise<AgentRequest> {
  const { agent, workflow, ledger } = context;
  const state = ledger.state();
  const ofThisTurn = { ...state, turn: openTurnOf(context) };
  return {
    agent: agent.name,
    messages: modelMessages(workflow, agent, ofThisTurn, liveContext(context)),
    tools: await modelTools(context),
    ...(agent.output === null ? {} : { output: requestedOutput(agent.output, context.settings.agents) }),
    signal: context.signal,
  };
}

async function modelTools(context: TurnContext): Promise<readonly ModelTool[]> {
  return Promise.all(
    context.agent.callableTools.map(async (binding) =>
      describeTool(binding.function, binding.description, await loadTool(context, binding)),
    ),
  );
}

/** Passes streamed text on, holding back structured data and what may still turn out to be control text. */
function streaming(context: TurnContext, ordinal: number): (piece: string) => void {
  const { agent, workflow, live, channel } = context;
  if (agent.output !== null) return () => {};
  const show = (text: string) => live.append(channel.scope, agent.name, `${context.turn}:${ordinal}`, text);
  let held: string | null = '';
  return (piece) => {
    if (context.signal.aborted) return;
    if (held === null) return show(piece);
    held += piece;
    if (couldBeControlText(workflow, agent.name, held)) return;
    show(held);
    held = null;
  };
}

/** A reply that the model did not end itself, that says nothing, or that calls more tools than are run, is none. */
function refuseUseless(reply: AgentReply | AgentFailure): AgentReply | AgentFailure {
  if (reply.kind === 'failed') return reply;
  if (reply.finishReason !== 'stop' && reply.finishReason !== 'tool_calls') return unfinished(reply.finishReason);
  const calls = reply.toolCalls.length;
  if (calls > maxCallsInReply) return garbage(`The model called ${calls} tools in one reply; at most ${maxCallsInReply} are run.`);
  return calls === 0 && reply.text.trim() === '' ? garbage('The model gave an empty reply.') : reply;
}

const garbage = (message: string): AgentFailure => ({ kind: 'failed', code: 'model_garbage', message, retryable: true });
